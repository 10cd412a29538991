import { Button, MarkedText, ModelButton, readAction, TextArea, TextField } from '@atrium/web/kit'
import { useState } from 'react'
import type { Network } from '../channels.ts'
import type calendar from '../module.ts'
import { useTexts } from './texts.ts'
import { WithModel } from './with-model.tsx'

interface DraftFromFactsProps {
  /** The network that the post is for; none yet. */
  network: Network | undefined
  onText: (text: string) => void
}

/** A post out of facts by a model. What the facts do not bear is marked before it is taken over. */
export function DraftFromFacts({ network, onText }: DraftFromFactsProps) {
  const { t } = useTexts()
  const [facts, setFacts] = useState('')
  const [tone, setTone] = useState('')
  const [draft, setDraft] = useState<Awaited<ReturnType<typeof ask>> | null>(null)
  const ask = (signal: AbortSignal) =>
    readAction<typeof calendar, 'draftPost'>(
      'content-calendar',
      'draftPost',
      { facts, ...(network && { network }), ...(tone.trim() && { tone }) },
      signal,
    )
  return (
    <WithModel title={t('facts.open')}>
      <TextArea
        label={t('facts.facts')}
        help={t('facts.help')}
        rows={4}
        value={facts}
        maxLength={10_000}
        onChange={({ target }) => setFacts(target.value)}
      />
      <TextField
        label={t('facts.tone')}
        value={tone}
        maxLength={100}
        placeholder={t('facts.toneExample')}
        onChange={({ target }) => setTone(target.value)}
      />
      <div>
        <ModelButton
          size="sm"
          label={t('facts.ask')}
          disabled={facts.trim() === ''}
          run={async (signal) => setDraft(await ask(signal))}
        />
      </div>
      {draft && (
        <div className="flex flex-col items-start gap-2 rounded-md bg-surface p-3">
          <MarkedText text={draft.text} unsupported={draft.unsupported} />
          {draft.isCut && <p className="text-sm text-muted">{t('facts.cut')}</p>}
          <Button
            size="sm"
            onClick={() => {
              onText(draft.text)
              setDraft(null)
            }}
          >
            {t('facts.use')}
          </Button>
        </div>
      )}
    </WithModel>
  )
}
