import type { Deliverable } from '@atrium/contract/workforce-work'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { sentenceFor } from '../../platform/api.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DeliverableBadge, DeliverableView, newestOf } from './deliverable-view.tsx'
import { taskPage } from './task-line.tsx'

/** /workforce/deliverables/:id: what was handed in, to be read, compared, taken along, accepted or sent back. */
export function DeliverablePage() {
  const { t } = useTranslation('seats')
  const { id = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const { data, error, refetch } = useQuery<Deliverable>({
    queryKey: ['/api/workforce/deliverables', encodeURIComponent(id)],
    staleTime: 0,
  })
  if (!data)
    return (
      <PageFrame title={t('deliverable.title')}>
        {error ? (
          <EmptyState
            title={t('errors.loadFailed')}
            text={sentenceFor(error)}
            action={
              <>
                <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
                <Link to="/workforce/active" className={buttonClass('ghost')}>
                  {t('taskPage.back')}
                </Link>
              </>
            }
          />
        ) : (
          <Skeleton className="h-96 w-full" />
        )}
      </PageFrame>
    )
  const version = Number(params.get('version')) || undefined
  const shown = data.versions.find((one) => one.version === version) ?? newestOf(data)
  return (
    <PageFrame
      title={shown.product.title}
      text={
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <DeliverableBadge state={shown.state} />
          <bdi>{t('deliverable.by', { name: data.seat.name })}</bdi>
          <Link to={taskPage(data.task.id)} className="min-w-0 truncate underline underline-offset-2 hover:text-ink">
            <bdi>{data.task.title}</bdi>
          </Link>
        </span>
      }
    >
      <h2 className="sr-only">{t('deliverable.title')}</h2>
      <DeliverableView
        deliverable={data}
        version={version}
        onVersion={(next) => setParams({ version: String(next) }, { replace: true })}
      />
    </PageFrame>
  )
}
