// What repeats on the clock of a zone: by a rule, with dates added and left out (RFC 5545, 3.8.5).
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { DAY_MS, type Day, isLeapYear, isoWeekday } from '../dates/days.ts'
import { instantOfWall, wallClockAt } from '../dates/wall-clock.ts'
import { recent } from '../recent.ts'
import { formatRule, RecurrenceError, type Rule } from './rule.ts'
import { type DayRule, daysOfRule, isDayRule } from './rule-days.ts'

/** A day, or a day and a time on the series' own clock: `2026-11-02`, `2026-11-02T09:00`. */
export type Local = string

export interface Series {
  /** Counts as the first, whether it fits the rule or not. A day lasts all day, and has no zone. */
  start: Local
  /** IANA name */
  zone: string
  rule: Rule | null
  /** Starts that come on top of the rule's. */
  rdates: readonly Local[]
  /** Starts that are left out. */
  exdates: readonly Local[]
}

/** Periods of a rule that counts its occurrences; ten years of days have 3,660. */
const MOST_COUNTED = 10_000

const isDay = (local: Local): boolean => local.length === 10
const wallOf = (local: Local): number => Date.parse(isDay(local) ? `${local}T00:00Z` : `${local}Z`)
/** To the minute. */
const localAt = (wall: number, isDate: boolean): Local => new Date(wall).toISOString().slice(0, isDate ? 10 : 16)
const clockOf = ({ start, zone }: Pick<Series, 'start' | 'zone'>): string => (isDay(start) ? 'UTC' : zone)

/** When a start is. A time that the clocks leave out is so much later; of one that comes twice the first is meant. */
const instantOf = (local: Local, zone: string): number =>
  zone === 'UTC' ? wallOf(local) : instantOfWall(wallOf(local), zone)
const localOf = (instant: number, series: Series): Local =>
  localAt(wallClockAt(instant, clockOf(series)), isDay(series.start))

/** The times that the clocks of a zone leave out in a year, as walls `from` (included) to `to`. */
const skippedIn = recent(500, (zoneAndYear: string) => {
  const zone = zoneAndYear.slice(5)
  const skipped: { from: number; to: number }[] = []
  let at: Temporal.ZonedDateTime | null = Temporal.PlainDateTime.from(
    `${zoneAndYear.slice(0, 4)}-01-01`,
  ).toZonedDateTime(zone)
  const { year } = at
  for (at = at.getTimeZoneTransition('next'); at !== null && at.year === year; at = at.getTimeZoneTransition('next')) {
    const to = wallClockAt(at.epochMilliseconds, zone)
    const from = wallClockAt(at.epochMilliseconds - 1_000, zone) + 1_000
    if (to > from) skipped.push({ from, to })
  }
  return skipped
})

/** Clocks of later years follow today's rules: a year of the same days stands for them, or each would be asked for anew. */
const FORESEEN = 2037
const years = Array.from({ length: 28 }, (_, at) => FORESEEN - at)
const layoutOf = (year: number) => `${isLeapYear(year)} ${isoWeekday(`${String(year).padStart(4, '0')}-01-01`)}`
const likeYear = new Map(years.map((year) => [layoutOf(year), year]))
const inForeseen = (local: Local): Local => {
  const year = Number(local.slice(0, 4))
  return year <= FORESEEN ? local : `${likeYear.get(layoutOf(year))}${local.slice(4)}`
}

/** Whether the clocks leave the time out: a rule does not give it there (RFC 5545, 3.3.10). */
function isSkipped(said: Local, zone: string): boolean {
  const local = inForeseen(said)
  const skipped = skippedIn(`${local.slice(0, 4)} ${zone}`)
  if (skipped.length === 0) return false
  const wall = wallOf(local)
  return skipped.some(({ from, to }) => wall >= from && wall < to)
}

/** UNTIL in UTC, as the standard wants it beside a zone; a day lasts until its end. */
function utcUntil({ until }: Rule, series: Series): string | null {
  if (until === null || until.endsWith('Z')) return until
  const [local, seconds] = isDay(until) ? [`${until}T23:59`, 59] : [until.slice(0, 16), Number(until.slice(17))]
  return `${new Date(instantOf(local, clockOf(series)) + seconds * 1000).toISOString().slice(0, 19)}Z`
}

/** Occurrences that the engine may count: each costs it a third of a millisecond. */
const COUNTED_BY_ENGINE = 500

/** By rrule-temporal: by the hour or finer, other calendars, positions among times. */
function engine(series: Series, rule: Rule) {
  // It makes every time of a period before it looks at positions: a million of a year.
  if (rule.bySetPosition.length > 0) throw new RecurrenceError('positions among times are not followed', 'BYSETPOS')
  if (rule.count !== null && rule.count > COUNTED_BY_ENGINE)
    throw new RecurrenceError('it counts more times than can be gone through', 'COUNT')
  const start = Temporal.PlainDateTime.from(isDay(series.start) ? `${series.start}T00:00` : series.start)
  try {
    return new RRuleTemporal({
      rruleString: `RRULE:${formatRule({ ...rule, until: utcUntil(rule, series) })}`,
      dtstart: start.toZonedDateTime(clockOf(series)),
      temporal: Temporal,
      includeDtstart: true,
      maxIterations: MOST_COUNTED,
    })
  } catch (cause) {
    throw new RecurrenceError(cause instanceof Error ? cause.message : String(cause))
  }
}

/** rrule-temporal throws plain errors where it gives a rule up. */
const isGivenUp = (error: unknown): boolean => error instanceof Error && /iterations|evaluat/i.test(error.message)

/** UNTIL on the series' own clock, so that days can be compared; a day lasts until its end. */
function ownUntil(rule: Rule, series: Series): { day: Day; instant: number } | null {
  if (rule.until === null) return null
  const { until } = rule
  if (isDay(series.start) || isDay(until)) return { day: until.slice(0, 10), instant: Number.POSITIVE_INFINITY }
  const instant = until.endsWith('Z') ? Date.parse(until) : instantOf(until, clockOf(series))
  return { day: localOf(instant, series).slice(0, 10), instant }
}

interface Span {
  from?: Day
  to?: Day
}

/** A rule that this file follows itself, without its times of a day; null of one for rrule-temporal. */
function dayRuleOf(rule: Rule): DayRule | null {
  // Positions among the times of several days are another matter.
  const isPlain = rule.byHour.length + rule.byMinute.length === 0 || rule.bySetPosition.length === 0
  const days = { ...rule, byHour: [], byMinute: [] }
  return isPlain && isDayRule(days) ? days : null
}

/** The times of each of its days: `T09:00`; one empty text for what lasts all day, which has none. */
function timesOf({ byHour, byMinute }: Rule, start: Local): string[] {
  if (isDay(start)) return ['']
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = byHour.length > 0 ? byHour.map(two) : [start.slice(11, 13)]
  const minutes = byMinute.length > 0 ? byMinute.map(two) : [start.slice(14, 16)]
  return hours.flatMap((hour) => minutes.map((minute) => `T${hour}:${minute}`)).sort()
}

/** The starts by a rule of days, from one day to another. Returns false when it was given up. */
function* ruledStarts(series: Series, rule: DayRule, span: Span): Generator<Local, boolean> {
  const zone = clockOf(series)
  const until = ownUntil(rule, series)
  // A start that its own clocks leave out is so much later.
  const first = zone === 'UTC' ? series.start : localOf(instantOf(series.start, zone), series)
  const firstDay = first.slice(0, 10)
  const { from = firstDay } = span
  const isOver = (local: Local) =>
    until !== null && local.slice(0, 10) >= until.day && instantOf(local, zone) > until.instant
  // DTSTART counts as the first, whether it fits the rule or not (3.8.5.3).
  let counted = 1
  if (isOver(first)) return true
  if (firstDay >= from) yield first
  if (rule.count === 1) return true
  const times = timesOf(series.rule ?? rule, first)
  const days = daysOfRule({ ...rule, count: null, until: until?.day ?? null }, firstDay, {
    ...span,
    ...(rule.count !== null && { from: firstDay, periods: MOST_COUNTED }),
  })
  for (let next = days.next(); ; next = days.next()) {
    if (next.done) return next.value
    for (const time of times) {
      const local = next.value + time
      if (local <= first || (zone !== 'UTC' && isSkipped(local, zone))) continue
      if (isOver(local)) return true
      if (next.value >= from) yield local
      if (++counted === rule.count) return true
    }
  }
}

/** The starts of the rule alone between two instants, both included and rather a day more; at most `most`. */
function startsOfRule(series: Series, rule: Rule, from: number, to: number, most: number): Local[] {
  const days = dayRuleOf(rule)
  if (days === null) {
    try {
      const found = engine(series, rule).between(new Date(from), new Date(to), true)
      return found.slice(0, most).map((at) => localOf(at.epochMilliseconds, series))
    } catch (error) {
      if (error instanceof RecurrenceError || isGivenUp(error)) return [series.start]
      throw error
    }
  }
  const span = { from: dayBy(from - DAY_MS), to: dayBy(to + DAY_MS) }
  const found: Local[] = []
  const starts = ruledStarts(series, days, span)
  for (let next = starts.next(); found.length < most; next = starts.next()) {
    if (next.done) return next.value ? found : [series.start]
    found.push(next.value)
  }
  return found
}

/** The day in UTC; a border of the calendar beyond its end. */
const dayBy = (instant: number): Day =>
  localAt(Math.min(Math.max(instant, Date.UTC(100, 0, 1)), Date.UTC(9998, 11, 31)), true)

/**
 * The starts of a series in [from, to), on its own clock, in their order. A rule that would take too long to be followed
 * (checkSeries refuses it) gives its first start alone; of one that gives more than `most`, the first are there.
 */
export function startsBetween(series: Series, from: Date, to: Date, most = 2_000): Local[] {
  const zone = clockOf(series)
  const [first, end] = [from.getTime(), to.getTime()]
  const ruled = series.rule === null ? [series.start] : startsOfRule(series, series.rule, first, end, most)
  const left = new Set(series.exdates)
  // Clocks of zones are within a day of those of UTC.
  const [wallFrom, wallTo] = [first + DAY_MS, end - DAY_MS]
  const isWithin = (local: Local) => {
    const wall = wallOf(local)
    if (wall >= wallFrom && wall < wallTo) return true
    const at = instantOf(local, zone)
    return at >= first && at < end
  }
  return [...new Set([...ruled, ...series.rdates])].filter((local) => !left.has(local) && isWithin(local)).sort()
}

/** The first start after an instant; null when there is none, or none for so long that there will be none. */
export function nextStart(series: Series, after: Date): Local | null {
  const left = new Set(series.exdates)
  const isNext = (local: Local) => !left.has(local) && instantOf(local, clockOf(series)) > after.getTime()
  const added = series.rdates.filter(isNext)
  const { rule } = series
  if (rule === null) return [...added, ...[series.start].filter(isNext)].sort()[0] ?? null
  const days = dayRuleOf(rule)
  const ruled = days
    ? ruledStarts(series, days, { from: dayBy(after.getTime() - DAY_MS) }).find(isNext)
    : nextByEngine(series, rule, after, isNext)
  return [...added, ...(ruled === undefined ? [] : [ruled])].sort()[0] ?? null
}

function nextByEngine(series: Series, rule: Rule, after: Date, isNext: (local: Local) => boolean): Local | undefined {
  const made = engine(series, rule)
  // One more than is left out is enough.
  let at: Date = after
  for (let tries = 0; tries <= series.exdates.length; tries++) {
    const found = made.next(at, false)
    if (!found) return undefined
    const local = localOf(found.epochMilliseconds, series)
    if (isNext(local)) return local
    at = new Date(found.epochMilliseconds)
  }
  return undefined
}

/** Null when it was given up. */
function lastOf(starts: Generator<Local, boolean>): Local | null {
  let last: Local | null = null
  for (let next = starts.next(); ; next = starts.next()) {
    if (next.done) return next.value ? last : null
    last = next.value
  }
}

/** The last start of a rule that counts them; null of one that does not, or that cannot be followed. */
export function lastCounted(series: Series): Local | null {
  const { rule } = series
  if (rule === null || rule.count === null) return null
  try {
    const days = dayRuleOf(rule)
    if (days !== null) return lastOf(ruledStarts(series, days, {}))
    const last = engine(series, rule).all().at(-1)
    return last ? localOf(last.epochMilliseconds, series) : null
  } catch (error) {
    if (error instanceof RecurrenceError || isGivenUp(error)) return null
    throw error
  }
}

/** Throws a RecurrenceError for a rule that cannot be followed, or that takes too long to be. */
export function checkSeries(series: Series): void {
  const { rule } = series
  if (rule === null) return
  const days = dayRuleOf(rule)
  if (days !== null) {
    if (days.count !== null && lastOf(ruledStarts(series, days, {})) === null)
      throw new RecurrenceError('its occurrences are too far apart to be counted', 'COUNT')
    return
  }
  const made = engine(series, rule)
  try {
    made.next(new Date(instantOf(series.start, clockOf(series)) - 1), true)
    // One that counts is gone through from its start whenever it is looked at.
    if (rule.count !== null) made.all()
  } catch (cause) {
    throw new RecurrenceError(cause instanceof Error ? cause.message : String(cause))
  }
}
