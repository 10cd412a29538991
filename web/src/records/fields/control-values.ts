import type { FieldFacts } from '@atrium/contract/field-facts'
import { readDuration, writeDuration } from '@atrium/contract/written-duration'
import { minorDigits } from '../../ui/formats.ts'
import { controlNumber, typedNumber } from './written-number.ts'

// What a form's control holds of a field's value, and what it gives back. What cannot be read is NaN, of which the schema has a
// sentence.

const digitsOf = ({ currency = 'EUR' }: FieldFacts) => minorDigits(currency)

/** Undefined where the field's kind has nothing of its own. */
export function heldOf(facts: FieldFacts, value: unknown, language: string): string | undefined {
  if (value === null || value === undefined) return undefined
  if (facts.kind === 'money') return controlNumber(Number(value) / 10 ** digitsOf(facts), language, digitsOf(facts))
  if (facts.kind === 'number' || facts.kind === 'quantity' || facts.kind === 'percent')
    return controlNumber(Number(value), language)
  if (facts.kind === 'duration') return writeDuration(Number(value))
  if (facts.kind === 'tags') return (value as readonly string[]).join(', ')
  return undefined
}

export function typedValue(facts: FieldFacts, held: string, language: string): unknown {
  const { kind } = facts
  if (kind === 'tags')
    return [
      ...new Set(
        held
          .split(/[,;\n]/)
          .map((tag) => tag.trim())
          .filter(Boolean),
      ),
    ]
  if (kind === 'duration') return readDuration(held) ?? Number.NaN
  if (kind === 'rating') return Number(held)
  if (kind === 'money') {
    const major = typedNumber(held, language)
    const minor = major === null ? Number.NaN : major * 10 ** digitsOf(facts)
    const isExact = Math.abs(minor - Math.round(minor)) <= Math.max(1e-6, Math.abs(minor) * 1e-12)
    return isExact ? Math.round(minor) : Number.NaN
  }
  if (kind === 'number' || kind === 'quantity' || kind === 'percent') return typedNumber(held, language) ?? Number.NaN
  return kind === 'url' && /^www\./i.test(held.trim()) ? `https://${held.trim()}` : held
}
