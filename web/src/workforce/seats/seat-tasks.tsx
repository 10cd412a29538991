import type { SeatDetails } from '@atrium/contract/workforce-seats'
import type { Task, TaskList } from '@atrium/contract/workforce-work'
import { useQuery } from '@tanstack/react-query'
import { ListTodo } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { z } from 'zod'
import { Loaded } from '../../settings/panel.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TaskLine } from '../work/task-line.tsx'
import { newTaskPage } from './seat-paths.ts'
import { useTry } from './use-try.ts'

const SHOWN_MAX = 100

/** What is open and what was done; a seat that never had a task is offered one to try. */
export function SeatTasks({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  const path = (status: string) =>
    `/api/workforce/tasks?${new URLSearchParams({ seat: seat.id, status, limit: String(SHOWN_MAX) })}`
  const open = useQuery<z.infer<typeof TaskList>>({ queryKey: [path('open')], staleTime: 0 })
  const done = useQuery<z.infer<typeof TaskList>>({ queryKey: [path('done')], staleTime: 0 })
  return (
    <Loaded query={open} lines={4}>
      {({ tasks }) => {
        const ended = done.data?.tasks ?? []
        if (tasks.length === 0 && ended.length === 0 && done.data) return <NoTasks seat={seat} />
        return (
          <div className="flex flex-col gap-8">
            <Tasks title={t('seat.open')} tasks={tasks} none={t('seat.noneOpen')} />
            {ended.length > 0 && <Tasks title={t('seat.done')} tasks={ended} />}
          </div>
        )
      }}
    </Loaded>
  )
}

function Tasks({ title, tasks, none }: { title: string; tasks: readonly Task[]; none?: string }) {
  return (
    <section>
      <h3 className="mb-1 text-base">{title}</h3>
      {tasks.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <ul aria-label={title} className="divide-y divide-line">
          {tasks.map((task) => (
            <TaskLine key={task.id} task={task} withoutSeat />
          ))}
        </ul>
      )}
    </section>
  )
}

function NoTasks({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  const trial = useTry(seat.id)
  const [first] = seat.agent.playbooks
  return (
    <EmptyState
      icon={<ListTodo aria-hidden />}
      title={t('seat.noTasks', { name: seat.name })}
      text={t('seat.noTasksText')}
      action={
        <>
          <Link to={newTaskPage(seat.id)} className={buttonClass('primary')}>
            {t('seat.newTask')}
          </Link>
          {first && (
            <Button loading={trial.isPending} onClick={() => trial.mutate(first.id)}>
              {t('playbooks.tryOf', { title: first.title })}
            </Button>
          )}
        </>
      }
    />
  )
}
