import { addDays } from '@atrium/domain/dates/days'
import {
  Button,
  controlClass,
  Field,
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
  Popover,
  SelectionBar,
  useAction,
} from '@atrium/web/kit'
import { CalendarDays, Check, Flag, Folder, MapPin, User } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import type tasks from '../module.ts'
import type { TaskRow as Task } from '../records.ts'
import { ProjectDot } from './project-dot.tsx'
import { useTexts } from './texts.ts'
import { useProjects } from './use-projects.ts'
import { useTeammates } from './use-teammates.ts'

interface BulkBarProps {
  tasks: readonly Task[]
  today: string
  onClear: () => void
  onDone: () => void
  onRemove: () => void
}

type Change = z.input<(typeof tasks)['actions']['changeMany']['input']>['change']

/** What can be done with the chosen tasks, each as one change that can be undone. */
export function BulkBar({ tasks: chosen, today, onClear, onDone, onRemove }: BulkBarProps) {
  const { t } = useTexts()
  const projects = useProjects()
  const people = useTeammates()
  const save = useAction<typeof tasks, 'changeMany'>('tasks', 'changeMany', {
    done: ({ changed }) => t('bulk.changed', { count: changed }),
  })
  const ids = chosen.map(({ id }) => id)
  const change = (said: Change) => save.mutate({ ids, change: said })
  const priorities = { A: t('form.high'), B: t('form.medium'), C: t('form.low') }
  return (
    <SelectionBar count={chosen.length} onClear={onClear} onDelete={onRemove}>
      <Button size="sm" icon={<Check aria-hidden className="size-4" />} onClick={onDone}>
        {t('bulk.done')}
      </Button>
      <Popover
        label={t('form.day')}
        trigger={
          <Button size="sm" icon={<CalendarDays aria-hidden className="size-4" />}>
            {t('form.day')}
          </Button>
        }
      >
        {(close) => {
          const pick = (due: string | null) => {
            change({ due })
            close()
          }
          return (
            <div className="flex flex-col gap-2 p-1">
              <div className="flex flex-wrap gap-2">
                <Button size="sm" onClick={() => pick(today)}>
                  {t('views.today')}
                </Button>
                <Button size="sm" onClick={() => pick(addDays(today, 1))}>
                  {t('bulk.tomorrow')}
                </Button>
                <Button size="sm" onClick={() => pick(addDays(today, 7))}>
                  {t('bulk.inAWeek')}
                </Button>
                <Button size="sm" onClick={() => pick(null)}>
                  {t('bulk.noDate')}
                </Button>
              </div>
              <DayForm onDay={pick} />
            </div>
          )
        }}
      </Popover>
      <Menu>
        <MenuTrigger>
          <Button size="sm" icon={<Folder aria-hidden className="size-4" />}>
            {t('form.project')}
          </Button>
        </MenuTrigger>
        <MenuContent>
          {projects
            .filter(({ archived }) => !archived)
            .map(({ id, name, colour }) => (
              <MenuItem key={id} icon={<ProjectDot colour={colour} />} onSelect={() => change({ projectId: id })}>
                {name}
              </MenuItem>
            ))}
          <MenuSeparator />
          <MenuItem onSelect={() => change({ projectId: null })}>{t('form.none')}</MenuItem>
        </MenuContent>
      </Menu>
      <Menu>
        <MenuTrigger>
          <Button size="sm" icon={<Flag aria-hidden className="size-4" />}>
            {t('form.priority')}
          </Button>
        </MenuTrigger>
        <MenuContent>
          {Object.entries(priorities).map(([priority, name]) => (
            <MenuItem key={priority} onSelect={() => change({ priority })}>
              {name}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem onSelect={() => change({ priority: null })}>{t('form.none')}</MenuItem>
        </MenuContent>
      </Menu>
      {people && (
        <Menu>
          <MenuTrigger>
            <Button size="sm" icon={<User aria-hidden className="size-4" />}>
              {t('form.assignee')}
            </Button>
          </MenuTrigger>
          <MenuContent>
            {people.map(({ value, label }) => (
              <MenuItem key={value} onSelect={() => change({ assignee: value })}>
                {label}
              </MenuItem>
            ))}
            <MenuSeparator />
            <MenuItem onSelect={() => change({ assignee: null })}>{t('form.nobody')}</MenuItem>
          </MenuContent>
        </Menu>
      )}
      <Popover
        label={t('form.contexts')}
        trigger={
          <Button size="sm" icon={<MapPin aria-hidden className="size-4" />}>
            {t('form.contexts')}
          </Button>
        }
      >
        {(close) => (
          <ContextsForm
            tasks={chosen}
            onChange={(said) => {
              change(said)
              close()
            }}
          />
        )}
      </Popover>
    </SelectionBar>
  )
}

function DayForm({ onDay }: { onDay: (day: string) => void }) {
  const { t } = useTexts()
  const [day, setDay] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (day) onDay(day)
  }
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <Field label={t('bulk.otherDay')}>
        <input
          type="date"
          value={day}
          onChange={({ target }) => setDay(target.value)}
          className={`${controlClass} h-9 px-2`}
        />
      </Field>
      <Button type="submit" size="sm" className="h-9" disabled={!day}>
        {t('form.save')}
      </Button>
    </form>
  )
}

function ContextsForm({ tasks: chosen, onChange }: { tasks: readonly Task[]; onChange: (change: Change) => void }) {
  const { t } = useTexts()
  const [words, setWords] = useState('')
  const had = [...new Set(chosen.flatMap(({ contexts }) => contexts))].sort()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const addContexts = words.split(/[\s,]+/).filter(Boolean)
    if (addContexts.length > 0) onChange({ addContexts })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 p-1">
      <div className="flex items-end gap-2">
        <Field label={t('bulk.addContexts')} help={t('form.contextsHelp')}>
          <input
            value={words}
            onChange={({ target }) => setWords(target.value)}
            className={`${controlClass} h-9 px-2`}
          />
        </Field>
      </div>
      <Button type="submit" size="sm" disabled={!words.trim()}>
        {t('bulk.add')}
      </Button>
      {had.length > 0 && (
        <div className="flex max-w-64 flex-wrap gap-1.5">
          {had.map((name) => (
            <Button key={name} size="sm" onClick={() => onChange({ removeContexts: [name] })}>
              {t('bulk.removeContext', { name: `@${name}` })}
            </Button>
          ))}
        </div>
      )}
    </form>
  )
}
