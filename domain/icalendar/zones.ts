// The zones that the times of a file name by TZID, with its own VTIMEZONEs (RFC 5545, 3.6.5).
import ICAL from 'ical.js'
import { zoneNamed } from './zone-names.ts'

/** Years for which a file's own zone is looked at: no zone's rules are known beyond. */
const YEARS = { first: 1970, last: 2040 }
/** Changes of the clocks that a zone of a file may come to; two a year since 1601, as Outlook writes it, are 880. */
const CHANGES_MAX = 3_000
/** Zones of one file that are no known ones by their names. */
const OWN_MAX = 50

/**
 * How many changes of the clocks a VTIMEZONE comes to. Null when it is none that is gone through: clocks change by the year,
 * so that a rule by the second is nobody's.
 */
function changesOf(zone: ICAL.Component): number | null {
  let changes = 0
  for (const part of zone.getAllSubcomponents()) {
    const start = part.getFirstPropertyValue('dtstart')
    const from = start instanceof ICAL.Time ? start.year : YEARS.first
    changes += 1
    for (const property of part.getAllProperties('rdate')) changes += property.getValues().length
    for (const property of part.getAllProperties('rrule')) {
      const rule = property.getFirstValue()
      if (!(rule instanceof ICAL.Recur) || rule.freq !== 'YEARLY') return null
      const names = Object.keys(rule.parts)
      if (names.some((name) => !['BYMONTH', 'BYDAY', 'BYMONTHDAY'].includes(name))) return null
      if (Object.values(rule.parts).some((values) => (values as unknown[]).length > 12)) return null
      changes += Math.max(1, Math.min(rule.until?.year ?? YEARS.last + 5, YEARS.last + 5) - from)
    }
    if (changes > CHANGES_MAX) return null
  }
  return changes
}

/** The IANA zone that a TZID means in a year; what is said of one that cannot be found out. */
export type ZoneOf = (tzid: string, year: number) => string | { unknown: string }

/** What the zones of a file are called here. */
export function zonesOf(timezones: ReadonlyMap<string, ICAL.Component>): ZoneOf {
  const known = new Map<string, ReturnType<ZoneOf>>()
  let looked = 0

  const find: ZoneOf = (tzid, year) => {
    const said = tzid.slice(0, 100)
    const block = timezones.get(tzid)
    const byName = zoneNamed(tzid, block)
    if (byName) return byName
    if (!block) return { unknown: `Its time zone “${said}” is not known.` }
    const changes = changesOf(block)
    if (changes === null)
      return { unknown: `Its time zone “${said}” changes its clocks more often than any zone does.` }
    if (++looked > OWN_MAX)
      return { unknown: `This file has more than ${OWN_MAX} time zones of its own, and “${said}” is another.` }
    const zone = new ICAL.Timezone({ component: block, tzid })
    const offsetAt = (instant: Date) => zone.utcOffset(ICAL.Time.fromJSDate(instant, true))
    const within = Math.min(YEARS.last, Math.max(YEARS.first, year))
    return zoneNamed(tzid, block, offsetAt, within) ?? { unknown: `Its time zone “${said}” is not known.` }
  }

  return (tzid, year) => {
    const found = known.get(tzid) ?? find(tzid, year)
    known.set(tzid, found)
    return found
  }
}
