import {
  type Column,
  EmptyState,
  formatNumber,
  ModelButton,
  readAction,
  Skeleton,
  sentenceFor,
  useModulePages,
} from '@atrium/web/kit'
import { Sparkles } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { meantBy, NEAREST_MOST } from '../../browse-query.ts'
import type { Near } from '../../meanings.ts'
import type flash from '../../module.ts'
import type { DeckCounts, Found } from '../../module.ts'
import { CompareCards } from '../compare-cards.tsx'
import { useTexts } from '../texts.ts'
import { FoundTable, useColumns } from './found-table.tsx'

/** Cards of the notes that were found, all on one page. */
const CARDS_MOST = 1000

interface Answered {
  /** What was asked. */
  text: string
  cards: Near[]
  compared: number
  waiting: number
}

interface ByMeaningProps {
  text: string
  decks: readonly DeckCounts[]
  onOpen: (note: string) => void
  /** The bar with the field, around the button that asks. */
  bar: (ask: ReactNode, onEnter: () => void) => ReactNode
}

/**
 * The cards that are nearest to what is written, the best first. A model is asked at the press alone: what changes afterwards (the
 * cards, a filter) is read without it.
 */
export function ByMeaning({ text, decks, onOpen, bar }: ByMeaningProps) {
  const { t } = useTexts()
  const [answered, setAnswered] = useState<Answered | null>(null)
  const asks = useRef<HTMLSpanElement>(null)
  const { text: meant, filter } = meantBy(text)
  const ask = async (signal: AbortSignal) => {
    const input = { text: meant, most: NEAREST_MOST }
    const found = await readAction<typeof flash, 'similar'>('flash', 'similar', input, signal)
    setAnswered({ text: meant, ...found })
  }
  const button = (
    <span ref={asks}>
      <ModelButton needs="embed" label={t('browse.ask')} disabled={meant === ''} run={ask} />
    </span>
  )
  return (
    <>
      {bar(button, () => asks.current?.querySelector('button')?.click())}
      {answered === null ? (
        <EmptyState icon={<Sparkles aria-hidden />} title={t('browse.meant')} text={t('browse.meantText')} />
      ) : (
        <div className="flex flex-col gap-3">
          {answered.cards.length > 0 ? (
            <NearestCards answered={answered} filter={filter} decks={decks} onOpen={onOpen} />
          ) : answered.compared > 0 ? (
            <p role="status" className="text-sm text-muted">
              {t('like.none', { count: answered.compared })}
            </p>
          ) : (
            answered.waiting === 0 && <EmptyState title={t('browse.none')} text={t('browse.noneText')} />
          )}
          <CompareCards found={answered} />
        </div>
      )}
    </>
  )
}

interface NearestCardsProps {
  answered: Answered
  filter: string
  decks: readonly DeckCounts[]
  onOpen: (note: string) => void
}

function NearestCards({ answered, filter, decks, onOpen }: NearestCardsProps) {
  const { t, language } = useTexts()
  const usual = useColumns()
  const { pages, error } = useModulePages<typeof flash, 'browse'>('flash', 'browse', {
    query: filter,
    notes: answered.cards.map(({ guid }) => guid),
    limit: CARDS_MOST,
  })
  const columns = useMemo<Column<Found>[]>(() => {
    const near = new Map(answered.cards.map(({ note, likeness }) => [note, likeness]))
    const percent = (one: number) => formatNumber(one, language, { style: 'percent', maximumFractionDigits: 0 })
    // Their order is how near they are.
    const unsorted = usual.map(({ sortValue: _, ...column }) => column)
    return [
      ...unsorted.slice(0, 1),
      {
        id: 'likeness',
        header: t('browse.likeness'),
        width: 92,
        align: 'end',
        cell: ({ noteId }) => <span className="tabular">{percent(near.get(noteId) ?? 0)}</span>,
      },
      ...unsorted.slice(1),
    ]
  }, [usual, answered, t, language])
  if (error) return <EmptyState title={sentenceFor(error)} />
  const cards = pages?.[0]?.cards
  if (!cards) return <Skeleton className="h-64 w-full" />
  return (
    <div>
      <p className="mb-2 text-sm text-muted" aria-live="polite">
        <bdi>{t('browse.nearestTo', { text: answered.text })}</bdi> ·{' '}
        <bdi>{t('deck.cards', { count: cards.length })}</bdi>
      </p>
      <FoundTable
        rows={cards}
        pages={{ total: cards.length, onMore: undefined }}
        columns={columns}
        onOpen={onOpen}
        decks={decks}
      />
    </div>
  )
}
