import type { QuietHours } from '@atrium/contract/notifications'
import { addDays } from '@atrium/domain/dates/days'
import { atTime, dayOf, instantOf, localAt, timeOf } from '@atrium/domain/dates/local-time'

/** When the quiet hours in which this instant lies are over; the instant itself when it lies in none. */
export function afterQuiet(instant: Date, quiet: QuietHours | null, timeZone: string): Date {
  if (!quiet) return instant
  const local = localAt(instant, timeZone)
  const time = timeOf(local) as string
  const isOverNight = quiet.from > quiet.to
  const isQuiet = isOverNight ? time >= quiet.from || time < quiet.to : time >= quiet.from && time < quiet.to
  if (!isQuiet) return instant
  const day = isOverNight && time >= quiet.from ? addDays(dayOf(local), 1) : dayOf(local)
  return instantOf(atTime(day, quiet.to), timeZone)
}

/** The next time after this instant at which the person's clock shows this. */
export function nextAt(instant: Date, time: string, timeZone: string): Date {
  const today = dayOf(localAt(instant, timeZone))
  for (const days of [0, 1]) {
    const at = instantOf(atTime(addDays(today, days), time), timeZone)
    if (at > instant) return at
  }
  return instantOf(atTime(addDays(today, 2), time), timeZone) // clocks went back over the hour
}
