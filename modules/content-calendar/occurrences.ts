import { previewOf } from '@atrium/contract/file-kinds'
import { createPause } from '@atrium/contract/pauses'
import { addDays, type Day, daysBetween } from '@atrium/domain/dates/days'
import { addMinutes, dayOf, instantOf, isWholeDay, type LocalTime, localAt } from '@atrium/domain/dates/local-time'
import { isSeries } from './editing.ts'
import type { CalendarEvent, Occurrence } from './event.ts'
import { startsOf, zoneOf } from './rules.ts'

/** What its occurrences follow from and show, without its texts: of a large calendar, all events are in memory at once. */
export const briefOf = (event: CalendarEvent & { id: string }) => {
  const { id, uid, title, kind, status, start, minutes, zone, rrule, rdates, exdates, occurrence } = event
  const { place, tags, channels, files, calendar } = event
  const picture = files.find(({ mime }) => previewOf(mime) === 'image')?.id ?? null
  return {
    ...{ id, uid, title, kind, status, start, minutes, zone, rrule, rdates, exdates, occurrence },
    ...{ place, tags, channels, picture, files: files.length, calendar },
  }
}
type Stored = ReturnType<typeof briefOf>

/** Ids of what is subscribed to name the subscription too; rows' own have no colon. */
export const isForeignId = (id: string): boolean => id.includes(':')

/** Where it ends: an exact time after its start (a meeting over the change of clocks has its minutes); of days, the day after. */
const endOf = (start: LocalTime, { minutes }: Stored, from: string, to: string): LocalTime =>
  isWholeDay(start)
    ? addMinutes(start, Math.max(minutes, 1440))
    : localAt(new Date(instantOf(start, from).getTime() + minutes * 60_000), to)

function occurrenceOf(event: Stored, start: LocalTime, key: LocalTime | null, viewer: string, now: Date): Occurrence {
  const zone = zoneOf({ start, zone: event.zone })
  const at = isWholeDay(start) ? null : instantOf(start, zone)
  return {
    id: event.id,
    occurrence: key,
    title: event.title,
    kind: event.kind,
    status: event.status,
    calendar: event.calendar,
    isForeign: isForeignId(event.id),
    start: at ? localAt(at, viewer) : start,
    end: endOf(start, event, zone, viewer),
    at: at?.toISOString() ?? null,
    zone: event.zone,
    own: start,
    repeats: isSeries(event) || event.occurrence !== null,
    changed: event.occurrence !== null,
    place: event.place,
    tags: event.tags,
    channels: event.channels,
    files: event.files,
    picture: event.picture,
    late: event.kind === 'post' && event.status === 'scheduled' && instantOf(start, zone) < now,
  }
}

interface Days {
  /** Days of the viewer, `to` not included. */
  from: Day
  to: Day
  /** The viewer's. */
  zone: string
  now: Date
}

/** Of more than so many, titles of one moment stand in the order of their letters' codes: a language's takes five times as long. */
const MOST_COLLATED = 10_000
const titles = new Intl.Collator()

function inOrder(found: Occurrence[]): Occurrence[] {
  const byTitle = found.length > MOST_COLLATED ? (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0) : titles.compare
  return found.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : byTitle(a.title, b.title)))
}

/** Of one series, which is of one calendar: the same UID may stand in two. */
const placeIn = ({ calendar, uid }: Stored, at: LocalTime): string => `${calendar ?? ''} ${uid} ${at}`

/** The changed occurrences, whose places in their series are theirs. */
const replacedIn = (events: readonly Stored[]): ReadonlySet<string> =>
  new Set(events.flatMap((one) => (one.occurrence ? [placeIn(one, one.occurrence)] : [])))

function* occurrencesOf(event: Stored, replaced: ReadonlySet<string>, { from, to, zone, now }: Days) {
  // Days are the viewer's for what has a time, and anybody's for what lasts all day.
  const clock = isWholeDay(event.start) ? 'UTC' : zone
  for (const start of startsOf(event, instantOf(dayOf(from), clock), instantOf(dayOf(to), clock))) {
    if (isSeries(event) && event.occurrence === null && replaced.has(placeIn(event, start))) continue
    yield occurrenceOf(event, start, event.occurrence ?? (isSeries(event) ? start : null), zone, now)
  }
}

/**
 * Every occurrence that touches the days of a viewer, in the order in which they begin. `events` holds whatever may: single
 * ones, series and the changed occurrences of those series.
 */
export function occurrencesIn(events: readonly Stored[], days: Days): Occurrence[] {
  const replaced = replacedIn(events)
  return inOrder(events.flatMap((event) => [...occurrencesOf(event, replaced, days)]))
}

/** Far ahead of whatever a rule without an end is asked for. */
const FAR = 10 * 366 * 86_400_000 // ms

/**
 * Those of the events of which something is between two instants, ever where one is null. What lasts all day is on its days on the
 * clocks of `zone` (RFC 4791, section 9.9).
 */
export function* touching(
  events: readonly Stored[],
  from: Date | null,
  to: Date | null,
  zone: string,
): Generator<Stored> {
  const replaced = replacedIn(events)
  for (const event of events) {
    const onDays = (at: Date) => (isWholeDay(event.start) ? new Date(`${localAt(at, zone)}:00Z`) : at)
    const begins = instantOf(event.start, zoneOf(event))
    const first = from ? onDays(from) : new Date(begins.getTime() - 1)
    // What repeats without an end is somewhere ahead of its first start, or of where one looks.
    const last = to ? onDays(to) : new Date(Math.max(first.getTime(), begins.getTime()) + FAR)
    const isReplaced = (start: LocalTime) =>
      isSeries(event) && event.occurrence === null && replaced.has(placeIn(event, start))
    if (startsOf(event, first, last).some((start) => !isReplaced(start))) yield event
  }
}

/** Events and occurrences between two pauses. */
const BETWEEN = 50
/** Events times days that are looked through before it is seen whether that was enough. */
const AT_ONCE = 20_000

interface Look {
  /** Without it, all are looked for. */
  most?: number
  isMeant(one: Occurrence): boolean
  signal: AbortSignal
}

/**
 * The same of a calendar of any size, while others have their turn: all of them or, of more than `most`, at least so many
 * from the first day on. 50,000 events that repeat each day would give a million and a half in a month. Throws the signal's reason.
 */
export async function firstOccurrences(
  events: readonly Stored[],
  days: Days,
  { most, isMeant, signal }: Look,
): Promise<Occurrence[]> {
  const replaced = replacedIn(events)
  const all = daysBetween(days.from, days.to)
  const first = most === undefined ? all : Math.floor(AT_ONCE / Math.max(1, events.length))
  for (let width = Math.max(1, first); ; width *= 4) {
    const to = width < all ? addDays(days.from, width) : days.to
    const found: Occurrence[] = []
    const pause = createPause(signal, BETWEEN)
    for (const event of events) {
      await pause()
      for (const one of occurrencesOf(event, replaced, { ...days, to })) {
        if (isMeant(one)) found.push(one)
        await pause()
      }
    }
    if (to === days.to || found.length > (most ?? Number.POSITIVE_INFINITY)) return inOrder(found)
  }
}
