import type { SeatDetails } from '@atrium/contract/workforce-seats'
import type { Task } from '@atrium/contract/workforce-work'
import { ListTodo } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Loaded } from '../../settings/panel.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { EndedTasks, useEndedTasks } from '../work/ended-tasks.tsx'
import { RestOfTasks } from '../work/rest-of-tasks.tsx'
import { TaskLine } from '../work/task-line.tsx'
import { useOpenTasks } from '../work/work-queries.ts'
import { newTaskPage } from './seat-paths.ts'
import { useTry } from './use-try.ts'

/** What is open and what has ended; a seat that never had a task is offered one to try. */
export function SeatTasks({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  const open = useOpenTasks(seat.id)
  const ended = useEndedTasks(seat.id)
  return (
    <Loaded query={open.query} lines={4}>
      {({ tasks }) => {
        const hasEnded = ended.data === undefined || ended.data.pages.some((page) => page.tasks.length > 0)
        if (tasks.length === 0 && !hasEnded) return <NoTasks seat={seat} />
        return (
          <div className="flex flex-col gap-8">
            <section>
              <h3 className="mb-1 text-base">{t('seat.open')}</h3>
              <RestOfTasks open={open} />
              {tasks.length === 0 ? <p className="text-muted">{t('seat.noneOpen')}</p> : <OpenTasks tasks={tasks} />}
            </section>
            {hasEnded && (
              <section>
                <h3 className="mb-1 text-base">{t('board.asEnded')}</h3>
                <EndedTasks seatId={seat.id} />
              </section>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

/** Lines before "Show more", as on the page of all tasks. */
const SHOWN = 100

function OpenTasks({ tasks }: { tasks: readonly Task[] }) {
  const { t } = useTranslation('seats')
  const [shown, setShown] = useState(SHOWN)
  return (
    <>
      <ul aria-label={t('seat.open')} className="divide-y divide-line">
        {tasks.slice(0, shown).map((task) => (
          <TaskLine key={task.id} task={task} withoutSeat />
        ))}
      </ul>
      {tasks.length > shown && (
        <Button size="sm" variant="ghost" className="mt-2" onClick={() => setShown(shown + SHOWN)}>
          {t('needs.more', { count: tasks.length - shown })}
        </Button>
      )}
    </>
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
