import { addMinutes, dayOf, isWholeDay } from '@atrium/domain/dates/local-time'
import { recordLine } from '@atrium/domain/tables/writing'
import type { CalendarEvent } from './event.ts'

type Stored = CalendarEvent & { id: string }

export const COLUMNS = [
  'id',
  'title',
  'kind',
  'start',
  'end',
  'zone',
  'status',
  'channels',
  'text',
  'place',
  'notes',
  'tags',
  'link',
  'repeat',
] as const
/** Everything as a table, what spreadsheets would take for a formula behind an apostrophe. */
export async function* tableOf(
  events: AsyncIterable<Stored>,
  channelName: (id: string) => string,
): AsyncGenerator<string> {
  const written = (cells: readonly string[]) => recordLine(cells, { isGuarded: true })
  yield `\uFEFF${written(COLUMNS)}`
  for await (const event of events) {
    const end = isWholeDay(event.start)
      ? dayOf(addMinutes(event.start, Math.max(0, event.minutes - 1440)))
      : addMinutes(event.start, event.minutes)
    const { title, kind, start, zone, status, text, place, notes, link } = event
    const row = {
      id: event.occurrence ? `${event.uid} ${event.occurrence}` : event.uid,
      ...{ title, kind, start: start.replace('T', ' '), end: end.replace('T', ' '), zone, status },
      channels: event.channels.map(channelName).join('; '),
      ...{ text, place, notes },
      tags: event.tags.join('; '),
      link,
      repeat: event.rrule ?? '',
    }
    yield written(COLUMNS.map((name) => row[name]))
  }
}
