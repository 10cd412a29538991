import { createHash } from 'node:crypto'
import { isWholeDay } from '@atrium/domain/dates/local-time'
import type { CalendarUser } from '@atrium/domain/icalendar/items'
import type { CalendarEvent } from './event.ts'
import type { Answer, Guest, Guests, Role } from './guest-fields.ts'

// Who takes part in an event, and what has been said between them (RFC 5546).

const ROLES: Readonly<Record<string, Role>> = {
  CHAIR: 'chair',
  'OPT-PARTICIPANT': 'optional',
  'NON-PARTICIPANT': 'informed',
}
const ANSWERS: Readonly<Record<string, Answer>> = { ACCEPTED: 'accepted', DECLINED: 'declined', TENTATIVE: 'tentative' }

export const guestOf = ({ address, name, role, status }: CalendarUser): Guest => ({
  ...{ address, name, role: ROLES[role] ?? 'required', status: ANSWERS[status] ?? 'open', answeredAt: '' },
})

/** Asked anew: what they said was said of something else. */
const unanswered = ({ note: _, ...one }: Guest): Guest => ({ ...one, status: 'open', answeredAt: '' })

type Timed = Pick<
  CalendarEvent,
  'start' | 'minutes' | 'zone' | 'rrule' | 'rdates' | 'exdates' | 'place' | 'status' | 'occurrence'
>

const hashOf = (parts: unknown) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * When it is: whoever has said yes to another time has not said yes to this one (RFC 5546, 2.1.4 and 3.2.2.1). That single occurrences of
 * a series are left out asks nobody anew.
 */
const timePrint = ({ start, minutes, zone, rrule, rdates }: Timed): string =>
  hashOf([start, minutes, isWholeDay(start) ? '' : zone, rrule, rdates])
const inOrder = (events: readonly Timed[]) =>
  events.toSorted((a, b) => ((a.occurrence ?? '') < (b.occurrence ?? '') ? -1 : 1))
/** When and where it is and whether at all, with each changed occurrence: another one of these is another SEQUENCE. */
const printOfSent = (events: readonly Timed[]): string =>
  hashOf(inOrder(events).map((one) => [timePrint(one), one.exdates, one.place, one.status, one.occurrence]))

/** When it begins, as it is noted with an invitation; a day is one everywhere. */
export const startNoted = ({ start, zone }: Pick<Timed, 'start' | 'zone'>): string =>
  isWholeDay(start) ? start : `${start} ${zone}`

interface Sending {
  by: { address: string; name: string }
  /** What was noted of the invitation before. */
  was: Guests['sent']
  now: Date
  to: readonly string[]
  failed: string[]
}
const movedFrom = (was: Guests['sent'], start: string): { start: string; before?: string } => {
  const before = was?.start === start ? was.before : was?.start
  return { start, ...(before !== undefined && { before }) }
}

/** What is noted of an invitation: the event, or the series before its changed occurrences. */
export const sentOf = (
  events: readonly [Timed, ...Timed[]],
  { by, was, now, to, failed }: Sending,
): Guests['sent'] & {} => ({
  ...movedFrom(was, startNoted(events[0])),
  ...{ by, at: now.toISOString(), to: to.filter((one) => !failed.includes(one)), failed },
  ...{ print: printOfSent(events), time: timePrint(events[0]) },
})

/** Whether there is something that a guest was not told: one who is new, one who was not reached, another time or place. */
export function isUntold(events: readonly Timed[], guests: Guests | undefined): boolean {
  if (!guests || guests.organizer) return false
  const { sent, attendees } = guests
  if (!sent) return attendees.length > 0
  return (
    attendees.some(({ address }) => !sent.to.includes(address)) ||
    uninvited(guests).length > 0 ||
    sent.print !== printOfSent(events)
  )
}

/** As the guests are told of it next: with the number of this change, and asked anew where it is at another time. */
export function toBeSent(events: readonly [Timed, ...Timed[]], guests: Guests): Guests {
  const { sent } = guests
  if (!sent) return guests
  const sequence = sent.print === printOfSent(events) ? guests.sequence : guests.sequence + 1
  if (sent.time === timePrint(events[0])) return { ...guests, sequence }
  const attendees = guests.attendees.map(unanswered)
  return { ...guests, sequence, attendees }
}

/** The list as it was said, with what is known of those who were on it. */
export function listed(
  said: readonly { address: string; name?: string | undefined; role?: Role | undefined }[],
  was: readonly Guest[],
): Guest[] {
  const before = new Map(was.map((one) => [one.address, one]))
  const all = said.map(({ address, name, role }): Guest => {
    const known = before.get(address)
    return {
      ...{ address, name: name ?? known?.name ?? '', role: role ?? known?.role ?? 'required' },
      ...{ status: known?.status ?? 'open', answeredAt: known?.answeredAt ?? '' },
      ...(known?.note && { note: known.note }),
    }
  })
  return [...new Map(all.map((one) => [one.address, one])).values()]
}

/** Of a series that begins by itself now, under a name of its own: nobody was asked to that. What somebody else organises stays theirs. */
export function restarted(guests: Guests | undefined): Guests | undefined {
  if (!guests || guests.organizer) return undefined
  const attendees = guests.attendees.map(unanswered)
  return { ...guests, attendees, sequence: 0, stamp: '', sent: null }
}

/** Those who were told of it and are not on the list any more. */
export const uninvited = ({ sent, attendees }: Guests): string[] =>
  (sent?.to ?? []).filter((address) => !attendees.some((one) => one.address === address))

interface Reply {
  address: string
  status: Answer
  sequence: number
  stamp: string
  note?: string | undefined
}

/**
 * The guests after somebody has answered: null where that changes nothing, for it answers an older invitation or comes after a newer
 * answer (RFC 5546, 2.1.5); undefined where nobody of that address is invited.
 */
export function afterReply(
  guests: Guests,
  { address, status, sequence, stamp, note }: Reply,
): Guests | null | undefined {
  const found = guests.attendees.find((one) => one.address === address)
  if (!found) return undefined
  if (sequence < guests.sequence || (stamp !== '' && stamp < found.answeredAt)) return null
  const { note: _, ...rest } = found
  const answered = { ...rest, status, answeredAt: stamp || found.answeredAt, ...(note && { note }) }
  if (answered.status === found.status && answered.answeredAt === found.answeredAt && answered.note === found.note)
    return null
  return { ...guests, attendees: guests.attendees.map((one) => (one === found ? answered : one)) }
}

/** Whether what whoever organises it says now is older than what they have said already. */
export const isStale = (guests: Guests, { sequence, stamp }: { sequence: number; stamp: string }): boolean =>
  sequence < guests.sequence || (sequence === guests.sequence && stamp !== '' && stamp < guests.stamp)

/** As they are to be after something that took its time, with the answers that came meanwhile: `read` is what it began with. */
export function keepingAnswers(next: Guests, read: Guests, now: Guests | null | undefined): Guests {
  const before = new Map(read.attendees.map((one) => [one.address, one.answeredAt]))
  const fresh = new Map(
    (now?.attendees ?? []).flatMap((one) => (one.answeredAt === before.get(one.address) ? [] : [[one.address, one]])),
  )
  const attendees = next.attendees.map((one): Guest => {
    const answered = fresh.get(one.address)
    if (!answered) return one
    const { note: _, ...rest } = one
    const { status, answeredAt, note } = answered
    return { ...rest, status, answeredAt, ...(note !== undefined && { note }) }
  })
  return { ...next, attendees }
}
