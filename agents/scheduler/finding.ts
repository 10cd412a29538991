import { atTime, instantOf, localAt, timeOfMinutes } from '@atrium/domain/dates/local-time'
import { isWeekend } from '@atrium/domain/dates/working-days'
import type { Busy } from './busy-times.ts'
import { MINUTE } from './zoned-time.ts'

export interface Attendee {
  name: string
  email: string
  zone: string
  /** Minutes since midnight on their own clock. */
  hours: { from: number; to: number }
  busy: readonly Busy[]
  /** Free minutes that they want before and after. */
  bufferMinutes: number
}

export interface Slot {
  from: number
  to: number
  /** Minutes outside hours of work, for the one whom it hits worst, and of all together. */
  worst: number
  total: number
  outside: { name: string; minutes: number }[]
}

const NIGHT = { from: 7 * 60, to: 21 * 60 }

/** Minutes of a meeting outside somebody's hours; null at night (21–7), on a weekend or when it spans midnight there. */
export function minutesOutside(
  { zone, hours }: Pick<Attendee, 'zone' | 'hours'>,
  from: number,
  to: number,
): number | null {
  const begin = localAt(new Date(from), zone)
  if (isWeekend(begin.slice(0, 10)) || begin.slice(0, 10) !== localAt(new Date(to - MINUTE), zone).slice(0, 10))
    return null
  const start = Number(begin.slice(11, 13)) * 60 + Number(begin.slice(14))
  const stop = start + (to - from) / MINUTE
  const isAtWork = start >= hours.from && stop <= hours.to
  if (!isAtWork && (start < Math.min(NIGHT.from, hours.from) || stop > Math.max(NIGHT.to, hours.to))) return null
  return Math.max(0, Math.min(stop, hours.from) - start) + Math.max(0, stop - Math.max(start, hours.to))
}

/**
 * Times at which all are free with their buffers, on a half-hour grid of one zone. Ranked so that the person whom it hits
 * worst is hit least (maximin fairness), then all together, then the earlier. Of slots that overlap the best is kept.
 */
export function findSlots(
  attendees: readonly Attendee[],
  days: readonly string[],
  zone: string,
  minutes: number,
  notBefore: number,
): Slot[] {
  const slots: Slot[] = []
  for (const day of days)
    for (let at = 0; at < 1_440; at += 30) {
      const from = instantOf(atTime(day, timeOfMinutes(at)), zone).getTime()
      const to = from + minutes * MINUTE
      if (from < notBefore) continue
      const outside = attendees.map((one) => ({ name: one.name, minutes: minutesOutside(one, from, to) }))
      if (outside.some((one) => one.minutes === null)) continue
      const isFree = attendees.every(({ busy, bufferMinutes }) =>
        busy.every((one) => to + bufferMinutes * MINUTE <= one.from || from - bufferMinutes * MINUTE >= one.to),
      )
      if (!isFree) continue
      const costs = outside.map((one) => one.minutes ?? 0)
      slots.push({
        from,
        to,
        worst: Math.max(0, ...costs),
        total: costs.reduce((sum, one) => sum + one, 0),
        outside: outside.flatMap((one) => (one.minutes ? [{ name: one.name, minutes: one.minutes }] : [])),
      })
    }
  return spread(slots.sort((a, b) => a.worst - b.worst || a.total - b.total || a.from - b.from))
}

/** Choices that overlap are no choice: of overlapping slots the best is kept. */
function spread(slots: readonly Slot[]): Slot[] {
  const kept: Slot[] = []
  for (const slot of slots)
    if (kept.length < 200 && !kept.some((one) => slot.from < one.to && one.from < slot.to)) kept.push(slot)
  return kept
}
