import { EmptyState, ShowMore, Skeleton, type Sort, sentenceFor, useModulePages } from '@atrium/web/kit'
import { useMemo, useState } from 'react'
import type flash from '../../module.ts'
import type { DeckCounts } from '../../module.ts'
import { useTexts } from '../texts.ts'
import { FoundTable, useColumns } from './found-table.tsx'

const PAGE = 200 // cards
/** The columns that the server can order by. */
const ORDERS = ['title', 'due', 'interval', 'lapses'] as const

interface ByWordsProps {
  words: string
  decks: readonly DeckCounts[]
  onOpen: (note: string) => void
}

/** Every card that has these words, or is what they say. */
export function ByWords({ words, decks, onOpen }: ByWordsProps) {
  const { t } = useTexts()
  const columns = useColumns()
  const [sort, setSort] = useState<Sort | null>(null)
  const column = ORDERS.find((name) => name === sort?.column)
  const { pages, error, more, failed } = useModulePages<typeof flash, 'browse'>('flash', 'browse', {
    query: words,
    ...(column && { order: sort?.direction === 'desc' ? (`-${column}` as const) : column }),
    limit: PAGE,
  })
  const cards = useMemo(() => pages?.flatMap((page) => page.cards), [pages])
  // A search by words is over when nothing follows, and only then is it known how many it finds.
  const total = pages?.[0]?.total ?? (more || failed ? null : (cards?.length ?? 0))
  if (error) return <EmptyState title={sentenceFor(error)} />
  if (!cards) return <Skeleton className="h-64 w-full" />
  return (
    <>
      <p className="mb-2 text-sm text-muted tabular" aria-live="polite">
        <bdi>
          {total === null
            ? t('browse.sofar', { count: cards.length })
            : total > cards.length
              ? t('browse.first', { shown: cards.length, total })
              : t('deck.cards', { count: total })}
        </bdi>
      </p>
      <FoundTable
        rows={cards}
        pages={{ total: total ?? cards.length, onMore: more }}
        sort={sort}
        onSort={setSort}
        columns={columns}
        onOpen={onOpen}
        decks={decks}
      />
      <ShowMore failed={failed} />
    </>
  )
}
