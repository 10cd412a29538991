import { looksLikeDate, looksLikeValue } from './cell-kinds.ts'
import { isEmptyRecord, recordReader, type TableRecord, USUAL_LIMITS } from './records.ts'

/** How a text is laid out as a table. */
export interface Layout {
  delimiter: string
  /** Whether the first record of the table names the columns. */
  header: boolean
  /** Records and empty lines above the table: a title, a note, Excel's `sep=;`, Anki's `#separator:tab`. */
  skip: number
}

/** The rarer in prose come first: they are taken where several part all lines alike. */
const delimiters = ['\t', ';', '|', ','] as const

/** Records that are looked at, and characters that are read at once until there are as many. */
const LOOK = 200
const PIECE = 4 * 1024
/** Lines that programs write above a table. */
const PREAMBLE = 40
/** A header stands above records of its own width: the first one does for which this share of those below it is. */
const AGREEMENT = 0.8

function firstRecords(head: string, delimiter: string, isWhole: boolean): TableRecord[] {
  const records: TableRecord[] = []
  const reader = recordReader(delimiter, (cells, line, place) => records.push({ cells, line, place }) < LOOK, {
    ...USUAL_LIMITS,
    cells: Number.POSITIVE_INFINITY,
  })
  for (let at = 0; at < head.length && records.length < LOOK; at += PIECE) reader.push(head.slice(at, at + PIECE))
  if (isWhole || records.length === 0) reader.end() // else the last one may be cut
  return records
}

const isLine = ({ cells }: TableRecord) => cells.length > 1 || cells[0]?.trim() !== ''

/** What share of the records has as many cells as most of those with several, and how many cells that is. */
function fit(records: readonly TableRecord[]): { share: number; cells: number } {
  const lines = records.filter(isLine)
  const counts = new Map<number, number>()
  for (const { cells } of lines) if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [cells, times] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
  return { share: lines.length === 0 ? 0 : times / lines.length, cells }
}

/** A comma with a blank behind it is one of prose, unless nothing else parts the lines. */
const isProse = (records: readonly TableRecord[], delimiter: string) =>
  delimiter === ',' && records.every(({ cells }) => cells.slice(1).every((cell) => /^\s/.test(cell)))

const score = ({ records, delimiter, share, cells }: Candidate) =>
  cells < 2 ? 0 : share * 100 + Math.min(cells, 30) / 10 - (isProse(records, delimiter) ? 5 : 0)

interface Candidate {
  delimiter: string
  records: TableRecord[]
  share: number
  cells: number
}

const isPeriod = (cell: string) => /^(?:19|20)\d\d$/.test(cell) || looksLikeDate(cell)
/** Years and days are names above figures, as in a table turned by its periods, and values above others like them. */
const namesPeriod = (below: readonly (readonly string[])[], at: number): boolean => {
  const filled = below.map((row) => row[at]?.trim() ?? '').filter(Boolean)
  return filled.length > 0 && filled.filter(isPeriod).length < filled.length / 2
}

/** Columns of figures or days below a word: no first row of data has a word in two of them. */
const SURE = 2
function standsOverFigures(cells: readonly string[], below: readonly (readonly string[])[]): boolean {
  const columns = cells.filter((cell, at) => {
    const filled = below.map((row) => row[at]?.trim() ?? '').filter(Boolean)
    return cell !== '' && !looksLikeValue(cell) && filled.length > 0 && filled.every(looksLikeValue)
  })
  return columns.length >= SURE
}

/**
 * Whether a record names the columns of those below it: most of its cells are filled, all differently, none with a value, and
 * they do not come again as values of their own columns, unless it stands over figures: YNAB's “Cleared” holds “Cleared”.
 */
export function isHeader(first: readonly string[], below: readonly (readonly string[])[]): boolean {
  const cells = first.map((cell) => cell.trim())
  const filled = cells.filter(Boolean)
  if (filled.length < Math.max(1, cells.length * 0.6)) return false
  const isName = (cell: string, at: number) =>
    cell === '' || !looksLikeValue(cell) || (at > 0 && isPeriod(cell) && namesPeriod(below, at))
  if (looksLikeValue(filled[0] ?? '') || !cells.every(isName)) return false
  if (new Set(filled.map((cell) => cell.toLowerCase())).size < filled.length) return false
  if (below.length === 0) return true
  const repeated = (cell: string, at: number) => below.filter((row) => row[at]?.trim() === cell).length
  const times = cells.map((cell, at) => (cell === '' ? 0 : repeated(cell, at)))
  const isRepeated = times.some((count) => count >= 3 && count >= below.length / 2)
  return times.some((count) => count === 0) && (!isRepeated || standsOverFigures(cells, below))
}

/** How many cells a record has without the blank ones at its end, with which spreadsheets pad all to one width. */
export function filledWidth(cells: readonly string[]): number {
  let width = cells.length
  while (width > 0 && (cells[width - 1] as string).trim() === '') width--
  return width
}

/** The width that nearly all of these records keep within. */
function usualWidth(records: readonly { cells: readonly string[] }[]): number {
  const widths = records.map(({ cells }) => filledWidth(cells)).sort((a, b) => a - b)
  return widths[Math.floor(widths.length * 0.9)] ?? 0
}

/** What a record counts that is a title rather than the names: less than any other that could be those. */
const TITLE = 0.7

/** The place in `records` of the one that names the columns; -1 when none does. Titles, notes and summaries above it are passed. */
export function headerIn(records: readonly (Pick<TableRecord, 'cells'> & { place?: number })[]): number {
  let best = { at: -1, share: 0 }
  for (const [at, { cells, place = at }] of records.slice(0, PREAMBLE).entries()) {
    if (cells.filter((cell) => cell.trim() !== '').length < 2) continue
    const below = records.slice(at + 1).filter((record) => !isEmptyRecord(record.cells))
    const usual = usualWidth(below)
    const own = filledWidth(cells)
    const fits = (other: readonly string[]) =>
      other.length === cells.length || (other.length > cells.length && filledWidth(other) <= cells.length)
    const same = below.filter((record) => fits(record.cells)).length
    const isPadded = cells.length > Math.max(own, usual)
    const next = records[at + 1]
    const isApart = next !== undefined && (isEmptyRecord(next.cells) || (next.place ?? at + 1) > place + 1)
    const share = (below.length === 0 ? 0.5 : same / below.length) * ((isPadded && own < usual) || isApart ? TITLE : 1)
    if (share <= best.share + 0.1) continue
    const names = isPadded ? cells.slice(0, Math.max(own, usual)) : cells
    if (
      !isHeader(
        names,
        below.map((record) => record.cells),
      )
    ) {
      if (share >= AGREEMENT && names.length > 1 && best.at < 0 && !names.some((cell) => cell.trim() === '')) return -1 // data begin
      continue
    }
    best = { at, share }
    if (share >= AGREEMENT) break
  }
  return best.at
}

/** The delimiter that the text itself names, and the lines that do. */
export function delimiterTold(head: string): { delimiter: string; lines: number; names: boolean } | null {
  const excel = /^\uFEFF?"?sep=(.)"?(?:\r\n|\r|\n|$)/i.exec(head)
  if (excel) return { delimiter: excel[1] as string, lines: 1, names: true }
  const heads = /^\uFEFF?(?:#[a-z ]{1,30}:[^\r\n]{0,300}(?:\r\n|\r|\n|$)){1,30}/i.exec(head)
  const said = heads && /^\uFEFF?#separator:([^\r\n]*)/im.exec(heads[0])
  if (!said) return null
  const delimiter = NAMED_DELIMITERS[(said[1] as string).trim().toLowerCase()] ?? (said[1] as string).slice(0, 1)
  return delimiter ? { delimiter, lines: heads[0].trim().split(/\r\n|\r|\n/).length, names: false } : null
}

/** Delimiters as heads of a file name them: `#separator:tab`. */
export const NAMED_DELIMITERS: Readonly<Record<string, string>> = {
  tab: '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
  colon: ':',
  space: ' ',
}

/** The sign that parts most records of a text's beginning alike, or null when none does. */
export function delimiterOf(head: string, isWhole = false): string | null {
  const told = delimiterTold(head)
  if (told) return told.delimiter
  return bestOf(head, isWhole).delimiter
}

function bestOf(head: string, isWhole: boolean): { delimiter: string | null; records: TableRecord[]; cells: number } {
  const kinds = delimiters.map((delimiter) => {
    const records = firstRecords(head, delimiter, isWhole)
    return { delimiter, records, ...fit(records) }
  })
  const best = kinds.reduce((one, other) => (score(other) > score(one) ? other : one))
  return best.cells < 2 ? { ...best, delimiter: null } : best
}

/**
 * Finds delimiter, names and lines above the table in the beginning of a text. `wanted` where the delimiter is known, as from
 * a file's ending; what the text itself says of it comes next, then what parts most lines alike; a comma where nothing does.
 */
export function detectLayout(
  head: string,
  { isWhole = false, wanted }: { isWhole?: boolean; wanted?: string | undefined } = {},
): Layout {
  const told = delimiterTold(head)
  const given = wanted ?? told?.delimiter
  const found = given ? { delimiter: given, records: firstRecords(head, given, isWhole) } : bestOf(head, isWhole)
  const { delimiter, records } = found
  if (delimiter === null) {
    const lines = firstRecords(head, ',', isWhole)
      .filter(isLine)
      .map(({ cells }) => cells)
    return { delimiter: ',', header: lines.length > 1 && isHeader(lines[0] ?? [], lines.slice(1)), skip: 0 }
  }
  const from = told?.lines ?? 0
  const table = records.filter(({ line }) => line > from)
  const at = told && !told.names ? -1 : headerIn(table)
  if (at >= 0) return { delimiter, header: true, skip: table[at]?.place ?? from }
  const { cells } = fit(table)
  const begins = table.findIndex((record) => record.cells.length >= Math.max(2, cells - 1))
  // A few lines of one cell are a title; more are a table of another shape.
  const first = begins > 0 && begins <= 10 ? begins : 0
  const rows = table
    .slice(first)
    .filter(isLine)
    .map((record) => record.cells)
  const header = !(told && !told.names) && isHeader(rows[0] ?? [], rows.slice(1))
  return { delimiter, header, skip: table[first]?.place ?? from }
}
