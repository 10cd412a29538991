import { inTurns } from '@atrium/contract/pauses'
import { instantOf, localAt } from '@atrium/domain/dates/local-time'
import { type CalendarItem, readItems, TooManyItems } from '@atrium/domain/icalendar/items'
import type { Moment } from '@atrium/domain/icalendar/moments'
import { parseRule, RecurrenceError, type Rule } from '@atrium/domain/recurrence/rule'
import { checkSeries, startsBetween } from '@atrium/domain/recurrence/series'
import { MINUTE } from './zoned-time.ts'

/** Milliseconds since 1970; the end is not in it. */
export interface Busy {
  from: number
  to: number
  title?: string
  place?: string
}

export interface ReadCalendar {
  busy: Busy[]
  /** Events that were read. */
  events: number
  /** Recurring events that cannot be followed, by their rule. */
  unknownRules: string[]
  /** Events without a time that can be read. */
  broken: number
}

/** Times that a rule may count; each is gone through from its first day. */
const COUNT_MAX = 1_000
const CHARACTERS_MAX = 2_000_000
/** Events of one file. */
const EVENTS_MAX = 20_000
const DAY_MINUTES = 1_440
/** No event that takes longer is followed from before the days that are asked for. */
const LONGEST = 366 * DAY_MINUTES * MINUTE

/**
 * When somebody is busy, from an iCalendar file (RFC 5545): VEVENTs that are neither cancelled nor transparent, and periods of
 * VFREEBUSY, between two instants. A rule that cannot be followed is named, and its first time counts.
 */
export async function readBusy(text: string, zone: string, from: number, to: number): Promise<ReadCalendar> {
  const result: ReadCalendar = { busy: [], events: 0, unknownRules: [], broken: 0 }
  const events: CalendarItem[] = []
  const lines = text.slice(0, CHARACTERS_MAX).split(/\r\n|\n|\r/)
  const options = { names: ['VEVENT', 'VFREEBUSY'] as const, most: EVENTS_MAX, prefix: 'X-ATRIUM-' }
  try {
    for await (const item of inTurns(readItems(inTurns(lines), options), 50)) {
      if (item.kind !== 'item') result.broken += item.kind === 'component' ? 1 : 0
      else if (item.name === 'VEVENT') events.push(item)
      else addPeriods(item, zone, result)
    }
  } catch (error) {
    if (!(error instanceof TooManyItems)) throw error
    result.broken++
  }
  // An occurrence that was changed is an event of its own, and its series does not have it.
  const changed = Map.groupBy(
    events.filter(({ recurrenceId }) => recurrenceId !== null),
    ({ uid }) => uid,
  )
  for await (const event of inTurns(events, 50)) {
    const others = event.recurrenceId === null ? (changed.get(event.uid) ?? []) : []
    addEvent(
      event,
      others.flatMap(({ recurrenceId }) => recurrenceId ?? []),
      { zone, from, to },
      result,
    )
  }
  result.busy = result.busy.filter((one) => one.to > from && one.from < to).sort((a, b) => a.from - b.from)
  return result
}

/** A zone that nobody knows is taken for the reader's own. */
const zoneOf = (moment: Moment, own: string): string => moment.zone ?? own
const at = (moment: Moment, own: string): number => instantOf(moment.local, zoneOf(moment, own)).getTime()

function addPeriods({ busy }: CalendarItem, zone: string, result: ReadCalendar): void {
  for (const { start, end } of busy) {
    const from = at(start, zone)
    result.events++
    result.busy.push({ from, to: typeof end === 'number' ? from + end * 1_000 : at(end, zone) })
  }
}

function lengthOf({ start, end, duration }: CalendarItem, zone: string): number {
  if (!start) return 0
  if (end) return Math.max(0, at(end, zone) - at(start, zone))
  if (duration !== null) return Math.max(0, duration * 1_000)
  return start.local.length === 10 ? DAY_MINUTES * MINUTE : 0
}

function ruleOf({ rule }: CalendarItem, result: ReadCalendar): Rule | null {
  if (rule === null) return null
  try {
    const read = parseRule(rule)
    if (/^(?:SECOND|MINUTE|HOUR)/.test(read.frequency)) throw new RecurrenceError('finer than a day')
    if ((read.count ?? 0) > COUNT_MAX) throw new RecurrenceError('too many to be counted')
    return read
  } catch (error) {
    if (!(error instanceof RecurrenceError)) throw error
    result.unknownRules.push(rule.slice(0, 120))
    return null
  }
}

interface Days {
  zone: string
  from: number
  to: number
}

function addEvent(event: CalendarItem, changed: readonly Moment[], days: Days, result: ReadCalendar): void {
  if (!event.start) {
    result.broken++
    return
  }
  if (event.status === 'CANCELLED' || event.isTransparent) return
  result.events++
  const length = lengthOf(event, days.zone)
  const { local: start } = event.start
  const isDay = start.length === 10
  const zone = zoneOf(event.start, days.zone)
  // Days have no zone: they are the reader's own.
  const onClock = (moment: Moment) =>
    isDay ? moment.local.slice(0, 10) : localAt(new Date(at(moment, days.zone)), zone)
  const series = {
    start,
    zone,
    rule: ruleOf(event, result),
    rdates: event.rdates.map(onClock),
    exdates: [...event.exdates, ...changed].map(onClock),
  }
  try {
    checkSeries(series)
  } catch (error) {
    if (!(error instanceof RecurrenceError)) throw error
    result.unknownRules.push((event.rule ?? '').slice(0, 120))
    series.rule = null
  }
  const first = days.from - Math.min(length, LONGEST) - DAY_MINUTES * MINUTE
  for (const local of startsBetween(series, new Date(first), new Date(days.to + DAY_MINUTES * MINUTE))) {
    const from = instantOf(local, zone).getTime()
    const [title, place] = [event.summary, event.location].map((text) => text.replace(/\s+/g, ' ').slice(0, 200))
    if (from + length > days.from) result.busy.push({ from, to: from + length, title: title ?? '', place: place ?? '' })
  }
}
