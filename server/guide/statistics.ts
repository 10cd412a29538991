import { dayNumber, dayOfNumber, dayParts, isoWeekday, mondayOf, monthOf } from '@atrium/domain/dates/days'
import { weekdayName } from '@atrium/domain/dates/names'
import { rounded } from '@atrium/domain/numbers/rounding'
import { median, standardDeviation, sum } from '@atrium/domain/statistics/summary'
import type { Column, Table } from './papers/table.ts'

export type Measure = 'sum' | 'average' | 'median' | 'minimum' | 'maximum' | 'count' | 'standard deviation' | 'distinct'

/** Exact for data with up to eight decimals: a sum has no more of them than its numbers. */
export const sumOf = (values: readonly number[], decimals: number): number => rounded(sum(values), decimals)

const lowest = (values: readonly number[]): number =>
  values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
const highest = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)

/** One measure of numbers; null where it does not exist, as for the average of nothing. */
export function measure(kind: Measure, values: readonly number[], decimals: number): number | null {
  if (kind === 'count') return values.length
  if (kind === 'distinct') return new Set(values).size
  if (kind === 'sum') return sumOf(values, decimals)
  if (values.length === 0) return null
  if (kind === 'average') return sumOf(values, decimals) / values.length
  if (kind === 'median') return median(values)
  if (kind === 'minimum') return lowest(values)
  if (kind === 'maximum') return highest(values)
  return values.length < 2 ? null : standardDeviation(values)
}

export interface Profile {
  column: Column
  distinct: number
  minimum: number | null
  maximum: number | null
  mean: number | null
  median: number | null
  deviation: number | null
  /** The commonest values of a text column, at most three. */
  common: { value: string; count: number }[]
}

/** The first so many by their count, then by their letters; a column may have a hundred thousand values. */
function commonest<T extends { value: string; count: number }>(values: Iterable<T>, most: number): T[] {
  const first: T[] = []
  for (const one of values) {
    const isBefore = (other: T) =>
      one.count === other.count ? one.value.localeCompare(other.value) < 0 : one.count > other.count
    const place = first.findIndex(isBefore)
    if (place >= 0) first.splice(place, 0, one)
    else if (first.length < most) first.push(one)
    if (first.length > most) first.pop()
  }
  return first
}

export function profileOf(column: Column): Profile {
  const values = column.values.filter((value) => value !== null)
  const counts = countsOf(column)
  const numeric = column.type === 'number' || column.type === 'date'
  const common = numeric ? [] : commonest(counts.values(), 3)
  const isNumber = column.type === 'number'
  return {
    column,
    distinct: counts.size,
    minimum: numeric ? measure('minimum', values, column.decimals) : null,
    maximum: numeric ? measure('maximum', values, column.decimals) : null,
    mean: isNumber ? measure('average', values, column.decimals) : null,
    median: isNumber ? measure('median', values, column.decimals) : null,
    deviation: isNumber ? measure('standard deviation', values, column.decimals) : null,
    common,
  }
}

function countsOf({ cells }: Column): Map<string, { value: string; count: number }> {
  const counts = new Map<string, { value: string; count: number }>()
  for (const cell of cells) {
    if (cell === '') continue
    const known = counts.get(folded(cell))
    if (known) known.count += 1
    else counts.set(folded(cell), { value: cell, count: 1 })
  }
  return counts
}

export interface Group {
  /** One for each grouping. */
  keys: string[]
  /** For order in time; null for groups of text. */
  order: number | null
  rows: number[]
}

export type Period = 'day' | 'week' | 'month' | 'quarter' | 'year' | 'weekday'

export interface Grouping {
  column: Column
  /** For a date column; null for any other. */
  period: Period | null
}

/** "Berlin", "berlin" and "Berlin " are one value; the way it is first written is shown. */
export const folded = (text: string): string => text.toLowerCase().replace(/\s+/gu, ' ').trim()

/** Row numbers by the value of a column or by the period of a date column; by both of two. */
export function groupBy(groupings: readonly Grouping[], rows: readonly number[]): Group[] {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const keys = groupings.map(({ column, period }) => keyOf(column, row, period))
    const id = JSON.stringify(keys.map(({ key }) => folded(key)))
    const group = groups.get(id)
    if (group) group.rows.push(row)
    else groups.set(id, { keys: keys.map(({ key }) => key), order: keys[0]?.order ?? null, rows: [row] })
  }
  return [...groups.values()]
}

function keyOf(column: Column, row: number, period: Period | null): { key: string; order: number | null } {
  const value = column.values[row] ?? null
  if (!period || column.type !== 'date')
    return {
      key: column.cells[row] || '(missing)',
      order: column.type === 'date' || column.type === 'number' ? value : null,
    }
  if (value === null) return { key: '(missing)', order: null }
  const day = dayOfNumber(value)
  const { year, month } = dayParts(day)
  const quarter = Math.ceil(month / 3)
  if (period === 'year') return { key: String(year), order: year }
  if (period === 'quarter') return { key: `${year} Q${quarter}`, order: year * 4 + quarter }
  if (period === 'month') return { key: monthOf(day), order: year * 12 + month }
  if (period === 'weekday') return { key: weekdayName(day), order: isoWeekday(day) }
  if (period === 'week') return { key: `week of ${mondayOf(day)}`, order: dayNumber(mondayOf(day)) }
  return { key: day, order: value }
}

const distinctOf = (column: Column, rows: readonly number[]): number =>
  new Set(rows.map((row) => folded(column.cells[row] ?? '')).filter(Boolean)).size

/** A measure over rows: of a column's numbers, or of the rows themselves when it only counts. */
export function measureRows(kind: Measure, column: Column | null, rows: readonly number[]): number | null {
  if (!column || (kind === 'count' && column.type !== 'number'))
    return kind === 'distinct' && column ? distinctOf(column, rows) : rows.length
  if (kind === 'distinct') return distinctOf(column, rows)
  const values = rows.flatMap((row) => column.values[row] ?? [])
  // Rows without a value have no sum; zero would claim that they have one.
  if (kind === 'sum' && values.length === 0) return null
  return measure(kind, values, column.decimals)
}

export const allRows = (table: Table): number[] => Array.from({ length: table.rows }, (_, index) => index)
