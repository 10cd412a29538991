import type { Task } from '@atrium/contract/workforce-work'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button, buttonClass } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/formats.ts'
import { type ColumnId, columnIds } from './board-columns.ts'
import { TaskLine } from './task-line.tsx'

interface TaskGroupsProps {
  columns: Record<ColumnId, Task[]>
  /** Where all that was done is listed, when it is more than what stands here. */
  allDone: string | null
}

/** The board's columns as lists below each other. */
export function TaskGroups({ columns, allDone }: TaskGroupsProps) {
  const { t } = useTranslation('seats')
  return (
    <div className="flex max-w-5xl flex-col gap-8">
      {columnIds.map((id) => (
        <Group key={id} title={t(`board.columns.${id}`)} tasks={columns[id]} all={id === 'done' ? allDone : null} />
      ))}
    </div>
  )
}

/** Lines before "Show more", as in a column of the board. */
const SHOWN = 100

function Group({ title, tasks, all }: { title: string; tasks: readonly Task[]; all: string | null }) {
  const { t, i18n } = useTranslation('seats')
  const [shown, setShown] = useState(SHOWN)
  const rest = tasks.length - shown
  if (tasks.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="mb-1 flex items-baseline gap-2 text-base">
        {title}
        <span className="text-sm font-normal text-muted tabular-nums">
          {formatNumber(tasks.length, i18n.language)}
          {all && '+'}
        </span>
      </h2>
      <ul aria-label={title} className="divide-y divide-line border-y border-line">
        {tasks.slice(0, shown).map((task) => (
          <TaskLine key={task.id} task={task} />
        ))}
      </ul>
      {rest > 0 && (
        <Button size="sm" variant="ghost" className="mt-2" onClick={() => setShown(shown + SHOWN)}>
          {t('needs.more', { count: rest })}
        </Button>
      )}
      {all && rest <= 0 && (
        <Link to={all} className={buttonClass('ghost', 'sm', 'mt-2')}>
          {t('board.seeAll')}
        </Link>
      )}
    </section>
  )
}
