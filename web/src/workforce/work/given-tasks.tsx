import type { Task, TaskList } from '@atrium/contract/workforce-work'
import { HandHelping } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { z } from 'zod'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Paged } from './paged.tsx'
import { TaskLine } from './task-line.tsx'
import { listPath, usePages } from './work-queries.ts'

type Tasks = z.infer<typeof TaskList>
const tasksOf = ({ tasks }: Tasks): readonly Task[] => tasks

/** What other people gave to the caller. */
export const useGivenTasks = (status: 'open' | 'ended') =>
  usePages<Tasks>(listPath('tasks', { for: 'me', status, limit: 50 }))

export const givenPage = '/workforce/active?view=given'

/** All of it: what is open, and below it what has ended. */
export function GivenTasks() {
  const { t } = useTranslation('seats')
  const open = useGivenTasks('open')
  const ended = useGivenTasks('ended')
  const hasEnded = (ended.data?.pages[0]?.tasks.length ?? 0) > 0
  return (
    <div className="flex max-w-5xl flex-col gap-8">
      <Paged
        query={open}
        ofPage={tasksOf}
        none={<EmptyState icon={<HandHelping aria-hidden />} title={t('given.none')} text={t('given.noneText')} />}
      >
        {(tasks) => <GivenList title={t('given.open')} tasks={tasks} />}
      </Paged>
      {hasEnded && (
        <Paged query={ended} ofPage={tasksOf} none={null}>
          {(tasks) => <GivenList title={t('given.ended')} tasks={tasks} />}
        </Paged>
      )}
    </div>
  )
}

function GivenList({ title, tasks }: { title: string; tasks: readonly Task[] }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1 text-base">{title}</h2>
      <ul data-lines aria-label={title} className="divide-y divide-line border-y border-line">
        {tasks.map((task) => (
          <TaskLine key={task.id} task={task} />
        ))}
      </ul>
    </section>
  )
}

/** So many lines are shown before the rest is asked for. */
const LINES_MAX = 4

/** What is open of it, among other things: the first few, with the way to all. */
export function GivenSection({ tasks, level = 3 }: { tasks: readonly Task[]; level?: 2 | 3 }) {
  const { t } = useTranslation('seats')
  const Heading = `h${level}` as const
  if (tasks.length === 0) return null
  const rest = tasks.length - LINES_MAX
  return (
    <section aria-labelledby="needs-given" className="mt-2">
      <Heading id="needs-given" className="text-sm font-medium">
        {t('given.title')}
      </Heading>
      <ul aria-labelledby="needs-given" className="divide-y divide-line">
        {tasks.slice(0, LINES_MAX).map((task) => (
          <TaskLine key={task.id} task={task} />
        ))}
      </ul>
      <Link to={givenPage} className={buttonClass('ghost', 'sm')}>
        {rest > 0 ? t('needs.more', { count: rest }) : t('board.seeAll')}
      </Link>
    </section>
  )
}

/** The same for who has nothing else here: a task can be given to whoever has hired nobody. */
export function GivenFirst() {
  const { data } = useGivenTasks('open')
  const tasks = data?.pages.flatMap(tasksOf) ?? []
  if (tasks.length === 0) return null
  return (
    <div className="mb-10 max-w-5xl">
      <GivenSection tasks={tasks} level={2} />
    </div>
  )
}
