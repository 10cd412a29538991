import {
  addDays,
  addMonths,
  type Day,
  daysBetween,
  daysInMonth as daysIn,
  isoWeekday,
  makeDay,
  dayParts as parts,
} from '@atrium/domain/dates/days'
import { atTime, type LocalTime as Due, dayOf, timeOf } from '@atrium/domain/dates/local-time'
import { formatRule, type Interval, isRule, parseRecurrence, type Rule } from './recurrence.ts'

/** Periods in a row without a day before a rule counts as never again (30 February): some 40 years, of years a hundred. */
const EMPTY_PERIODS = { DAILY: 15_000, WEEKLY: 2_200, MONTHLY: 500, YEARLY: 100 } as const
/** Periods looked at in all; only a rule with COUNT that began centuries ago has more behind it. */
const MOST_PERIODS = 100_000

/** 0 is Sunday, as rules count. */
const weekday = (day: Day): number => isoWeekday(day) % 7

/** The weekdays of BYDAY among the days of a whole month or year. */
function weekdaysOf(rule: Rule, days: readonly Day[]): Day[] {
  const first = weekday(days[0] as Day)
  return rule.byDay.flatMap(({ ordinal, weekday: wanted }) => {
    const begin = (wanted - first + 7) % 7
    const weeks = Math.floor((days.length - 1 - begin) / 7) + 1
    if (ordinal === 0) return Array.from({ length: weeks }, (_, week) => days[begin + week * 7] as Day)
    const week = ordinal > 0 ? ordinal - 1 : weeks + ordinal
    return week >= 0 && week < weeks ? [days[begin + week * 7] as Day] : []
  })
}

const monthDays = (year: number, month: number): Day[] =>
  Array.from({ length: daysIn(year, month) }, (_, n) => makeDay(year, month, n + 1) as Day)

function inMonth(rule: Rule, year: number, month: number, start: Day): Day[] {
  if (rule.byMonthDay.length === 0 && rule.byDay.length === 0)
    return [makeDay(year, month, parts(start).date)].filter((day) => day !== null)
  const all = monthDays(year, month)
  const byDate = rule.byMonthDay.length
    ? rule.byMonthDay.flatMap((date) => (date > 0 ? all[date - 1] : all.at(date)) ?? [])
    : null
  const byDay = rule.byDay.length ? weekdaysOf(rule, all) : null
  if (byDate && byDay) return byDate.filter((day) => byDay.includes(day))
  return byDate ?? byDay ?? []
}

function fitsDaily(rule: Rule, day: Day): boolean {
  const { year, month, date } = parts(day)
  return (
    (rule.byMonth.length === 0 || rule.byMonth.includes(month)) &&
    (rule.byDay.length === 0 || rule.byDay.some((entry) => entry.weekday === weekday(day))) &&
    (rule.byMonthDay.length === 0 ||
      rule.byMonthDay.includes(date) ||
      rule.byMonthDay.includes(date - daysIn(year, month) - 1))
  )
}

const YEAR = Array.from({ length: 12 }, (_, index) => index + 1)

/** What gives the days of the period `n` intervals after the one that holds `start`. */
function periodsOf(rule: Rule, start: Day): (n: number) => Day[] {
  const { year, month } = parts(start)
  if (rule.frequency === 'DAILY')
    return (n) => [addDays(start, n * rule.interval)].filter((day) => fitsDaily(rule, day))
  const wantedMonth = (day: Day) => rule.byMonth.length === 0 || rule.byMonth.includes(parts(day).month)
  if (rule.frequency === 'WEEKLY') {
    const first = addDays(start, -((weekday(start) - rule.weekStart + 7) % 7))
    const wanted = rule.byDay.length ? rule.byDay.map((entry) => entry.weekday) : [weekday(start)]
    const offsets = [0, 1, 2, 3, 4, 5, 6].filter((offset) => wanted.includes((rule.weekStart + offset) % 7))
    return (n) => offsets.map((offset) => addDays(first, n * rule.interval * 7 + offset)).filter(wantedMonth)
  }
  if (rule.frequency === 'MONTHLY')
    return (n) => {
      const first = addMonths(`${start.slice(0, 7)}-01`, n * rule.interval)
      const at = parts(first)
      return wantedMonth(first) ? inMonth(rule, at.year, at.month, start) : []
    }
  const isEachMonth = rule.byMonth.length === 0 && rule.byMonthDay.length > 0
  const months = isEachMonth ? YEAR : rule.byMonth
  return (n) => {
    const at = year + n * rule.interval
    if (months.length) return months.flatMap((one) => inMonth(rule, at, one, start))
    if (rule.byDay.length === 0) return inMonth(rule, at, month, start)
    return weekdaysOf(
      rule,
      YEAR.flatMap((one) => monthDays(at, one)),
    )
  }
}

/** Years that a period's days are written in; beyond, every rule has ended. */
const LAST_YEAR = 9990

/** How many periods of the rule are certainly over before `from`, by arithmetic. */
function periodsBefore(rule: Rule, start: Day, from: Day): number {
  const days = daysBetween(start, from)
  if (days <= 0) return 0
  const begin = parts(start)
  const end = parts(from)
  const passed = {
    DAILY: days,
    WEEKLY: Math.floor(days / 7),
    MONTHLY: (end.year - begin.year) * 12 + end.month - begin.month,
    YEARLY: end.year - begin.year,
  }[rule.frequency]
  return Math.floor(passed / rule.interval)
}

/** Periods of a year; rather fewer than there are. */
const A_YEAR = { DAILY: 365, WEEKLY: 52, MONTHLY: 12, YEARLY: 1 } as const

/**
 * The days of a rule that began on `start`, in order, from `from` on; `start` itself only if it fits. Ends at COUNT, UNTIL or
 * the year 9990. Without COUNT, what lies before `from` is jumped over.
 */
export function* occurrences(rule: Rule, start: Day, from: Day = start): Generator<Day> {
  let given = 0
  let empty = 0
  const period = periodsOf(rule, start)
  const end = Math.floor(((LAST_YEAR - parts(start).year) * A_YEAR[rule.frequency]) / rule.interval)
  const first = rule.count === null ? periodsBefore(rule, start, from) : 0
  for (let n = first; n < Math.min(end, first + MOST_PERIODS) && empty < EMPTY_PERIODS[rule.frequency]; n++) {
    const found = period(n)
    const days = found.length > 1 ? [...new Set(found)].sort() : found
    const chosen = rule.bySetPosition.length
      ? [...new Set(rule.bySetPosition.flatMap((at) => (at > 0 ? days[at - 1] : days.at(at)) ?? []))].sort()
      : days
    const coming = chosen.filter((day) => day >= start)
    empty = coming.length === 0 ? empty + 1 : 0
    for (const day of coming) {
      if ((rule.until !== null && day > rule.until) || parts(day).year >= LAST_YEAR) return
      if (day >= from) yield day
      if (++given === rule.count) return
    }
  }
}

/** Saturday and Sunday count as the Friday before them. */
function addBusinessDays(day: Day, days: number): Day {
  const at = weekday(day)
  const friday = at === 6 ? 1 : at === 0 ? 2 : 0
  const begin = addDays(day, -friday)
  const intoWeek = weekday(begin) - 1 + (days % 5)
  return addDays(begin, Math.floor(days / 5) * 7 + (days % 5) + (intoWeek > 4 ? 2 : 0))
}

function step(day: Day, { every, unit }: Interval, times = 1): Day {
  const by = every * times
  if (unit === 'd') return addDays(day, by)
  if (unit === 'w') return addDays(day, by * 7)
  if (unit === 'b') return addBusinessDays(day, by)
  return addMonths(day, unit === 'm' ? by : by * 12)
}

/** How often the interval certainly fits between two days. */
function timesBetween({ every, unit }: Interval, from: Day, to: Day): number {
  const days = daysBetween(from, to)
  const begin = parts(from)
  const end = parts(to)
  const years = end.year - begin.year
  const most = { d: days, b: ((days - 4) / 7) * 5, w: days / 7, m: years * 12 + end.month - begin.month, y: years }[
    unit
  ]
  return Math.floor(most / every)
}

/** Counted from the first day each time, so that the 31st comes back after a short month. */
function nextStrict(interval: Interval, from: Day, today: Day): Day {
  let times = Math.max(1, timesBetween(interval, from, today))
  while (step(from, interval, times) < today) times++
  return step(from, interval, times)
}

/**
 * When a task that was done today is due again, and its recurrence from then on (COUNT goes down); null when it was the last.
 * What was missed is not made up for: the next one is never before today.
 */
export function nextDue(recurrence: string, due: Due | null, today: Day): { due: Due; recurrence: string } | null {
  const parsed = parseRecurrence(recurrence)
  const from = due === null ? today : dayOf(due)
  const time = due === null ? null : timeOf(due)
  if (!isRule(parsed)) {
    if (parts(from).year >= LAST_YEAR - parsed.every) return null
    const day = parsed.strict ? nextStrict(parsed, from, today) : step(today, parsed)
    return { due: atTime(day, time), recurrence }
  }
  const tomorrow = addDays(from, 1)
  if (parsed.count === null) {
    for (const day of occurrences(parsed, from, today > from ? today : tomorrow))
      return { due: atTime(day, time), recurrence }
    return null
  }
  let passed = 0
  for (const day of occurrences(parsed, from)) {
    if (day > from && day >= today)
      return { due: atTime(day, time), recurrence: formatRule({ ...parsed, count: parsed.count - passed }) }
    passed++
  }
  return null
}

/** The first day on or after `from` that the recurrence allows; "every other Friday" begins on the next Friday. */
export function firstDue(recurrence: string, from: Day): Day | null {
  const parsed = parseRecurrence(recurrence)
  if (!isRule(parsed)) return from
  const isByDay = parsed.byDay.length > 0 || parsed.byMonthDay.length > 0
  for (const day of occurrences({ ...parsed, interval: isByDay ? 1 : parsed.interval }, from)) return day
  return null
}
