import { type Day, isDay } from '@atrium/domain/dates/days'

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
/** Characters of a rule that a task can keep. */
const LONGEST = 300

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
  const numbers = value.split(',').map((text) => {
    const number = Number(text)
    if (!/^[+-]?\d{1,4}$/.test(text) || number < least || number > most || number === 0)
      throw new RecurrenceError(`${name}=${value} is not between ${least} and ${most}`)
    return number
  })
  return [...new Set(numbers)]
}

function weekdayCode(code: string): number {
  const at = (WEEKDAYS as readonly string[]).indexOf(code)
  if (at < 0) throw new RecurrenceError(`“${code}” is no weekday`)
  return at
}

function weekdays(value: string): Rule['byDay'] {
  const days = value.split(',').map((day) => {
    const [, ordinal = '', code = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(day) ?? []
    if (Math.abs(Number(ordinal)) > 53) throw new RecurrenceError(`BYDAY=${value}: no year has 54 weeks`)
    return { ordinal: Number(ordinal), weekday: weekdayCode(code) }
  })
  return days.filter(
    (day, at) => at === days.findIndex((one) => one.ordinal === day.ordinal && one.weekday === day.weekday),
  )
}

/** Reads the value of an RRULE. Throws RecurrenceError with the reason. */
export function parseRule(text: string): Rule {
  if (text.length > LONGEST) throw new RecurrenceError(`it is longer than ${LONGEST} characters`)
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
    else if (name === 'BYDAY') rest.byDay = weekdays(value)
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

export const isRule = (recurrence: Rule | Interval): recurrence is Rule => 'frequency' in recurrence
