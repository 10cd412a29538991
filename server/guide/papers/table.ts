import { setImmediate as immediate } from 'node:timers/promises'
import { orderOf } from '@atrium/domain/dates/date-order'
import { dayNumber, firstDayOf } from '@atrium/domain/dates/days'
import type { DateOrder } from '@atrium/domain/dates/figures'
import { readDate, readMonth } from '@atrium/domain/dates/written'
import { type DecimalSign, decimalOf, decimalSignOf, writtenNumber } from '@atrium/domain/numbers/reading'
import { readTable as readText } from '@atrium/domain/tables/table'
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
export const isNumberLike = (value: string): boolean => numberOf(value, '.') !== null || numberOf(value, ',') !== null

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
    const sign = decimalSignOf(present) ?? (commaDecimals ? ',' : '.')
    const values = cells.map((value) => (value === '' ? null : numberOf(value, sign)))
    const units = new Set(sample.map((value) => /[$€£¥%]/u.exec(value)?.[0] ?? ''))
    if (agreed(values))
      return {
        ...base,
        type: 'number',
        values,
        decimals: decimalsOf(cells, sign),
        unit: units.size === 1 ? ([...units][0] as string) : '',
      }
  }
  const { order } = orderOf(present, dayFirst ? 'dmy' : 'mdy')
  if (mostly((value) => dateOf(value, order) !== null)) {
    const values = cells.map((value) => (value === '' ? null : dateOf(value, order)))
    if (agreed(values)) return { ...base, type: 'date', values }
  }
  return text
}

/** Digits after the decimal sign as written: 1,200.50 has two. */
function decimalsOf(cells: readonly string[], sign: DecimalSign): number {
  let most = 0
  for (const text of cells) {
    const at = text.lastIndexOf(sign)
    if (at >= 0) most = Math.max(most, text.slice(at + 1).replace(/\D/gu, '').length)
  }
  return Math.min(8, most)
}

/** What stands around the number of a cell: nothing, a currency's sign, a percent sign. */
const isUnit = (affix: string): boolean => affix === '' || /^[%\p{Sc}]$/u.test(affix)

/** The number of a cell and nothing else: `1.234,50 €`, `(1,234.50)`, `12%`. */
export function numberOf(text: string, sign: DecimalSign): number | null {
  const number = text.length > LONGEST ? null : writtenNumber(text)
  const decimal = number && isUnit(number.before) && isUnit(number.behind) ? decimalOf(number, sign) : null
  return decimal === null ? null : Number(decimal)
}

/** Days since 1970 of a date as data files write it; null for anything else. */
export function dateOf(text: string, order: DateOrder): number | null {
  if (text.length > LONGEST) return null
  const read = readDate(text, { order })
  const month = read ? null : readMonth(text)
  const day = read ? (read.rest === '' ? read.day : null) : month && firstDayOf(month)
  return day && day >= '1000' ? dayNumber(day) : null
}
