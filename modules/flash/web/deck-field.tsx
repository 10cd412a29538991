import { TextField } from '@atrium/web/kit'
import { useId } from 'react'
import type { DeckCounts } from '../module.ts'
import { useTexts } from './texts.ts'

interface DeckFieldProps {
  decks: readonly DeckCounts[]
  value: string
  onChange: (name: string) => void
}

/** A deck by its name: one that there is, or a new one. */
export function DeckField({ decks, value, onChange }: DeckFieldProps) {
  const { t } = useTexts()
  const list = useId()
  return (
    <>
      <TextField
        label={t('add.deck')}
        list={list}
        value={value}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {decks.map((one) => (
          <option key={one.id} value={one.name} />
        ))}
      </datalist>
    </>
  )
}
