// Rows of a table as values of JSON, and back.
import { columnNames } from '../tables/columns.ts'
import type { Grid } from './grids.ts'
import { writeJson } from './json.ts'

/** A cell as a value: numbers as JSON writes them, true and false; postcodes, long decimals and all else stay texts. */
function cellValue(cell: string): unknown {
  if (cell === 'true' || cell === 'false') return cell === 'true'
  if (!/^(?:0|-?[1-9]\d{0,30}|-?(?:0|[1-9]\d{0,12})\.\d{1,15})$/.test(cell)) return cell
  const value = Number(cell)
  if (cell.includes('.')) return cell.length <= 16 ? value : cell
  return Number.isSafeInteger(value) ? value : BigInt(cell)
}

/** A column is of numbers or truth values where every filled cell is one, else it is of texts. */
export function gridRecords({ rows, isNamed }: Grid): Record<string, unknown>[] {
  const body = isNamed ? rows.slice(1) : rows
  const names = columnNames(isNamed ? (rows[0] ?? []) : (rows[0] ?? []).map(() => ''))
  const isTyped = names.map((_, at) =>
    body.every((row) => row[at] === '' || typeof cellValue(row[at] ?? '') !== 'string'),
  )
  return body.map((row) =>
    Object.fromEntries(
      names.map((name, at) => [
        name,
        isTyped[at] ? (row[at] === '' ? null : cellValue(row[at] ?? '')) : (row[at] ?? ''),
      ]),
    ),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const cellOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? writeJson(value) : String(value)

/** Cells that a table of values may have: objects with a thousand names of their own each would make a million. */
const CELLS_MOST = 400_000

/**
 * Values as rows: a list of objects (every name a column), a list of lists, a list of values, one object. What is nested stands in
 * its cell as JSON. null where it would be larger than what it was made of by far.
 */
export function recordsGrid(value: unknown): Grid | null {
  const list = Array.isArray(value) ? (value as unknown[]) : [value]
  if (list.length > 0 && list.every(Array.isArray)) {
    const rows = list as unknown[][]
    const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
    if (width * rows.length > CELLS_MOST) return null
    return { rows: rows.map((row) => Array.from({ length: width }, (_, at) => cellOf(row[at]))), isNamed: false }
  }
  const names = new Set<string>()
  for (const item of list) if (isObject(item)) for (const name of Object.keys(item)) names.add(name)
  const isMixed = list.some((item) => !isObject(item))
  const columns = [...names]
  if ((columns.length + 1) * list.length > CELLS_MOST) return null
  const rows = list.map((item) => [
    ...columns.map((name) => (isObject(item) && Object.hasOwn(item, name) ? cellOf(item[name]) : '')),
    ...(isMixed ? [isObject(item) ? '' : cellOf(item)] : []),
  ])
  return { rows: [[...columns, ...(isMixed ? ['value'] : [])], ...rows], isNamed: true }
}
