import {
  api,
  Badge,
  Button,
  Dialog,
  ModelButton,
  readAction,
  sentenceFor,
  TextArea,
  toast,
  useAction,
  useModuleQuery,
} from '@atrium/web/kit'
import { FileText } from 'lucide-react'
import { useRef, useState } from 'react'
import type flash from '../module.ts'
import type { DeckCounts, Draft } from '../module.ts'
import type { ProposedCard } from '../proposals.ts'
import { DeckField } from './deck-field.tsx'
import { ProposedCards } from './proposed-cards.tsx'
import { useTexts } from './texts.ts'
import { useRested } from './use-rested.ts'

/** characters that a model is given at once */
const SOURCE_MAX = 100_000
/** bytes */
const FILE_MAX = 20 * 1024 * 1024

interface TextCardsProps {
  open: boolean
  decks: readonly DeckCounts[]
  deck: string
  onClose: () => void
}

/** Cards out of a text, by lines or by a model. All of them are shown, and only the chosen ones are kept. */
export function TextCards({ open, deck, decks, onClose }: TextCardsProps) {
  const { t } = useTexts()
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('text.title')}
      description={t('text.help')}
      size="lg"
    >
      <Form key={deck} deck={deck} decks={decks} onClose={onClose} />
    </Dialog>
  )
}

const toLine = ({ front, back }: Draft) => (back ? `${front} = ${back}` : front).replace(/\s*\n\s*/g, ' ')

function Form({ deck, decks, onClose }: Omit<TextCardsProps, 'open'>) {
  const { t } = useTexts()
  const [name, setName] = useState(deck)
  const [source, setSource] = useState('')
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  /** What a model made of the text; the text itself stays. */
  const [proposed, setProposed] = useState<{ cards: ProposedCard[]; refused: number; isCut: boolean } | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const [isReading, setIsReading] = useState(false)
  const rested = useRested(source, 300)
  const checked = useModuleQuery<typeof flash, 'checkDrafts'>(
    'flash',
    'checkDrafts',
    rested.trim() ? { text: rested } : undefined,
  )
  const keep = useAction<typeof flash, 'addMany'>('flash', 'addMany', {
    done: ({ added, known }) => (known > 0 ? t('text.someKnown', { added, known }) : t('text.kept', { count: added })),
  })
  const drafts = rested.trim() ? (checked.data?.drafts ?? []) : []
  const refused = rested.trim() ? (checked.data?.refused ?? []) : []
  const chosen = drafts.filter((draft) => !without.has(toLine(draft)))

  const submit = async () => {
    try {
      await keep.mutateAsync({ deck: name, cards: chosen })
    } catch {
      return // useAction has said why; the text stays
    }
    onClose()
  }
  const propose = async (signal: AbortSignal) =>
    setProposed(await readAction<typeof flash, 'proposeCards'>('flash', 'proposeCards', { text: source }, signal))
  const open = async (chosenFile: File | undefined) => {
    if (!chosenFile) return
    if (chosenFile.size > FILE_MAX) return toast({ variant: 'destructive', title: t('text.tooLong') })
    setIsReading(true)
    try {
      const path = `/api/m/flash/documents/${encodeURIComponent(chosenFile.name)}`
      const { text, isCut } = await api.put<{ text: string; isCut: boolean }>(path, chosenFile)
      setSource(text)
      setProposed(null)
      if (isCut) toast({ title: t('text.cut') })
    } catch (failure) {
      toast({ variant: 'destructive', title: sentenceFor(failure) })
    } finally {
      setIsReading(false)
    }
  }
  const toggle = (draft: Draft) => {
    const next = new Set(without)
    if (!next.delete(toLine(draft))) next.add(toLine(draft))
    setWithout(next)
  }
  return (
    <div className="flex flex-col gap-4">
      <DeckField decks={decks} value={name} onChange={setName} />
      <TextArea
        label={t('text.source')}
        rows={6}
        value={source}
        maxLength={500_000}
        placeholder={t('text.placeholder')}
        onChange={(event) => {
          setSource(event.target.value)
          setProposed(null)
        }}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ModelButton
          label={t('text.model')}
          disabled={source.trim() === '' || source.length > SOURCE_MAX}
          run={propose}
        />
        <Button
          variant="ghost"
          icon={<FileText aria-hidden className="size-4" />}
          loading={isReading}
          onClick={() => file.current?.click()}
        >
          {t('text.file')}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          aria-label={t('text.file')}
          accept=".pdf,.docx,.txt,.md"
          onChange={({ target }) => {
            void open(target.files?.[0])
            target.value = '' // the same file again is read again
          }}
        />
      </div>
      {proposed && <ProposedCards deck={name} {...proposed} onClose={onClose} />}
      {!proposed && drafts.length > 0 && (
        <ul className="flex max-h-72 flex-col divide-y divide-line overflow-y-auto rounded-md border border-line">
          {drafts.map((draft) => (
            <li key={toLine(draft)}>
              <label className="flex items-start gap-3 px-3 py-2 text-sm">
                <input
                  type="checkbox"
                  className="mt-0.5 size-4 accent-accent"
                  checked={!without.has(toLine(draft))}
                  onChange={() => toggle(draft)}
                />
                <span className="min-w-0 flex-1 wrap-anywhere" dir="auto">
                  <span className="font-medium">{draft.type === 'cloze' ? shown(draft.front) : draft.front}</span>
                  {draft.back && <span className="block text-muted">{draft.back}</span>}
                </span>
                {draft.type === 'cloze' && <Badge>{t('type.cloze')}</Badge>}
              </label>
            </li>
          ))}
        </ul>
      )}
      {!proposed && refused.length > 0 && (
        <details className="text-sm" open={drafts.length === 0}>
          <summary className="cursor-default rounded-sm text-muted">
            {t('text.refused', { count: refused.length })}
          </summary>
          <ul className="mt-1 max-h-40 overflow-y-auto text-muted">
            {refused.slice(0, 100).map(({ line, text, reason }) => (
              <li key={`${line} ${text}`} className="py-0.5 wrap-anywhere">
                {t('text.line', { line, reason })} <span className="text-faint">{text}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {!proposed && (
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            disabled={chosen.length === 0}
            loading={keep.isPending}
            onClick={() => void submit()}
          >
            {t('text.keep', { count: chosen.length })}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The text with its gaps in brackets, all at once. */
const shown = (text: string) => text.replace(/\{\{c\d+::(.*?)(?:::[^{}]*)?\}\}/g, '[$1]')
