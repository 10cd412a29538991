import type { Task } from '@atrium/contract/workforce-work'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { api } from '../../platform/api.ts'
import { Board } from '../../ui/board.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { type ColumnId, columnIds, columnsOf, type Move, rankBefore, statusFor } from './board-columns.ts'
import { DueDay } from './due-day.tsx'
import { NextStep } from './next-actor.tsx'
import { Assignee, taskPage } from './task-line.tsx'
import { useCost } from './use-cost.ts'
import { useDoing } from './use-doing.ts'

interface TaskBoardProps {
  open: readonly Task[]
  done: readonly Task[]
  /** Where all that was done is listed, when it is more than what stands here. */
  allDone: string | null
}

const cardId = (task: Task) => task.id
const cardLabel = (task: Task) => task.title

/** Tasks by where they stand. A person moves them between what is to be done, and ends them; the rest is the work's own. */
export function TaskBoard({ open, done, allDone }: TaskBoardProps) {
  const { t } = useTranslation('seats')
  const navigate = useNavigate()
  const [moves, setMoves] = useState<ReadonlyMap<string, Move>>(new Map())
  const columns = columnsOf(open, done, moves)
  const tasks = [...open, ...done]
  const move = useDoing({
    scope: 'workforce-board',
    act: ({ id, column, rank }: Move & { id: string }) => {
      const task = tasks.find((one) => one.id === id)
      const status = statusFor(column)
      return api.patch<Task>(`/api/workforce/tasks/${encodeURIComponent(id)}`, {
        version: task?.version ?? 0,
        ...(status && status !== task?.status && { status }),
        ...(status !== 'done' && { rank }),
      })
    },
  })
  const onMove = (id: string, to: string, before: string | null) => {
    const column = to as ColumnId
    const task = tasks.find((one) => one.id === id)
    if (!task) return false
    const isOrder = columns[column].some((one) => one.id === id)
    const isRefused = isOrder ? column === 'done' : statusFor(column) === null
    if (isRefused) {
      toast({ title: t('board.stays', { title: task.title }), description: t(`board.refused.${column}`) })
      return false
    }
    const rank = rankBefore(
      columns[column].filter((one) => one.id !== id),
      before,
    )
    setMoves((others) => new Map(others).set(id, { column, rank }))
    return move
      .mutateAsync({ id, column, rank })
      .then(
        () => true,
        () => false,
      )
      .finally(() =>
        setMoves((others) => {
          const left = new Map(others)
          // Moved again meanwhile, it stays where it was put last.
          if (left.get(id)?.rank === rank && left.get(id)?.column === column) left.delete(id)
          return left
        }),
      )
  }
  return (
    <Board
      label={t('board.label')}
      columns={columnIds.map((id) => ({
        id,
        title: t(`board.columns.${id}`),
        cards: columns[id],
        ...(id === 'done' &&
          allDone && {
            more: (
              <Link to={allDone} className={buttonClass('ghost', 'sm', 'mt-1.5')}>
                {t('board.seeAll')}
              </Link>
            ),
          }),
      }))}
      cardId={cardId}
      cardLabel={cardLabel}
      onOpen={(task) => void navigate(taskPage(task.id))}
      onMove={onMove}
      renderCard={(task) => <TaskCard task={task} />}
    />
  )
}

function TaskCard({ task }: { task: Task }) {
  const { t } = useTranslation('seats')
  const cost = useCost()
  const { title, next, dueOn, status, subtasks, costMicros } = task
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="line-clamp-3 font-medium wrap-anywhere" title={title}>
        <bdi>{title}</bdi>
      </p>
      {next && <NextStep next={next} className="text-xs text-muted" />}
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <Assignee task={task} />
        {dueOn && <DueDay dueOn={dueOn} status={status} />}
        {subtasks.total > 0 && (
          <span className="tabular-nums">
            <span aria-hidden>
              {subtasks.done}/{subtasks.total}
            </span>
            <span className="sr-only">{t('task.subtasks', subtasks)}</span>
          </span>
        )}
        {costMicros > 0 && <span className="tabular-nums">{cost(costMicros, task.isPriced)}</span>}
      </div>
    </div>
  )
}
