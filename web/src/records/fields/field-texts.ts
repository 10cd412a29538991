import { emptyAddress } from '@atrium/contract/addresses'
import type { FieldFacts } from '@atrium/contract/field-facts'
import { fieldsOf, holdsFiles, type NamedField } from '@atrium/contract/field-facts'
import type { HeldFile } from '@atrium/contract/files'
import { plainText } from '@atrium/contract/rich-text'
import { writeDuration } from '@atrium/contract/written-duration'
import { fieldLabel, optionLabel } from '../../i18n/module-texts.ts'
import { formatDate, formatNumber, money } from '../../ui/formats.ts'
import { addressLines, countryName } from './address-lines.ts'

/** What the fields of a record are called, by their names: for histories and conflicts. */
export const labelsOf = (fields: readonly NamedField[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field.name, fieldLabel(field)]))

type Say = (key: string) => string

/** `FREQ=WEEKLY` alone; a rule with more is shown as it is. */
export const plainRule = (rule: string): string | null => /^FREQ=([A-Z]+)$/.exec(rule)?.[1]?.toLowerCase() ?? null

/**
 * A field's value as people read it in their language; empty when there is none. `names` are those of rows that references name.
 */
export function fieldText(
  facts: FieldFacts,
  value: unknown,
  language: string,
  t: Say,
  names?: ReadonlyMap<string, string>,
): string {
  if (value === null || value === undefined || value === '') return ''
  const { kind, currency = 'EUR', unit = '' } = facts
  if (kind === 'money' && typeof value === 'number') return money(value, currency, language)
  if (kind === 'percent' && typeof value === 'number')
    return formatNumber(value / 100, language, { style: 'percent', maximumFractionDigits: 10 })
  if (kind === 'quantity') return `${formatNumber(Number(value), language)}\u00a0${unit}`
  if (kind === 'rating') return '★'.repeat(Math.min(10, Number(value)))
  if (kind === 'duration') return writeDuration(Number(value))
  if (typeof value === 'number') return formatNumber(value, language, { maximumFractionDigits: 12 })
  if (kind === 'date' || kind === 'moment') return formatDate(String(value), language)
  if (kind === 'checkbox') return t(value === true ? 'records.yes' : 'records.no')
  if (kind === 'choice') return optionLabel(facts, String(value))
  if (kind === 'richText') return plainText(String(value)).replace(/\n+/g, ' · ')
  if (kind === 'address') return addressText(facts, value, language)
  if (kind === 'reference') return names?.get(String(value)) ?? String(value)
  if (kind === 'person') return names?.get(String(value)) ?? t('records.somebody')
  if (kind === 'recurrence') {
    const rule = plainRule(String(value))
    return rule && /^(?:daily|weekly|monthly|yearly)$/.test(rule) ? t(`records.${rule}`) : String(value)
  }
  if (holdsFiles(facts)) return (value as readonly HeldFile[]).map(({ name }) => name).join(', ')
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** All of an address in one line; of a table's column with a part of one, that part. */
function addressText({ part }: FieldFacts, value: unknown, language: string): string {
  if (part === 'country') return countryName(String(value), language)
  if (part || typeof value !== 'object') return String(value)
  return addressLines({ ...emptyAddress, ...value }, language).join(', ')
}

/** The same by a field's name, for what shows records without knowing their module. */
export function recordTexts(collection: Parameters<typeof fieldsOf>[0], t: Say, language: string) {
  const fields = new Map(fieldsOf(collection).map((field) => [field.name, field]))
  return (name: string, value: unknown): string | undefined => {
    const field = fields.get(name)
    return field && fieldText(field, value, language, t)
  }
}
