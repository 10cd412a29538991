import type { KeptTotals } from '@atrium/contract/kept-totals'
import type { Collection } from '@atrium/contract/module'
import pg from 'pg'
import { comparableText, fieldKind } from '../field-kinds.ts'

// How kept totals say which group a row is in: the same jsonb in the trigger, in the first filling and in the questions.

export const FORMATS = { day: 'YYYY-MM-DD', week: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' } as const

/** The day, week, month or year of a date that is kept as text, as jsonb; null where it is none. */
export const periodText = (field: string, period: keyof typeof FORMATS, data: string): string =>
  `to_jsonb(to_char(date_trunc('${period}', record_moment(left(${data}->>${pg.escapeLiteral(field)}, 10) || 'T00:00:00Z') at time zone 'UTC'), '${FORMATS[period]}'))`

/** The fields that a kept total tells rows apart by. */
export const keyFields = ({ by, every = {}, filled = [], signs = [] }: KeptTotals): string[] => [
  ...by,
  ...Object.keys(every),
  ...filled,
  ...signs,
]

function checked(collection: Collection, field: string, kinds: readonly string[], what: string): string {
  if (!kinds.includes(fieldKind(collection, field))) throw new Error(`“${field}” of a kept total is ${what}`)
  return field
}

/** The row's key, in SQL, out of this jsonb. Throws where a field does not fit: that is the module's fault. */
export function keyText(collection: Collection, { by, every = {}, filled = [], signs = [] }: KeptTotals, data: string) {
  const parts = [
    ...by.map((field) => [
      checked(collection, field, ['text', 'boolean', 'number'], 'no single value'),
      `${data}->${pg.escapeLiteral(field)}`,
    ]),
    ...Object.entries(every).map(([field, period]) => [
      checked(collection, field, ['text'], 'no date'),
      periodText(field, period as keyof typeof FORMATS, data),
    ]),
    ...filled.map((field) => {
      const value = `${data}->${pg.escapeLiteral(field)}`
      const isList = fieldKind(collection, field) === 'list'
      const nothing = isList ? `'[]'::jsonb` : `'null'::jsonb`
      return [field, `case when coalesce(${value}, 'null') in ('null', '[]') then ${nothing} else '[1]'::jsonb end`]
    }),
    ...signs.map((field) => [
      checked(collection, field, ['number'], 'no number'),
      `case when ${comparableText('number', field, data)} > 0 then 1 else 0 end`,
    ]),
  ]
  return `jsonb_build_object(${parts.map(([field, value]) => `${pg.escapeLiteral(field ?? '')}, ${value}`).join(', ')})`
}

/** What the row adds to each sum. */
export const sumTexts = (collection: Collection, { sum }: KeptTotals, data: string): string[] =>
  sum.map((field) => {
    const number = checked(collection, field, ['number'], 'no number')
    return `coalesce(${comparableText('number', number, data)}, 0)`
  })
