import { type ActivityDetails, isOver } from '@atrium/contract/activity'
import type { ArchiveList } from '@atrium/contract/data'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { JobProgress } from '../activity/parts.ts'
import { api } from '../platform/api.ts'
import { ACTIVITY } from '../platform/job-news.ts'
import { Button } from '../ui/button.tsx'
import { useChange } from './use-change.ts'

export const ARCHIVES = '/api/data/archives'

/** The person's own, wherever they work at this moment. */
const OWN = { headers: { 'X-Scope': '' } }
const pathOf = (id: string) => `${ACTIVITY}/${encodeURIComponent(id)}`

/** Archives that lie to be fetched, and what is at work on one; news of jobs renew it. */
export const useArchives = () =>
  useQuery({
    queryKey: [ACTIVITY, 'archives'],
    queryFn: ({ signal }) => api.get<ArchiveList>(ARCHIVES, { signal }),
  })

/** A job of the person's own; nothing is asked for null. */
export const useOwnJob = (id: string | null) =>
  useQuery({
    queryKey: [ACTIVITY, 'one', id, ''],
    queryFn: id === null ? skipToken : ({ signal }) => api.get<ActivityDetails>(pathOf(id), { ...OWN, signal }),
  }).data

/** How far it is, with the way to end it: it goes on when the page is left. */
export function OwnJob({ job }: { job: ActivityDetails | undefined }) {
  const { t } = useTranslation('settings')
  const cancel = useChange({
    act: (id: string) => api.post(`${pathOf(id)}/cancel`, undefined, OWN),
    renew: [ACTIVITY],
  })
  if (!job || isOver(job)) return null
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <JobProgress item={job} />
        </div>
        <Button size="sm" loading={cancel.isPending} onClick={() => cancel.mutate(job.id)}>
          {t('common.cancel')}
        </Button>
      </div>
      <p className="text-pretty text-muted text-xs">{t('data.goesOn')}</p>
    </div>
  )
}
