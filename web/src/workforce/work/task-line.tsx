import type { Task } from '@atrium/contract/workforce-work'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../../i18n/said.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { formatDate } from '../../ui/formats.ts'
import { DueDay } from './due-day.tsx'
import { NextStep } from './next-actor.tsx'
import { TaskBadge } from './task-status.tsx'
import { useCost } from './use-cost.ts'

export const taskPage = (id: string): string => `/workforce/tasks/${encodeURIComponent(id)}`

/** Seat or person, by avatar and name; of what another person gave, who that is. */
export function Assignee({ task }: { task: Pick<Task, 'seat' | 'person' | 'giver'> }) {
  const { t } = useTranslation('seats')
  const name = task.giver?.name ?? task.seat?.name ?? task.person?.name
  if (!name) return <span className="text-muted">{t('task.nobody')}</span>
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Avatar name={name} className="size-5! text-[0.5625rem]!" />
      <span className="min-w-0 truncate" title={name}>
        {task.giver ? t('task.from', { name }) : <bdi>{name}</bdi>}
      </span>
    </span>
  )
}

interface TaskLineProps {
  task: Task
  /** On a page of one seat its name is not said in each line. */
  withoutSeat?: boolean
  /** A button before the line. */
  before?: ReactNode
  /** What stands below the line. */
  children?: ReactNode
}

/** A task in a list (an `li`), which leads to its page. */
export function TaskLine({ task, withoutSeat = false, before, children }: TaskLineProps) {
  const { t, i18n } = useTranslation('seats')
  const cost = useCost()
  const { title, status, next, dueOn, endedAt, subtasks, reason } = task
  return (
    <li>
      <div className="flex items-center gap-2">
        {before}
        <Link
          to={taskPage(task.id)}
          className="-mx-2 flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 rounded-md px-2 py-2.5 hover:bg-hover"
        >
          <span className="min-w-0 flex-[1_1_16rem]">
            <span className="line-clamp-2 font-medium" title={title}>
              <bdi>{title}</bdi>
            </span>
            <span className="flex min-w-0 flex-wrap items-center gap-x-3 text-sm text-muted">
              {!withoutSeat && (task.seat || task.person || !endedAt) && <Assignee task={task} />}
              {next && !task.giver && <NextStep next={next} className="max-w-full" />}
              {status === 'blocked' && reason && (
                <span className="min-w-0 truncate" title={said(reason)}>
                  <bdi>{said(reason)}</bdi>
                </span>
              )}
            </span>
          </span>
          <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm text-muted">
            {subtasks.total > 0 && (
              <span className="tabular-nums">
                <span aria-hidden>
                  {subtasks.done}/{subtasks.total}
                </span>
                <span className="sr-only">{t('task.subtasks', subtasks)}</span>
              </span>
            )}
            {endedAt ? (
              <time dateTime={endedAt} title={t('taskPage.ended')} className="tabular-nums">
                {formatDate(endedAt, i18n.language)}
              </time>
            ) : (
              dueOn && <DueDay dueOn={dueOn} status={status} />
            )}
            {task.costMicros > 0 && <span className="tabular-nums">{cost(task.costMicros, task.isPriced)}</span>}
            <TaskBadge status={status} />
          </span>
        </Link>
      </div>
      {children}
    </li>
  )
}
