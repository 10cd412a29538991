import { DAY_MS, dayNumber } from '@atrium/domain/dates/days'
import type { DateOrder } from '@atrium/domain/dates/figures'
import { readDate } from '@atrium/domain/dates/written'

export interface ReadDate {
  /** 2026-04-03 or 2026-04-03T10:15:00 */
  iso: string
  /** ms since 1970, as if it were in UTC */
  time: number
  hasTime: boolean
}

/** Reads a cell that is a date and nothing else; null when it is none. A time with a zone is told in UTC. */
export function parseDate(cell: string, order: DateOrder = 'dmy'): ReadDate | null {
  if (cell.length < 6 || cell.length > 60) return null
  const read = readDate(cell, { order })
  if (read?.rest !== '') return null
  const midnight = dayNumber(read.day) * DAY_MS
  if (!read.time) return { iso: read.day, time: midnight, hasTime: false }
  const time = midnight + read.time.ms - (read.time.offset ?? 0) * 60_000
  const iso = new Date(time).toISOString()
  return { iso: iso.slice(0, iso.endsWith('.000Z') ? 19 : 23), time, hasTime: true }
}
