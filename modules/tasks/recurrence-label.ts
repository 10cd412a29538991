import { MONTHS, WEEKDAYS } from '@atrium/domain/dates/names'
import { RecurrenceError, type Rule } from '@atrium/domain/recurrence/rule'
import type { DayRule } from '@atrium/domain/recurrence/rule-days'
import { isRule, parseRecurrence } from './recurrence.ts'

const UNITS = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const
const dayName = (isoWeekday: number) => WEEKDAYS[isoWeekday - 1] as string
const either = new Intl.ListFormat('en', { type: 'disjunction' })
const list = new Intl.ListFormat('en', { type: 'conjunction' })

function ordinal(number: number): string {
  if (number === -1) return 'last'
  if (number < 0) return `${ordinal(-number)} to last`
  const ending =
    { one: 'st', two: 'nd', few: 'rd' }[new Intl.PluralRules('en', { type: 'ordinal' }).select(number) as 'one'] ?? 'th'
  return `${number}${ending}`
}

const every = (interval: number, unit: string) => (interval === 1 ? `every ${unit}` : `every ${interval} ${unit}s`)
const isWorkweek = (rule: Rule) =>
  rule.byDay.length === 5 && rule.byDay.every((day) => day.ordinal === 0 && day.weekday >= 1 && day.weekday <= 5)
/** The 31st, kept in short months as well: BYMONTHDAY=28,29,30,31;BYSETPOS=-1. */
const isClamped = (rule: Rule) =>
  rule.bySetPosition.join() === '-1' &&
  rule.byMonthDay.length > 1 &&
  rule.byMonthDay.every((date, at) => date === 28 + at)

const daysNamed = (rule: Rule): string =>
  list.format(rule.byDay.map((day) => (day.ordinal ? `the ${ordinal(day.ordinal)} ` : '') + dayName(day.weekday)))

/** ` on day 100 of the year`, ` in weeks 1 and 20`; null for those counted from the end. */
function daysOfYear({ byYearDay, byWeekNo }: Rule): string | null {
  if ([...byYearDay, ...byWeekNo].some((number) => number < 0)) return null
  const named = (name: string, numbers: readonly number[]) =>
    `${numbers.length === 1 ? name : `${name}s`} ${list.format(numbers.map(String))}`
  const day = byYearDay.length > 0 ? ` on ${named('day', byYearDay)} of the year` : ''
  return day + (byWeekNo.length > 0 ? ` in ${named('week', byWeekNo)}` : '')
}

/** `on the 1st and 15th`; null for what no few words say. */
function days(rule: Rule): string | null {
  if (isClamped(rule)) return rule.byDay.length ? null : ` on the ${ordinal(Math.max(...rule.byMonthDay))}`
  if (rule.byMonthDay.length) {
    if (rule.bySetPosition.length || rule.byDay.some((day) => day.ordinal !== 0)) return null
    const names = rule.byMonthDay.map((date) => (date < 0 ? `${ordinal(date)} day` : ordinal(date)))
    const only = rule.byDay.map((day) => dayName(day.weekday))
    return ` on the ${list.format(names)}${only.length ? ` if it is a ${either.format(only)}` : ''}`
  }
  if (!rule.byDay.length) return rule.bySetPosition.length ? null : ''
  const positions = list.format(rule.bySetPosition.map(ordinal))
  if (isWorkweek(rule)) return positions ? ` on the ${positions} weekday` : ' on weekdays'
  if (!positions) return ` on ${daysNamed(rule)}`
  if (rule.byDay.some((day) => day.ordinal !== 0)) return null
  return rule.byDay.length === 1
    ? ` on the ${positions} ${daysNamed(rule)}`
    : ` on the ${positions} of ${daysNamed(rule)}`
}

/** 5, for every 5 January. */
const dateOfYear = (rule: Rule): number | null => {
  const [date = 0] = rule.byMonthDay
  const isOne = rule.byMonth.length === 1 && rule.byMonthDay.length === 1 && date > 0
  return isOne && rule.frequency === 'YEARLY' && rule.interval === 1 && rule.byDay.length === 0 ? date : null
}

/** `every Monday and Thursday`, `every weekday`, `every 2 weeks on Monday`. */
function plainDays(rule: DayRule, on: string): string {
  const isWeek = rule.frequency === 'WEEKLY' && rule.interval === 1 && rule.bySetPosition.length === 0
  if (isWeek && on === ' on weekdays') return 'every weekday'
  if (isWeek && on !== '') return on.replace(/^ on/, 'every')
  return every(rule.interval, UNITS[rule.frequency]) + on
}

/** A recurrence in English: `every month on the 1st`, `every 2 weeks on Monday, 5 times`; what no words say is shown as it is. */
export function recurrenceLabel(recurrence: string): string {
  try {
    const parsed = parseRecurrence(recurrence)
    if (!isRule(parsed))
      return every(parsed.every, parsed.unit) + (parsed.strict ? ' after the due date' : ' after it is done')
    const [on, ofYear] = [days(parsed), daysOfYear(parsed)]
    if (on === null || ofYear === null) return recurrence
    const months = parsed.byMonth.map((month) => MONTHS[month - 1] as string)
    const date = dateOfYear(parsed)
    const base =
      date && ofYear === ''
        ? `every year on ${date} ${months[0]}`
        : plainDays(parsed, on) + ofYear + (months.length ? ` in ${list.format(months)}` : '')
    const hasWeeks = parsed.byWeekNo.length > 0 || (parsed.frequency === 'WEEKLY' && parsed.interval > 1)
    const weeks = !hasWeeks || parsed.weekStart === 1 ? '' : `, weeks from ${dayName(parsed.weekStart)}`
    const times = parsed.count === null ? '' : `, ${parsed.count} ${parsed.count === 1 ? 'time' : 'times'}`
    return `${base}${weeks}${times}${parsed.until ? ` until ${parsed.until}` : ''}`
  } catch (error) {
    if (error instanceof RecurrenceError) return recurrence
    throw error
  }
}
