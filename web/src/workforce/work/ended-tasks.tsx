import type { Task, TaskList } from '@atrium/contract/workforce-work'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Paged } from './paged.tsx'
import { TaskLine } from './task-line.tsx'
import { listPath, usePages } from './work-queries.ts'

type Tasks = z.infer<typeof TaskList>
const tasksOf = ({ tasks }: Tasks): readonly Task[] => tasks

/** Done and cancelled tasks, the last first. */
export const useEndedTasks = (seatId = '') =>
  usePages<Tasks>(listPath('tasks', { status: 'ended', limit: 50, seat: seatId }))

interface EndedTasksProps {
  seatId?: string
  /** Said instead of the usual when nothing has ended. */
  none?: ReactNode
}

/** What was done and what was cancelled: by whom, when, and what it cost. */
export function EndedTasks({ seatId, none }: EndedTasksProps) {
  const { t } = useTranslation('seats')
  return (
    <Paged
      query={useEndedTasks(seatId)}
      ofPage={tasksOf}
      none={
        none ?? (
          <EmptyState icon={<History aria-hidden />} title={t('board.noneEnded')} text={t('board.noneEndedText')} />
        )
      }
    >
      {(tasks) => (
        <ul data-lines aria-label={t('board.asEnded')} className="max-w-5xl divide-y divide-line border-y border-line">
          {tasks.map((task) => (
            <TaskLine key={task.id} task={task} withoutSeat={Boolean(seatId)} />
          ))}
        </ul>
      )}
    </Paged>
  )
}
