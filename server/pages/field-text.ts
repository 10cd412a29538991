import type { Address } from '@atrium/contract/addresses'
import type { FieldFacts } from '@atrium/contract/field-facts'
import { plainText } from '@atrium/contract/rich-text'
import { writeDuration } from '@atrium/contract/written-duration'
import { addressLine } from '@atrium/domain/addresses/lines'
import { minorDigits } from '@atrium/domain/money/minor-units'
import type { Say } from './texts.ts'

export interface Shown {
  language: string
  timeZone: string
  say: Say
}

const figures = (language: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options)

/** A field's value as visitors of a page read it; empty when there is none. Files are shown by themselves. */
export function fieldText(facts: FieldFacts, value: unknown, { language, timeZone, say }: Shown): string {
  if (value === null || value === undefined || value === '') return ''
  const { kind, currency = 'EUR', unit = '', options = [], most = 5 } = facts
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no')
  if (typeof value === 'number') {
    if (kind === 'money')
      return figures(language, { style: 'currency', currency }).format(value / 10 ** minorDigits(currency))
    if (kind === 'percent')
      return figures(language, { style: 'percent', maximumFractionDigits: 10 }).format(value / 100)
    if (kind === 'rating') return `${'★'.repeat(value)}${'☆'.repeat(Math.max(0, most - value))}`
    if (kind === 'duration') return writeDuration(value)
    const number = figures(language, { maximumFractionDigits: 12 }).format(value)
    return kind === 'quantity' ? `${number}\u00a0${unit}` : number
  }
  if (kind === 'date' && /T/.test(String(value)))
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
      new Date(`${value}Z`),
    )
  if (kind === 'date')
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(String(value)))
  if (kind === 'moment')
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
      new Date(String(value)),
    )
  if (kind === 'address') return addressLine(value as Address, language)
  if (kind === 'richText') return plainText(String(value))
  if (kind === 'choice') return options.find((option) => option.value === value)?.label ?? String(value)
  if (Array.isArray(value)) return value.join(', ')
  return String(value)
}
