import { canonical, isNumeric, type Reading } from './kinds.ts'
import { rowOf, type Table } from './table.ts'

const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?%?$/

/** What a spreadsheet would take for a formula stands behind an apostrophe; a number less than nought is none. */
const unformula = (cell: string): string => (FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell)

function quoted(cell: string, delimiter: string): string {
  return cell.includes('"') || cell.includes(delimiter) || /[\r\n]|^\s|\s$/.test(cell)
    ? `"${cell.replaceAll('"', '""')}"`
    : cell
}

export const line = (cells: readonly string[], delimiter: string, isSafe: boolean): string =>
  `${cells.map((cell) => quoted(isSafe ? unformula(cell) : cell, delimiter)).join(delimiter)}\r\n`

const ROWS = 5_000

/**
 * Separated values by pieces. `safe` for what people open in a spreadsheet; without it every cell is as it is, for what is read
 * by programs.
 */
export function* separated(
  table: Table,
  { delimiter = ',', safe = true, mark = true, head = true } = {},
): Generator<string> {
  if (head)
    yield (mark ? '\uFEFF' : '') +
      line(
        table.columns.map(({ name }) => name),
        delimiter,
        safe,
      )
  for (let from = 0; from < table.length; from += ROWS) {
    let text = ''
    for (let at = from; at < Math.min(from + ROWS, table.length); at++) text += line(rowOf(table, at), delimiter, safe)
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
            columns.map(({ name, values, reading }) => [name, jsonValue(values[at] as string, reading)]),
          ),
        ),
      )
    yield `${isFirst && from === 0 ? '' : ',\n'}${rows.join(',\n')}`
  }
}

/** The name of a file without its ending. */
export const bareName = (name: string): string =>
  name.replace(/\.(csv|tsv|tab|txt|psv|xlsx|parquet|json|jsonl|ndjson)$/i, '')
