import { AppError } from '@atrium/contract/errors'
import { addDays, type Day, dayParts, addDays as daysAfter, daysInMonth, isoWeekday } from '@atrium/domain/dates/days'
import { dayOf, isWholeDay as isDay, type LocalTime as Local, minutesBetween } from '@atrium/domain/dates/local-time'
import { formatRule, parseRule, RecurrenceError, type Rule } from '@atrium/domain/recurrence/rule'
import {
  checkSeries,
  lastCounted,
  nextStart,
  type Series as RuleSeries,
  startsBetween,
} from '@atrium/domain/recurrence/series'
import { zoned } from './local-time.ts'
import { say } from './say.ts'

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

/** What lasts all day has no zone: it is on that day wherever one is. */
export const zoneOf = ({ start, zone }: { start: Local; zone: string }): string => (isDay(start) ? 'UTC' : zone)

/** Times of a day that one rule may name. */
const MOST_A_DAY = 24
/** Occurrences of a rule that counts them: ten years of days. */
const MOST_COUNTED = 3660
/** Values of a list such as BYYEARDAY. */
const MOST_LISTED = 100

const no = (why: string, cause?: unknown) => new AppError('bad_request', say('recurrenceRefused', { why }), { cause })

/** Why a rule is too dear to be followed: each look at a calendar goes through its occurrences. */
function excessOf(rule: Rule): string | null {
  if (!['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(rule.frequency))
    return 'it repeats by the day, week, month or year.'
  const times = Math.max(1, rule.byHour.length) * Math.max(1, rule.byMinute.length)
  if (rule.bySecond.length > 1 || times > MOST_A_DAY)
    return `it repeats at most ${MOST_A_DAY} times a day, on whole minutes.`
  if ((rule.count ?? 0) > MOST_COUNTED)
    return `it repeats at most ${MOST_COUNTED.toLocaleString('en')} times. Give it a last day instead.`
  const long = Object.entries({
    BYMONTH: rule.byMonth,
    BYWEEKNO: rule.byWeekNo,
    BYYEARDAY: rule.byYearDay,
    BYMONTHDAY: rule.byMonthDay,
    BYDAY: rule.byDay,
    BYSETPOS: rule.bySetPosition,
  }).find(([, list]) => list.length > MOST_LISTED)
  return long ? `${long[0]} names more than ${MOST_LISTED}.` : null
}

/** A rule that was kept. Null of one that could not be kept today: before such rules were refused, some were. */
function keptRule(rrule: string | null): Rule | null {
  if (rrule === null) return null
  try {
    const rule = parseRule(rrule)
    return excessOf(rule) ? null : rule
  } catch (error) {
    if (error instanceof RecurrenceError) return null
    throw error
  }
}

const seriesOf = (series: Series, rule: Rule | null = keptRule(series.rrule)): RuleSeries => ({ ...series, rule })

/**
 * The starts of a series in [from, to), on its own clock, in their order: by its rule from its first start on, with the
 * added and without the left out ones (RFC 5545, 3.8.5). Those that began before `from` and last into it are there too.
 */
export function startsOf(series: Series, from: Date, to: Date): Local[] {
  // What lasts no time at all is there at the moment itself, what lasts until `from` is not.
  const lasting = series.minutes * 60_000
  const earliest = new Date(from.getTime() - lasting + (lasting > 0 ? 1 : 0))
  return startsBetween(seriesOf(series), earliest, to, MOST)
}

/** Whether a series has an occurrence that starts then. */
/** Its first start after a moment, however far ahead; null when there is none. */
export const startAfter = (series: Series, after: Date): Local | null => nextStart(seriesOf(series), after)

export const hasStart = (series: Series, at: Local): boolean => {
  const instant = zoned(at, zoneOf(series)).epochMilliseconds
  return startsOf({ ...series, minutes: 0 }, new Date(instant), new Date(instant + 1)).includes(at)
}

/** What is said of a part of a rule that cannot be read. */
function unreadable({ part, message }: RecurrenceError): string {
  if (part === 'FREQ' && message === 'FREQ is missing') return 'it does not say how often.'
  if (part === 'FREQ') return 'it repeats by the day, week, month or year.'
  if (part === 'INTERVAL' || part === 'COUNT') return 'a number in it is none.'
  return part === 'UNTIL' ? 'its last day is no date.' : 'it is no rule of iCalendar.'
}

function readRule(rrule: string): Rule {
  try {
    return parseRule(rrule)
  } catch (cause) {
    throw cause instanceof RecurrenceError ? no(unreadable(cause), cause) : cause
  }
}

/** Throws `bad_request` for a rule that cannot be followed. */
function refuseSeries(series: Series, rule: Rule): void {
  const excess = excessOf(rule)
  if (excess) throw no(excess)
  try {
    checkSeries(seriesOf(series, rule))
  } catch (cause) {
    throw cause instanceof RecurrenceError ? no('it is no rule of iCalendar.', cause) : cause
  }
}

/** A rule in the form it is kept in. Throws `bad_request` when it is none, or one that never occurs. */
export function checkedRule(rrule: string, series: Omit<Series, 'rrule' | 'rdates' | 'exdates'>): string {
  const read = readRule(rrule)
  const excess = excessOf(read)
  if (excess) throw no(excess)
  if (read.count !== null && read.until !== null) throw no('it has either a number of times or a last day.')
  if (read.until !== null && read.until.slice(0, 10) < dayOf(series.start))
    throw no('its last day is before the first.')
  const rule = withOwnEnd(read, series)
  refuseSeries({ ...series, rrule: null, rdates: [], exdates: [] }, rule)
  return formatRule(rule)
}

/** Throws `bad_request` for a rule of an imported event that cannot be followed. */
export function refuseRule(series: Series): void {
  if (series.rrule !== null) refuseSeries(series, readRule(series.rrule))
}

/** `2026-10-22T03:59:59Z` */
const utc = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`

/**
 * A rule whose UNTIL is as the standard wants it (RFC 5545, 3.3.10): a day for what lasts all day, else an instant. A day
 * alone is meant to its end.
 */
export function withOwnEnd(rule: Rule, series: { start: Local; zone: string }): Rule {
  const { until } = rule
  if (until === null) return rule
  if (isDay(series.start)) return { ...rule, until: until.slice(0, 10) }
  if (until.endsWith('Z')) return rule
  const [local, seconds] = isDay(until) ? [`${until}T23:59`, 59] : [until.slice(0, 16), 0]
  return { ...rule, until: utc(zoned(local, series.zone).epochMilliseconds + seconds * 1000) }
}

/** The rule that ends before the occurrence that starts at `before`. */
export function endedBefore(series: Series, before: Local): string {
  const until = isDay(series.start) ? addDays(before, -1) : utc(zoned(before, zoneOf(series)).epochMilliseconds - 1000)
  return formatRule({ ...parseRule(series.rrule ?? ''), count: null, until })
}

/** The rule of the series that goes on from `start`: of a number of times, those that are left. */
export function continuedFrom(series: Series, start: Local): string {
  const rule = parseRule(series.rrule ?? '')
  if (rule.count === null) return formatRule(rule)
  const first = zoned(series.start, zoneOf(series)).epochMilliseconds
  const before = { ...series, minutes: 0, rdates: [], exdates: [] }
  const gone = startsOf(before, new Date(first), new Date(zoned(start, zoneOf(series)).epochMilliseconds)).length
  return formatRule({ ...rule, count: Math.max(1, rule.count - gone) })
}

/**
 * The rule after its series has been moved from one start to another: a Monday's becomes a Tuesday's. Throws
 * `bad_request` for what cannot be moved by days.
 */
export function shiftedRule(rrule: string, from: Local, to: Local): string {
  const days = minutesBetween(dayOf(from), dayOf(to)) / 1440
  if (days === 0) return rrule
  const rule = parseRule(rrule)
  const refused = new AppError('bad_request', say('seriesStays'))
  const isMonthlyOrYearly = rule.frequency === 'MONTHLY' || rule.frequency === 'YEARLY'
  const { year, month, date } = dayParts(to)
  const weekday = isoWeekday(to)
  if (rule.bySetPosition.length + rule.byWeekNo.length + rule.byYearDay.length > 0) throw refused
  if (rule.byDay.length > 0 && isMonthlyOrYearly) {
    const [day] = rule.byDay
    if (rule.byDay.length > 1 || !day?.ordinal) throw refused
    const isLast = day.ordinal < 0 && date + 7 > daysInMonth(year, month)
    rule.byDay = [{ ordinal: isLast ? -1 : Math.ceil(date / 7), weekday }]
  } else if (rule.byDay.length > 0) {
    if (rule.byDay.some(({ ordinal }) => ordinal !== 0)) throw refused
    const moved = rule.byDay.map((day) => isoWeekday(daysAfter(dayOf(to), day.weekday - isoWeekday(from))))
    rule.byDay = [...new Set(moved)].sort().map((weekday) => ({ ordinal: 0, weekday }))
  }
  if (rule.byMonthDay.length > 0) {
    if (rule.byMonthDay.length > 1 || (rule.byMonthDay[0] ?? 0) < 0) throw refused
    rule.byMonthDay = [date]
  }
  if (rule.byMonth.length > 1 && dayParts(from).month !== month) throw refused
  if (rule.byMonth.length === 1) rule.byMonth = [month]
  return formatRule(rule)
}

/** The day after the last that is touched by what lasts so long. */
const dayAfter = (day: Day, minutes: number): Day =>
  day > '9989' ? '9999-12-31' : addDays(day, Math.ceil(minutes / 1440) + 1)

/** The last day of a rule of a number of times, so that a calendar of later days need not count up to it again. */
function lastOfCount(series: Series): Day | null {
  const last = lastCounted(seriesOf(series))
  if (last === null) return null
  return dayAfter([last, ...series.rdates].map(dayOf).sort().at(-1) as Day, series.minutes)
}

/** The last day it touches, `9999-12-31` when it has no end that the rule names. */
export function lastDayOf(series: Series): Day {
  const { start, minutes, rrule, rdates } = series
  if (rrule !== null) {
    const until = keptRule(rrule)?.until?.slice(0, 10)
    if (until === undefined) return lastOfCount(series) ?? '9999-12-31'
    return [dayAfter(until, minutes), ...rdates.map(dayOf)].sort().at(-1) ?? until
  }
  const last = [start, ...rdates].sort().at(-1) ?? start
  return dayAfter(dayOf(last), minutes)
}
