import { QueryClient } from '@tanstack/react-query'
import { api } from './api.ts'

/** Spec 9, "Data fetching": no retries, no refetch on focus, no polling, never stale. A query's key, joined by `/`, is its address. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
