import type { CalendarMethod } from '@atrium/contract/module-mail'
import { isWholeDay } from '@atrium/domain/dates/local-time'
import { contentLines, parameterValue, utcTime } from '@atrium/domain/icalendar/content-lines'
import { zoneBlock } from '@atrium/domain/icalendar/zone-block'
import type { Answer, Guest, Guests, Role } from './guest-fields.ts'
import { eventLines, HEAD, type Stored } from './ics-write.ts'

const ROLES: Readonly<Record<Role, string>> = {
  ...{ chair: 'CHAIR', required: 'REQ-PARTICIPANT', optional: 'OPT-PARTICIPANT', informed: 'NON-PARTICIPANT' },
}
const ANSWERS: Readonly<Record<Answer, string>> = {
  ...{ open: 'NEEDS-ACTION', accepted: 'ACCEPTED', declined: 'DECLINED', tentative: 'TENTATIVE' },
}

const named = (name: string) => (name === '' ? '' : `;CN=${parameterValue(name)}`)

const attendeeLine = ({ address, name, role, status }: Guest, asksAnswer: boolean): string =>
  `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=${ROLES[role]};PARTSTAT=${ANSWERS[status]}${asksAnswer ? ';RSVP=TRUE' : ''}${named(name)}:mailto:${address}`

export interface Message {
  method: CalendarMethod
  /** The event, or the series before its changed occurrences. */
  events: readonly Stored[]
  guests: Guests
  organizer: { address: string; name: string }
  /** Who acts for them. */
  sentBy?: string | null
  now: Date
}

const REPLACED = /^(?:DTSTAMP|SEQUENCE|STATUS|X-ATRIUM-[A-Z-]+)[;:]/

/** A message of RFC 5546: 3.2.2 (REQUEST), 3.2.3 (REPLY: one attendee, with their answer), 3.2.5 (CANCEL). */
export function messageText({ method, events, guests, organizer, sentBy, now }: Message): string {
  const attendees =
    method === 'REPLY' ? guests.attendees.filter(({ address }) => address === guests.me) : guests.attendees
  const people = [
    `ORGANIZER${named(organizer.name)}${sentBy ? `;SENT-BY="mailto:${sentBy}"` : ''}:mailto:${organizer.address}`,
    ...attendees.map((one) => attendeeLine(one, method === 'REQUEST' && one.role !== 'informed')),
  ]
  const said = [`DTSTAMP:${utcTime(now)}`, `SEQUENCE:${guests.sequence}`]
  const series = events.find(({ occurrence }) => occurrence === null)?.zone
  const years = new Map<string, number>()
  for (const { start, zone } of events)
    if (!isWholeDay(start) && zone !== 'UTC')
      years.set(zone, Math.min(years.get(zone) ?? 9999, Number(start.slice(0, 4))))
  const components = events.flatMap((event) => {
    const lines = eventLines(event, event.occurrence ? series : undefined)
    const status = method === 'CANCEL' ? ['STATUS:CANCELLED'] : lines.filter((line) => line.startsWith('STATUS:'))
    const [begin = '', ...rest] = lines.slice(0, -1).filter((line) => !REPLACED.test(line))
    return [begin, ...said, ...status, ...people, ...rest, 'END:VEVENT']
  })
  const zones = [...years].flatMap(([zone, year]) => zoneBlock(zone, year))
  return contentLines([...HEAD, `METHOD:${method}`, ...zones, ...components, 'END:VCALENDAR'])
}
