import type { SearchHit, Thread, ThreadChange, ThreadHistory, ThreadList } from '@atrium/contract/chat'
import type { ModelList } from '@atrium/contract/models'
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../platform/api.ts'
import { queryClient } from '../platform/query.ts'

export const threadKey = (id: string) => ['/api/chat/thread', id] as const
export const threadsKey = ['/api/threads'] as const

export const threadQuery = (id: string) => queryOptions<ThreadHistory>({ queryKey: threadKey(id) })

export const threadsQuery = (archived: boolean, space?: string) =>
  infiniteQueryOptions({
    queryKey: [...threadsKey, { archived, space }] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams()
      if (pageParam) query.set('cursor', pageParam)
      if (archived) query.set('archived', 'true')
      if (space) query.set('space', space)
      return api.get<ThreadList>(`/api/threads${query.size ? `?${query}` : ''}`, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })

export const modelsQuery = queryOptions<ModelList>({ queryKey: ['/api/models'] })

export const searchQuery = (words: string) =>
  queryOptions({
    queryKey: ['/api/threads/search', words] as const,
    queryFn: ({ signal }) =>
      api.get<{ hits: SearchHit[] }>(`/api/threads/search?q=${encodeURIComponent(words)}`, { signal }),
    // Words that were searched before are searched again: threads change.
    staleTime: 0,
    gcTime: 30_000,
  })

type ThreadPages = InfiniteData<ThreadList, string | null>

/** Changes a thread wherever a list shows it; a function that returns null takes it out. */
export function changeInLists(id: string, change: (thread: Thread) => Thread | null): void {
  queryClient.setQueriesData<ThreadPages>({ queryKey: threadsKey }, (data) => {
    if (!data || !('pages' in data)) return data
    const pages = data.pages.map((page) => ({
      ...page,
      threads: page.threads.flatMap((thread) => (thread.id === id ? (change(thread) ?? []) : thread)),
    }))
    return { ...data, pages }
  })
}

export function changeThread(id: string, change: Partial<Thread>): void {
  changeInLists(id, (thread) => ({ ...thread, ...change }))
  queryClient.setQueryData<ThreadHistory>(threadKey(id), (history) => history && { ...history, ...change })
}

export const refreshThread = (id: string): Promise<void> => queryClient.invalidateQueries({ queryKey: threadKey(id) })
export const refreshThreads = (): Promise<void> => queryClient.invalidateQueries({ queryKey: threadsKey })

/** Saves a change to a thread, shown at once; what was there comes back when the server refuses. */
export async function saveThread(thread: Thread, change: ThreadChange): Promise<Thread> {
  changeThread(thread.id, change)
  try {
    const saved = await api.patch<Thread>(`/api/threads/${encodeURIComponent(thread.id)}`, change)
    changeThread(thread.id, saved)
    return saved
  } catch (error) {
    changeThread(thread.id, thread)
    throw error
  }
}
