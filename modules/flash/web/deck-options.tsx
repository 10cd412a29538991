import { Backlinks, Button, Dialog, Select, TextField, useAction } from '@atrium/web/kit'
import { type FormEvent, useId, useState } from 'react'
import type flash from '../module.ts'
import type { DeckCounts } from '../module.ts'
import { DeckOptions } from '../records.ts'
import { percent } from './labels.ts'
import { useTexts } from './texts.ts'

const RETENTIONS = [0.8, 0.85, 0.87, 0.9, 0.92, 0.94, 0.95, 0.97]

interface DeckOptionsDialogProps {
  deck: DeckCounts | null
  /** Finds the deck's parameters from its reviews. */
  onFit: (deck: string) => void
  onClose: () => void
}

export function DeckOptionsDialog({ deck, onFit, onClose }: DeckOptionsDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog
      open={deck !== null}
      onOpenChange={(open) => !open && onClose()}
      title={deck ? t('options.of', { name: deck.name }) : t('options.title')}
    >
      {deck && <Form key={`${deck.id} ${deck.version}`} deck={deck} onFit={onFit} onClose={onClose} />}
    </Dialog>
  )
}

type Problems = Partial<Record<string, string>>

function Form({ deck, onFit, onClose }: DeckOptionsDialogProps & { deck: DeckCounts }) {
  const { t, language } = useTexts()
  const id = useId()
  const save = useAction<typeof flash, 'saveDeck'>('flash', 'saveDeck', { done: t('options.saved') })
  const [problems, setProblems] = useState<Problems>({})
  const [name, setName] = useState(deck.name)
  const [retention, setRetention] = useState(deck.retention)
  const [values, setValues] = useState({
    newPerDay: String(deck.newPerDay),
    reviewsPerDay: String(deck.reviewsPerDay),
    learningSteps: deck.learningSteps,
    relearningSteps: deck.relearningSteps,
    maxInterval: String(deck.maxInterval),
    leechAfter: String(deck.leechAfter),
    weights: deck.weights?.join(', ') ?? '',
  })
  const [fuzz, setFuzz] = useState(deck.fuzz)
  const [burySiblings, setBurySiblings] = useState(deck.burySiblings)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const number = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))
    const weights = values.weights.trim()
      ? values.weights
          .split(/[\s,;]+/)
          .filter(Boolean)
          .map(Number)
      : null
    const read = DeckOptions.safeParse({
      newPerDay: number(values.newPerDay),
      reviewsPerDay: number(values.reviewsPerDay),
      maxInterval: number(values.maxInterval),
      leechAfter: number(values.leechAfter),
      learningSteps: values.learningSteps,
      relearningSteps: values.relearningSteps,
      retention,
      fuzz,
      burySiblings,
      weights,
    })
    if (!read.success) {
      const found: Problems = {}
      for (const issue of read.error.issues) {
        const field = String(issue.path[0])
        found[field] ??= issue.code === 'invalid_type' ? t('options.number') : issue.message
      }
      setProblems(found)
      return
    }
    setProblems({})
    try {
      await save.mutateAsync({ id: deck.id, version: deck.version, name, ...read.data })
    } catch {
      return // useAction has said why; what was typed stays
    }
    onClose()
  }
  const field = (key: keyof typeof values, more: { numeric?: boolean; help?: string } = {}) => (
    <TextField
      label={t(`options.${key}`)}
      value={values[key]}
      inputMode={more.numeric ? 'numeric' : undefined}
      help={more.help}
      error={problems[key]}
      onChange={(event) => setValues({ ...values, [key]: event.target.value })}
    />
  )
  const rates = [...new Set([...RETENTIONS, deck.retention])].sort()
  return (
    <form id={id} onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField
        label={t('options.name')}
        value={name}
        help={t('options.nameHelp')}
        required
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {field('newPerDay', { numeric: true })}
        {field('reviewsPerDay', { numeric: true })}
      </div>
      <Select
        label={t('options.retention')}
        help={t('options.retentionHelp')}
        value={String(retention)}
        onChange={(event) => setRetention(Number(event.target.value))}
        options={rates.map((rate) => ({ value: String(rate), label: percent(rate, language) }))}
      />
      <details className="flex flex-col gap-4">
        <summary className="cursor-default rounded-sm text-sm font-medium">{t('options.more')}</summary>
        <div className="mt-4 flex flex-col gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            {field('learningSteps', { help: t('options.stepsHelp') })}
            {field('relearningSteps')}
            {field('maxInterval', { numeric: true })}
            {field('leechAfter', { numeric: true, help: t('options.leechHelp') })}
          </div>
          <Check label={t('options.burySiblings')} checked={burySiblings} onChange={setBurySiblings} />
          <Check label={t('options.fuzz')} checked={fuzz} onChange={setFuzz} />
          {field('weights', { help: t('options.weightsHelp') })}
          <Button className="self-start" onClick={() => onFit(deck.id)}>
            {t('options.fit')}
          </Button>
        </div>
      </details>
      <Backlinks module="flash" collection="decks" id={deck.id} names={{ cards: t('trash.notes') }} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" variant="primary" loading={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

function Check({ label, checked, onChange }: { label: string; checked: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className="flex items-start gap-2.5 text-sm">
      <input
        type="checkbox"
        className="mt-0.5 size-4 accent-accent"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}
