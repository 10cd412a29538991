import {
  Button,
  Dialog,
  download,
  EmptyState,
  ExportMenu,
  exportUrl,
  PageFrame,
  Skeleton,
  TextField,
  Trash,
  useAction,
  useModuleQuery,
} from '@atrium/web/kit'
import { clsx } from 'clsx'
import { Layers, Plus } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type flash from './module.ts'
import type { DeckCounts } from './module.ts'
import { AddCard } from './web/add-card.tsx'
import { tabs, useAddress } from './web/address.ts'
import { BrowseView } from './web/browse/browse-view.tsx'
import { DeckList, Today } from './web/deck-list.tsx'
import { DeckOptionsDialog } from './web/deck-options.tsx'
import { EditNote } from './web/edit-note.tsx'
import { FitParameters } from './web/fit-parameters.tsx'
import { ImportCards } from './web/import-cards.tsx'
import type { KeptMedium } from './web/keep-medium.ts'
import { OfflineHome } from './web/offline/offline-home.tsx'
import { useKeepingAhead } from './web/offline/use-kept.ts'
import { WaitingNotice } from './web/offline/waiting-notice.tsx'
import { PageMenu } from './web/page-menu.tsx'
import { ReviewView } from './web/review-view.tsx'
import { StatsView } from './web/stats-view.tsx'
import { TextCards } from './web/text-cards.tsx'
import { useTexts } from './web/texts.ts'
import { TypesView } from './web/types-view.tsx'

const NO_DECKS: readonly DeckCounts[] = []

export default function FlashPage() {
  const { t } = useTexts()
  const { address, go } = useAddress()
  const { view, deck, words, by, note, add, fit, type } = address
  const [importing, setImporting] = useState(false)
  const [trash, setTrash] = useState(false)
  const [naming, setNaming] = useState(false)
  const [options, setOptions] = useState<DeckCounts | null>(null)
  const [picture, setPicture] = useState<KeptMedium | null>(null)
  const { data, error } = useModuleQuery<typeof flash, 'decks'>('flash', 'decks', {})
  const remove = useAction<typeof flash, 'removeDeck'>('flash', 'removeDeck', {
    done: ({ count }) => t('deck.removed', { count }),
  })
  useOpening(data !== undefined)
  useKeepingAhead(data && view !== 'review' ? JSON.stringify([data.cards, data.total, data.doneToday]) : null)
  const decks = data?.decks ?? NO_DECKS
  const isNew = data !== undefined && decks.length === 0
  const chosen = decks.find(({ id, name }) => id === deck || name === deck)
  const target = chosen?.name ?? decks[0]?.name ?? t('deck.first')
  const isCovered = note !== null || add !== null || importing || trash || naming || options !== null || fit !== null
  const closeAdd = () => {
    setPicture(null)
    go({ add: null }, { replace: true })
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const from = event.target as HTMLElement
      const isTyping =
        from.isContentEditable ||
        /^(?:INPUT|TEXTAREA|SELECT)$/.test(from.tagName) ||
        from.closest('[role="dialog"],[role="menu"]')
      if (
        event.key !== 'a' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping ||
        isCovered ||
        view === 'review'
      )
        return
      event.preventDefault()
      go({ add: 'card' })
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })

  const dialogs = (
    <>
      <AddCard
        open={add === 'card' && data !== undefined}
        decks={decks}
        deck={target}
        picture={picture}
        onClose={closeAdd}
      />
      <TextCards open={add === 'text' && data !== undefined} decks={decks} deck={target} onClose={closeAdd} />
      <EditNote
        note={note}
        onClose={() => go({ note: null }, { replace: true })}
        onCover={(one) => {
          setPicture(one)
          go({ note: null, add: 'card' }, { replace: true })
        }}
      />
      <DeckOptionsDialog
        deck={options}
        onFit={(id) => {
          setOptions(null)
          go({ fit: id })
        }}
        onClose={() => setOptions(null)}
      />
      <FitParameters
        scope={data ? fit : null}
        decks={decks}
        onScope={(next) => go({ fit: next }, { replace: true })}
        onClose={() => go({ fit: null }, { replace: true })}
      />
      <NewDeck open={naming} onClose={() => setNaming(false)} />
      <ImportCards open={importing} onOpenChange={setImporting} />
      <Trash
        module="flash"
        collections={{ notes: t('trash.notes'), decks: t('trash.decks') }}
        open={trash}
        onOpenChange={setTrash}
      />
    </>
  )
  if (view === 'review')
    return (
      <div data-space="education" className="flex w-full flex-1 flex-col px-4 pt-3 desk:px-8">
        <h1 className="sr-only">{t('review.title')}</h1>
        <ReviewView
          key={deck}
          deck={deck}
          isCovered={isCovered}
          onEdit={(id) => go({ note: id })}
          onLeave={() => go({ view: 'decks', deck: null })}
        />
        {dialogs}
      </div>
    )
  return (
    <PageFrame
      title={t('title')}
      width={view === 'browse' || view === 'types' ? 'wide' : 'page'}
      text={t('lead')}
      actions={
        <>
          <PageMenu
            onImport={() => setImporting(true)}
            onText={() => go({ add: 'text' })}
            onDeck={() => setNaming(true)}
            onTypes={() => go({ view: 'types', words: '', type: null })}
            onTrash={() => setTrash(true)}
          />
          {!isNew && <ExportMenu module="flash" />}
          <Button
            variant="primary"
            icon={<Plus aria-hidden className="size-4" />}
            aria-keyshortcuts="a"
            className="print:hidden"
            onClick={() => go({ add: 'card' })}
          >
            {t('add.title')}
          </Button>
        </>
      }
      toolbar={!isNew && <Tabs view={view} onView={(next) => go({ view: next, words: '', deck: null, type: null })} />}
    >
      <div data-space="education" className="flex min-h-0 flex-1 flex-col">
        <WaitingNotice />
        {error ? (
          <OfflineHome error={error} />
        ) : !data ? (
          <Loading />
        ) : view === 'types' ? (
          <TypesView type={type} onType={(key) => go({ type: key })} />
        ) : isNew ? (
          <Welcome onImport={() => setImporting(true)} onText={() => go({ add: 'text' })} />
        ) : view === 'browse' ? (
          <BrowseView
            words={words}
            by={by}
            decks={decks}
            onBy={(next) => go({ by: next }, { replace: true })}
            onWords={(next) => go({ words: next }, { replace: true })}
            onOpen={(id) => go({ note: id })}
          />
        ) : view === 'stats' ? (
          <StatsView decks={decks} deck={chosen?.id ?? null} onDeck={(next) => go({ deck: next }, { replace: true })} />
        ) : (
          <>
            <Today total={data.total} doneToday={data.doneToday} />
            <DeckList
              decks={decks}
              actions={{
                add: ({ id }) => go({ add: 'card', deck: id }),
                browse: ({ name }) => go({ view: 'browse', by: 'words', words: `deck:"${name}"` }),
                options: setOptions,
                exportAnki: ({ id }) => download(exportUrl('flash', 'anki', { deck: id })),
                remove: ({ id }) => remove.mutate({ id }),
              }}
            />
          </>
        )}
      </div>
      {dialogs}
    </PageFrame>
  )
}

/** `/flash photosynthesis` leads to `/flash?q=photosynthesis`: the deck of that name, made when it is not there, ready to be added to. */
function useOpening(isReady: boolean): void {
  const { address, go } = useAddress()
  const name = address.view === 'decks' ? address.words.trim() : ''
  const openDeck = useAction<typeof flash, 'open'>('flash', 'open')
  const started = useRef<string>(null)
  const lead = useEffectEvent((deck: string) => go({ view: 'decks', words: '', deck, add: 'card' }, { replace: true }))
  const { mutateAsync } = openDeck
  useEffect(() => {
    // A list that is still on its way would come without the new deck.
    if (!isReady || !name || started.current === name) return
    started.current = name
    mutateAsync({ name }).then(
      ({ output }) => lead(output.id),
      () => undefined, // useAction has said why
    )
  }, [isReady, name, mutateAsync])
}

function Tabs({ view, onView }: { view: string; onView: (view: (typeof tabs)[number]) => void }) {
  const { t } = useTexts()
  return (
    <nav aria-label={t('views')} className="-mx-2 flex gap-1 p-1" data-print="hide">
      {tabs.map((name) => (
        <button
          key={name}
          type="button"
          aria-current={name === view ? 'page' : undefined}
          onClick={() => onView(name)}
          className={clsx(
            'inline-flex h-8 items-center rounded-md px-2.5 text-sm touch:h-10',
            name === view ? 'bg-active font-medium' : 'text-muted hover:bg-hover hover:text-ink',
          )}
        >
          {t(`view.${name}`)}
        </button>
      ))}
    </nav>
  )
}

function NewDeck({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTexts()
  const id = useId()
  const [name, setName] = useState('')
  const make = useAction<typeof flash, 'open'>('flash', 'open', {
    done: ({ name: made, isNew }) => t(isNew ? 'deck.made' : 'deck.there', { name: made }),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await make.mutateAsync({ name })
    } catch {
      return // useAction has said why
    }
    setName('')
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('deck.new')}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant="primary" loading={make.isPending}>
            {t('deck.make')}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('options.name')}
          help={t('options.nameHelp')}
          value={name}
          required
          maxLength={200}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  )
}

function Welcome({ onImport, onText }: { onImport: () => void; onText: () => void }) {
  const { t } = useTexts()
  const sample = useAction<typeof flash, 'sample'>('flash', 'sample', {
    done: ({ added }) => t('empty.sampled', { count: added }),
  })
  return (
    <EmptyState
      icon={<Layers aria-hidden />}
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <>
          <Button loading={sample.isPending} onClick={() => sample.mutate({})}>
            {t('empty.sample')}
          </Button>
          <Button onClick={onImport}>{t('empty.import')}</Button>
          <Button onClick={onText}>{t('text.title')}</Button>
        </>
      }
    />
  )
}

function Loading() {
  return (
    <div aria-hidden className="flex flex-col gap-3">
      <Skeleton className="mb-5 h-20 w-full rounded-lg" />
      {['w-56', 'w-72', 'w-48'].map((width) => (
        <Skeleton key={width} className={`h-6 ${width}`} />
      ))}
    </div>
  )
}
