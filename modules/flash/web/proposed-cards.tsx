import { Button, ProposalList, TextField, useAction } from '@atrium/web/kit'
import { useState } from 'react'
import type flash from '../module.ts'
import type { ProposedCard } from '../proposals.ts'
import { useTexts } from './texts.ts'

interface ProposedCardsProps {
  deck: string
  cards: readonly ProposedCard[]
  /** Cards that the text did not bear. */
  refused: number
  onClose: () => void
}

/** A model's cards, each with the words of the text that it stands on: to change, to choose, to keep. */
export function ProposedCards({ deck, cards, refused, onClose }: ProposedCardsProps) {
  const { t } = useTexts()
  const [edited, setEdited] = useState(() => cards.map((card, at) => ({ ...card, key: String(at) })))
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const keep = useAction<typeof flash, 'addMany'>('flash', 'addMany', {
    done: ({ added, known }) => (known > 0 ? t('text.someKnown', { added, known }) : t('text.kept', { count: added })),
  })
  const chosen = edited.filter(({ key, front, back }) => !without.has(key) && front.trim() && back.trim())
  const set = (key: string, change: Partial<ProposedCard>) =>
    setEdited((all) => all.map((card) => (card.key === key ? { ...card, ...change } : card)))
  const submit = () =>
    keep.mutate(
      { deck, cards: chosen.map(({ front, back }) => ({ type: 'basic' as const, front, back })) },
      { onSuccess: onClose },
    )
  return (
    <>
      <p className="text-sm text-muted">
        {edited.length > 0 ? t('text.written') : t('text.nothing')}{' '}
        {refused > 0 && t('text.unborne', { count: refused })}
      </p>
      {edited.length > 0 && (
        <ProposalList
          label={t('text.proposed')}
          items={edited}
          keyOf={({ key }) => key}
          nameOf={({ front }) => t('text.keepOne', { front })}
          without={without}
          onWithout={setWithout}
        >
          {({ key, front, back, quote }) => (
            <div className="flex flex-col gap-2">
              <TextField
                label={t('field.front')}
                value={front}
                dir="auto"
                onChange={({ target }) => set(key, { front: target.value })}
              />
              <TextField
                label={t('field.back')}
                value={back}
                dir="auto"
                onChange={({ target }) => set(key, { back: target.value })}
              />
              <blockquote dir="auto" className="border-s-2 border-line ps-2 text-xs text-muted">
                {quote.text}
              </blockquote>
            </div>
          )}
        </ProposalList>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button variant="primary" disabled={chosen.length === 0} loading={keep.isPending} onClick={submit}>
          {t('text.keep', { count: chosen.length })}
        </Button>
      </div>
    </>
  )
}
