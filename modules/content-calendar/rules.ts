import { AppError } from '@atrium/contract/errors'
import { addDays, type Day, isoWeekday as weekdayOf } from '@atrium/domain/dates/days'
import { dayOf, isWholeDay as isDay, type LocalTime as Local, minutesBetween } from '@atrium/domain/dates/local-time'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { zoned } from './local-time.ts'

/** What repeats and how: the part of an event that its occurrences follow from. */
export interface Series {
  start: Local
  minutes: number
  zone: string
  rrule: string | null
  rdates: readonly Local[]
  exdates: readonly Local[]
}

/** What a single series may give at once. An hourly one would else fill any list. */
const MOST = 2000
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** What lasts all day has no zone: it is on that day wherever one is. */
export const zoneOf = ({ start, zone }: { start: Local; zone: string }): string => (isDay(start) ? 'UTC' : zone)

/** `FREQ=WEEKLY;BYDAY=MO` by its parts, in their order. */
export const partsOf = (rrule: string): Map<string, string> =>
  new Map(
    rrule
      .replace(/^RRULE:/i, '')
      .split(';')
      .filter(Boolean)
      .map((part) => {
        const [name = '', value = ''] = part.split('=')
        return [name.trim().toUpperCase(), value.trim().toUpperCase()] as const
      }),
  )
export const ruleOf = (parts: ReadonlyMap<string, string>): string =>
  [...parts].map(([name, value]) => `${name}=${value}`).join(';')

/** Times of a day that one rule may name. */
const MOST_A_DAY = 24
/** Occurrences of a rule that counts them: ten years of days. */
const MOST_COUNTED = 3660
/** Values of a list such as BYYEARDAY. */
const MOST_LISTED = 100

/** Why a rule is too dear to be followed: each look at a calendar goes through its occurrences. */
function excessOf(parts: ReadonlyMap<string, string>): string | null {
  const listed = (name: string) => parts.get(name)?.split(',').length ?? 1
  if (!['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(parts.get('FREQ') ?? ''))
    return 'it repeats by the day, week, month or year.'
  if (listed('BYSECOND') > 1 || listed('BYHOUR') * listed('BYMINUTE') > MOST_A_DAY)
    return `it repeats at most ${MOST_A_DAY} times a day, on whole minutes.`
  if (Number(parts.get('COUNT') ?? 0) > MOST_COUNTED)
    return `it repeats at most ${MOST_COUNTED.toLocaleString('en')} times. Give it a last day instead.`
  const long = [...parts.keys()].find((name) => name.startsWith('BY') && listed(name) > MOST_LISTED)
  return long ? `${long} names more than ${MOST_LISTED}.` : null
}

function engine({ start, rrule, ...series }: Series) {
  const zone = zoneOf({ start, zone: series.zone })
  return new RRuleTemporal({
    rruleString: `RRULE:${rrule}`,
    dtstart: zoned(start, zone),
    temporal: Temporal,
    includeDtstart: true,
  })
}

const keyOf = (at: Temporal.ZonedDateTime, start: Local): Local => {
  const local = at.toPlainDateTime().toString({ smallestUnit: 'minute' })
  return isDay(start) ? dayOf(local) : local
}

/** What the rule gives. One that was kept before such rules were refused gives its start alone. */
function ruledStarts(series: Series & { rrule: string }, earliest: Date, to: Date): Local[] {
  if (excessOf(partsOf(series.rrule))) return [series.start]
  try {
    return engine(series)
      .between(earliest, to, true)
      .slice(0, MOST)
      .map((at) => keyOf(at, series.start))
  } catch (cause) {
    if (cause instanceof Error && /iterations/.test(cause.message)) return [series.start]
    throw cause
  }
}

/**
 * The starts of a series in [from, to), on its own clock, in their order: by its rule from its first start on, with the
 * added and without the left out ones (RFC 5545, 3.8.5). Those that began before `from` and last into it are there too.
 */
export function startsOf(series: Series, from: Date, to: Date): Local[] {
  const { start, minutes, rrule, rdates, exdates } = series
  const zone = zoneOf(series)
  const earliest = new Date(from.getTime() - minutes * 60_000)
  const isWithin = (local: Local) => {
    const at = zoned(local, zone).epochMilliseconds
    // What lasts no time at all is there at the moment itself.
    return (minutes === 0 ? at >= from.getTime() : at > earliest.getTime()) && at < to.getTime()
  }
  const ruled = rrule ? ruledStarts({ ...series, rrule }, earliest, to) : [start]
  const left = new Set(exdates)
  return [...new Set([...ruled, ...rdates])].filter((local) => isWithin(local) && !left.has(local)).sort()
}

/** Whether a series has an occurrence that starts then. */
export const hasStart = (series: Series, at: Local): boolean => {
  const instant = zoned(at, zoneOf(series)).epochMilliseconds
  return startsOf({ ...series, minutes: 0 }, new Date(instant), new Date(instant + 1)).includes(at)
}

/** A rule in the form it is kept in. Throws `bad_request` when it is none, or one that never occurs. */
export function checkedRule(rrule: string, series: Omit<Series, 'rrule' | 'rdates' | 'exdates'>): string {
  const parts = partsOf(rrule)
  const no = (why: string, cause?: unknown) =>
    new AppError('bad_request', `That recurrence cannot be kept: ${why}`, { cause })
  const frequency = parts.get('FREQ')
  if (!frequency) throw no('it does not say how often.')
  const excess = excessOf(parts)
  if (excess) throw no(excess)
  if (parts.has('COUNT') && parts.has('UNTIL')) throw no('it has either a number of times or a last day.')
  for (const name of ['INTERVAL', 'COUNT']) {
    const value = parts.get(name)
    if (value !== undefined && !/^[1-9]\d{0,4}$/.test(value)) throw no('a number in it is none.')
  }
  const until = parts.get('UNTIL')
  if (until !== undefined) {
    if (!/^\d{8}(?:T\d{6}Z?)?$/.test(until)) throw no('its last day is no date.')
    if (`${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}` < dayOf(series.start))
      throw no('its last day is before the first.')
    // Of a clock without a zone: a day, until its end (RFC 5545, 3.3.10 asks for UTC beside a zone).
    parts.set('UNTIL', untilOf(until, series))
  }
  const rule = ruleOf(parts)
  try {
    const made = engine({ ...series, rrule: rule, rdates: [], exdates: [] })
    made.next(instantBefore(series), true)
    // A rule that counts is gone through from its start whenever it is looked at; one that is too long for it throws.
    if (parts.has('COUNT')) made.all()
  } catch (cause) {
    throw no('it is no rule of iCalendar.', cause)
  }
  return rule
}

/** Throws `bad_request` for a rule of an imported event that cannot be followed. */
export function refuseRule(series: Series): void {
  if (series.rrule === null) return
  const excess = excessOf(partsOf(series.rrule))
  const no = (why: string, cause?: unknown) =>
    new AppError('bad_request', `That recurrence cannot be kept: ${why}`, { cause })
  if (excess) throw no(excess)
  try {
    const made = engine(series)
    made.next(instantBefore(series), true)
    if (partsOf(series.rrule).has('COUNT')) made.all()
  } catch (cause) {
    throw no('it is no rule of iCalendar.', cause)
  }
}

const instantBefore = (series: { start: Local; zone: string }) =>
  new Date(zoned(series.start, zoneOf(series)).epochMilliseconds - 1)
const stamp = (at: Temporal.ZonedDateTime) =>
  `${at.withTimeZone('UTC').toPlainDateTime().toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')}Z`

/** UNTIL as the standard wants it: a day for what lasts all day, else an instant. A day alone is meant to its end. */
function untilOf(until: string, series: { start: Local; zone: string }): string {
  if (isDay(series.start)) return until.slice(0, 8)
  if (until.endsWith('Z')) return until
  const day = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`
  if (until.length === 8) return stamp(zoned(`${day}T23:59`, series.zone).add({ seconds: 59 }))
  return stamp(zoned(`${day}T${until.slice(9, 11)}:${until.slice(11, 13)}`, series.zone))
}

/** The rule that ends before the occurrence that starts at `before`. */
export function endedBefore(series: Series, before: Local): string {
  const parts = partsOf(series.rrule ?? '')
  parts.delete('COUNT')
  parts.set(
    'UNTIL',
    isDay(series.start)
      ? addDays(before, -1).replaceAll('-', '')
      : stamp(zoned(before, zoneOf(series)).subtract({ seconds: 1 })),
  )
  return ruleOf(parts)
}

/** The rule of the series that goes on from `start`: of a number of times, those that are left. */
export function continuedFrom(series: Series, start: Local): string {
  const parts = partsOf(series.rrule ?? '')
  const count = Number(parts.get('COUNT') ?? 0)
  if (!count) return ruleOf(parts)
  const first = zoned(series.start, zoneOf(series)).epochMilliseconds
  const before = { ...series, minutes: 0, rdates: [], exdates: [] }
  const gone = startsOf(before, new Date(first), new Date(zoned(start, zoneOf(series)).epochMilliseconds)).length
  parts.set('COUNT', String(Math.max(1, count - gone)))
  return ruleOf(parts)
}

/**
 * The rule after its series has been moved from one start to another: a Monday's becomes a Tuesday's. Throws
 * `bad_request` for what cannot be moved by days.
 */
export function shiftedRule(rrule: string, from: Local, to: Local): string {
  const days = minutesBetween(dayOf(from), dayOf(to)) / 1440
  if (days === 0) return rrule
  const parts = partsOf(rrule)
  const byDay = parts.get('BYDAY')?.split(',')
  const byMonthDay = parts.get('BYMONTHDAY')
  const day = Number(to.slice(8, 10))
  const refused = new AppError(
    'bad_request',
    'A series with this recurrence cannot be moved to another day. Move one occurrence, or change how it repeats.',
  )
  const isMonthlyOrYearly = /^(?:MONTHLY|YEARLY)$/.test(parts.get('FREQ') ?? '')
  const last = byDay?.at(-1)
  const nth = /^(-?\d+)([A-Z]{2})$/.exec(last ?? '')
  if (parts.has('BYSETPOS') || parts.has('BYWEEKNO') || parts.has('BYYEARDAY')) throw refused
  if (byDay && isMonthlyOrYearly) {
    if (byDay.length > 1 || !nth) throw refused
    const weekday = WEEKDAYS[weekdayOf(to) - 1]
    parts.set('BYDAY', `${Number(nth[1]) < 0 && isLastWeek(to) ? -1 : Math.ceil(day / 7)}${weekday}`)
  } else if (byDay) {
    if (byDay.some((name) => !WEEKDAYS.includes(name))) throw refused
    const moved = byDay.map((name) => (((WEEKDAYS.indexOf(name) + days) % 7) + 7) % 7)
    parts.set(
      'BYDAY',
      [...new Set(moved)]
        .sort()
        .map((at) => WEEKDAYS[at])
        .join(','),
    )
  }
  if (byMonthDay !== undefined) {
    if (!/^\d+$/.test(byMonthDay)) throw refused
    parts.set('BYMONTHDAY', String(day))
  }
  if (parts.has('BYMONTH')) {
    if (parts.get('BYMONTH')?.includes(',') && from.slice(5, 7) !== to.slice(5, 7)) throw refused
    if (!parts.get('BYMONTH')?.includes(',')) parts.set('BYMONTH', String(Number(to.slice(5, 7))))
  }
  return ruleOf(parts)
}

const isLastWeek = (day: Local): boolean => addDays(dayOf(day), 7).slice(5, 7) !== day.slice(5, 7)

/** The day after the last that is touched by what lasts so long. */
const dayAfter = (day: Day, minutes: number): Day =>
  day > '9989' ? '9999-12-31' : addDays(day, Math.ceil(minutes / 1440) + 1)

/** The last day of a rule of a number of times, so that a calendar of later days need not count up to it again. */
function lastCounted(series: Series): Day | null {
  const parts = partsOf(series.rrule ?? '')
  if (!parts.has('COUNT') || excessOf(parts)) return null
  try {
    const last = engine(series).all().at(-1)
    const starts = [...(last ? [keyOf(last, series.start)] : [series.start]), ...series.rdates].map(dayOf).sort()
    return dayAfter(starts.at(-1) as Day, series.minutes)
  } catch {
    return null // a rule that the library gives up on; it is refused where it is entered
  }
}

/** The last day it touches, `9999-12-31` when it has no end that the rule names. */
export function lastDayOf(series: Series): Day {
  const { start, minutes, rrule, rdates } = series
  if (rrule !== null) {
    const until = partsOf(rrule).get('UNTIL')
    if (until === undefined) return lastCounted(series) ?? '9999-12-31'
    const day = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`
    return [dayAfter(day, minutes), ...rdates.map(dayOf)].sort().at(-1) ?? day
  }
  const last = [start, ...rdates].sort().at(-1) ?? start
  return dayAfter(dayOf(last), minutes)
}
