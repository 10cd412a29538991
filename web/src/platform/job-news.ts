import type { ActivityDetails, ActivityItem, ActivityList } from '@atrium/contract/activity'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'

/** What happens while nobody looks; queries of it start with this. */
export const ACTIVITY = '/api/activity'

/** How far a job is. News of jobs without it say that something is another way now. */
export interface JobProgress {
  topic: 'jobs'
  id: string
  done: number
  total: number | null
  note: string
}

/** Writes how far a job is into what is shown of it: asking anew a few times in a second would be too much. */
export function showProgress(client: QueryClient, { id, done, total, note }: JobProgress): void {
  const told = <T extends ActivityItem>(item: T): T => (item.id === id ? { ...item, done, total, note } : item)
  client.setQueriesData<InfiniteData<ActivityList>>(
    { queryKey: [ACTIVITY, 'list'] },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(told) })) },
  )
  client.setQueriesData<ActivityDetails>({ queryKey: [ACTIVITY, 'one', id] }, (item) => item && told(item))
}
