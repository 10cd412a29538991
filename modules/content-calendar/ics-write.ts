import { addMinutes, isWholeDay as isDay, type LocalTime as Local } from '@atrium/domain/dates/local-time'
import { zoned } from './local-time.ts'
import type { CalendarEvent } from './module.ts'
import { zoneBlock } from './zone-block.ts'

type Stored = CalendarEvent & { id: string; createdAt: string; updatedAt: string; version: number }

const encoder = new TextEncoder()
const text = (value: string): string =>
  value
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
const plain = (local: Local): string => local.replace(/[-:]/g, '') + (isDay(local) ? '' : '00')
const utc = (instant: string | Date): string =>
  `${(typeof instant === 'string' ? instant : instant.toISOString()).slice(0, 19).replace(/[-:]/g, '')}Z`

/** At most 75 octets a line, never within a character (RFC 5545, 3.1). */
function folded(line: string): string {
  if (encoder.encode(line).length <= 75) return `${line}\r\n`
  let out = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > 75) {
      out += '\r\n '
      octets = 1
    }
    out += character
    octets += size
  }
  return `${out}\r\n`
}

const timed = (name: string, local: Local, zone: string): string =>
  isDay(local)
    ? `${name};VALUE=DATE:${plain(local)}`
    : zone === 'UTC'
      ? `${name}:${plain(local)}Z`
      : `${name};TZID=${zone}:${plain(local)}`

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
  const optional = (name: string, value: string) => (value ? [`${name}:${text(value)}`] : [])
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid || event.id}`,
    `DTSTAMP:${utc(event.updatedAt)}`,
    `CREATED:${utc(event.createdAt)}`,
    `LAST-MODIFIED:${utc(event.updatedAt)}`,
    `SEQUENCE:${event.version - 1}`,
    ...(event.occurrence ? [timed('RECURRENCE-ID', event.occurrence, named.zone)] : []),
    timed('DTSTART', start, zone),
    ...(minutes > 0 ? [timed('DTEND', end, zone)] : []),
    ...(rrule ? [`RRULE:${rrule}`] : []),
    ...event.rdates.map((at) => timed('RDATE', at, zone)),
    ...event.exdates.map((at) => timed('EXDATE', at, zone)),
    `SUMMARY:${text(event.title)}`,
    ...optional('LOCATION', event.place),
    ...optional('DESCRIPTION', notes),
    ...(event.link ? [`URL:${event.link.replace(/\s/g, '')}`] : []),
    ...(event.tags.length > 0 ? [`CATEGORIES:${event.tags.map(text).join(',')}`] : []),
    `STATUS:${statusOf(event)}`,
    ...(event.kind === 'post' ? ['TRANSP:TRANSPARENT', 'X-ATRIUM-KIND:post', `X-ATRIUM-STATUS:${event.status}`] : []),
    'END:VEVENT',
  ]
}

/** A calendar with everything in it (RFC 5545), zones with their changes of clocks, piece by piece. */
export function* calendarFile(events: readonly Stored[], name: string): Generator<string> {
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Atrium//Content Calendar//EN', 'CALSCALE:GREGORIAN']
  yield [...head, 'METHOD:PUBLISH', `X-WR-CALNAME:${text(name)}`, `NAME:${text(name)}`].map(folded).join('')
  const years = new Map<string, number>()
  for (const { start, zone } of events) {
    if (isDay(start) || zone === 'UTC') continue
    years.set(zone, Math.min(years.get(zone) ?? 9999, Number(start.slice(0, 4))))
  }
  for (const [zone, year] of [...years].sort()) yield zoneBlock(zone, year).map(folded).join('')
  const series = new Map(events.filter(({ occurrence }) => !occurrence).map((event) => [event.uid, event]))
  for (const event of events) {
    const of = event.occurrence ? series.get(event.uid) : undefined
    yield eventLines(event, of).map(folded).join('')
  }
  yield folded('END:VCALENDAR')
}
