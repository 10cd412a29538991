import { summaryOf } from '@atrium/domain/statistics/summary'
import { amountOf, isDated, isNothing, type Reading } from '../kinds.ts'
import { isBlank } from '../table.ts'

export const measures = ['count', 'sum', 'average', 'median', 'min', 'max', 'distinct'] as const
export type Measure = (typeof measures)[number]

interface Group {
  rows: number
  values: number[]
  distinct: Set<string> | null
}

/** Different groups that are kept apart. */
export const GROUPS_MAX = 100_000

/** Sums up a column by the values of another, taking rows as they come. */
export function grouping(measure: Measure, reading: Reading, most = GROUPS_MAX) {
  const groups = new Map<string, Group>()
  let isFull = false
  return {
    add(cell: string, key: string): void {
      let group = groups.get(key)
      if (!group) {
        if (groups.size >= most) {
          isFull = true
          return
        }
        group = { rows: 0, values: [], distinct: measure === 'distinct' ? new Set() : null }
        groups.set(key, group)
      }
      group.rows++
      if (measure === 'distinct') {
        if (!isBlank(cell)) group.distinct?.add(cell)
      } else if (measure !== 'count') {
        const value = amountOf(cell, reading)
        if (value !== null) group.values.push(value)
      }
    },
    /** In the order in which the groups came. null where a group has no number. */
    result(): { groups: { key: string; value: number | null; rows: number }[]; isFull: boolean } {
      const list = [...groups].map(([key, group]) => ({ key, rows: group.rows, value: measured(group, measure) }))
      return { groups: list, isFull }
    },
  }
}

function measured({ rows, values, distinct }: Group, measure: Measure): number | null {
  if (measure === 'count') return rows
  if (measure === 'distinct') return distinct?.size ?? 0
  const found = summaryOf(Float64Array.from(values).sort())
  if (!found) return null
  return measure === 'sum' ? found.sum : measure === 'average' ? found.mean : found[measure]
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
