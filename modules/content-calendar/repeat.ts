import { isoWeekday } from '@atrium/domain/dates/days'
import { wallClockAt } from '@atrium/domain/dates/wall-clock'
import {
  type Frequency,
  formatRule,
  formatRuleDay,
  newRule,
  parseRule,
  RecurrenceError,
  type Rule,
  WEEKDAY_CODES,
} from '@atrium/domain/recurrence/rule'
import { isDayRule } from '@atrium/domain/recurrence/rule-days'

/** How something repeats, as a form has it. Anything else is kept as the rule that it is. */
export interface Repeat {
  every: 'never' | 'day' | 'week' | 'month' | 'year' | 'other'
  interval: number
  /** Of a week: MO … SU. */
  days: string[]
  /** Of a month: on the same day, or on the same weekday counted from its beginning or its end. */
  monthly: 'day' | 'weekday' | 'last'
  ends: 'never' | 'on' | 'after'
  until: string
  count: number
  /** The rule, where the form cannot say it. */
  rule: string
}

const UNITS: Readonly<Partial<Record<Frequency, Repeat['every']>>> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
}

/** The weekday of a day: `MO`. */
export const codeOf = (day: string): string => WEEKDAY_CODES[isoWeekday(day) - 1] ?? 'MO'
/** Which of its month's Mondays a Monday is: 1 to 5. */
const nthOf = (day: string): number => Math.ceil(Number(day.slice(8, 10)) / 7)

function keptRule(rrule: string): Rule | null {
  try {
    return parseRule(rrule)
  } catch (error) {
    if (error instanceof RecurrenceError) return null
    throw error
  }
}

/** The last day of a rule on the clock of its zone; an instant of UTC can be on another day there. */
const lastDayOf = (until: string, zone: string): string =>
  (until.endsWith('Z') ? new Date(wallClockAt(Date.parse(until), zone)).toISOString() : until).slice(0, 10)

/** A rule as the form shows it. */
export function repeatOf(rrule: string | null, start: string, zone: string): Repeat {
  const none: Repeat = {
    every: 'never',
    interval: 1,
    days: [codeOf(start)],
    monthly: 'day',
    ends: 'never',
    until: '',
    count: 10,
    rule: '',
  }
  if (rrule === null) return none
  const other: Repeat = { ...none, every: 'other', rule: rrule }
  const rule = keptRule(rrule)
  if (rule === null) return other
  const every = UNITS[rule.frequency]
  if (!every || !isDayRule(rule)) return other
  if (rule.byMonth.length + rule.byYearDay.length + rule.bySetPosition.length > 0) return other
  const repeat: Repeat = {
    ...none,
    every,
    interval: rule.interval,
    ends: rule.count !== null ? 'after' : rule.until !== null ? 'on' : 'never',
    count: rule.count ?? 10,
    until: rule.until === null ? '' : lastDayOf(rule.until, zone),
  }
  const byDay = rule.byDay.map(formatRuleDay)
  if (every === 'week' && byDay.length > 0) repeat.days = byDay
  if (repeat.days.some((day) => !(WEEKDAY_CODES as readonly string[]).includes(day))) return other
  if (every === 'month' && byDay.length > 0) {
    if (byDay.join() === `-1${codeOf(start)}`) repeat.monthly = 'last'
    else if (byDay.join() === `${nthOf(start)}${codeOf(start)}`) repeat.monthly = 'weekday'
    else return other
  } else if (byDay.length > 0 && every !== 'week') return other
  if (
    rule.byMonthDay.length > 0 &&
    (every !== 'month' || rule.byMonthDay.join() !== String(Number(start.slice(8, 10))))
  )
    return other
  return repeat
}

/** The rule that a form says, null when nothing repeats. The last day stays a day: the server knows the zone. */
export function ruleFrom(repeat: Repeat, start: string): string | null {
  if (repeat.every === 'never') return null
  if (repeat.every === 'other') return repeat.rule
  const frequency = (Object.keys(UNITS) as Frequency[]).find((name) => UNITS[name] === repeat.every) ?? 'WEEKLY'
  const rule = newRule(frequency, { interval: repeat.interval })
  if (repeat.every === 'week')
    rule.byDay = WEEKDAY_CODES.flatMap((code, at) =>
      repeat.days.includes(code) ? [{ ordinal: 0, weekday: at + 1 }] : [],
    )
  if (repeat.every === 'month' && repeat.monthly !== 'day')
    rule.byDay = [{ ordinal: repeat.monthly === 'last' ? -1 : nthOf(start), weekday: isoWeekday(start) }]
  if (repeat.ends === 'after') rule.count = repeat.count
  if (repeat.ends === 'on' && repeat.until) rule.until = repeat.until
  return formatRule(rule)
}
