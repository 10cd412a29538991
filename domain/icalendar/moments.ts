// Dates and times of iCalendar (RFC 5545, 3.3.4 to 3.3.6, 3.3.9). They are read as they are written: ical.js' own Time makes
// a 2 March of "30 February", which the standard does not know.
import type ICAL from 'ical.js'
import { type Day, isDay } from '../dates/days.ts'
import type { ZoneOf } from './zones.ts'

export interface Moment {
  /** A day, `2026-11-02`, or a time on the zone's clock, `2026-11-02T09:00` (seconds are left out). */
  local: string
  /** IANA name; null of a day and of a time on whatever clock is there ("floating"). */
  zone: string | null
  /** A sentence, where the file names a zone that nobody knows; `zone` is then null. */
  unknownZone?: string
}

/** A span of a PERIOD, or a single date. */
export interface Span {
  start: Moment
  /** A moment, or seconds; null of what is no PERIOD. */
  end: Moment | number | null
}

/** A value that is no date; its message is for a person. */
export class NoDate extends RangeError {}

const TIME = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d):(?:[0-5]\d|60)(Z?)$/

/** `2026-02-28T09:00:00Z` as ical.js has it in jCal (RFC 7265), which is the written text with its signs put in. */
function momentOf(name: string, written: unknown, tzid: string, zoneOf: ZoneOf): Moment {
  const text = String(written)
  // `DTSTART:20260105` without VALUE=DATE
  const bare: Day = text.endsWith('T::') ? text.slice(0, -3) : text
  if (isDay(bare)) return { local: bare, zone: null }
  const [, day = '', hour = '', minute = '', utc = ''] = TIME.exec(text) ?? []
  if (!isDay(day)) throw new NoDate(`Its ${name.toUpperCase()} is no day or time.`)
  const local = `${day}T${hour}:${minute}`
  if (utc !== '') return { local, zone: 'UTC' }
  if (tzid === '') return { local, zone: null }
  const zone = zoneOf(tzid, Number(day.slice(0, 4)))
  return typeof zone === 'string' ? { local, zone } : { local, zone: null, unknownZone: zone.unknown }
}

/** `PT1H30M`, `P1D`, `-PT15M`; seconds, null for what is none. */
export function secondsOf(duration: string): number | null {
  const [all, sign, weeks, days, hours, minutes, seconds] =
    /^([+-]?)P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/.exec(duration) ?? []
  if (!all) return null
  const of = (text: string | undefined, unit: number) => Number(text ?? 0) * unit
  const length = of(weeks, 604_800) + of(days, 86_400) + of(hours, 3_600) + of(minutes, 60) + of(seconds, 1)
  return sign === '-' ? -length : length
}

/** The dates of a property. Throws NoDate. */
export function momentsOf(property: ICAL.Property, zoneOf: ZoneOf): Span[] {
  const tzid = String(property.getFirstParameter('tzid') ?? '')
  const [, , , ...values] = property.jCal as [string, object, string, ...unknown[]]
  return values.map((value) => {
    if (!Array.isArray(value)) return { start: momentOf(property.name, value, tzid, zoneOf), end: null }
    const start = momentOf(property.name, value[0], tzid, zoneOf)
    const last = String(value[1])
    return { start, end: /P/.test(last) ? secondsOf(last) : momentOf(property.name, last, tzid, zoneOf) }
  })
}
