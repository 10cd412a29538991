import { AppError } from '@atrium/contract/errors'
import type { JobFile } from '@atrium/contract/playbook'
import { columnNamed, freeName } from '@atrium/domain/tables/columns'
import { readTable as readText } from '@atrium/domain/tables/table'
import { isCut } from './cut-text.ts'

/** One row of a file: its fields by the file's own column names, and the line it stands in, the heading being line 1. */
export interface TableRow {
  line: number
  fields: Readonly<Record<string, string>>
}

export interface Table {
  /** The file's name. */
  name: string
  columns: readonly string[]
  rows: readonly TableRow[]
}

/** More rows than a playbook looks at; it says that it stopped there. */
export const ROWS_MAX = 20_000
/** A wider table or a longer row is none that people keep. */
const LIMITS = { cells: 1_000, characters: 100_000, quoted: 100_000 }
/** Rows times columns: a row of one letter has a field, if an empty one, in each column. */
const CELLS_MAX = 1_000_000

/**
 * A CSV (or TSV, or semicolon-separated) file with a heading; titles above it, a row of units and totals below are left out.
 * Throws `bad_request` in a sentence for the person.
 */
export function readTable(file: Pick<JobFile, 'name' | 'text'>): Table {
  if (isCut(file.text))
    throw new AppError('bad_request', `“${file.name}” is larger than 1 MB of text. Give it in smaller parts.`)
  const tooLarge = (what: string) =>
    new AppError('bad_request', `“${file.name}” has more than ${what}. Give a smaller file.`)
  const delimiter = /\.(?:tsv|tab)$/i.test(file.name) && file.text.includes('\t') ? '\t' : undefined
  const found = readText(file.text, { limits: LIMITS, most: ROWS_MAX + 2, isNamed: true, delimiter })
  if (found.exceeded)
    throw tooLarge(found.exceeded.exceeded === 'cells' ? '1,000 columns' : '100,000 characters in a line')
  const taken = new Set<string>()
  const columns = (found.names ?? []).flatMap((written, at) => {
    const name = freeName(written.trim(), taken)
    if (written.trim() === '') return []
    taken.add(name)
    return [{ name, at }]
  })
  if (columns.length === 0 || found.rows.length === 0)
    throw new AppError('bad_request', `“${file.name}” has no table with a heading and rows. Give a CSV file with both.`)
  if (found.rows.length > ROWS_MAX) throw tooLarge('20,000 rows')
  if (found.rows.length * columns.length > CELLS_MAX) throw tooLarge('1,000,000 cells')
  const rows = found.rows.map(({ line, cells }) => ({
    line,
    fields: Object.fromEntries(columns.map(({ name, at }) => [name, cells[at]?.trim() ?? ''])),
  }))
  return { name: file.name, columns: columns.map(({ name }) => name), rows }
}

/**
 * The column that goes by one of these names, the earlier the better, whatever its case, accents, spaces and signs; then the
 * first that begins with the words of one of them. Undefined when none does.
 */
export const columnFor = (table: Pick<Table, 'columns'>, names: readonly string[]): string | undefined =>
  table.columns[columnNamed(table.columns, names)]

/** The same, or `bad_request` that says which column is missing and which there are. */
export function neededColumn(table: Table, what: string, names: readonly string[]): string {
  const found = columnFor(table, names)
  if (found) return found
  throw new AppError(
    'bad_request',
    `“${table.name}” has no column for the ${what}. Its columns are: ${table.columns.slice(0, 20).join(', ')}.`,
  )
}
