import { AppError } from '@atrium/contract/errors'
import type { DateOrder } from '@atrium/domain/dates/figures'
import { cellNumber } from '@atrium/domain/numbers/cell-number'
import { type Bin, histogramOf } from '@atrium/domain/statistics/histogram'
import { type Summary, summaryOf } from '@atrium/domain/statistics/summary'
import { type Cells, countsIn } from '../cells.ts'
import { parseDate } from '../dates.ts'
import { createDictionary } from '../dictionary.ts'
import { countKind, isNothing, isNumeric, nearly, noKinds, type Reading, readingOf } from '../kinds.ts'
import { say } from '../say.ts'
import { type ColumnType, isBlank, type Table } from '../table.ts'

export interface Profile {
  name: string
  type: ColumnType
  reading: Reading
  /** Rows. */
  count: number
  missing: number
  /** Different values; all are counted. */
  distinct: number
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

const TOP = 10

/** The first few by how often they come; of those that come as often, those that came first. */
export function topOf(limit: number) {
  const top: { value: string; count: number }[] = []
  let least = 0
  return {
    see(value: string, count: number): void {
      if (top.length === limit && count <= least) return
      const place = top.findIndex((one) => one.count < count)
      top.splice(place < 0 ? top.length : place, 0, { value, count })
      if (top.length > limit) top.pop()
      least = top.at(-1)?.count ?? 0
    },
    top,
  }
}

/** Says what is in a column by its different values and how often each comes. It goes through them twice. */
export function profileOfValues(
  name: string,
  count: number,
  values: () => Iterable<readonly [string, number]>,
  order?: DateOrder,
): Profile {
  const kinds = noKinds()
  for (const [cell, times] of values()) countKind(kinds, cell, times)
  const reading = readingOf(kinds, order)
  const { type, style } = reading
  const isText = type === 'text'
  const amounts = isText || type === 'boolean' ? null : new Float64Array(count)
  let filled = 0
  let missing = 0
  let distinct = 0
  let shortest = Number.POSITIVE_INFINITY
  let longest = 0
  const { top, see } = topOf(TOP)
  for (const [cell, times] of values()) {
    if (isText ? isBlank(cell) : isNothing(cell)) {
      missing += times
      continue
    }
    distinct++
    if (cell.length < shortest) shortest = cell.length
    if (cell.length > longest) longest = cell.length
    see(cell, times)
    if (!amounts) continue
    const amount = isNumeric(type) ? cellNumber(cell, style) : (parseDate(cell, reading.order)?.time ?? null)
    amounts.fill(amount ?? 0, filled, filled + times)
    filled += times
  }
  const sorted = amounts?.subarray(0, filled).sort() ?? new Float64Array(0)
  return {
    name,
    type,
    reading,
    count,
    missing,
    distinct,
    statistics: summaryOf(sorted),
    histogram: histogramOf(sorted, type === 'integer'),
    top,
    shortest: Number.isFinite(shortest) ? shortest : 0,
    longest,
    nearly: isText ? nearly(kinds) : null,
  }
}

/** Takes a column piece by piece and says what is in it. Each different value is kept once. */
export function columnTally(name: string) {
  const dictionary = createDictionary()
  let counts = new Uint32Array(256)
  let count = 0
  return {
    add(cells: Iterable<string>, times = 1): void {
      for (const cell of cells) {
        const code = dictionary.codeOf(cell)
        if (code >= counts.length) {
          const more = new Uint32Array(counts.length * 2)
          more.set(counts)
          counts = more
        }
        counts[code] = (counts[code] as number) + times
        count += times
      }
    },
    /** bytes that it takes */
    get bytes() {
      return dictionary.bytes + counts.byteLength
    },
    result: (order?: DateOrder): Profile =>
      profileOfValues(
        name,
        count,
        function* () {
          for (let code = 0; code < dictionary.size; code++)
            yield [dictionary.value(code), counts[code] as number] as const
        },
        order,
      ),
  }
}

/** bytes of all different values of a table that a server keeps at once */
const TALLIES_MAX = 384 * 1024 * 1024

/** Refuses what a server cannot count exactly rather than to guess. */
export function refuseTooMany(tallies: Iterable<{ bytes: number }>): void {
  let bytes = 0
  for (const tally of tallies) bytes += tally.bytes
  if (bytes > TALLIES_MAX) throw new AppError('too_large', say('tooManyValues'))
}

export const profileOfCells = (name: string, cells: Cells, order?: DateOrder): Profile =>
  profileOfValues(name, cells.length, () => countsIn(cells), order)

export const profileOf = (table: Table, order?: DateOrder): Profile[] =>
  table.columns.map(({ name, values }) => profileOfCells(name, values, order))
