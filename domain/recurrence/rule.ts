// A recurrence rule: RRULE of RFC 5545, 3.3.10, with RSCALE and SKIP of RFC 7529, as a value and as text.
import { type Day, isDay } from '../dates/days.ts'

export const FREQUENCIES = ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** Names of the weekdays, Monday first: `WEEKDAY_CODES[isoWeekday - 1]`. */
export const WEEKDAY_CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/** `ordinal` 0: every such weekday of the period; 2: the second; -1: the last. `weekday` 1 is Monday, 7 Sunday. */
export interface RuleDay {
  ordinal: number
  weekday: number
}

export interface Rule {
  frequency: Frequency
  interval: number
  /** What a list leaves out is empty, and then taken from the first occurrence. */
  byMonth: number[]
  byWeekNo: number[]
  byYearDay: number[]
  byMonthDay: number[]
  byDay: RuleDay[]
  byHour: number[]
  byMinute: number[]
  bySecond: number[]
  bySetPosition: number[]
  count: number | null
  /** The last day or moment: `2026-12-31`, `2026-12-31T23:59:59` on the rule's own clock, or `2026-12-31T22:59:59Z`. */
  until: string | null
  /** Where a week begins, for "every other week": 1 (Monday) to 7. */
  weekStart: number
  /** RSCALE: a calendar by its name in CLDR; null is the Gregorian one. */
  calendar: string | null
  /** SKIP: what becomes of a day that a month does not have. */
  skip: 'OMIT' | 'BACKWARD' | 'FORWARD'
}

/** Why a text is no rule. `part` is the part of it that is wrong: `FREQ`, `UNTIL`; empty for the whole. */
export class RecurrenceError extends RangeError {
  readonly part: string
  constructor(message: string, part = '') {
    super(message)
    this.part = part
  }
}

/** Characters of a rule: all days of a year are 1,400. */
const LONGEST = 5_000

export const newRule = (frequency: Frequency, rest: Partial<Rule> = {}): Rule => ({
  frequency,
  interval: 1,
  byMonth: [],
  byWeekNo: [],
  byYearDay: [],
  byMonthDay: [],
  byDay: [],
  byHour: [],
  byMinute: [],
  bySecond: [],
  bySetPosition: [],
  count: null,
  until: null,
  weekStart: 1,
  calendar: null,
  skip: 'OMIT',
  ...rest,
})

/** The lists of numbers, in the order in which they are written; `least` below 0 counts from the end, and 0 is then none. */
const LISTS = {
  BYMONTH: ['byMonth', 1, 12],
  BYWEEKNO: ['byWeekNo', -53, 53],
  BYYEARDAY: ['byYearDay', -366, 366],
  BYMONTHDAY: ['byMonthDay', -31, 31],
  BYHOUR: ['byHour', 0, 23],
  BYMINUTE: ['byMinute', 0, 59],
  BYSECOND: ['bySecond', 0, 59],
  BYSETPOS: ['bySetPosition', -366, 366],
} as const
type ListName = keyof typeof LISTS

function integers(name: string, value: string, least: number, most: number): number[] {
  const numbers = value.split(',').map((text) => {
    const number = Number(text)
    if (!/^[+-]?\d{1,5}$/.test(text) || number < least || number > most || (number === 0 && least !== 0))
      throw new RecurrenceError(`${name}=${value} is not between ${least} and ${most}`, name)
    return number
  })
  return [...new Set(numbers)]
}

function weekdayOf(code: string, part: string): number {
  const at = (WEEKDAY_CODES as readonly string[]).indexOf(code)
  if (at < 0) throw new RecurrenceError(`“${code}” is no weekday`, part)
  return at + 1
}

function ruleDays(value: string): RuleDay[] {
  const days = value.split(',').map((day): [string, RuleDay] => {
    const [, ordinal = '', code = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(day) ?? []
    if (Math.abs(Number(ordinal)) > 53) throw new RecurrenceError(`BYDAY=${value}: no year has 54 weeks`, 'BYDAY')
    const read = { ordinal: Number(ordinal), weekday: weekdayOf(code, 'BYDAY') }
    return [`${read.ordinal}${code}`, read]
  })
  return [...new Map(days).values()]
}

/** `20261231`, `20261231T225959Z` */
function momentIn(value: string): string {
  const found = /^(\d{4})(\d\d)(\d\d)(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d|60)(Z?))?$/.exec(value)
  const day: Day = found ? `${found[1]}-${found[2]}-${found[3]}` : ''
  if (!found || !isDay(day)) throw new RecurrenceError(`UNTIL=${value} is no day`, 'UNTIL')
  const second = found[6] === '60' ? '59' : found[6]
  return found[4] === undefined ? day : `${day}T${found[4]}:${found[5]}:${second}${found[7]}`
}

function readPart(name: string, value: string): Partial<Rule> {
  const number = (most: number) => integers(name, value, 1, most)[0] as number
  switch (name) {
    case 'FREQ':
      if (!(FREQUENCIES as readonly string[]).includes(value))
        throw new RecurrenceError(`FREQ=${value} is none that there is`, name)
      return { frequency: value as Frequency }
    case 'INTERVAL':
      return { interval: number(99_999) }
    case 'COUNT':
      return { count: number(99_999) }
    case 'UNTIL':
      return { until: momentIn(value) }
    case 'WKST':
      return { weekStart: weekdayOf(value, name) }
    case 'BYDAY':
      return { byDay: ruleDays(value) }
    case 'RSCALE':
      if (!/^[A-Z][A-Z-]{1,30}$/.test(value)) throw new RecurrenceError(`RSCALE=${value} is no calendar`, name)
      return { calendar: value === 'GREGORIAN' ? null : value.toLowerCase() }
    case 'SKIP':
      if (value !== 'OMIT' && value !== 'BACKWARD' && value !== 'FORWARD')
        throw new RecurrenceError(`SKIP=${value} is none that there is`, name)
      return { skip: value }
  }
  if (!Object.hasOwn(LISTS, name)) throw new RecurrenceError(`${name || 'an empty part'} is not supported`, name)
  const [key, least, most] = LISTS[name as ListName]
  return { [key]: integers(name, value, least, most) }
}

/** Reads the value of an RRULE, in any case, with or without `RRULE:`. Throws a RecurrenceError, which is a RangeError. */
export function parseRule(text: string): Rule {
  if (text.length > LONGEST) throw new RecurrenceError(`it is longer than ${LONGEST} characters`)
  const read: Partial<Rule> = {}
  const parts = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/;$/, '')
  for (const part of parts.split(';')) {
    const at = part.indexOf('=')
    Object.assign(
      read,
      at < 0 ? readPart(part.trim(), '') : readPart(part.slice(0, at).trim(), part.slice(at + 1).trim()),
    )
  }
  if (!read.frequency) throw new RecurrenceError('FREQ is missing', 'FREQ')
  return newRule(read.frequency, read)
}

export const formatRuleDay = ({ ordinal, weekday }: RuleDay): string => `${ordinal || ''}${WEEKDAY_CODES[weekday - 1]}`

/** The value of an RRULE, its parts always in one order. */
export function formatRule(rule: Rule): string {
  const isOther = rule.calendar !== null || rule.skip !== 'OMIT'
  const list = (name: string, values: readonly (string | number)[]) =>
    values.length > 0 && `${name}=${values.join(',')}`
  const numbers = (name: ListName) => list(name, rule[LISTS[name][0]])
  return [
    isOther && `RSCALE=${rule.calendar?.toUpperCase() ?? 'GREGORIAN'}`,
    `FREQ=${rule.frequency}`,
    rule.interval > 1 && `INTERVAL=${rule.interval}`,
    numbers('BYMONTH'),
    numbers('BYWEEKNO'),
    numbers('BYYEARDAY'),
    numbers('BYMONTHDAY'),
    list('BYDAY', rule.byDay.map(formatRuleDay)),
    numbers('BYHOUR'),
    numbers('BYMINUTE'),
    numbers('BYSECOND'),
    numbers('BYSETPOS'),
    rule.count !== null && `COUNT=${rule.count}`,
    rule.weekStart !== 1 && `WKST=${WEEKDAY_CODES[rule.weekStart - 1]}`,
    rule.until !== null && `UNTIL=${rule.until.replace(/[-:]/g, '')}`,
    rule.skip !== 'OMIT' && `SKIP=${rule.skip}`,
  ]
    .filter(Boolean)
    .join(';')
}
