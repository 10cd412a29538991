import type { ActivityDetails, ActivityItem, ActivityList } from '@atrium/contract/activity'
import { skipToken, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, sentenceFor } from '../platform/api.ts'
import { ACTIVITY } from '../platform/job-news.ts'
import { useScope } from '../platform/scope.ts'
import { toast } from '../ui/toast.tsx'

const pathOf = (id: string) => `${ACTIVITY}/${encodeURIComponent(id)}`

/** What runs, waits and has ended where the person works, the newest first, by pages. News renew it. */
export function useActivity() {
  const scope = useScope()
  return useInfiniteQuery({
    queryKey: [ACTIVITY, 'list', scope],
    queryFn: ({ pageParam, signal }) =>
      api.get<ActivityList>(pageParam ? `${ACTIVITY}?after=${pageParam}` : ACTIVITY, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

/** One of them with what it answered; nothing is asked for null. */
export function useActivityItem(id: string | null) {
  const scope = useScope()
  return useQuery({
    queryKey: [ACTIVITY, 'one', id, scope],
    queryFn: id === null ? skipToken : ({ signal }) => api.get<ActivityDetails>(pathOf(id), { signal }),
  })
}

/** In percent; null as long as nobody knows. */
export const percentOf = ({ done, total }: Pick<ActivityItem, 'done' | 'total'>): number | null =>
  total === null || total === 0 ? null : Math.floor((Math.min(done, total) / total) * 100)

/** What can be done to it. Refusals are told in a toast; the list is asked for anew either way. */
export function useActivityChanges() {
  const client = useQueryClient()
  const { t } = useTranslation()
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => client.invalidateQueries({ queryKey: [ACTIVITY] }),
    onError: (error) =>
      toast({ variant: 'destructive', title: t('errors.actionFailed'), description: sentenceFor(error) }),
  })
  return {
    isPending,
    cancel: (id: string) => mutate(() => api.post(`${pathOf(id)}/cancel`)),
    pause: (id: string) => mutate(() => api.post(`${pathOf(id)}/pause`)),
    resume: (id: string) => mutate(() => api.post(`${pathOf(id)}/resume`)),
    retry: (id: string) => mutate(() => api.post(`${pathOf(id)}/retry`)),
    remove: (id: string) => mutate(() => api.delete(pathOf(id))),
    clear: () => mutate(() => api.delete(ACTIVITY)),
  }
}
