import { addMinutes, isWholeDay as isDay } from '@atrium/domain/dates/local-time'
import { contentLines, dateLine, escapeText, utcTime } from '@atrium/domain/icalendar/content-lines'
import { zoneBlock } from '@atrium/domain/icalendar/zone-block'
import type { CalendarEvent } from './event.ts'
import { zoned } from './local-time.ts'

export type Stored = CalendarEvent & { id: string; createdAt: string; updatedAt: string; version: number }

/** The other names of a status: posts are tentative until they are scheduled. */
const statusOf = ({ status }: CalendarEvent): string =>
  status === 'cancelled'
    ? 'CANCELLED'
    : status === 'confirmed' || status === 'scheduled' || status === 'posted'
      ? 'CONFIRMED'
      : 'TENTATIVE'

/** An event as a VEVENT of RFC 5545. */
export function eventLines(event: Stored, seriesZone: string | undefined): string[] {
  const { start, zone, minutes, rrule } = event
  const end = isDay(start)
    ? addMinutes(start, Math.max(minutes, 1440))
    : zoned(start, zone).add({ minutes }).toPlainDateTime().toString({ smallestUnit: 'minute' })
  const notes =
    event.kind === 'post' && event.text ? [event.text, event.notes].filter(Boolean).join('\n\n') : event.notes
  const optional = (name: string, value: string) => (value ? [`${name}:${escapeText(value)}`] : [])
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid || event.id)}`,
    `DTSTAMP:${utcTime(event.updatedAt)}`,
    `CREATED:${utcTime(event.createdAt)}`,
    `LAST-MODIFIED:${utcTime(event.updatedAt)}`,
    `SEQUENCE:${event.version - 1}`,
    // An occurrence is named by the start that it had, on its series' clock.
    ...(event.occurrence ? [dateLine('RECURRENCE-ID', event.occurrence, seriesZone ?? zone)] : []),
    dateLine('DTSTART', start, zone),
    ...(minutes > 0 ? [dateLine('DTEND', end, zone)] : []),
    ...(rrule ? [`RRULE:${rrule}`] : []),
    ...event.rdates.map((at) => dateLine('RDATE', at, zone)),
    ...event.exdates.map((at) => dateLine('EXDATE', at, zone)),
    `SUMMARY:${escapeText(event.title)}`,
    ...optional('LOCATION', event.place),
    ...optional('DESCRIPTION', notes),
    ...(event.link ? [`URL:${event.link.replace(/\s/g, '')}`] : []),
    ...(event.tags.length > 0 ? [`CATEGORIES:${event.tags.map(escapeText).join(',')}`] : []),
    `STATUS:${statusOf(event)}`,
    ...(event.kind === 'post' ? ['TRANSP:TRANSPARENT', 'X-ATRIUM-KIND:post', `X-ATRIUM-STATUS:${event.status}`] : []),
    'END:VEVENT',
  ]
}

export const HEAD = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Atrium//Content Calendar//EN', 'CALSCALE:GREGORIAN']

interface Calendar {
  name: string
  /** The first year of each zone in which something has a time. */
  years: ReadonlyMap<string, number>
  /** The zones of series by their uid, for the changed occurrences of them. */
  zones: ReadonlyMap<string, string>
}

/** A calendar with everything in it (RFC 5545), zones with their changes of clocks, piece by piece. */
export async function* calendarFile(
  events: AsyncIterable<Stored> | Iterable<Stored>,
  { name, years, zones }: Calendar,
): AsyncGenerator<string> {
  yield contentLines([...HEAD, 'METHOD:PUBLISH', `X-WR-CALNAME:${escapeText(name)}`, `NAME:${escapeText(name)}`])
  for (const [zone, year] of [...years].sort()) if (zone !== 'UTC') yield contentLines(zoneBlock(zone, year))
  for await (const event of events)
    yield contentLines(eventLines(event, event.occurrence ? zones.get(event.uid) : undefined))
  yield contentLines(['END:VCALENDAR'])
}
