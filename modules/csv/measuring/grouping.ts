import { median } from '@atrium/domain/statistics/summary'
import { amountOf, isDated, isNothing, type Reading } from '../kinds.ts'
import { isBlank } from '../table.ts'

export const measures = ['count', 'sum', 'average', 'median', 'min', 'max', 'distinct'] as const
export type Measure = (typeof measures)[number]

/** What is known of a group's numbers without keeping them, but for the median. The sum is Neumaier's, as `sum` of the domain. */
interface Group {
  rows: number
  count: number
  total: number
  lost: number
  min: number
  max: number
  values: number[] | null
  distinct: Set<string> | null
}

/** Different groups that are kept apart. */
export const GROUPS_MAX = 100_000

/** Sums up a column by the values of another, taking rows as they come. */
export function grouping<K extends string | number = string>(measure: Measure, reading: Reading, most = GROUPS_MAX) {
  const groups = new Map<K, Group>()
  let isFull = false

  function groupAt(key: K): Group | null {
    const known = groups.get(key)
    if (known) return known
    if (groups.size >= most) {
      isFull = true
      return null
    }
    const [values, distinct] = [measure === 'median' ? [] : null, measure === 'distinct' ? new Set<string>() : null]
    const made = { rows: 0, count: 0, total: 0, lost: 0, min: Infinity, max: -Infinity, values, distinct }
    groups.set(key, made)
    return made
  }

  return {
    add(cell: string, key: K): void {
      const group = groupAt(key)
      if (!group) return
      group.rows++
      if (measure === 'distinct') {
        if (!isBlank(cell)) group.distinct?.add(cell)
      } else if (measure !== 'count') {
        const value = amountOf(cell, reading)
        if (value !== null) take(group, value)
      }
    },
    /** The same, of a cell whose number is known; NaN of none. */
    addAmount(value: number, key: K): void {
      const group = groupAt(key)
      if (!group) return
      group.rows++
      if (!Number.isNaN(value)) take(group, value)
    },
    /** In the order in which the groups came. null where a group has no number. */
    result(): { groups: { key: K; value: number | null; rows: number }[]; isFull: boolean } {
      const list = [...groups].map(([key, group]) => ({ key, rows: group.rows, value: measured(group, measure) }))
      return { groups: list, isFull }
    },
  }
}

function take(group: Group, value: number): void {
  group.count++
  if (value < group.min) group.min = value
  if (value > group.max) group.max = value
  const { total } = group
  const next = total + value
  group.lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total
  group.total = next
  group.values?.push(value)
}

function measured({ rows, count, total, lost, min, max, values, distinct }: Group, measure: Measure): number | null {
  if (measure === 'count') return rows
  if (measure === 'distinct') return distinct?.size ?? 0
  if (count === 0) return null
  if (measure === 'median') return median(values ?? [])
  if (measure === 'min') return min
  if (measure === 'max') return max
  const sum = Number.isFinite(lost) ? total + lost : total
  return measure === 'sum' ? sum : sum / count
}

/** How often a date is looked at together with others. */
export const periods = ['day', 'month', 'quarter', 'year'] as const
export type Period = (typeof periods)[number]

/** The group that a cell belongs to: itself, or its day, month, quarter or year. */
export function keyOf(cell: string, reading: Reading, period?: Period): string {
  if (isBlank(cell)) return ''
  if (!isDated(reading.type)) return cell
  if (isNothing(cell)) return ''
  const time = amountOf(cell, reading)
  if (time === null) return cell
  const iso = new Date(time).toISOString()
  if (period === 'year') return iso.slice(0, 4)
  if (period === 'quarter') return `${iso.slice(0, 4)}-Q${Math.floor(Number(iso.slice(5, 7)) / 3 + 2 / 3)}`
  if (period === 'month') return iso.slice(0, 7)
  return period === 'day' || reading.type === 'date' ? iso.slice(0, 10) : iso.slice(0, 19)
}
