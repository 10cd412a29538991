import { parseDate } from '../dates.ts'
import { isNumber } from '../numbers.ts'
import { columnNames } from '../table.ts'
import { recordReader } from './records.ts'

/** How a file's text is laid out as a table. */
export interface Layout {
  delimiter: string
  /** Whether the first line names the columns. */
  header: boolean
  /** Lines above the table: a title, a note, Excel's `sep=;`. */
  skip: number
}

export const delimiters = [',', ';', '\t', '|'] as const
/** Records that are looked at, and characters that are read at once until there are as many. */
const LOOK = 200
const PIECE = 4 * 1024

const isLine = (cells: readonly string[]) => cells.length > 1 || (cells[0] ?? '').trim() !== ''

function firstRecords(head: string, delimiter: string, isWhole: boolean): string[][] {
  const records: string[][] = []
  const reader = recordReader(delimiter, (cells) => {
    if (records.length < LOOK) records.push(cells)
  })
  for (let at = 0; at < head.length && records.length < LOOK; at += PIECE) reader.push(head.slice(at, at + PIECE))
  if (isWhole || records.length === 0) reader.end() // else the last one may be cut
  return records
}

/** How many records have as many cells as most of those with several; and how many cells that is. */
function fit(records: readonly string[][]): { share: number; cells: number } {
  const lines = records.filter(isLine)
  const counts = new Map<number, number>()
  for (const { length } of lines) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [cells, times] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
  return { share: lines.length === 0 ? 0 : times / lines.length, cells }
}

const speaks = (cell: string) => isNumber(cell, 'point') || isNumber(cell, 'comma') || parseDate(cell) !== null

/** Names are all there, all different, and none is a number or a date. */
function isHeader(first: readonly string[], others: readonly string[][]): boolean {
  const cells = first.map((cell) => cell.trim())
  const filled = cells.filter(Boolean)
  if (filled.length < Math.max(1, cells.length * 0.6)) return false
  if (filled.some(speaks)) return false
  if (new Set(filled.map((cell) => cell.toLowerCase())).size < filled.length) return false
  // Words above words: a name does not come again in its own column.
  return (
    !cells.every((cell, at) => cell !== '' && others.some((row) => row[at]?.trim() === cell)) || others.length === 0
  )
}

/** Finds delimiter, names and lines above the table in the beginning of a text. */
export function detectLayout(
  head: string,
  { isWhole = false, wanted }: { isWhole?: boolean; wanted?: string } = {},
): Layout {
  const told = /^sep=(.)\r?\n?/i.exec(head)
  const kinds = delimiters.map((delimiter) => {
    const records = firstRecords(head, delimiter, isWhole)
    return { delimiter, records, ...fit(records) }
  })
  const given = wanted ?? told?.[1]
  const best = given
    ? { delimiter: given, records: firstRecords(head, given, isWhole), ...fit(firstRecords(head, given, isWhole)) }
    : [...kinds].sort((a, b) => score(b) - score(a))[0]
  if (!best || (best.cells < 2 && !given)) {
    const lines = firstRecords(head, ',', isWhole).filter(isLine)
    return { delimiter: ',', header: lines.length > 1 && isHeader(lines[0] ?? [], lines.slice(1)), skip: 0 }
  }
  const from = told ? 1 : 0
  const begins = best.records.findIndex((cells, at) => at >= from && cells.length >= Math.max(2, best.cells - 1))
  // A few lines of one cell are a title; more are a table of another shape.
  const skip = begins > 0 && begins <= 10 ? begins : from
  const table = best.records.slice(skip).filter(isLine)
  return { delimiter: best.delimiter, header: isHeader(table[0] ?? [], table.slice(1)), skip }
}

const score = ({ share, cells }: { share: number; cells: number }) =>
  cells < 2 ? 0 : share * 100 + Math.min(cells, 30) / 10

export const namesOf = (first: readonly string[], header: boolean): string[] =>
  columnNames(header ? first : first.map(() => ''))
