import {
  addDays,
  addMonths,
  atTime,
  type Day,
  type Due,
  dayOf,
  daysIn,
  isDay,
  makeDay,
  parts,
  timeOf,
  weekday,
} from './calendar-days.ts'

/** RFC 5545, 3.3.10: the parts of RRULE that tasks use. */
export interface Rule {
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  interval: number
  /** `ordinal` 0: every such weekday; 2: the second; -1: the last. `weekday` 0 is Sunday. */
  byDay: { ordinal: number; weekday: number }[]
  byMonthDay: number[]
  byMonth: number[]
  bySetPosition: number[]
  count: number | null
  /** The last day on which it may fall. */
  until: Day | null
  /** Where a week begins, for "every other week"; 1 (Monday) unless said. */
  weekStart: number
}

/** todo.txt's `rec:`: counted from the day it was done, or with `strict` (`+`) from the day it was due. `b` is business days. */
export interface Interval {
  strict: boolean
  every: number
  unit: 'd' | 'b' | 'w' | 'm' | 'y'
}

export const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']
/** Periods without a single day before a rule counts as never again (30 February). */
const EMPTY_PERIODS = 1500

export class RecurrenceError extends Error {}

export const newRule = (frequency: Rule['frequency'], rest: Partial<Rule> = {}): Rule => ({
  frequency,
  interval: 1,
  byDay: [],
  byMonthDay: [],
  byMonth: [],
  bySetPosition: [],
  count: null,
  until: null,
  weekStart: 1,
  ...rest,
})

function integers(name: string, value: string, least: number, most: number): number[] {
  return value.split(',').map((text) => {
    const number = Number(text)
    if (!/^[+-]?\d{1,4}$/.test(text) || number < least || number > most || number === 0)
      throw new RecurrenceError(`${name}=${value} is not between ${least} and ${most}`)
    return number
  })
}

function weekdayCode(code: string): number {
  const at = (WEEKDAYS as readonly string[]).indexOf(code)
  if (at < 0) throw new RecurrenceError(`“${code}” is no weekday`)
  return at
}

/** Reads the value of an RRULE. Throws RecurrenceError with the reason. */
export function parseRule(text: string): Rule {
  let rule: Rule | null = null
  const rest: Partial<Rule> = {}
  for (const part of text
    .trim()
    .replace(/^RRULE:/i, '')
    .split(';')) {
    const [name = '', value = ''] = part.toUpperCase().split('=')
    if (name === 'FREQ') {
      if (!FREQUENCIES.includes(value)) throw new RecurrenceError(`FREQ=${value} is finer than a task needs`)
      rule = newRule(value as Rule['frequency'])
    } else if (name === 'INTERVAL') rest.interval = integers(name, value, 1, 999)[0] as number
    else if (name === 'COUNT') rest.count = integers(name, value, 1, 9999)[0] as number
    else if (name === 'UNTIL') {
      const day = value.slice(0, 8).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
      if (!isDay(day)) throw new RecurrenceError(`UNTIL=${value} is no day`)
      rest.until = day
    } else if (name === 'WKST') rest.weekStart = weekdayCode(value)
    else if (name === 'BYMONTHDAY') rest.byMonthDay = integers(name, value, -31, 31)
    else if (name === 'BYMONTH') rest.byMonth = integers(name, value, 1, 12)
    else if (name === 'BYSETPOS') rest.bySetPosition = integers(name, value, -366, 366)
    else if (name === 'BYDAY')
      rest.byDay = value.split(',').map((day) => {
        const [, ordinal = '', code = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(day) ?? []
        return { ordinal: Number(ordinal || 0), weekday: weekdayCode(code) }
      })
    else throw new RecurrenceError(`${name || 'an empty part'} is not supported`)
  }
  if (!rule) throw new RecurrenceError('FREQ is missing')
  return { ...rule, ...rest }
}

export function formatRule(rule: Rule): string {
  const list = (name: string, values: readonly (string | number)[]) =>
    values.length ? `;${name}=${values.join(',')}` : ''
  return [
    `FREQ=${rule.frequency}`,
    rule.interval > 1 ? `;INTERVAL=${rule.interval}` : '',
    list('BYMONTH', rule.byMonth),
    list('BYMONTHDAY', rule.byMonthDay),
    list(
      'BYDAY',
      rule.byDay.map((day) => `${day.ordinal || ''}${WEEKDAYS[day.weekday]}`),
    ),
    list('BYSETPOS', rule.bySetPosition),
    rule.count === null ? '' : `;COUNT=${rule.count}`,
    rule.weekStart === 1 ? '' : `;WKST=${WEEKDAYS[rule.weekStart]}`,
    rule.until === null ? '' : `;UNTIL=${rule.until.replaceAll('-', '')}`,
  ].join('')
}

export function parseInterval(text: string): Interval | null {
  const found = /^(?:rec:)?(\+?)(\d{1,3})([dbwmy])$/.exec(text.trim())
  if (!found || Number(found[2]) === 0) return null
  return { strict: found[1] === '+', every: Number(found[2]), unit: found[3] as Interval['unit'] }
}

export const formatInterval = ({ strict, every, unit }: Interval): string => `rec:${strict ? '+' : ''}${every}${unit}`

/** How a task says that it comes again: an RRULE's value, or `rec:` and an interval. Throws RecurrenceError. */
export const parseRecurrence = (text: string): Rule | Interval =>
  text.startsWith('rec:')
    ? (parseInterval(text) ??
      (() => {
        throw new RecurrenceError(`${text} is not rec: with a number and d, b, w, m or y`)
      })())
    : parseRule(text)

const isRule = (recurrence: Rule | Interval): recurrence is Rule => 'frequency' in recurrence

function weekdaysOf(rule: Rule, days: readonly Day[]): Day[] {
  return rule.byDay.flatMap(({ ordinal, weekday: wanted }) => {
    const matching = days.filter((day) => weekday(day) === wanted)
    if (ordinal === 0) return matching
    const one = ordinal > 0 ? matching[ordinal - 1] : matching.at(ordinal)
    return one ? [one] : []
  })
}

const monthDays = (year: number, month: number): Day[] =>
  Array.from({ length: daysIn(year, month) }, (_, n) => makeDay(year, month, n + 1) as Day)

function inMonth(rule: Rule, year: number, month: number, start: Day): Day[] {
  const all = monthDays(year, month)
  const byDate = rule.byMonthDay.length
    ? rule.byMonthDay.flatMap((date) => (date > 0 ? all[date - 1] : all.at(date)) ?? [])
    : null
  const byDay = rule.byDay.length ? weekdaysOf(rule, all) : null
  if (byDate && byDay) return byDate.filter((day) => byDay.includes(day))
  return byDate ?? byDay ?? [makeDay(year, month, parts(start).date)].filter((day) => day !== null)
}

/** The days of the period `n` intervals after the one that holds `start`, in order. */
function period(rule: Rule, start: Day, n: number): Day[] {
  const { year, month } = parts(start)
  const step = n * rule.interval
  const wantedMonth = (day: Day) => rule.byMonth.length === 0 || rule.byMonth.includes(parts(day).month)
  if (rule.frequency === 'DAILY') {
    const day = addDays(start, step)
    const { year: y, month: m } = parts(day)
    const isWanted =
      wantedMonth(day) &&
      (rule.byDay.length === 0 || rule.byDay.some((entry) => entry.weekday === weekday(day))) &&
      (rule.byMonthDay.length === 0 || inMonth({ ...rule, byDay: [] }, y, m, start).includes(day))
    return isWanted ? [day] : []
  }
  if (rule.frequency === 'WEEKLY') {
    const first = addDays(start, step * 7 - ((weekday(start) - rule.weekStart + 7) % 7))
    const week = Array.from({ length: 7 }, (_, at) => addDays(first, at)).filter(wantedMonth)
    const wanted = rule.byDay.length ? rule.byDay.map((entry) => entry.weekday) : [weekday(start)]
    return week.filter((day) => wanted.includes(weekday(day)))
  }
  if (rule.frequency === 'MONTHLY') {
    const first = addMonths(`${start.slice(0, 7)}-01`, step)
    const at = parts(first)
    return wantedMonth(first) ? inMonth(rule, at.year, at.month, start) : []
  }
  const at = year + step
  if (rule.byMonth.length) return rule.byMonth.flatMap((one) => inMonth(rule, at, one, start))
  const months = Array.from({ length: 12 }, (_, index) => index + 1)
  if (rule.byMonthDay.length) return months.flatMap((one) => inMonth(rule, at, one, start))
  if (rule.byDay.length)
    return weekdaysOf(
      rule,
      months.flatMap((one) => monthDays(at, one)),
    )
  return inMonth(rule, at, month, start)
}

/** The days of a rule from `start` on, in order; `start` itself only if it fits. Ends at COUNT, UNTIL or the year 9999. */
export function* occurrences(rule: Rule, start: Day): Generator<Day> {
  let given = 0
  let empty = 0
  for (let n = 0; empty < EMPTY_PERIODS; n++) {
    const days = [...new Set(period(rule, start, n))].sort()
    const chosen = rule.bySetPosition.length
      ? [...new Set(rule.bySetPosition.flatMap((at) => (at > 0 ? days[at - 1] : days.at(at)) ?? []))].sort()
      : days
    const coming = chosen.filter((day) => day >= start)
    empty = coming.length === 0 ? empty + 1 : 0
    for (const day of coming) {
      if (rule.until !== null && day > rule.until) return
      yield day
      if (++given === rule.count) return
    }
    if (days[0] !== undefined && days[0] > '9990') return
  }
}

function addBusinessDays(day: Day, days: number): Day {
  let at = day
  for (let left = days; left > 0; ) {
    at = addDays(at, 1)
    if (weekday(at) !== 0 && weekday(at) !== 6) left--
  }
  return at
}

function step(day: Day, { every, unit }: Interval, times = 1): Day {
  const by = every * times
  if (unit === 'd') return addDays(day, by)
  if (unit === 'w') return addDays(day, by * 7)
  if (unit === 'b') return addBusinessDays(day, by)
  return addMonths(day, unit === 'm' ? by : by * 12)
}

function nextStrict(interval: Interval, from: Day, today: Day): Day {
  const byMonth = interval.unit === 'm' || interval.unit === 'y'
  let next = step(from, interval)
  // months are counted from the first day each time, so that the 31st comes back after a short month
  for (let times = 2; next < today; times++) next = byMonth ? step(from, interval, times) : step(next, interval)
  return next
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
    if (!parsed.strict) return { due: atTime(step(today, parsed), time), recurrence }
    return { due: atTime(nextStrict(parsed, from, today), time), recurrence }
  }
  let passed = 0
  for (const day of occurrences(parsed, from)) {
    if (day > from && day >= today) {
      const left = parsed.count === null ? null : parsed.count - passed
      return { due: atTime(day, time), recurrence: left === null ? recurrence : formatRule({ ...parsed, count: left }) }
    }
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
