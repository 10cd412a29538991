import { parseRecurrence, RecurrenceError, type Rule } from './recurrence.ts'

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const UNITS = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const
const INTERVAL_UNITS = { d: 'day', b: 'business day', w: 'week', m: 'month', y: 'year' } as const
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

function days(rule: Rule): string {
  if (isClamped(rule)) return ` on the ${ordinal(Math.max(...rule.byMonthDay))}`
  if (rule.byMonthDay.length) {
    const names = rule.byMonthDay.map((date) => (date === -1 ? 'last day' : ordinal(date)))
    return ` on the ${list.format(names)}`
  }
  if (!rule.byDay.length) return ''
  const position = rule.bySetPosition.length ? `the ${list.format(rule.bySetPosition.map(ordinal))} ` : ''
  if (isWorkweek(rule)) return position ? ` on ${position}weekday` : ' on weekdays'
  const names = rule.byDay.map((day) => (day.ordinal ? `the ${ordinal(day.ordinal)} ` : '') + DAYS[day.weekday])
  return ` on ${position}${list.format(names)}`
}

/** A recurrence in English: `every month on the 1st`, `every 2 weeks on Monday, 5 more times`. */
export function recurrenceLabel(recurrence: string): string {
  try {
    const parsed = parseRecurrence(recurrence)
    if (!('frequency' in parsed))
      return every(parsed.every, INTERVAL_UNITS[parsed.unit]) + (parsed.strict ? '' : ' after it is done')
    const unit = UNITS[parsed.frequency]
    const base =
      parsed.frequency === 'WEEKLY' && isWorkweek(parsed) && parsed.interval === 1
        ? 'every weekday'
        : every(parsed.interval, unit) + days(parsed)
    const months = parsed.byMonth.length
      ? ` in ${list.format(parsed.byMonth.map((month) => MONTHS[month - 1] as string))}`
      : ''
    const times = parsed.count === null ? '' : `, ${parsed.count} ${parsed.count === 1 ? 'time' : 'times'}`
    return `${base}${months}${times}${parsed.until ? ` until ${parsed.until}` : ''}`
  } catch (error) {
    if (error instanceof RecurrenceError) return recurrence
    throw error
  }
}
