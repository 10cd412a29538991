import { type Query, QueryClient } from '@tanstack/react-query'
import { api } from './api.ts'

/**
 * An answer that is on its way when its query is invalidated may be older than what it is invalidated for. The library asks
 * anew where there was an answer before, but takes the first one of all as it comes: with this it asks once more after it.
 */
function missingNothing(client: QueryClient): QueryClient {
  const invalidate = client.invalidateQueries.bind(client)
  const asked = new Map<Query, Promise<void>>()
  /** Once for all that was told while it was on its way. What failed is not asked for again. */
  const askAgain = (query: Query): Promise<void> => {
    const again =
      asked.get(query) ??
      invalidate({ predicate: (one) => one === query && one.state.status === 'success' }).finally(() =>
        asked.delete(query),
      )
    asked.set(query, again)
    return again
  }
  const invalidateQueries: QueryClient['invalidateQueries'] = async (filters, options) => {
    const first = client
      .getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
    await invalidate(filters, options)
    if (filters?.refetchType !== 'none') await Promise.all(first.map(askAgain))
  }
  return Object.assign(client, { invalidateQueries })
}

/** Spec 9, "Data fetching": no retries, no refetch on focus, no polling, never stale. A query's key, joined by `/`, is its address. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => api.get(queryKey.join('/'), { signal }),
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Offline the call fails and says so, instead of waiting silently.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return missingNothing(client)
}

/** The page's one client. */
export const queryClient = createQueryClient()
