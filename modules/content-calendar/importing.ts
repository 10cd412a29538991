import { calendarFor } from './calendar-list.ts'
import { placed } from './editing.ts'
import type { CalendarEvent } from './event.ts'
import type { ReadEvent, ReadMessage } from './ics-read.ts'
import { invitation, messageTaken } from './itip-take.ts'
import type { Context } from './looking.ts'
import type { StoredEvent } from './target.ts'

/** What a file takes of an event that is there: nothing when it says what it said the last time. */
const mergeOf = (event: CalendarEvent) => (row: StoredEvent) => {
  if (row.source !== '' && row.source === event.source) return {}
  const { channels, variants, files, decisions, postedAt, davName, raw, rawPrint, guests, ...told } = event
  return { ...told, ...(channels.length > 0 && { channels }) }
}

/** A row of a file, for one calendar. */
function incoming({ event: said, line }: { event: CalendarEvent; line: number }, calendar: string | null) {
  const event = placed({ ...said, calendar })
  return { collection: 'events' as const, data: event, line, merge: mergeOf(event) }
}

/** Rows that are looked for at once. */
const ROWS_AT_ONCE = 100

/**
 * The rows of a file, each for its calendar: the one that was asked for. Where none was, what is in a calendar already stays there,
 * in the default one if it is in several, and what is new goes into the default one.
 */
export async function* intoCalendars(
  rows: AsyncIterable<ReadEvent | ReadMessage>,
  asked: string | undefined,
  context: Context,
) {
  const calendar = await calendarFor(context, asked)
  for await (const some of chunksOf(rows, ROWS_AT_ONCE)) {
    const places = new Map<string, string | null>()
    if (asked === undefined) {
      const uids = some.flatMap((row) => ('event' in row && row.event.uid !== '' ? [row.event.uid] : []))
      const found = uids.length > 0 ? context.store.events.each({ where: { uid: { in: [...new Set(uids)] } } }) : []
      for await (const { uid, calendar: place } of found)
        if (!places.has(uid) || place === calendar) places.set(uid, place)
    }
    for (const row of some) {
      if ('message' in row) {
        yield* await messageTaken(row, context)
        continue
      }
      const place = 'event' in row ? places.get(row.event.uid) : undefined
      const to = place === undefined ? calendar : place
      if ('refused' in row) yield row
      else yield row.isInvitation ? await invitation(row, to, context) : incoming(row, to)
    }
  }
}

async function* chunksOf<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let some: T[] = []
  for await (const one of all) {
    some.push(one)
    if (some.length < size) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}
