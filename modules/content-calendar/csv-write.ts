import Papa from 'papaparse'
import type { CalendarEvent } from './module.ts'
import { addMinutes, dayOf, isDay } from './wall-clock.ts'

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
export function tableOf(events: readonly Stored[], channelName: (id: string) => string): string {
  const rows = events.map((event) => {
    const end = isDay(event.start)
      ? dayOf(addMinutes(event.start, Math.max(0, event.minutes - 1440)))
      : addMinutes(event.start, event.minutes)
    const { title, kind, start, zone, status, text, place, notes, link } = event
    return {
      id: event.occurrence ? `${event.uid} ${event.occurrence}` : event.uid,
      ...{ title, kind, start: start.replace('T', ' '), end: end.replace('T', ' '), zone, status },
      channels: event.channels.map(channelName).join('; '),
      ...{ text, place, notes },
      tags: event.tags.join('; '),
      link,
      repeat: event.rrule ?? '',
    }
  })
  const csv = Papa.unparse({ fields: [...COLUMNS], data: rows }, { escapeFormulae: true, newline: '\r\n' })
  return `\uFEFF${csv}\r\n`
}
