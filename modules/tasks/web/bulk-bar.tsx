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
import { type FormEvent, type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type tasks from '../module.ts'
import type { TaskRow as Task } from '../records.ts'
import { contextsHelp, labelOf, prioritiesWith } from './field-labels.ts'
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
  return (
    <SelectionBar count={chosen.length} onClear={onClear} onDelete={onRemove}>
      <Button size="sm" icon={<Check aria-hidden className="size-4" />} onClick={onDone}>
        {t('bulk.done')}
      </Button>
      <Popover
        label={labelOf('due')}
        trigger={
          <Button size="sm" icon={<CalendarDays aria-hidden className="size-4" />}>
            {labelOf('due')}
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
      <ChoiceMenu
        label={labelOf('projectId')}
        icon={<Folder aria-hidden className="size-4" />}
        options={projects.flatMap(({ id, name, colour, archived }) =>
          archived ? [] : [{ value: id, label: name, icon: <ProjectDot colour={colour} /> }],
        )}
        none={t('form.none')}
        onChoose={(projectId) => change({ projectId })}
      />
      <ChoiceMenu
        label={labelOf('priority')}
        icon={<Flag aria-hidden className="size-4" />}
        options={prioritiesWith()}
        none={t('form.none')}
        onChoose={(priority) => change({ priority })}
      />
      {people && (
        <ChoiceMenu
          label={labelOf('assignee')}
          icon={<User aria-hidden className="size-4" />}
          options={people}
          none={t('form.nobody')}
          onChoose={(assignee) => change({ assignee })}
        />
      )}
      <Popover
        label={labelOf('contexts')}
        trigger={
          <Button size="sm" icon={<MapPin aria-hidden className="size-4" />}>
            {labelOf('contexts')}
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

interface ChoiceMenuProps {
  label: string
  icon: ReactNode
  options: readonly { value: string; label: string; icon?: ReactNode }[]
  /** What stands for no value. */
  none: string
  onChoose: (value: string | null) => void
}

function ChoiceMenu({ label, icon, options, none, onChoose }: ChoiceMenuProps) {
  return (
    <Menu>
      <MenuTrigger>
        <Button size="sm" icon={icon}>
          {label}
        </Button>
      </MenuTrigger>
      <MenuContent>
        {options.map((one) => (
          <MenuItem key={one.value} icon={one.icon} onSelect={() => onChoose(one.value)}>
            {one.label}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onSelect={() => onChoose(null)}>{none}</MenuItem>
      </MenuContent>
    </Menu>
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
        <Field label={t('bulk.addContexts')} help={contextsHelp()}>
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
