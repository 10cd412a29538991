import type { Attendee, Slot } from './finding.ts'
import { saidTime } from './zoned-time.ts'

export interface Meeting {
  title: string
  place: string
  minutes: number
  signed: string
}

/** The invitation as one person reads it: on their own clock, with two other times. */
export function invitationText(
  { title, place, minutes, signed }: Meeting,
  slots: readonly Slot[],
  { name, zone }: Pick<Attendee, 'name' | 'zone'>,
): string {
  const [best, ...others] = slots.map(({ from }) => `${saidTime(from, zone)} (${zone})`)
  return [
    `Hello ${name},`,
    `may I invite you to “${title}”, ${minutes} minutes, on ${best ?? ''}${place ? `, ${place}` : ''}?`,
    others.length > 0 ? `If that does not suit you: ${others.join(', or ')}.` : '',
    `Kind regards\n${signed}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

const stamp = (instant: number) => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '')
const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll('`', '’')

/** Lines of more than 75 octets are folded (RFC 5545, 3.1). */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const sign of line) {
    if (new TextEncoder().encode(part + sign).length > (parts.length === 0 ? 75 : 74)) {
      parts.push(part)
      part = ''
    }
    part += sign
  }
  return [...parts, part].join('\r\n ')
}

/** An iCalendar file (RFC 5545) that calendars read. */
export function inviteFile(
  { title, place }: Meeting,
  { from, to }: Slot,
  people: readonly Pick<Attendee, 'name' | 'email'>[],
  now: Date,
): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Atrium//Scheduler//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${stamp(from)}-${stamp(now.getTime())}@atrium`,
    `DTSTAMP:${stamp(now.getTime())}`,
    `DTSTART:${stamp(from)}`,
    `DTEND:${stamp(to)}`,
    `SUMMARY:${escaped(title)}`,
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    ...people
      .filter(({ email }) => email !== '')
      .map(({ name, email }) => `ATTENDEE;CN="${name.replace(/["\p{Cc}]/gu, '')}":mailto:${email}`),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map(folded)
    .join('\r\n')
}
