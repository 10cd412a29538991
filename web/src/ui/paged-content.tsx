import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceFor } from '../platform/api.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { Skeleton } from './skeleton.tsx'

interface PagedContentProps {
  pages: Pick<
    UseInfiniteQueryResult,
    'isPending' | 'isSuccess' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >
  isEmpty: boolean
  empty: { icon: ReactNode; title: string; text: string }
  /** The button's words that bring the next page. */
  older: string
  children: ReactNode
}

/** A list in a drawer that comes by pages: while it comes, when it does not, when it has nothing, and the way to more. */
export function PagedContent({ pages, isEmpty, empty, older, children }: PagedContentProps) {
  const { t } = useTranslation()
  return (
    <>
      {pages.isPending && <Skeleton className="m-4 h-24" />}
      {pages.error && (
        <div role="alert" className="flex items-center justify-between gap-3 p-4">
          <p className="min-w-0 text-pretty">{sentenceFor(pages.error)}</p>
          <Button size="sm" onClick={() => void pages.refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {pages.isSuccess && isEmpty && <EmptyState {...empty} className="py-8" />}
      {children}
      {pages.hasNextPage && (
        <Button
          variant="ghost"
          className="m-2"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {older}
        </Button>
      )}
    </>
  )
}
