import { addMinutes, isWholeDay as isDay } from '@atrium/domain/dates/local-time'
import { contentLines, dateLine, escapeText, utcTime } from '@atrium/domain/icalendar/content-lines'
import { zoneBlock } from '@atrium/domain/icalendar/zone-block'
import { zoned } from './local-time.ts'
import type { CalendarEvent } from './module.ts'

type Stored = CalendarEvent & { id: string; createdAt: string; updatedAt: string; version: number }

/** The other names of a status: posts are tentative until they are scheduled. */
const statusOf = ({ status }: CalendarEvent): string =>
  status === 'cancelled'
    ? 'CANCELLED'
    : status === 'confirmed' || status === 'scheduled' || status === 'posted'
      ? 'CONFIRMED'
      : 'TENTATIVE'

function eventLines(event: Stored, series: Stored | undefined): string[] {
  const { start, zone, minutes, rrule } = event
  // An occurrence is named by the start that it had, on its series' clock.
  const named = series ? { zone: series.zone } : event
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
    ...(event.occurrence ? [dateLine('RECURRENCE-ID', event.occurrence, named.zone)] : []),
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

/** A calendar with everything in it (RFC 5545), zones with their changes of clocks, piece by piece. */
export function* calendarFile(events: readonly Stored[], name: string): Generator<string> {
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Atrium//Content Calendar//EN', 'CALSCALE:GREGORIAN']
  yield contentLines([...head, 'METHOD:PUBLISH', `X-WR-CALNAME:${escapeText(name)}`, `NAME:${escapeText(name)}`])
  const years = new Map<string, number>()
  for (const { start, zone } of events) {
    if (isDay(start) || zone === 'UTC') continue
    years.set(zone, Math.min(years.get(zone) ?? 9999, Number(start.slice(0, 4))))
  }
  for (const [zone, year] of [...years].sort()) yield contentLines(zoneBlock(zone, year))
  const series = new Map(events.filter(({ occurrence }) => !occurrence).map((event) => [event.uid, event]))
  for (const event of events) {
    const of = event.occurrence ? series.get(event.uid) : undefined
    yield contentLines(eventLines(event, of))
  }
  yield contentLines(['END:VCALENDAR'])
}
