import { orderTold } from '@atrium/domain/dates/date-order'
import type { DateOrder } from '@atrium/domain/dates/figures'
import { cellNumber, isCellNumber, type NumberStyle } from '@atrium/domain/numbers/cell-number'
import { parseDate } from './dates.ts'
import { type ColumnType, isBlank } from './table.ts'

/** How a column's cells are to be read. */
export interface Reading {
  type: ColumnType
  style: NumberStyle
  order: DateOrder
}

/** What programs write where there is no value. It is missing in a column of numbers or dates, and a word elsewhere. */
const NOTHING = new Set(['na', 'n/a', '#n/a', 'null', 'nan', 'none', '-', '–', '?', '.', 'nil'])
export function isNothing(cell: string): boolean {
  if (cell === '') return true
  if (cell.length > 4 && cell.charCodeAt(0) > 32) return false // longer than any of them
  return isBlank(cell) || NOTHING.has(cell.trim().toLowerCase())
}

const YES = new Set(['true', 'yes', 'y', 't', 'ja', 'oui', 'sí', 'si', 'x'])
const NO = new Set(['false', 'no', 'n', 'f', 'nein', 'non'])

export function readBoolean(cell: string): boolean | null {
  if (cell.length > 5 && cell.charCodeAt(0) > 32) return null
  const word = cell.trim().toLowerCase()
  return YES.has(word) ? true : NO.has(word) ? false : null
}

/** Counts of what a column's cells can be. */
export interface Kinds {
  /** Neither blank nor a word for nothing. */
  filled: number
  nothing: number
  point: number
  comma: number
  whole: number
  date: number
  time: number
  boolean: number
  dayFirst: number
  monthFirst: number
  /** Dates by the month first. */
  mdy: number
}

export const noKinds = (): Kinds => ({
  filled: 0,
  nothing: 0,
  point: 0,
  comma: 0,
  whole: 0,
  date: 0,
  time: 0,
  boolean: 0,
  dayFirst: 0,
  monthFirst: 0,
  mdy: 0,
})

export function countKind(kinds: Kinds, cell: string, times: number): void {
  if (isNothing(cell)) {
    if (!isBlank(cell)) kinds.nothing += times
    return
  }
  kinds.filled += times
  const point = cellNumber(cell, 'point')
  if (point !== null) {
    kinds.point += times
    if (Number.isInteger(point) && !/[.eE]/.test(cell)) kinds.whole += times
    if (isCellNumber(cell, 'comma')) kinds.comma += times
    return
  }
  if (isCellNumber(cell, 'comma')) {
    kinds.comma += times
    return
  }
  if (readBoolean(cell) !== null) {
    kinds.boolean += times
    return
  }
  const told = orderTold(cell)
  if (told === 'dmy') kinds.dayFirst += times
  if (told === 'mdy') kinds.monthFirst += times
  const date = parseDate(cell, told ?? 'dmy')
  if (!date) return
  kinds.date += times
  if (date.hasTime) kinds.time += times
}

/** What all of a column's cells are; text when they are several things. `order` where the dates themselves do not tell. */
export function readingOf(kinds: Kinds, order: DateOrder = 'dmy'): Reading {
  const { filled, point, comma, whole, date, time, boolean, dayFirst, monthFirst } = kinds
  const base: Reading = { type: 'text', style: 'point', order: dayFirst > 0 ? 'dmy' : monthFirst > 0 ? 'mdy' : order }
  if (filled === 0) return base
  if (point === filled) return { ...base, type: whole === filled ? 'integer' : 'number' }
  if (comma === filled) return { ...base, type: 'number', style: 'comma' }
  if (boolean === filled) return { ...base, type: 'boolean' }
  if (date === filled && !(dayFirst > 0 && monthFirst > 0)) return { ...base, type: time > 0 ? 'datetime' : 'date' }
  return base
}

/** What most cells are where a few are something else, and how many those are: a hint that cleaning helps. */
export function nearly(kinds: Kinds): { type: 'number' | 'date'; others: number } | null {
  const { filled, point, comma, date } = kinds
  const numbers = Math.max(point, comma)
  const [type, count] = numbers >= date ? (['number', numbers] as const) : (['date', date] as const)
  return count < filled && count >= filled * 0.8 && filled >= 5 ? { type, others: filled - count } : null
}

/** A cell in the one form that its type has; null when it is missing or something else. */
export function canonical(cell: string, { type, style, order }: Reading): string | null {
  if (type === 'text') return isBlank(cell) ? null : cell
  if (isNothing(cell)) return null
  if (type === 'integer' || type === 'number') {
    const value = cellNumber(cell, style)
    return value === null ? null : String(value)
  }
  if (type === 'boolean') {
    const value = readBoolean(cell)
    return value === null ? null : String(value)
  }
  const date = parseDate(cell, order)
  if (!date) return null
  return type === 'datetime' && !date.hasTime ? `${date.iso}T00:00:00` : date.iso
}

export const isNumeric = (type: ColumnType): boolean => type === 'number' || type === 'integer'
export const isDated = (type: ColumnType): boolean => type === 'date' || type === 'datetime'

/** What a cell is worth on an axis: the number, or the moment in ms; null when it has neither. */
export function amountOf(cell: string, { type, style, order }: Reading): number | null {
  if (isNumeric(type)) return cellNumber(cell, style)
  if (isDated(type)) return parseDate(cell, order)?.time ?? null
  return null
}
