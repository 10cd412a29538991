import { dayOf } from '@atrium/domain/dates/local-time'
import { Badge, FileCount, IconButton, Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '@atrium/web/kit'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, CalendarDays, Check, Ellipsis, FileText, Pencil, Repeat, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { TaskRow as Task } from '../records.ts'
import { recurrenceLabel } from '../recurrence-label.ts'
import { dayHere, dayLabel, dueLabel, timeLabel } from './due-label.ts'
import { useTexts } from './texts.ts'

export interface RowActions {
  edit: (task: Task) => void
  toggle: (task: Task) => void
  remove: (task: Task) => void
  /** Absent where the order is not the person's own. */
  move?: (task: Task, by: 1 | -1) => void
  filter: (by: { project: string } | { context: string }) => void
}

interface RowProps extends RowActions {
  task: Task
  today: string
  /** Its day stands in the heading above. */
  dayIsShown: boolean
}

const tones: Record<string, string> = { A: 'border-danger', B: 'border-warning-ink', C: 'border-info-ink' }

export const TaskRow = memo(function TaskRow({
  task,
  today,
  dayIsShown,
  edit,
  toggle,
  remove,
  move,
  filter,
}: RowProps) {
  const { t, language } = useTexts()
  const isLate = !task.done && task.due !== null && dayOf(task.due) < today
  const due = task.due && (dayIsShown ? timeLabel(task.due, language) : dueLabel(task.due, today, language))
  // of what is done, people ask when
  const when = task.done ? task.doneAt && dayLabel(dayHere(new Date(task.doneAt)), today, language) : due
  const WhenIcon = task.done ? Check : CalendarDays
  return (
    <div className="group flex items-start gap-1 rounded-md hover:bg-hover focus-within:bg-hover">
      {/* biome-ignore lint/a11y/useSemanticElements: a checkbox that acts at once and looks like a circle */}
      <button
        type="button"
        role="checkbox"
        aria-checked={task.done}
        aria-label={t(task.done ? 'markOpen' : 'markDone', { title: task.title })}
        onClick={() => toggle(task)}
        className="grid size-9 min-h-9 shrink-0 place-items-center rounded-md touch:size-11"
      >
        <span
          className={clsx(
            'grid size-4.5 min-h-4.5 place-items-center rounded-full border-[1.5px]',
            task.done ? 'border-accent bg-accent text-on-accent' : (tones[task.priority ?? ''] ?? 'border-line-strong'),
          )}
        >
          <Check aria-hidden className={clsx('size-3', !task.done && 'opacity-0 group-hover:opacity-40')} />
        </span>
      </button>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5 py-1.5 touch:py-2.5">
        <button
          type="button"
          data-task={task.id}
          onClick={() => edit(task)}
          aria-keyshortcuts="Enter e #"
          className={clsx(
            'min-w-0 rounded-sm text-start text-sm max-sm:w-full',
            task.done && 'text-muted line-through',
          )}
        >
          {task.title}
          {task.notes && <FileText aria-hidden className="ms-1.5 inline size-3.5 text-faint" />}
        </button>
        <FileCount files={task.files ?? []} label={t('form.files')} />
        {when && (
          <span
            className={clsx(
              'inline-flex items-center gap-1 text-xs tabular',
              isLate ? 'text-danger-ink' : 'text-muted',
            )}
          >
            <WhenIcon aria-hidden className="size-3" />
            {when}
          </span>
        )}
        {task.recurrence && (
          <span className="inline-flex items-center gap-1 text-xs text-muted">
            <Repeat aria-hidden className="size-3" />
            {recurrenceLabel(task.recurrence)}
          </span>
        )}
        {task.priority && !tones[task.priority] && <Badge>{task.priority}</Badge>}
        {task.project && (
          <button
            type="button"
            className="max-w-full rounded-sm"
            onClick={() => filter({ project: task.project ?? '' })}
          >
            <Badge tone="space">#{task.project}</Badge>
          </button>
        )}
        {task.contexts.map((name) => (
          <button key={name} type="button" className="max-w-full rounded-sm" onClick={() => filter({ context: name })}>
            <Badge>@{name}</Badge>
          </button>
        ))}
      </div>
      <Menu>
        <MenuTrigger>
          <IconButton
            label={t('moreFor', { title: task.title })}
            icon={<Ellipsis />}
            className="opacity-0 print:hidden group-focus-within:opacity-100 group-hover:opacity-100 touch:opacity-100"
          />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={<Pencil />} shortcut="enter" onSelect={() => edit(task)}>
            {t('edit')}
          </MenuItem>
          {move && (
            <>
              <MenuItem icon={<ArrowUp />} shortcut="alt+↑" onSelect={() => move(task, -1)}>
                {t('moveUp')}
              </MenuItem>
              <MenuItem icon={<ArrowDown />} shortcut="alt+↓" onSelect={() => move(task, 1)}>
                {t('moveDown')}
              </MenuItem>
            </>
          )}
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} shortcut="#" danger onSelect={() => remove(task)}>
            {t('remove')}
          </MenuItem>
        </MenuContent>
      </Menu>
    </div>
  )
})
