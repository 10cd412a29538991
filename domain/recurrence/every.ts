// "Every hour", "every day at 07:00" and their like on the clocks of a zone, as modules say when they work by themselves.
import { addDays, type Day, dayOfMonth, isoWeekday, type Month, monthOf, shiftMonth } from '../dates/days.ts'
import { atTime, dayOf, instantOf, localAt } from '../dates/local-time.ts'
import { wallClockAt } from '../dates/wall-clock.ts'

export type Every =
  | { unit: 'hour' }
  | { unit: 'day'; time: string }
  /** 1 is Monday */
  | { unit: 'week'; weekday: number; time: string }
  /** The last day of a shorter month. */
  | { unit: 'month'; date: number; time: string }

const HOUR = 3_600_000
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const AT = String.raw`at (?<time>(?:[01]\d|2[0-3]):[0-5]\d)`
const FORM = new RegExp(
  `^(?:hour|(?:day|week on (?<weekday>${WEEKDAYS.join('|')})|month on (?<date>[1-9]|[12]\\d|3[01])) ${AT})$`,
)

/** `hour`, `day at 07:00`, `week on monday at 07:00`, `month on 31 at 07:00`; null for anything else. */
export function parseEvery(text: string): Every | null {
  const found = FORM.exec(text)
  if (!found) return null
  const { weekday, date, time } = found.groups ?? {}
  if (time === undefined) return { unit: 'hour' }
  if (weekday !== undefined) return { unit: 'week', weekday: WEEKDAYS.indexOf(weekday) + 1, time }
  return date === undefined ? { unit: 'day', time } : { unit: 'month', date: Number(date), time }
}

/** Days on which it may be, the first no later than `from`. */
function* daysOf(every: Exclude<Every, { unit: 'hour' }>, from: Day): Generator<Day> {
  if (every.unit === 'month') {
    for (let month: Month = monthOf(from); ; month = shiftMonth(month, 1)) yield dayOfMonth(month, every.date)
  }
  const step = every.unit === 'week' ? 7 : 1
  const first = every.unit === 'week' ? addDays(from, ((every.weekday - isoWeekday(from) + 7) % 7) - 7) : from
  for (let day = first; ; day = addDays(day, step)) yield day
}

/**
 * The first of its times after an instant. A time that clocks skip is so much later, of one that comes twice the first is taken
 * (RFC 5545, 3.3.5). Throws a RangeError where there is no such zone.
 */
export function nextEvery(every: Every, after: Date, zone: string): Date {
  if (every.unit === 'hour') {
    const wall = wallClockAt(after.getTime(), zone)
    const milliseconds = after.getTime() % 1_000
    return new Date(after.getTime() - milliseconds + HOUR - (wall % HOUR))
  }
  // A day ahead: what a clock shows may be put back past midnight.
  for (const day of daysOf(every, addDays(dayOf(localAt(after, zone)), -1))) {
    const at = instantOf(atTime(day, every.time), zone)
    if (at > after) return at
  }
  throw new RangeError('unreachable')
}
