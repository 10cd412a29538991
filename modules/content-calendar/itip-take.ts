import { changeZone as inZone, isWholeDay } from '@atrium/domain/dates/local-time'
import { isSeries, placed } from './editing.ts'
import type { CalendarEvent } from './event.ts'
import type { Guests } from './guest-fields.ts'
import { afterReply, isStale } from './guests.ts'
import type { Message, ReadMessage } from './ics-read.ts'
import type { Context } from './looking.ts'
import { say } from './say.ts'
import type { StoredEvent } from './target.ts'

// Messages of RFC 5546 that a person opens as a file: what they do to the events that are there.

const rowsOf = async ({ store }: Context, uid: string): Promise<StoredEvent[]> =>
  uid === '' ? [] : Array.fromAsync(store.events.each({ where: { uid } }))

const refused = (key: Parameters<typeof say>[0], line: number, title: string) => ({
  ...{ refused: say(key as 'notInvited', { title }), line, text: title },
})

const dataOf = ({ id: _, version: __, createdAt: ___, updatedAt: ____, ...data }: StoredEvent): CalendarEvent => data

/** What a message makes of a row that is there. */
const changing = (row: StoredEvent, line: number, change: Partial<CalendarEvent>) => ({
  ...{ collection: 'events' as const, data: dataOf(row), id: row.id, line, merge: () => change },
})

/** The row of the occurrence that is meant; undefined where that has none of its own. */
function rowMeant(rows: readonly StoredEvent[], { occurrence }: Message): StoredEvent | undefined {
  const series = rows.find((row) => row.occurrence === null)
  if (occurrence === null) return series ?? rows[0]
  const zone = (series ?? rows[0])?.zone ?? 'UTC'
  const { local, zone: from } = occurrence
  const at = isWholeDay(local) || from === null ? local : inZone(local, from, zone)
  if (series && !isSeries(series) && series.start === at) return series
  return rows.find((row) => row.occurrence === at)
}

type Taken = ReturnType<typeof refused> | ReturnType<typeof changing>

/** What somebody answers, or that whoever organises it calls it off. What is older than what is known changes nothing. */
export async function messageTaken({ message, line }: ReadMessage, context: Context): Promise<Taken[]> {
  const rows = await rowsOf(context, message.uid)
  const { title } = message
  const series = rows.find((row) => row.occurrence === null) ?? rows[0]
  if (!series) return [refused('unknownEvent', line, title)]
  const guests = series.guests
  if (message.method === 'REPLY') {
    // An answer to one occurrence stands for that of all: guests are the series'.
    const [from] = message.attendees
    if (!guests || guests.organizer || !from) return [refused('notInvited', line, title)]
    const { sequence, stamp } = message
    const after = afterReply(guests, { address: from.address, status: from.status, sequence, stamp })
    if (after === undefined) return [refused('notInvited', line, title)]
    return [changing(series, line, after === null ? {} : { guests: after })]
  }
  // Only whoever organises it can call it off.
  if (!guests?.organizer || guests.organizer.address !== message.organizer) return [refused('notTheirs', line, title)]
  if (isStale(guests, message)) return [changing(series, line, {})]
  const next: Guests = { ...guests, sequence: message.sequence, stamp: message.stamp || guests.stamp }
  const meant = rowMeant(rows, message)
  if (message.occurrence === null || meant === series)
    return rows.map((row) =>
      changing(row, line, { status: 'cancelled', ...(row.id === series.id && { guests: next }) }),
    )
  if (meant) return [changing(meant, line, { status: 'cancelled' })]
  const { local, zone: from } = message.occurrence
  const at = isWholeDay(local) || from === null ? local : inZone(local, from, series.zone)
  const change = series.exdates.includes(at) ? {} : { exdates: [...series.exdates, at] }
  return [changing(series, line, { ...change, guests: next })]
}

interface Invitation {
  event: CalendarEvent
  line: number
}

/** An invitation: a new event, or what is new of one. One's own answer stays where it is at the same time as before. */
export async function invitation({ event: said, line }: Invitation, calendar: string | null, context: Context) {
  const known = await rowsOf(context, said.uid)
  const series = known.find((row) => row.occurrence === null) ?? known[0]
  const row = known.find(({ occurrence }) => occurrence === said.occurrence)
  const told = said.guests
  const own = await context.mail.own()
  const me = told?.attendees.some(({ address }) => address === own?.address) ? (own?.address ?? null) : null
  if (!told?.organizer) return refused('noOrganizer', line, said.title)
  // One's own, come back: what it says was said here.
  if (row && told.organizer.address === own?.address && !series?.guests?.organizer) return changing(row, line, {})
  const before = series?.guests
  if (before && before.organizer?.address !== told.organizer.address) return refused('notTheirs', line, said.title)
  // What is one's own event already is not taken over by a file of that name.
  if (series && !before && told.organizer.address !== own?.address && series.source === '' && series.raw === '')
    return refused('notTheirs', line, said.title)
  if (row && before && isStale(before, told)) return changing(row, line, {})
  const isSameTime = row?.start === said.start && row.minutes === said.minutes && row.rrule === said.rrule
  const answer = isSameTime ? before?.attendees.find(({ address }) => address === me) : undefined
  const attendees = told.attendees.map((one) => (one.address === me && answer ? answer : one))
  const guests: Guests = { ...told, me, attendees }
  const event = placed({ ...said, calendar: row ? row.calendar : calendar, guests })
  const { channels, variants, files, decisions, postedAt, davName, raw, rawPrint, ...change } = event
  return {
    ...{ collection: 'events' as const, data: event, line, ...(row && { id: row.id }) },
    merge: () => change,
  }
}
