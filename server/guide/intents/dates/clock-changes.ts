import { type Day, dayNumber, dayOfNumber } from '@atrium/domain/dates/days'
import { localAt } from '@atrium/domain/dates/local-time'
import { offsetMinutes } from '@atrium/domain/dates/wall-clock'

/** A change of the clocks of a zone. */
export interface ClockChange {
  day: Day
  /** What clocks show when it comes: `02:00`. */
  time: string
  /** Minutes forward; negative is back. */
  by: number
}

const DAY_MS = 86_400_000
const offsetAt = (at: number, zone: string) => offsetMinutes(new Date(at), zone)

/** The changes of a zone's clocks from an instant on, so many days ahead. */
export function clockChanges(zone: string, from: Date, days = 800): ClockChange[] {
  const found: ClockChange[] = []
  let before = offsetAt(from.getTime(), zone)
  for (let at = from.getTime() + DAY_MS; at <= from.getTime() + days * DAY_MS; at += DAY_MS) {
    const after = offsetAt(at, zone)
    if (after === before) continue
    let [low, high] = [at - DAY_MS, at]
    while (high - low > 60_000) {
      const middle = Math.floor((low + high) / 2)
      if (offsetAt(middle, zone) === before) low = middle
      else high = middle
    }
    // What the clocks showed up to then.
    const local = localAt(new Date(Math.round(high / 60_000) * 60_000 - 60_000), zone)
    const minutes = (Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16)) + 1) % 1_440
    const day = minutes === 0 ? dayOfNumber(dayNumber(local.slice(0, 10)) + 1) : local.slice(0, 10)
    found.push({
      day,
      time: `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
      by: after - before,
    })
    before = after
  }
  return found
}
