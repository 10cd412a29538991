import { Button, Dialog, Select, useAction, useModuleQuery } from '@atrium/web/kit'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type flash from '../module.ts'
import type { DeckCounts } from '../module.ts'
import { DeckField } from './deck-field.tsx'
import { type NoteDraft, NoteFields, tagsOf } from './note-fields.tsx'
import type { RichFieldHandle } from './rich-field.tsx'
import { useTexts } from './texts.ts'

const NOTHING: NoteDraft = { fields: [], tags: '' }

interface AddCardProps {
  open: boolean
  decks: readonly DeckCounts[]
  /** The name of the deck that is chosen at first. */
  deck: string
  onClose: () => void
}

/** Adds one card after the other: the deck, the type and the tags stay, the fields become empty. */
export function AddCard({ open, decks, deck, onClose }: AddCardProps) {
  const { t } = useTexts()
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={t('add.title')} size="lg">
      <Form key={deck} decks={decks} deck={deck} onClose={onClose} />
    </Dialog>
  )
}

function Form({ decks, deck, onClose }: Omit<AddCardProps, 'open'>) {
  const { t } = useTexts()
  const first = useRef<RichFieldHandle>(null)
  const [name, setName] = useState(deck)
  const [type, setType] = useState('basic')
  const [draft, setDraft] = useState(NOTHING)
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
          onChange={(event) => setType(event.target.value)}
          options={(types.data ?? []).map(({ key, name: label }) => ({ value: key, label: names[key] ?? label }))}
        />
      </div>
      {chosen && (
        <NoteFields
          type={type}
          names={chosen.fields}
          isCloze={chosen.kind === 'cloze'}
          draft={draft}
          media={{}}
          onDraft={setDraft}
          first={first}
        />
      )}
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
