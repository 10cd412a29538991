import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceFor } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Everything that was fetched of a list. Between two fetches a line may stand on two pages: it is one. */
export function linesOf<P, I extends { id: string }>(
  data: InfiniteData<P> | undefined,
  ofPage: (page: P) => readonly I[],
): I[] {
  const lines = data?.pages.flatMap(ofPage) ?? []
  return [...new Map(lines.map((line) => [line.id, line])).values()]
}

interface PagedProps<P, I> {
  query: UseInfiniteQueryResult<InfiniteData<P>>
  ofPage: (page: P) => readonly I[]
  /** What stands there when there is nothing. */
  none: ReactNode
  /** Lists of `data-lines` with an `li` for each. */
  children: (lines: I[]) => ReactNode
}

/** A list page by page: loading, not to be had, nothing, or what there is so far with a way to more. */
export function Paged<P, I extends { id: string }>({ query, ofPage, none, children }: PagedProps<P, I>) {
  const { t } = useTranslation('seats')
  const { t: words } = useTranslation('workforce')
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const area = useRef<HTMLDivElement>(null)
  const lines = linesOf(data, ofPage)
  /** So many lines there were when more was asked for. */
  const before = useRef<number | null>(null)
  useEffect(() => {
    if (before.current === null || isFetchingNextPage) return
    // The button that had the focus is gone with the last page: the first new line has it then.
    if (document.activeElement === document.body)
      area.current
        ?.querySelectorAll('[data-lines] > li')
        [before.current]?.querySelector<HTMLElement>('a, button, summary, [tabindex]')
        ?.focus()
    before.current = null
  }, [isFetchingNextPage])
  if (!data)
    return error ? (
      <EmptyState
        title={t('errors.loadFailed')}
        text={sentenceFor(error)}
        action={<Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>}
      />
    ) : (
      <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-3">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
      </div>
    )
  if (lines.length === 0) return none
  return (
    <div ref={area} className="flex min-w-0 flex-col">
      {children(lines)}
      {isFetchNextPageError && error && (
        <p role="alert" className="mt-3 text-sm text-danger-ink">
          {sentenceFor(error)}
        </p>
      )}
      {hasNextPage && (
        <Button
          className="mt-4 self-center"
          loading={isFetchingNextPage}
          onClick={() => {
            before.current = lines.length
            void query.fetchNextPage()
          }}
        >
          {words('orders.more')}
        </Button>
      )}
    </div>
  )
}
