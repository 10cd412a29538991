import { dayOf } from '@atrium/domain/dates/local-time'
import { Avatar, Badge, FileCount } from '@atrium/web/kit'
import { clsx } from 'clsx'
import { CalendarDays, Check, ListChecks, Repeat } from 'lucide-react'
import type { TaskRow as Task } from '../records.ts'
import { recurrenceLabel } from '../recurrence-label.ts'
import { isToned } from './done-circle.tsx'
import { dayHere, dayLabel, dueLabel, timeLabel } from './due-label.ts'
import { labelOf } from './field-labels.ts'
import { useTexts } from './texts.ts'

interface TaskFactsProps {
  task: Task
  today: string
  /** Its day stands in the heading above. */
  dayIsShown?: boolean
  /** Whose it is, in a team. */
  who?: string | undefined
}

/** What is to be seen of a task behind its title: files, when, how often, how important, how far its parts are. */
export function TaskFacts({ task, today, dayIsShown = false, who }: TaskFactsProps) {
  const { t, language } = useTexts()
  const isLate = !task.done && task.due !== null && dayOf(task.due) < today
  const due = task.due && (dayIsShown ? timeLabel(task.due, language) : dueLabel(task.due, today, language))
  // of what is done, people ask when
  const when = task.done ? task.doneAt && dayLabel(dayHere(new Date(task.doneAt)), today, language) : due
  const WhenIcon = task.done ? Check : CalendarDays
  return (
    <>
      <FileCount files={task.files ?? []} label={labelOf('files')} />
      {when && (
        <span
          className={clsx('inline-flex items-center gap-1 text-xs tabular', isLate ? 'text-danger-ink' : 'text-muted')}
        >
          <WhenIcon aria-hidden className="size-3" />
          {when}
        </span>
      )}
      {task.progress && (
        <span
          role="img"
          aria-label={t('subtasks.progress', task.progress)}
          className="inline-flex items-center gap-1 text-xs text-muted tabular"
        >
          <ListChecks aria-hidden className="size-3" />
          {task.progress.done}/{task.progress.total}
        </span>
      )}
      {task.recurrence && (
        <span className="inline-flex items-center gap-1 text-xs text-muted">
          <Repeat aria-hidden className="size-3" />
          {recurrenceLabel(task.recurrence)}
        </span>
      )}
      {who && (
        <span role="img" aria-label={t('assigned.to', { name: who })} title={who} className="inline-flex">
          <Avatar name={who} className="size-5 text-[0.625rem]" />
        </span>
      )}
      {task.priority && !isToned(task.priority) && <Badge>{task.priority}</Badge>}
    </>
  )
}
