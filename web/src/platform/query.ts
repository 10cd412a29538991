import { type Query, QueryClient } from '@tanstack/react-query'
import { i18n } from '../i18n/index.ts'
import { api } from './api.ts'

const nothing = () => undefined

/**
 * An answer that is on its way when its query is invalidated may be older than what it is invalidated for. The library asks
 * anew where there was an answer before, but takes the first one of all as it comes: with this it asks once more after it,
 * once for all that was told meanwhile. What nobody shows by then is marked, and asked for when it is shown.
 */
function missingNothing(client: QueryClient): QueryClient {
  const invalidate = client.invalidateQueries.bind(client)
  const following = new Map<Query, Promise<void>>()
  const follow = async (query: Query): Promise<void> => {
    // Joins the call that is under way, each query its own: another one may be slow.
    await query.fetch().catch(nothing)
    following.delete(query)
    // What failed is not asked for again.
    await invalidate({ predicate: (one) => one === query && one.state.status === 'success' })
  }
  const invalidateQueries: QueryClient['invalidateQueries'] = async (filters, options) => {
    const first = client
      .getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
    for (const query of first) if (!following.has(query)) following.set(query, follow(query))
    await Promise.all([invalidate(filters, options), ...first.map((query) => following.get(query))])
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

// The server says titles and summaries in the language of the page.
i18n.on('languageChanged', () => void queryClient.invalidateQueries())
