import { cell } from '../markdown.ts'
import type { Measure } from '../statistics.ts'
import { columnNamed, type Filter, measurable } from './columns-named.ts'
import type { Column, Table } from './table.ts'

/** A question about a table, with the rows that its condition leaves. */
export interface Asked {
  table: Table
  locale: string
  rows: number[]
  filter: Filter | null
}

export const kinds: [RegExp, Measure][] = [
  [/^(?:average|avg|mean)$/iu, 'average'],
  [/^(?:sum|total|sum total|overall|combined)$/iu, 'sum'],
  [/^(?:median|middle)$/iu, 'median'],
  [/^(?:min|minimum|lowest|smallest|least|cheapest|earliest)$/iu, 'minimum'],
  [/^(?:max|maximum|highest|largest|biggest|most|latest|greatest)$/iu, 'maximum'],
  [/^(?:count|number|how many)$/iu, 'count'],
  [/^(?:standard deviation|std dev|stdev|sd|std|deviation)$/iu, 'standard deviation'],
  [/^(?:distinct|unique|different)$/iu, 'distinct'],
]
export const kindOf = (word: string): Measure | null =>
  kinds.find(([pattern]) => pattern.test(word.trim()))?.[1] ?? null
export const measures =
  'average|avg|mean|sum total|sum|total|median|min|minimum|lowest|smallest|cheapest|earliest|max|maximum|highest|largest|biggest|latest|greatest|count|number|how many|standard deviation|std dev|stdev|sd|std|distinct|unique'
export const condition = ({ filter }: Asked): string => (filter ? ` where ${cell(filter.text)}` : '')

export function unknownColumn(table: Table): string {
  const names = measurable(table).map((column) => `**${cell(column.name)}**`)
  const all = table.columns
    .map((column) => cell(column.name))
    .slice(0, 30)
    .join(', ')
  return `I could not tell which column you mean. ${names.length > 0 ? `Columns with numbers: ${names.join(', ')}. ` : ''}All columns: ${all}.`
}

/** The column to measure: the one named, or the only one with numbers. */
export function measured(phrase: string | undefined, { table }: Asked, kind: Measure): Column | null {
  const named = phrase ? columnNamed(phrase, table) : null
  if (
    named &&
    (named.type === 'number' ||
      kind === 'count' ||
      kind === 'distinct' ||
      (named.type === 'date' && (kind === 'minimum' || kind === 'maximum')))
  )
    return named
  const [only, ...others] = measurable(table)
  return only && others.length === 0 && kind !== 'count' ? only : null
}

export const nameOf = (kind: Measure, column: Column | null): string =>
  kind === 'count' || !column ? 'rows' : `${kind} of ${column.name}`
