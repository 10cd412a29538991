import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { api } from './api.ts'

/**
 * An answer that is on its way when its query is invalidated may be older than what it is invalidated for. The library asks
 * anew where there was an answer before, but takes the first one of all as it comes: this asks once more after it.
 */
class Client extends QueryClient {
  readonly #again = new Map<Query, Promise<void>>()

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
    await super.invalidateQueries(filters, options)
    if (filters?.refetchType !== 'none') await Promise.all(first.map((query) => this.#askAgain(query)))
  }

  /** Once for all that was told while it was on its way. What failed is not asked for again. */
  #askAgain(query: Query): Promise<void> {
    const asked =
      this.#again.get(query) ??
      super
        .invalidateQueries({ predicate: (one) => one === query && one.state.status === 'success' })
        .finally(() => this.#again.delete(query))
    this.#again.set(query, asked)
    return asked
  }
}

/** Spec 9, "Data fetching": no retries, no refetch on focus, no polling, never stale. A query's key, joined by `/`, is its address. */
export function createQueryClient(): QueryClient {
  return new Client({
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
}

/** The page's one client. */
export const queryClient = createQueryClient()
