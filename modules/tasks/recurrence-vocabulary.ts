import type { Rule } from '@atrium/domain/recurrence/rule'

// English words for days, months and numbers, as pieces of patterns and as what they mean.

const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
const ORDINALS: Record<string, number> = { first: 1, second: 2, third: 3, fourth: 4, fifth: 5, last: -1 }
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

export const DAY_NAME =
  '(?:mon(?:days?)?|tue(?:s(?:days?)?)?|wed(?:nesdays?)?|thu(?:r(?:s(?:days?)?)?)?|fri(?:days?)?|sat(?:urdays?)?|sun(?:days?)?)\\b'
export const MONTH_NAME =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b'
export const ORDINAL = '(?:first|second|third|fourth|fifth|last|\\d{1,2}(?:st|nd|rd|th))\\b'
export const NUMBER = `(?:\\d{1,3}|${NUMBERS.slice(1).join('|')})`
export const AND = '(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*)'
export const EVERY = '(?:every|each)(!)?'
const WORKDAY = '(?:weekday|workday|business day)\\b'

export const weekdayNamed = (name: string) =>
  ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].indexOf(name.slice(0, 2).toLowerCase()) + 1
export const monthNamed = (name: string) => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
export const numberNamed = (text: string) =>
  /^\d/.test(text) ? Number.parseInt(text, 10) : NUMBERS.indexOf(text.toLowerCase())
export const ordinalNamed = (text: string) => ORDINALS[text.toLowerCase()] ?? Number.parseInt(text, 10)
export const all = (pattern: string, text: string) => text.match(new RegExp(pattern, 'gi')) ?? []
export const workdays = [1, 2, 3, 4, 5].map((day) => ({ ordinal: 0, weekday: day }))

const once = <T>(values: readonly T[]): T[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
]
export const weekdaysNamed = (text: string): Rule['byDay'] =>
  once(all(DAY_NAME, text).map((name) => ({ ordinal: 0, weekday: weekdayNamed(name) })))
export const monthsNamed = (text: string): number[] => once(all(MONTH_NAME, text).map(monthNamed))

/** The 29th to 31st fall on the last day of a shorter month. */
export const monthDay = (date: number): Partial<Rule> =>
  date <= 28
    ? { byMonthDay: [date] }
    : { byMonthDay: Array.from({ length: date - 27 }, (_, n) => 28 + n), bySetPosition: [-1] }

/** The 1st and 15th of a month; null when no month has such a day. */
export const datesOfMonth = (dates: readonly number[]): Partial<Rule> | null => {
  const days = once(dates)
  if (days.length === 0 || days.some((day) => day === 0 || Math.abs(day) > 31)) return null
  const only = days.length === 1 ? (days[0] as number) : -1
  return only > 0 ? monthDay(only) : { byMonthDay: days }
}

const SPECIAL = `(?:${DAY_NAME}|${WORKDAY}|day\\b)`
const ITEM = `(?:the\\s+)?(?:${ORDINAL}(?:\\s+to\\s+last)?\\s+(?:of\\s+)?${SPECIAL}|\\d{1,2}(?:st|nd|rd|th)\\b|${DAY_NAME}|weekdays\\b)`
/** What may follow "every 2 weeks on": days, dates, the last Friday. */
export const DAYS_SAID = `${ITEM}(?:${AND}${ITEM})*`
const ONE_ITEM = new RegExp(
  `^(?:the\\s+)?(?:(${ORDINAL})(\\s+to\\s+last)?\\s+(of\\s+)?(${SPECIAL})|(\\d{1,2})(?:st|nd|rd|th)|(${DAY_NAME})|(weekdays))$`,
  'i',
)

interface DaySaid {
  ordinal: number | null
  /** "the 3rd of Tuesday and Thursday" */
  isPosition: boolean
  weekday: number | 'work' | null
}

function itemOf(text: string): DaySaid | null {
  const found = ONE_ITEM.exec(text.trim())
  if (!found) return null
  const [, nth, toLast, of, special = '', date, name, work] = found
  if (date) return { ordinal: Number(date), isPosition: false, weekday: null }
  if (work) return { ordinal: null, isPosition: false, weekday: 'work' }
  if (name) return { ordinal: null, isPosition: false, weekday: weekdayNamed(name) }
  const ordinal = ordinalNamed(nth as string) * (toLast ? -1 : 1)
  const isWork = new RegExp(`^${WORKDAY}`, 'i').test(special)
  const weekday = isWork ? 'work' : /^day$/i.test(special) ? null : weekdayNamed(special)
  return { ordinal, isPosition: Boolean(of), weekday }
}

/** What "on …" adds to a rule of this frequency; null when the words do not go together. */
export function daysSaid(frequency: Rule['frequency'], text: string): Partial<Rule> | null {
  const items = all(ITEM, text).map(itemOf)
  const first = items[0]
  if (!first || items.includes(null)) return null
  const said = items as DaySaid[]
  const isShort = frequency === 'DAILY' || frequency === 'WEEKLY'
  if (said.every(({ weekday }) => weekday === null)) {
    const dates = said.map(({ ordinal }) => ordinal as number)
    if (frequency === 'MONTHLY') return datesOfMonth(dates)
    return frequency === 'WEEKLY' || datesOfMonth(dates) === null ? null : { byMonthDay: once(dates) }
  }
  if (first.weekday === 'work') {
    if (said.length > 1) return null
    if (first.ordinal === null) return { byDay: workdays }
    return isShort ? null : { byDay: workdays, bySetPosition: [first.ordinal] }
  }
  const days = said.map(({ weekday }) => weekday).filter((day) => typeof day === 'number')
  if (days.length < said.length) return null
  if (first.isPosition && said.slice(1).every(({ ordinal }) => ordinal === null))
    return { byDay: once(days.map((weekday) => ({ ordinal: 0, weekday }))), bySetPosition: [first.ordinal as number] }
  let ordinal = 0 // "the first Monday and Thursday": the first of both
  const byDay = once(
    said.map((one, at) => {
      ordinal = one.ordinal ?? ordinal
      return { ordinal, weekday: days[at] as number }
    }),
  )
  const most = frequency === 'YEARLY' ? 53 : 5
  const fits = byDay.every((day) => day.ordinal === 0 || (!isShort && Math.abs(day.ordinal) <= most))
  return fits ? { byDay } : null
}
