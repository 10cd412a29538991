import { setImmediate as immediate } from 'node:timers/promises'
import { readTable as readText } from '@atrium/domain/tables/table'
import { monthOf } from '../calendar/months.ts'
import type { GuideFile } from '../guide.ts'
import { keptPart } from './passages.ts'

export type ColumnType = 'number' | 'date' | 'yes/no' | 'text' | 'empty'

export interface Column {
  name: string
  type: ColumnType
  /** As written, '' where missing. */
  cells: string[]
  /** Parsed numbers, or dates as days since 1970; null where missing or not readable. Empty for other types. */
  values: (number | null)[]
  /** Digits after the decimal separator, at most 8: sums are computed in these units, so that cents stay exact. */
  decimals: number
  /** A currency sign or % that every number carries. */
  unit: string
  missing: number
}

export interface Table {
  columns: Column[]
  rows: number
  /** True when there were more rows than are read, or than were kept of the file. */
  cut: boolean
}

export const ROWS_MAX = 100_000
const COLUMNS_MAX = 200
/** A column has a type when this share of its cells does. */
const AGREEMENT = 0.95

export const isTable = ({ name, mime }: Pick<GuideFile, 'name' | 'mime'>): boolean =>
  /\.(?:csv|tsv|tab)$/iu.test(name) || /^text\/(?:csv|tab-separated-values)\b|^application\/csv\b/iu.test(mime)

/** Reads CSV text: finds the delimiter, the header, and each column's type and notation. Null when it holds no rows. */
export async function readTable(text: string, dayFirst: boolean, most = ROWS_MAX): Promise<Table | null> {
  const { kept, isCut } = keptPart(text)
  const clean = (isCut ? kept.slice(0, kept.lastIndexOf('\n') + 1) : kept).replace(/^\ufeff/u, '')
  const { layout, names, rows: all } = readText(clean, { most: most + 2 })
  if (all.length === 0 && !names) return null
  const rows = all.slice(0, most).map(({ cells }) => cells)
  const width = Math.min(
    COLUMNS_MAX,
    rows.slice(0, 1_000).reduce((widest, row) => Math.max(widest, row.length), names?.length ?? 0),
  )
  const columns: Column[] = []
  for (let index = 0; index < width; index++) {
    const name = names?.[index]?.trim() ?? ''
    const column = columnOf(
      name || `Column ${index + 1}`,
      rows.map((row) => (row[index] ?? '').trim()),
      layout.delimiter === ';',
      dayFirst,
    )
    if (column.type !== 'empty' || name !== '') columns.push(column)
    // Other people's replies go on between two columns of a large file.
    if (rows.length > 5_000) await immediate()
  }
  return { columns, rows: rows.length, cut: isCut || all.length > most }
}

const missingWords = new Set(['', 'na', 'n/a', 'null', 'nan', '-', '–', '—', '?', '#n/a'])
const isMissing = (value: string): boolean =>
  value === '' || (value.length <= 4 && missingWords.has(value.toLowerCase()))
/** Characters of a number or a date with its signs; what is longer is words, and dear to try as either. */
const LONGEST = 60
export const isNumberLike = (value: string): boolean =>
  value.length <= LONGEST && /^[-+−(]?\s?[$€£¥]?\s?[-−]?[\d.,' ]*\d[\d.,' ]*\s?[%€$£]?\)?$/u.test(value)

/** Cells by which a column's type is guessed before every cell is read as that type. */
const SAMPLE = 400

function columnOf(name: string, raw: string[], commaDecimals: boolean, dayFirst: boolean): Column {
  const cells = raw.map((value) => (isMissing(value) ? '' : value))
  const present = cells.filter((value) => value !== '')
  const base = { name, cells, decimals: 0, unit: '', missing: cells.length - present.length }
  const text: Column = { ...base, type: 'text', values: [] }
  if (present.length === 0) return { ...text, type: 'empty' }
  const step = Math.max(1, Math.floor(present.length / SAMPLE))
  const sample = present.filter((_, index) => index % step === 0)
  const mostly = (test: (value: string) => boolean) => sample.filter(test).length / sample.length >= AGREEMENT
  const agreed = (values: readonly (number | null)[]) =>
    values.filter((value) => value !== null).length / present.length >= AGREEMENT

  if (present.every((value) => value.length <= 5 && /^(?:true|false|yes|no|y|n)$/iu.test(value)))
    return { ...text, type: 'yes/no' }
  const padded = present.some((value) => /^0\d/u.test(value)) // a postcode or an article number, not a quantity
  if (!padded && mostly(isNumberLike)) {
    const comma = decidesComma(present, commaDecimals)
    const values = cells.map((value) => (value === '' || !isNumberLike(value) ? null : numberOf(value, comma)))
    const units = new Set(sample.map((value) => /[$€£¥%]/u.exec(value)?.[0] ?? ''))
    if (agreed(values))
      return {
        ...base,
        type: 'number',
        values,
        decimals: decimalsOf(cells, comma),
        unit: units.size === 1 ? ([...units][0] as string) : '',
      }
  }
  const order = decidesDayFirst(present, dayFirst)
  if (mostly((value) => dateOf(value, order) !== null)) {
    const values = cells.map((value) => (value === '' ? null : dateOf(value, order)))
    if (agreed(values)) return { ...base, type: 'date', values }
  }
  return text
}

/** Digits after the decimal sign as written: 1,200.50 has two. */
function decimalsOf(cells: readonly string[], comma: boolean): number {
  let most = 0
  for (const text of cells) {
    const at = text.lastIndexOf(comma ? ',' : '.')
    if (at >= 0) most = Math.max(most, text.slice(at + 1).replace(/\D/gu, '').length)
  }
  return Math.min(8, most)
}

/** Whether the comma is the decimal sign: one value that can only be read so decides; a semicolon-separated file tips the balance. */
export function decidesComma(values: readonly string[], commaDecimals: boolean): boolean {
  for (const value of values) {
    const bare = value.replace(/[^\d.,]/gu, '')
    if (/\.\d+,|,\d{1,2}$|,\d{4,}$/u.test(bare) && !/,\d+\.|,.*,/u.test(bare)) return true
    if (/,\d+\.|\.\d{1,2}$|\.\d{4,}$/u.test(bare) && !/\..*\./u.test(bare)) return false
  }
  return commaDecimals
}

/** "1.234,50 €" or "(1,234.50)"; brackets mean below zero, as accountants write it. */
export function numberOf(text: string, comma: boolean): number | null {
  if (text.length > LONGEST) return null
  const negative = /^\(.*\)$/u.test(text) || /^[^\d]*[-−]/u.test(text)
  const bare = text.replace(/[^\d.,]/gu, '')
  const normal = comma ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '')
  if (!/^\d*\.?\d+$|^\d+\.$/u.test(normal)) return null
  const value = Number(normal)
  return Number.isFinite(value) ? (negative ? -value : value) : null
}

const DAY = 86_400_000

/** Whether 3/4 is the third of April: a number above 12 in one place decides. */
function decidesDayFirst(values: readonly string[], dayFirst: boolean): boolean {
  for (const value of values) {
    if (value.length < 6 || value.length > 30) continue
    const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}/u.exec(value)
    if (parts && Number(parts[1]) > 12) return true
    if (parts && Number(parts[2]) > 12) return false
  }
  return dayFirst || values.some((value) => /^\d{1,2}\.\d{1,2}\.\d{4}/u.test(value))
}

/** Days since 1970 of a date as data files write it; null for anything else. */
export function dateOf(text: string, dayFirst: boolean): number | null {
  if (text.length > LONGEST) return null
  const iso = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?:[T ]\d{1,2}:\d{2}.*)?$/u.exec(text)
  if (iso) return dayNumber(Number(iso[1]), Number(iso[2]), Number(iso[3] ?? 1))
  const numeric = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:[ ,T]+\d{1,2}:\d{2}.*)?$/u.exec(text)
  if (numeric) {
    const year = Number(numeric[3]) + ((numeric[3] as string).length === 2 ? 2000 : 0)
    return dayFirst
      ? dayNumber(year, Number(numeric[2]), Number(numeric[1]))
      : dayNumber(year, Number(numeric[1]), Number(numeric[2]))
  }
  const worded = /^(?:(\d{1,2})[ -.]+)?([A-Za-z]{3,9})\.?[ -]+(?:(\d{1,2}),? )?(\d{4})$/u.exec(text)
  const month = worded ? monthOf(worded[2] as string) : null
  return worded && month !== null ? dayNumber(Number(worded[4]), month, Number(worded[1] ?? worded[3] ?? 1)) : null
}

function dayNumber(year: number, month: number, day: number): number | null {
  if (year < 1000 || month < 1 || month > 12 || day < 1) return null
  const time = Date.UTC(year, month - 1, day)
  return new Date(time).getUTCMonth() === month - 1 ? time / DAY : null
}
