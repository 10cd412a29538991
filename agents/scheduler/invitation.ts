import { contentLines, escapeText, parameterValue, utcTime } from '@atrium/domain/icalendar/content-lines'
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

const oneLine = (text: string) => escapeText(text.replace(/[\p{Cc}\s]+/gu, ' ').replaceAll('`', '’'))

/** An iCalendar file (RFC 5545) that calendars read. */
export function inviteFile(
  { title, place }: Meeting,
  { from, to }: Slot,
  people: readonly Pick<Attendee, 'name' | 'email'>[],
  now: Date,
): string {
  return contentLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Atrium//Scheduler//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${utcTime(from)}-${utcTime(now)}@atrium`,
    `DTSTAMP:${utcTime(now)}`,
    `DTSTART:${utcTime(from)}`,
    `DTEND:${utcTime(to)}`,
    `SUMMARY:${oneLine(title)}`,
    ...(place ? [`LOCATION:${oneLine(place)}`] : []),
    ...people
      .filter(({ email }) => email !== '')
      .map(({ name, email }) => `ATTENDEE;CN=${parameterValue(name)}:mailto:${email}`),
    'END:VEVENT',
    'END:VCALENDAR',
  ])
}
