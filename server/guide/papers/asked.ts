import { cell } from '../markdown.ts'
import type { Measure } from '../statistics.ts'
import { columnNamed, type Filter, isNeutral, measurable } from './columns-named.ts'
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

/** Says which columns there are; `phrase` is what was said instead of one. */
export function unknownColumn(table: Table, phrase?: string): string {
  const names = measurable(table).map((column) => `**${cell(column.name)}**`)
  const all = table.columns
    .map((column) => cell(column.name))
    .slice(0, 30)
    .join(', ')
  const said =
    phrase && !isNeutral(phrase)
      ? ` by “${cell(
          phrase
            .trim()
            .replace(/^(?:in|for|of|by|from|at|on) /iu, '')
            .slice(0, 60),
        )}”`
      : ''
  return `I could not tell which column you mean${said}. ${names.length > 0 ? `Columns with numbers: ${names.join(', ')}. ` : ''}All columns: ${all}.`
}

/** The column to measure: the one named, or the only one with numbers where nothing else was named. */
export function measured(phrase: string | undefined, { table }: Asked, kind: Measure): Column | null {
  const named = phrase ? columnNamed(phrase, table) : null
  if (named && canMeasure(named, kind, phrase as string, table)) return named
  if (phrase && !isNeutral(phrase)) return null
  const [only, ...others] = measurable(table)
  return only && others.length === 0 && kind !== 'count' ? only : null
}

function canMeasure(column: Column, kind: Measure, phrase: string, table: Table): boolean {
  if (kind === 'count' || kind === 'distinct') return true
  if (column.type === 'date') return kind === 'minimum' || kind === 'maximum'
  // "the highest order" is not the highest Order ID; only its very name asks for a number that identifies.
  return (
    column.type === 'number' &&
    (measurable(table).includes(column) || column.name.toLowerCase() === phrase.trim().toLowerCase())
  )
}

/** "the total" of a table that has a column called Total. */
export const columnCalled = (kindWord: string, { table }: Asked): Column | null =>
  table.columns.find(({ type, name }) => type === 'number' && name.toLowerCase() === kindWord.trim().toLowerCase()) ??
  null

export const nameOf = (kind: Measure, column: Column | null): string =>
  kind === 'count' || !column
    ? 'rows'
    : kind === 'distinct'
      ? `different values in ${column.name}`
      : `${kind} of ${column.name}`
