import { Badge, type Column, DataTable, EmptyState, formatDate, Skeleton, type Sort, useAction } from '@atrium/web/kit'
import { useMemo } from 'react'
import type flash from '../../module.ts'
import type { DeckCounts, Found } from '../../module.ts'
import { useTexts } from '../texts.ts'
import { Changes } from './changes.tsx'

/** What is shown of a card that was found. */
export function useColumns(): Column<Found>[] {
  const { t, language } = useTexts()
  return useMemo<Column<Found>[]>(() => {
    const due = (card: Found) => (card.state === 'new' ? null : card.due)
    return [
      {
        id: 'title',
        header: t('browse.question'),
        sortValue: ({ title }) => title,
        cell: ({ title }) => <bdi className="inline-block max-w-full truncate align-bottom">{title}</bdi>,
      },
      {
        id: 'answer',
        header: t('browse.answer'),
        hideOnPhone: true,
        cell: ({ answer }) => <bdi className="inline-block max-w-full truncate align-bottom text-muted">{answer}</bdi>,
      },
      {
        id: 'deck',
        header: t('deck.title'),
        width: 150,
        hideOnPhone: true,
        cell: ({ deck }) => <bdi className="inline-block max-w-full truncate align-bottom">{deck}</bdi>,
      },
      {
        id: 'due',
        header: t('browse.due'),
        width: 120,
        sortValue: due,
        cell: (card) =>
          card.suspended ? (
            <Badge tone="warning">{t('state.suspended')}</Badge>
          ) : card.buried ? (
            <Badge>{t('state.buried')}</Badge>
          ) : card.state === 'new' ? (
            <Badge tone="info">{t('state.new')}</Badge>
          ) : (
            <span className="tabular">{formatDate(card.due, language, { dateStyle: 'medium' })}</span>
          ),
      },
      {
        id: 'interval',
        header: t('browse.interval'),
        width: 92,
        align: 'end',
        hideOnPhone: true,
        sortValue: ({ interval }) => interval,
        cell: ({ interval, state }) => (state === 'new' ? '–' : interval),
      },
      {
        id: 'lapses',
        header: t('browse.lapses'),
        width: 84,
        align: 'end',
        hideOnPhone: true,
        sortValue: ({ lapses }) => lapses,
        cell: ({ lapses }) => lapses,
      },
      {
        id: 'tags',
        header: t('field.tags'),
        width: 140,
        hideOnPhone: true,
        cell: ({ tags }) => (
          <bdi className="inline-block max-w-full truncate align-bottom text-muted">{tags.join(' ')}</bdi>
        ),
      },
    ]
  }, [t, language])
}

interface FoundTableProps {
  rows: readonly Found[]
  pages: { total: number; onMore: (() => void) | undefined }
  sort?: Sort | null
  onSort?: (sort: Sort | null) => void
  columns: readonly Column<Found>[]
  decks: readonly DeckCounts[]
  onOpen: (note: string) => void
}

/** The cards that were found, changed by the dozen. */
export function FoundTable({ decks, onOpen, ...table }: FoundTableProps) {
  const { t } = useTexts()
  const remove = useAction<typeof flash, 'removeNotes'>('flash', 'removeNotes', {
    done: ({ count }) => t('browse.removed', { count }),
  })
  return (
    <DataTable
      {...table}
      rowId={({ id }) => id}
      label={t('browse.title')}
      onOpen={({ noteId }) => onOpen(noteId)}
      onDelete={(cards) => remove.mutate({ ids: cards.map(({ id }) => id) })}
      selection={{
        actions: (cards, clear) => (
          <Changes ids={cards.map(({ id }) => id)} note={cards[0]?.noteId ?? ''} decks={decks} onDone={clear} />
        ),
      }}
      empty={
        table.pages.onMore ? (
          <Skeleton className="h-64 w-full" />
        ) : (
          <EmptyState title={t('browse.none')} text={t('browse.noneText')} />
        )
      }
    />
  )
}
