import {
  Badge,
  Button,
  type Column,
  controlClass,
  DataTable,
  EmptyState,
  formatDate,
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
  Popover,
  Skeleton,
  type Sort,
  sentenceFor,
  TextField,
  useAction,
  useModulePages,
} from '@atrium/web/kit'
import { ChevronDown, Search } from 'lucide-react'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import type flash from '../module.ts'
import type { DeckCounts, Found } from '../module.ts'
import { ChangeType } from './change-type.tsx'
import { useTexts } from './texts.ts'
import { useRested } from './use-rested.ts'

const PAGE = 200 // cards
/** The columns that the server can order by. */
const ORDERS = ['title', 'due', 'interval', 'lapses'] as const

interface BrowseViewProps {
  words: string
  decks: readonly DeckCounts[]
  onWords: (words: string) => void
  onOpen: (note: string) => void
}

/** What the menu offers: `is:due` and the like, as their texts are called. */
const QUERIES = [
  'is-due',
  'is-new',
  'is-learn',
  'is-suspended',
  'is-buried',
  'tag-leech',
  'rated-7',
  'added-7',
] as const

/** Every card, found by words and by what it is, and changed by the dozen. */
export function BrowseView({ words, decks, onWords, onOpen }: BrowseViewProps) {
  const { t, language } = useTexts()
  const [text, setText] = useState(words)
  const rested = useRested(text, 250)
  useEffect(() => {
    if (rested !== words) onWords(rested)
  })
  const [sort, setSort] = useState<Sort | null>(null)
  const column = ORDERS.find((name) => name === sort?.column)
  const { pages, error, more } = useModulePages<typeof flash, 'browse'>('flash', 'browse', {
    query: words,
    ...(column && { order: sort?.direction === 'desc' ? (`-${column}` as const) : column }),
    limit: PAGE,
  })
  const cards = useMemo(() => pages?.flatMap((page) => page.cards), [pages])
  // A search by words is over when nothing follows, and only then is it known how many it finds.
  const total = pages?.[0]?.total ?? (more ? null : (cards?.length ?? 0))
  const columns = useMemo<Column<Found>[]>(() => {
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

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2 print:hidden">
        <div className="relative min-w-0 flex-1">
          <Search aria-hidden className="pointer-events-none absolute inset-s-2.5 top-2.5 size-4 text-muted" />
          <input
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            aria-label={t('browse.search')}
            placeholder={t('browse.placeholder')}
            maxLength={500}
            className={`${controlClass} h-9 ps-8 pe-2`}
          />
        </div>
        <Menu>
          <MenuTrigger>
            <Button>
              {t('browse.filter')}
              <ChevronDown aria-hidden className="size-4" />
            </Button>
          </MenuTrigger>
          <MenuContent align="end">
            {QUERIES.map((query) => (
              <MenuItem key={query} onSelect={() => setText(query.replace('-', ':'))}>
                {t(`filter.${query}`)}
              </MenuItem>
            ))}
            <MenuSeparator />
            {decks.slice(0, 20).map(({ id, name }) => (
              <MenuItem key={id} onSelect={() => setText(`deck:"${name}"`)}>
                {name}
              </MenuItem>
            ))}
          </MenuContent>
        </Menu>
      </div>
      {error ? (
        <EmptyState title={sentenceFor(error)} />
      ) : !cards ? (
        <Skeleton className="h-64 w-full" />
      ) : (
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
        </>
      )}
    </>
  )
}

interface FoundProps {
  rows: readonly Found[]
  pages: { total: number; onMore: (() => void) | undefined }
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  columns: readonly Column<Found>[]
  decks: readonly DeckCounts[]
  onOpen: (note: string) => void
}

function FoundTable({ decks, onOpen, ...table }: FoundProps) {
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

interface ChangesProps {
  ids: string[]
  /** The note of the first of them. */
  note: string
  decks: readonly DeckCounts[]
  onDone: () => void
}

/** What can be done with the chosen cards. Each is undone from its message. */
function Changes({ ids, note, decks, onDone }: ChangesProps) {
  const { t } = useTexts()
  const [retyping, setRetyping] = useState(false)
  const done = ({ count }: { count: number }) => t('browse.changed', { count })
  const suspend = useAction<typeof flash, 'suspend'>('flash', 'suspend', { done })
  const bury = useAction<typeof flash, 'bury'>('flash', 'bury', { done })
  const forget = useAction<typeof flash, 'forget'>('flash', 'forget', { done })
  const move = useAction<typeof flash, 'move'>('flash', 'move', { done })
  const tag = useAction<typeof flash, 'tag'>('flash', 'tag', { done })
  const reschedule = useAction<typeof flash, 'reschedule'>('flash', 'reschedule', { done })
  const after = { onSuccess: onDone }
  return (
    <>
      <Ask
        label={t('browse.move')}
        field={t('add.deck')}
        options={decks.map(({ name }) => name)}
        onAnswer={(deck) => move.mutate({ ids, deck }, after)}
      />
      <Ask
        label={t('browse.tag')}
        field={t('field.tags')}
        onAnswer={(text) => tag.mutate({ ids, add: text.split(/[\s,]+/).filter(Boolean) }, after)}
      />
      <Ask
        label={t('browse.setDue')}
        field={t('browse.days')}
        numeric
        onAnswer={(text) => reschedule.mutate({ ids, days: Number(text) }, after)}
      />
      <Menu>
        <MenuTrigger>
          <Button size="sm">
            {t('browse.more')}
            <ChevronDown aria-hidden className="size-4" />
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem onSelect={() => suspend.mutate({ ids, on: true }, after)}>{t('browse.suspend')}</MenuItem>
          <MenuItem onSelect={() => suspend.mutate({ ids, on: false }, after)}>{t('browse.resume')}</MenuItem>
          <MenuSeparator />
          <MenuItem onSelect={() => bury.mutate({ ids, on: true }, after)}>{t('browse.bury')}</MenuItem>
          <MenuItem onSelect={() => bury.mutate({ ids, on: false }, after)}>{t('browse.unbury')}</MenuItem>
          <MenuSeparator />
          <MenuItem onSelect={() => forget.mutate({ ids }, after)}>{t('browse.forget')}</MenuItem>
          <MenuSeparator />
          <MenuItem onSelect={() => setRetyping(true)}>{t('types.change')}…</MenuItem>
        </MenuContent>
      </Menu>
      <ChangeType ids={ids} note={note} open={retyping} onClose={() => setRetyping(false)} onDone={onDone} />
    </>
  )
}

interface AskProps {
  label: string
  field: string
  options?: readonly string[]
  numeric?: boolean
  onAnswer: (text: string) => void
}

/** A button that asks for one word. */
function Ask({ label, field, options = [], numeric = false, onAnswer }: AskProps) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const list = `flash-${label}`
  return (
    <Popover label={label} trigger={<Button size="sm">{label}</Button>} side="top">
      {(close) => (
        <form
          className="flex w-64 items-end gap-2"
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            if (text.trim() === '') return
            onAnswer(text.trim())
            close()
          }}
        >
          <TextField
            label={field}
            list={options.length > 0 ? list : undefined}
            type={numeric ? 'number' : 'text'}
            min={0}
            max={36_500}
            value={text}
            className="min-w-0 flex-1"
            onChange={(event) => setText(event.target.value)}
          />
          <datalist id={list}>
            {options.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Button type="submit" variant="primary">
            {t('ok')}
          </Button>
        </form>
      )}
    </Popover>
  )
}
