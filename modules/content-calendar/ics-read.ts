import { createHash } from 'node:crypto'
import { AppError } from '@atrium/contract/errors'
import { inOurWords } from '@atrium/contract/own-words'
import {
  dayOf,
  changeZone as inZone,
  isWholeDay as isDay,
  type LocalTime as Local,
  minutesBetween,
} from '@atrium/domain/dates/local-time'
import { type CalendarItem, readItems, TooManyItems } from '@atrium/domain/icalendar/items'
import type { Moment } from '@atrium/domain/icalendar/moments'
import { formatRule, parseRule, RecurrenceError } from '@atrium/domain/recurrence/rule'
import { placed } from './editing.ts'
import { CalendarEvent, type Status } from './event.ts'
import type { Guest } from './guest-fields.ts'
import { guestOf } from './guests.ts'
import { zoned } from './local-time.ts'
import { refuseRule, withOwnEnd } from './rules.ts'
import { say } from './say.ts'

/** What somebody says of an event that is known (RFC 5546): an answer to an invitation, or that it is called off. */
export interface Message {
  method: 'REPLY' | 'CANCEL'
  uid: string
  title: string
  /** Of which occurrence of a series; null of all. On a clock of its own, null for whoever reads it. */
  occurrence: { local: string; zone: string | null } | null
  attendees: Guest[]
  organizer: string | null
  sequence: number
  stamp: string
}
export type ReadEvent =
  | { event: CalendarEvent; line: number; isInvitation?: true }
  | { refused: string; line: number; text: string }
export type ReadMessage = { message: Message; line: number }

/** Events of one file; twenty years of a full calendar. Each that repeats is looked at whenever the calendar is. */
const EVENTS_MAX = 20_000

class Refusal extends Error {}

/** A moment on a clock: that of its zone, that of the person where it has none. */
interface Placed {
  local: Local
  zone: string
}

function place({ local, zone, unknownZone }: Moment, own: string): Placed {
  if (unknownZone !== undefined) throw new Refusal(unknownZone)
  return { local, zone: isDay(local) ? 'UTC' : (zone ?? own) }
}

/** The dates of EXDATE or RDATE, on the series' clock. */
function onClock(moments: readonly Moment[], zone: string, start: Local, own: string): Local[] {
  return moments.map((moment) => {
    const { local, zone: from } = place(moment, own)
    if (isDay(start)) return dayOf(local)
    return isDay(local) ? `${local}T${start.slice(11)}` : inZone(local, from, zone)
  })
}

function minutesOf({ end: last, duration }: CalendarItem, start: Placed, own: string): number {
  if (duration !== null) return Math.max(0, Math.round(duration / 60))
  if (!last) return isDay(start.local) ? 1440 : 0
  const end = place(last, own)
  if (isDay(start.local)) return Math.max(1440, minutesBetween(start.local, dayOf(end.local)))
  if (isDay(end.local)) return Math.max(0, minutesBetween(start.local, end.local))
  const exact = zoned(end.local, end.zone).epochMilliseconds - zoned(start.local, start.zone).epochMilliseconds
  return Math.max(0, Math.round(exact / 60_000))
}

const POST: readonly string[] = ['draft', 'review', 'approved', 'scheduled', 'posted']
function statusOf({ own, status }: CalendarItem, isPost: boolean): Status {
  const said = own.get('STATUS') ?? ''
  if (isPost) return POST.includes(said) ? (said as Status) : 'draft'
  return status === 'CANCELLED' ? 'cancelled' : status === 'TENTATIVE' ? 'tentative' : 'confirmed'
}

/** Rules of other programs have their parts in an order or a form of their own. */
function ruleIn({ rule }: CalendarItem, { local, zone }: Placed): string | null {
  if (rule === null) return null
  try {
    return formatRule(withOwnEnd(parseRule(rule), { start: local, zone }))
  } catch (error) {
    // refuseRule, which is asked next, says what is wrong with it.
    if (error instanceof RecurrenceError) return rule.slice(0, 500)
    throw error
  }
}

function eventOf(item: CalendarItem, own: string, masters: ReadonlyMap<string, string>): CalendarEvent {
  if (!item.start) throw new Refusal('It has no start.')
  const start = place(item.start, own)
  const original = item.recurrenceId && place(item.recurrenceId, own)
  const uid = item.uid || `${item.summary} ${start.local}`
  const zone = isDay(start.local) ? (masters.get(uid) ?? 'UTC') : start.zone
  // On the clock of its series, or of itself when the file does not have the series.
  const clock = masters.get(uid) ?? start.zone
  const occurrence = original && (isDay(original.local) ? original.local : inZone(original.local, original.zone, clock))
  const isPost = item.own.get('KIND') === 'post'
  const isRuled = occurrence === null
  const data = {
    title: item.summary.replace(/\s+/g, ' ').trim().slice(0, 500) || 'Without a title',
    kind: isPost ? 'post' : 'event',
    start: start.local,
    minutes: minutesOf(item, start, own),
    zone,
    rrule: isRuled ? ruleIn(item, start) : null,
    rdates: isRuled ? onClock(item.rdates, zone, start.local, own) : [],
    exdates: isRuled ? onClock(item.exdates, zone, start.local, own) : [],
    place: item.location.slice(0, 1000),
    notes: isPost ? '' : item.description.slice(0, 20_000),
    text: isPost ? item.description.slice(0, 20_000) : '',
    link: item.url.slice(0, 2000),
    tags: item.categories.map((tag) => tag.slice(0, 60)).slice(0, 30),
    status: statusOf(item, isPost),
    uid: uid.slice(0, 1000),
    occurrence,
    source: '',
  }
  const checked = CalendarEvent.safeParse(data, inOurWords)
  if (!checked.success) throw new Refusal(checked.error.issues[0]?.message ?? 'It cannot be an event.')
  refuseRule(checked.data)
  // What the file says of it, without its times of writing: a second import of the same words changes nothing.
  const said = item.text.replace(/^(?:DTSTAMP|LAST-MODIFIED|CREATED|SEQUENCE)[;:].*\r?\n?/gim, '')
  return placed({ ...checked.data, source: createHash('sha256').update(said).digest('base64url') })
}

/** As they stand in an invitation: who of them is asked is found out where it is kept. */
const guestsIn = ({ attendees, organizer, sequence, stamp }: CalendarItem): CalendarEvent['guests'] => ({
  attendees: attendees.slice(0, 1000).map(guestOf),
  organizer: organizer && { address: organizer.address, name: organizer.name },
  ...{ me: null, sequence, stamp, sent: null },
})

const METHOD = /^METHOD(?:;[^:]*)?:\s*([\w-]{1,20})\s*$/i

/**
 * The events of a file that somebody opened, and what it says of events that are known already: it may be a message that came by mail.
 */
export async function* readMessages(
  lines: AsyncIterable<string>,
  own: string,
): AsyncGenerator<ReadEvent | ReadMessage> {
  const rest = lines[Symbol.asyncIterator]()
  const head: string[] = []
  let method = ''
  // What is said of the whole stands before its first component (RFC 5545, 3.6).
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    head.push(next.value)
    method ||= METHOD.exec(next.value)?.[1]?.toUpperCase() ?? ''
    if (/^BEGIN:(?!VCALENDAR)/i.test(next.value)) break
  }
  async function* each() {
    yield* head
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  }
  if (method !== 'REPLY' && method !== 'CANCEL') {
    for await (const row of readCalendar(each(), own, method === 'REQUEST'))
      yield 'event' in row && method === 'REQUEST' ? { ...row, isInvitation: true } : row
    return
  }
  for await (const read of readItems(each(), { names: ['VEVENT'], most: EVENTS_MAX, prefix: 'X-ATRIUM-' })) {
    if (read.kind === 'component') yield { refused: read.refused, line: read.line, text: read.text }
    if (read.kind !== 'item') continue
    const { uid, summary, recurrenceId, attendees, organizer, sequence, stamp, line } = read
    const message: Message = {
      ...{ method, uid, title: summary.slice(0, 200) || 'An event', sequence, stamp },
      occurrence: recurrenceId && { local: recurrenceId.local, zone: recurrenceId.zone ?? null },
      attendees: attendees.slice(0, 1000).map(guestOf),
      organizer: organizer?.address ?? null,
    }
    yield uid === ''
      ? { refused: 'It does not say which event it is about.', line, text: message.title }
      : { message, line }
  }
}

/** Every event of an iCalendar file, or why it is none. Times without a zone are on `own` clocks. */
export async function* readCalendar(
  lines: AsyncIterable<string>,
  own: string,
  withGuests = false,
): AsyncGenerator<ReadEvent> {
  const items: CalendarItem[] = []
  try {
    for await (const read of readItems(lines, { names: ['VEVENT'], most: EVENTS_MAX, prefix: 'X-ATRIUM-' })) {
      if (read.kind === 'item') items.push(read)
      else if (read.kind === 'component') yield { refused: read.refused, line: read.line, text: read.text }
    }
  } catch (cause) {
    if (!(cause instanceof TooManyItems)) throw cause
    const most = EVENTS_MAX.toLocaleString('en')
    throw new AppError('too_large', say('tooManyEvents', { most }), { cause })
  }
  // The series come first: their occurrences are on their clocks.
  const masters = new Map<string, string>()
  const isOccurrence = ({ recurrenceId }: CalendarItem) => recurrenceId !== null
  for (const item of [...items.filter((one) => !isOccurrence(one)), ...items.filter(isOccurrence)]) {
    try {
      const event = eventOf(item, own, masters)
      if (!event.occurrence) masters.set(event.uid, isDay(event.start) ? 'UTC' : event.zone)
      if (withGuests) event.guests = guestsIn(item)
      yield { event, line: item.line }
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof AppError)) throw error
      yield { refused: error.message, line: item.line, text: item.summary.slice(0, 200) || 'An event' }
    }
  }
}
