// Clocks of IANA zones, by what Intl knows of them.
import { recent } from '../recent.ts'
import { DAY_MS } from './days.ts'

const SECOND = 1_000
const MINUTE = 60_000
/** There are some 600 zones, and each has as many names as its letters have cases. */
const formatOf = recent(
  100,
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
)

/**
 * What clocks in a zone (IANA name, `UTC`, `+02:00`) show at an instant, to the second, as the instant at which clocks in UTC
 * show the same. Milliseconds since 1970. Throws a RangeError where there is no such zone.
 */
export function wallClockAt(instant: number, zone: string): number {
  const part: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(instant)) part[type] = Number(value)
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  const date = new Date(0)
  // setUTCFullYear takes years below 100 as they are; Date.UTC would add 1900.
  date.setUTCFullYear(year, month - 1, day)
  return date.setUTCHours(hour, minute, second)
}

/** Minutes that a zone's clocks are ahead of UTC at an instant, rounded: local mean times of long ago had seconds. */
export const offsetMinutes = (instant: Date, zone: string): number =>
  Math.round(offsetAt(instant.getTime(), zone) / MINUTE)

const offsetAt = (instant: number, zone: string): number =>
  wallClockAt(instant, zone) - Math.floor(instant / SECOND) * SECOND

/**
 * The instant at which clocks in a zone show this. A time that is skipped in spring counts as so much later; of one that comes
 * twice in autumn the first is taken (as RFC 5545, 3.3.5).
 */
export function instantOfWall(wall: number, zone: string): number {
  const [before, after] = [offsetAt(wall - DAY_MS, zone), offsetAt(wall + DAY_MS, zone)]
  const fitting = [wall - before, wall - after].filter((instant) => wallClockAt(instant, zone) === wall)
  return fitting.length > 0 ? Math.min(...fitting) : wall - before
}

/** The zone's own name, whatever its case or which of its older names was given; null when Intl does not know it. */
export function knownZone(zone: string): string | null {
  try {
    return formatOf(zone).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Whether Intl knows the zone. */
export const isZone = (zone: string): boolean => knownZone(zone) !== null
