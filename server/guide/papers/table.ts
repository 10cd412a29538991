import type { GuideFile } from '../guide.ts'

export type ColumnType = 'number' | 'date' | 'yes/no' | 'text' | 'empty'

export interface Column {
  name: string
  type: ColumnType
  /** As written, '' where missing. */
  cells: string[]
  /** Parsed numbers, or dates as days since 1970; null where missing or not readable. */
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
  /** True when there were more rows than are read. */
  cut: boolean
}

export const ROWS_MAX = 200_000
const COLUMNS_MAX = 200
/** A column has a type when this share of its cells does. */
const AGREEMENT = 0.95

export const isTable = ({ name, mime }: Pick<GuideFile, 'name' | 'mime'>): boolean =>
  /\.(?:csv|tsv|tab)$/iu.test(name) || /^text\/(?:csv|tab-separated-values)\b|^application\/csv\b/iu.test(mime)

/** Reads CSV text: finds the delimiter, the header, and each column's type and notation. Null when it holds no rows. */
export async function readTable(text: string, dayFirst: boolean): Promise<Table | null> {
  const { default: Papa } = await import('papaparse')
  const parsed = Papa.parse<string[]>(text.replace(/^\ufeff/u, ''), { skipEmptyLines: 'greedy', preview: ROWS_MAX + 2 })
  const all = parsed.data.filter((row) => row.some((value) => value.trim() !== ''))
  const [first, ...rest] = all
  if (!first) return null
  const hasHeader = looksLikeHeader(first, rest)
  const rows = (hasHeader ? rest : all).slice(0, ROWS_MAX)
  if (rows.length === 0 && !hasHeader) return null
  const width = Math.min(COLUMNS_MAX, rows.slice(0, 1_000).reduce((most, row) => Math.max(most, row.length), first.length))
  const commaDecimals = parsed.meta.delimiter === ';'
  const columns = Array.from({ length: width }, (_, index) => {
    const name = hasHeader ? (first[index] ?? '').trim() : ''
    return columnOf(name || `Column ${index + 1}`, rows.map((row) => (row[index] ?? '').trim()), commaDecimals, dayFirst)
  })
  return { columns: columns.filter((column, index) => column.type !== 'empty' || (first[index] ?? '').trim() !== ''), rows: rows.length, cut: (hasHeader ? rest : all).length > ROWS_MAX }
}

/** A header has a name in every place, all different, none a number; and the rows below differ from it in kind or there are rows at all. */
function looksLikeHeader(first: readonly string[], rest: readonly string[][]): boolean {
  const names = first.map((value) => value.trim())
  if (rest.length === 0) return names.every((name) => name !== '' && !isNumberLike(name))
  const filled = names.filter(Boolean)
  return filled.length > 0 && new Set(filled.map((name) => name.toLowerCase())).size === filled.length && filled.every((name) => !isNumberLike(name) && dateOf(name, true) === null)
}

const missingWords = new Set(['', 'na', 'n/a', 'null', 'nan', '-', '–', '—', '?', '#n/a'])
const isMissing = (value: string): boolean => missingWords.has(value.toLowerCase())
const isNumberLike = (value: string): boolean => /^[-+(]?\s?[$€£¥]?\s?[\d.,' ]*\d[\d.,' ]*\s?[%€$£]?\)?$/u.test(value)

function columnOf(name: string, raw: string[], commaDecimals: boolean, dayFirst: boolean): Column {
  const cells = raw.map((value) => (isMissing(value) ? '' : value))
  const present = cells.filter((value) => value !== '')
  const base = { name, cells, decimals: 0, unit: '', missing: cells.length - present.length }
  const empty = { ...base, values: cells.map(() => null) }
  if (present.length === 0) return { ...empty, type: 'empty' }
  const enough = (count: number) => count / present.length >= AGREEMENT

  if (present.every((value) => /^(?:true|false|yes|no|y|n)$/iu.test(value))) return { ...empty, type: 'yes/no' }
  const padded = present.some((value) => /^0\d/u.test(value)) // a postcode or an article number, not a quantity
  if (!padded && enough(present.filter(isNumberLike).length)) {
    const comma = decidesComma(present, commaDecimals)
    const numbers = cells.map((value) => (value === '' ? null : numberOf(value, comma)))
    if (enough(numbers.filter((value) => value !== null).length)) {
      const units = new Set(present.map((value) => /[$€£¥%]/u.exec(value)?.[0] ?? ''))
      const decimals = Math.min(8, numbers.reduce<number>((most, value) => Math.max(most, value === null ? 0 : (String(value).split('.')[1]?.length ?? 0)), 0))
      return { ...base, type: 'number', values: numbers, decimals, unit: units.size === 1 ? ([...units][0] as string) : '' }
    }
  }
  const order = decidesDayFirst(present, dayFirst)
  const dates = cells.map((value) => (value === '' ? null : dateOf(value, order)))
  if (enough(dates.filter((value) => value !== null).length)) return { ...base, type: 'date', values: dates }
  return { ...empty, type: 'text' }
}

/** Whether the comma is the decimal sign: one value that can only be read so decides; a semicolon-separated file tips the balance. */
function decidesComma(values: readonly string[], commaDecimals: boolean): boolean {
  for (const value of values) {
    const bare = value.replace(/[^\d.,]/gu, '')
    if (/\.\d+,|,\d{1,2}$|,\d{4,}$/u.test(bare) && !/,\d+\.|,.*,/u.test(bare)) return true
    if (/,\d+\.|\.\d{1,2}$|\.\d{4,}$/u.test(bare) && !/\..*\./u.test(bare)) return false
  }
  return commaDecimals
}

/** "1.234,50 €" or "(1,234.50)"; brackets mean below zero, as accountants write it. */
export function numberOf(text: string, comma: boolean): number | null {
  const negative = /^\(.*\)$/u.test(text) || /^[^\d]*[-−]/u.test(text)
  const bare = text.replace(/[^\d.,]/gu, '')
  const normal = comma ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '')
  if (!/^\d*\.?\d+$|^\d+\.$/u.test(normal)) return null
  const value = Number(normal)
  return Number.isFinite(value) ? (negative ? -value : value) : null
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const DAY = 86_400_000

/** Whether 3/4 is the third of April: a number above 12 in one place decides. */
function decidesDayFirst(values: readonly string[], dayFirst: boolean): boolean {
  for (const value of values) {
    const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}/u.exec(value)
    if (parts && Number(parts[1]) > 12) return true
    if (parts && Number(parts[2]) > 12) return false
  }
  return dayFirst || values.some((value) => /^\d{1,2}\.\d{1,2}\.\d{4}/u.test(value))
}

/** Days since 1970 of a date as data files write it; null for anything else. */
export function dateOf(text: string, dayFirst: boolean): number | null {
  const iso = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?:[T ]\d{1,2}:\d{2}.*)?$/u.exec(text)
  if (iso) return dayNumber(Number(iso[1]), Number(iso[2]), Number(iso[3] ?? 1))
  const numeric = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:[ ,T]+\d{1,2}:\d{2}.*)?$/u.exec(text)
  if (numeric) {
    const year = Number(numeric[3]) + ((numeric[3] as string).length === 2 ? 2000 : 0)
    return dayFirst ? dayNumber(year, Number(numeric[2]), Number(numeric[1])) : dayNumber(year, Number(numeric[1]), Number(numeric[2]))
  }
  const worded = /^(?:(\d{1,2})[ -.]+)?([A-Za-z]{3,9})\.?[ -]+(?:(\d{1,2}),? )?(\d{4})$/u.exec(text)
  const month = worded ? months.indexOf((worded[2] as string).slice(0, 3).toLowerCase()) + 1 : 0
  return worded && month > 0 ? dayNumber(Number(worded[4]), month, Number(worded[1] ?? worded[3] ?? 1)) : null
}

function dayNumber(year: number, month: number, day: number): number | null {
  if (year < 1000 || month < 1 || month > 12 || day < 1) return null
  const time = Date.UTC(year, month - 1, day)
  return new Date(time).getUTCMonth() === month - 1 ? time / DAY : null
}
