import { Button, Dialog, Select, Skeleton, useAction, useModuleQuery } from '@atrium/web/kit'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type flash from '../module.ts'
import type { DeckCounts } from '../module.ts'
import { isOcclusionType } from '../occlusion-shapes.ts'
import { escapeHtml } from '../plain-text.ts'
import { DeckField } from './deck-field.tsx'
import type { KeptMedium } from './keep-medium.ts'
import { type NoteDraft, NoteFields, tagsOf } from './note-fields.tsx'
import type { RichFieldHandle } from './rich-field.tsx'
import { useTexts } from './texts.ts'

const OcclusionNote = lazy(() => import('./occlusion/occlusion-note.tsx'))

const NOTHING: NoteDraft = { fields: [], tags: '' }

interface AddCardProps {
  open: boolean
  decks: readonly DeckCounts[]
  /** The name of the deck that is chosen at first. */
  deck: string
  /** A picture whose parts are to be covered. */
  picture: KeptMedium | null
  onClose: () => void
}

/** Adds one card after the other: the deck, the type and the tags stay, the fields become empty. */
export function AddCard({ open, decks, deck, picture, onClose }: AddCardProps) {
  const { t } = useTexts()
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={t('add.title')} size="lg">
      <Form key={`${deck} ${picture?.name}`} decks={decks} deck={deck} picture={picture} onClose={onClose} />
    </Dialog>
  )
}

/** The second of Anki's fields of image occlusion is the picture. */
const withPicture = ({ name }: KeptMedium): NoteDraft => ({
  fields: ['', `<img src="${escapeHtml(name)}">`],
  tags: '',
})

function Form({ decks, deck, picture, onClose }: Omit<AddCardProps, 'open'>) {
  const { t } = useTexts()
  const first = useRef<RichFieldHandle>(null)
  const [name, setName] = useState(deck)
  const [type, setType] = useState(picture ? 'occlusion' : 'basic')
  const [draft, setDraft] = useState(picture ? withPicture(picture) : NOTHING)
  const [added, setAdded] = useState(0)
  const types = useModuleQuery<typeof flash, 'types'>('flash', 'types', {})
  const openDeck = useAction<typeof flash, 'open'>('flash', 'open')
  const addNote = useAction<typeof flash, 'addNote'>('flash', 'addNote', {
    done: ({ cards }) => t('add.done', { count: cards }),
  })
  const chosen = types.data?.find(({ key }) => key === type)
  const isReady = chosen !== undefined
  useEffect(() => {
    if (isReady) first.current?.focus()
  }, [isReady])
  const isBusy = openDeck.isPending || addNote.isPending
  const names: Record<string, string> = {
    basic: t('type.basic'),
    reversed: t('type.reversed'),
    typed: t('type.typed'),
    cloze: t('type.cloze'),
    occlusion: t('type.occlusion'),
  }

  /** A drawing is no words: nothing of one is taken over into the other. */
  const choose = (key: string) => {
    const next = types.data?.find((one) => one.key === key)
    if ([chosen, next].some((one) => one && isOcclusionType(one))) setDraft({ fields: [], tags: draft.tags })
    setType(key)
  }
  const submit = async () => {
    if (isBusy || !chosen) return
    try {
      const known = decks.find((one) => one.name.toLowerCase() === name.trim().toLowerCase())
      const { id } = known ?? (await openDeck.mutateAsync({ name })).output
      await addNote.mutateAsync({
        deck: id,
        type,
        fields: chosen.fields.map((_, at) => draft.fields[at] ?? ''),
        tags: tagsOf(draft.tags),
      })
    } catch {
      return // useAction has said why; what was typed stays
    }
    setDraft({ fields: [], tags: draft.tags })
    setAdded(added + 1)
    first.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void submit()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter in any of its fields
    <div className="flex flex-col gap-4" onKeyDown={onKeyDown}>
      <div className="grid gap-4 sm:grid-cols-2">
        <DeckField decks={decks} value={name} onChange={setName} />
        <Select
          label={t('add.type')}
          value={type}
          onChange={(event) => choose(event.target.value)}
          options={(types.data ?? []).map(({ key, name: label }) => ({ value: key, label: names[key] ?? label }))}
        />
      </div>
      {chosen && isOcclusionType(chosen) ? (
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <OcclusionNote
            key={`${type} ${added}`}
            names={chosen.fields}
            draft={draft}
            media={{}}
            onDraft={setDraft}
            picture={added === 0 && picture ? picture : undefined}
          />
        </Suspense>
      ) : chosen ? (
        <NoteFields
          type={type}
          names={chosen.fields}
          isCloze={chosen.kind === 'cloze'}
          draft={draft}
          media={{}}
          onDraft={setDraft}
          first={first}
        />
      ) : null}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="me-auto text-sm text-muted">
          {added > 0 && t('add.count', { count: added })}
        </p>
        <Button onClick={onClose}>{t(added > 0 ? 'close' : 'cancel')}</Button>
        <Button
          variant="primary"
          loading={isBusy}
          onClick={() => void submit()}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {t('add.submit')}
        </Button>
      </div>
    </div>
  )
}
