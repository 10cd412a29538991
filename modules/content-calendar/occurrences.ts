import { isSeries } from './editing.ts'
import { instantOf, localOf, zoned } from './local-time.ts'
import type { CalendarEvent, Occurrence } from './module.ts'
import { startsOf, zoneOf } from './rules.ts'
import { addMinutes, dayOf, isDay, type Local } from './wall-clock.ts'

type Stored = CalendarEvent & { id: string }

/** Where it ends: an exact time after its start (a meeting over the change of clocks has its minutes); of days, the day after. */
const endOf = (start: Local, { minutes }: CalendarEvent, from: string, to: string): Local =>
  isDay(start) ? addMinutes(start, Math.max(minutes, 1440)) : localOf(zoned(start, from).add({ minutes }), to)

function occurrenceOf(event: Stored, start: Local, key: Local | null, viewer: string, now: Date): Occurrence {
  const zone = zoneOf({ start, zone: event.zone })
  const at = isDay(start) ? null : instantOf(start, zone)
  return {
    id: event.id,
    occurrence: key,
    title: event.title,
    kind: event.kind,
    status: event.status,
    start: at ? localOf(at, viewer) : start,
    end: endOf(start, event, zone, viewer),
    at: at?.toISOString() ?? null,
    zone: event.zone,
    own: start,
    repeats: isSeries(event) || event.occurrence !== null,
    changed: event.occurrence !== null,
    place: event.place,
    tags: event.tags,
    channels: event.channels,
    late: event.kind === 'post' && event.status === 'scheduled' && instantOf(start, zone) < now,
  }
}

/**
 * Every occurrence that touches the days [from, to) of a viewer, in the order in which they begin. `events` holds whatever
 * may: single ones, series and the changed occurrences of those series.
 */
export function occurrencesIn(
  events: readonly Stored[],
  { from, to, zone, now }: { from: string; to: string; zone: string; now: Date },
): Occurrence[] {
  const replaced = new Set(events.filter((one) => one.occurrence).map((one) => `${one.uid} ${one.occurrence}`))
  const found: Occurrence[] = []
  for (const event of events) {
    // Days are the viewer's for what has a time, and anybody's for what lasts all day.
    const clock = isDay(event.start) ? 'UTC' : zone
    for (const start of startsOf(event, instantOf(dayOf(from), clock), instantOf(dayOf(to), clock))) {
      if (isSeries(event) && event.occurrence === null && replaced.has(`${event.uid} ${start}`)) continue
      found.push(occurrenceOf(event, start, event.occurrence ?? (isSeries(event) ? start : null), zone, now))
    }
  }
  return found.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : a.title.localeCompare(b.title)))
}
