import type { DateOrder } from '@atrium/domain/dates/figures'
import { cellNumber } from '@atrium/domain/numbers/cell-number'
import { type Bin, histogramOf } from '@atrium/domain/statistics/histogram'
import { type Summary, summaryOf } from '@atrium/domain/statistics/summary'
import { parseDate } from '../dates.ts'
import {
  countKind,
  isDated,
  isNothing,
  isNumeric,
  type Kinds,
  nearly,
  noKinds,
  type Reading,
  readingOf,
} from '../kinds.ts'
import { type ColumnType, isBlank, type Table } from '../table.ts'

export interface Profile {
  name: string
  type: ColumnType
  reading: Reading
  /** Rows. */
  count: number
  missing: number
  distinct: number
  /** False where a column has more different values than are kept: `distinct` is what is known at least. */
  isExact: boolean
  /** Numbers; of dates in ms since 1970. null of words. */
  statistics: Summary | null
  histogram: Bin[]
  /** The most frequent, blank ones left out. */
  top: { value: string; count: number }[]
  /** Characters, of words. */
  shortest: number
  longest: number
  /** Most are numbers or dates, and some are not. */
  nearly: { type: 'number' | 'date'; others: number } | null
}

/** Different values of a column that are counted one by one. */
export const DISTINCT_MAX = 1_000_000
const TOP = 10

/** Numbers one after the other, in memory of their own. */
function numbers() {
  let kept = new Float64Array(1024)
  let length = 0
  return {
    push(value: number, times = 1): void {
      if (length + times > kept.length) {
        const more = new Float64Array(Math.max(kept.length * 2, length + times))
        more.set(kept.subarray(0, length))
        kept = more
      }
      if (times === 1) kept[length] = value
      else kept.fill(value, length, length + times)
      length += times
    },
    sorted: () => kept.slice(0, length).sort(),
  }
}

/** Takes a column piece by piece and says what is in it. Each different value is looked at once. */
export function columnTally(name: string, distinctMax = DISTINCT_MAX) {
  const counts = new Map<string, number>()
  const overflow: Kinds = noKinds()
  /** What was beyond the values that are counted one by one, in every way it can be read. */
  const beyond = {
    point: numbers(),
    comma: numbers(),
    dmy: numbers(),
    mdy: numbers(),
    count: 0,
    blank: 0,
    shortest: Number.POSITIVE_INFINITY,
    longest: 0,
  }
  let count = 0

  function addBeyond(cell: string): void {
    beyond.count++
    countKind(overflow, cell, 1)
    if (isBlank(cell)) beyond.blank++
    else {
      beyond.shortest = Math.min(beyond.shortest, cell.length)
      beyond.longest = Math.max(beyond.longest, cell.length)
    }
    const point = cellNumber(cell, 'point')
    if (point !== null) beyond.point.push(point)
    const comma = cellNumber(cell, 'comma')
    if (comma !== null) beyond.comma.push(comma)
    if (point !== null || comma !== null) return
    const dmy = parseDate(cell, 'dmy')
    if (dmy) beyond.dmy.push(dmy.time)
    const mdy = parseDate(cell, 'mdy')
    if (mdy) beyond.mdy.push(mdy.time)
  }

  return {
    add(values: readonly string[]): void {
      count += values.length
      for (const cell of values) {
        const known = counts.get(cell)
        if (known !== undefined) counts.set(cell, known + 1)
        else if (counts.size < distinctMax) counts.set(cell, 1)
        else addBeyond(cell)
      }
    },
    result(order?: DateOrder): Profile {
      const kinds: Kinds = { ...overflow }
      for (const [cell, times] of counts) countKind(kinds, cell, times)
      const reading = readingOf(kinds, order)
      const { type, style } = reading
      const isText = type === 'text'
      const all = numbers()
      let missing = isText ? beyond.blank : beyond.count - overflow.filled
      let distinct = 0
      let shortest = beyond.shortest
      let longest = beyond.longest
      const top: { value: string; count: number }[] = []
      let least = 0
      for (const [cell, times] of counts) {
        if (isText ? isBlank(cell) : isNothing(cell)) {
          missing += times
          continue
        }
        distinct++
        if (cell.length < shortest) shortest = cell.length
        if (cell.length > longest) longest = cell.length
        if (top.length < TOP || times > least) {
          const place = top.findIndex((one) => one.count < times)
          top.splice(place < 0 ? top.length : place, 0, { value: cell, count: times })
          if (top.length > TOP) top.pop()
          least = top.length === TOP ? (top.at(-1)?.count ?? 0) : 0
        }
        if (isNumeric(type)) all.push(cellNumber(cell, style) ?? 0, times)
        else if (isDated(type)) all.push(parseDate(cell, reading.order)?.time ?? 0, times)
      }
      const further = isNumeric(type)
        ? beyond[style]
        : isDated(type)
          ? beyond[reading.order === 'mdy' ? 'mdy' : 'dmy']
          : null
      if (further && beyond.count > 0) for (const value of further.sorted()) all.push(value)
      const sorted = all.sorted()
      return {
        name,
        type,
        reading,
        count,
        missing,
        distinct,
        isExact: beyond.count === 0,
        statistics: summaryOf(sorted),
        histogram: histogramOf(sorted, type === 'integer'),
        top,
        shortest: Number.isFinite(shortest) ? shortest : 0,
        longest,
        nearly: isText ? nearly(kinds) : null,
      }
    },
  }
}

export const profileOf = (table: Table, order?: DateOrder): Profile[] =>
  table.columns.map(({ name, values }) => {
    const tally = columnTally(name)
    tally.add(values)
    return tally.result(order)
  })
