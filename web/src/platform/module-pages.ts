import type { Module } from '@atrium/contract/module'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import { api } from './api.ts'
import type { ActionAnswer } from './module-client.ts'
import { moduleKey } from './news.ts'
import { useScope } from './scope.ts'

/** The actions that answer a page and where it goes on, and take that as `after`. */
type Paged<M extends Module> = {
  [A in keyof M['actions'] & string]: z.output<M['actions'][A]['output']> extends { next: string | null } ? A : never
}[keyof M['actions'] & string]

/** The next page did not come. What is shown stays. */
export interface FailedPage {
  error: Error
  retry: () => void
  isRetrying: boolean
}

/**
 * A list by its pages, as they are asked for: `useModulePages<typeof wallet, 'transactions'>('wallet', 'transactions', { limit: 200 })`.
 * Writes of the same module renew all that are shown. `more` is absent at the end and after a page that did not come, which
 * `failed` tells (<ShowMore>); while a page comes it asks for none. `error`: the list itself cannot be had.
 */
export function useModulePages<M extends Module, A extends Paged<M>>(
  module: M['id'],
  action: A,
  input: Omit<z.input<M['actions'][A]['input']> & object, 'after'>,
) {
  const scope = useScope() // another scope has other answers
  type Page = z.output<M['actions'][A]['output']> & { next: string | null }
  const query = useInfiniteQuery({
    queryKey: [...moduleKey(module), action, 'pages', input],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const asked = { ...input, ...(pageParam && { after: pageParam }) }
      return (await api.post<ActionAnswer<Page>>(`/api/m/${module}/${action}`, asked, { signal })).output
    },
    getNextPageParam: ({ next }) => next,
    // In another order, or found by other words, what was there stays until the answer comes; never what another scope has.
    placeholderData: (before, asked) => (asked?.meta?.scope === scope ? before : undefined),
    meta: { scope },
  })
  const { data, error, hasNextPage, isFetching, isPlaceholderData, isFetchNextPageError, fetchNextPage, refetch } =
    query
  // While what is shown is asked for anew, the query forgets which page it was that failed, but keeps the error.
  const failed = useMemo<FailedPage | null>(() => {
    if (!data || !error) return null
    return { error, retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()), isRetrying: isFetching }
  }, [data, isFetchNextPageError, error, isFetching, fetchNextPage, refetch])
  const more = useMemo(() => {
    if (!hasNextPage || isPlaceholderData || isFetchNextPageError) return undefined
    return () => void (isFetching || fetchNextPage())
  }, [hasNextPage, isPlaceholderData, isFetchNextPageError, isFetching, fetchNextPage])
  return { pages: data?.pages as Page[] | undefined, error: data ? null : error, more, failed }
}
