import { recordLine } from '@atrium/domain/tables/writing'
import { canonical, isNumeric, type Reading } from './kinds.ts'
import { rowOf, type Table } from './table.ts'

const ROWS = 5_000

/**
 * Separated values by pieces. `safe` for what people open in a spreadsheet; without it every cell is as it is, for what is read
 * by programs.
 */
export function* separated(
  table: Table,
  { delimiter = ',', safe = true, mark = true, head = true } = {},
): Generator<string> {
  const written = { delimiter, isGuarded: safe }
  if (head)
    yield (mark ? '\uFEFF' : '') +
      recordLine(
        table.columns.map(({ name }) => name),
        written,
      )
  for (let from = 0; from < table.length; from += ROWS) {
    let text = ''
    for (let at = from; at < Math.min(from + ROWS, table.length); at++) text += recordLine(rowOf(table, at), written)
    yield text
  }
}

/** A value as JSON has it: numbers, true and false by their column's type, null for what is missing. */
export function jsonValue(cell: string, reading: Reading): string | number | boolean | null {
  const value = canonical(cell, reading)
  if (value === null) return reading.type === 'text' || cell.trim() === '' ? null : cell
  if (isNumeric(reading.type)) return Number(value)
  return reading.type === 'boolean' ? value === 'true' : value
}

/** An array of objects by pieces. */
export function* asJson(table: Table, readingOf: (column: string) => Reading, isFirst = true): Generator<string> {
  const columns = table.columns.map(({ name, values }) => ({ name, values, reading: readingOf(name) }))
  for (let from = 0; from < table.length; from += ROWS) {
    const rows: string[] = []
    for (let at = from; at < Math.min(from + ROWS, table.length); at++)
      rows.push(
        JSON.stringify(
          Object.fromEntries(
            columns.map(({ name, values, reading }) => [name, jsonValue(values.at(at) as string, reading)]),
          ),
        ),
      )
    yield `${isFirst && from === 0 ? '' : ',\n'}${rows.join(',\n')}`
  }
}

/** The name of a file without its ending. */
export const bareName = (name: string): string =>
  name.replace(/\.(csv|tsv|tab|txt|psv|xlsx|parquet|json|jsonl|ndjson)$/i, '')
