import type { TaskDetails } from '@atrium/contract/workforce-work'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { ApiError, sentenceFor } from '../../platform/api.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NextStep } from './next-actor.tsx'
import { GivenActions, TaskActions } from './task-actions.tsx'
import { TaskFacts } from './task-facts.tsx'
import { taskPage } from './task-line.tsx'
import { TaskNow } from './task-now.tsx'
import { TaskParts } from './task-parts.tsx'
import { TaskBadge } from './task-status.tsx'
import { useTask } from './work-queries.ts'

/** /workforce/tasks/:id: where a task stands, who acts next, what was done and what came of it. */
export function TaskPage() {
  const { t } = useTranslation('seats')
  const { id = '' } = useParams()
  const query = useTask(id)
  // Also while it is looked at: deleted, or no longer shared with this person.
  const isGone = query.error instanceof ApiError && query.error.status === 404
  if (query.data && !isGone) return <TaskView key={query.data.id} task={query.data} />
  return (
    <PageFrame title={t('taskPage.title')}>
      {isGone ? (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t('taskPage.gone')}
          text={t('taskPage.goneText')}
          action={
            <Link to="/workforce/active" className={buttonClass('primary')}>
              {t('taskPage.back')}
            </Link>
          }
        />
      ) : query.error ? (
        <EmptyState
          title={t('errors.loadFailed')}
          text={sentenceFor(query.error)}
          action={
            <>
              <Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>
              <Link to="/workforce/active" className={buttonClass('ghost')}>
                {t('taskPage.back')}
              </Link>
            </>
          }
        />
      ) : (
        <div className="flex flex-col gap-6">
          <Skeleton className="h-10 w-72 max-w-full" />
          <Skeleton className="h-48 w-full" />
          <Skeleton className="h-64 w-full" />
        </div>
      )}
    </PageFrame>
  )
}

function TaskView({ task }: { task: TaskDetails }) {
  const { t } = useTranslation('seats')
  return (
    <PageFrame
      title={task.title}
      text={
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <TaskBadge status={task.status} />
          {task.next && !task.giver && <NextStep next={task.next} />}
          {task.parent && (
            <span className="min-w-0 truncate">
              {t('taskPage.partOf')}{' '}
              {task.giver ? (
                <bdi>{task.parent.title}</bdi>
              ) : (
                <Link to={taskPage(task.parent.id)} className="underline underline-offset-2 hover:text-ink">
                  <bdi>{task.parent.title}</bdi>
                </Link>
              )}
            </span>
          )}
        </span>
      }
      actions={task.giver ? <GivenActions task={task} /> : <TaskActions task={task} />}
    >
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <TaskNow task={task} />
        <TaskFacts task={task} />
        <div className="flex min-w-0 flex-col gap-8 xl:col-start-1">
          <TaskParts task={task} />
        </div>
      </div>
    </PageFrame>
  )
}
