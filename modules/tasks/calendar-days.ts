import { recent } from '@atrium/domain/recent'

/** A day of the calendar, `2026-10-05`, without a time zone. */
export type Day = string
/** A day, or a day and a time on the person's own clock: `2026-10-05T15:00`. */
export type Due = string

const DAY_MS = 86_400_000

export const dayOf = (due: Due): Day => due.slice(0, 10)
/** `15:00`, or null for a whole day. */
export const timeOf = (due: Due): string | null => (due.length > 10 ? due.slice(11, 16) : null)
export const atTime = (day: Day, time: string | null): Due => (time === null ? day : `${day}T${time}`)

const utc = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const fromUtc = (ms: number): Day => new Date(ms).toISOString().slice(0, 10)

export const addDays = (day: Day, days: number): Day => fromUtc(utc(day) + days * DAY_MS)
export const daysBetween = (from: Day, to: Day): number => Math.round((utc(to) - utc(from)) / DAY_MS)
export interface CalendarDay {
  year: number
  /** 1–12 */
  month: number
  date: number
  /** 0 is Sunday. */
  weekday: number
}

/** What gives the day so many days after `day`, without writing it down: a long walk costs a tenth. */
export function daysAfter(day: Day): (days: number) => CalendarDay {
  const start = utc(day)
  return (days) => {
    const at = new Date(start + days * DAY_MS)
    return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate(), weekday: at.getUTCDay() }
  }
}

/** 0 is Sunday. */
export const weekday = (day: Day): number => new Date(utc(day)).getUTCDay()

export function parts(day: Day): { year: number; month: number; date: number } {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return { year, month, date }
}

/** `month` 1–12; null when the month has no such day. */
export function makeDay(year: number, month: number, date: number): Day | null {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || date < 1 || date > daysIn(year, month)) return null
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
}

export const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const { year, month, date } = parts(text)
  return makeDay(year, month, date) !== null
}

/** Days that tasks are about; far beyond, the clocks of zones and other programs go astray. */
export const isTaskDay = (text: string): boolean => isDay(text) && text >= '1900' && text < '9990'

/** Months later; the 31st becomes the last day of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, date } = parts(day)
  const index = year * 12 + month - 1 + months
  const newYear = Math.floor(index / 12)
  const newMonth = (index % 12) + 1
  return makeDay(newYear, newMonth, Math.min(date, daysIn(newYear, newMonth))) ?? day
}

/** Making one costs 0.1 ms, and files may name zones without end. Throws RangeError for a zone that does not exist. */
const clockOf = recent(
  100,
  (timeZone: string) =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
)

/** The person's clock at a moment: `2026-10-05T15:00`. */
export const localTime = (moment: Date, timeZone: string): Due => clockOf(timeZone).format(moment).replace(' ', 'T')

/** Minutes that the zone's clocks are ahead of UTC at a moment. */
export function offsetMinutes(moment: Date, timeZone: string): number {
  const minute = Math.floor(moment.getTime() / 60_000)
  return Date.parse(`${localTime(moment, timeZone)}:00Z`) / 60_000 - minute
}

/** The moment of a time on the person's clock; in the hour that a change of clocks skips, the moment after it. */
export function momentOf(due: Due, timeZone: string): Date {
  const wall = Date.parse(`${atTime(dayOf(due), timeOf(due) ?? '00:00')}:00Z`)
  const guess = new Date(wall - offsetMinutes(new Date(wall), timeZone) * 60_000)
  return new Date(wall - offsetMinutes(guess, timeZone) * 60_000)
}

/** Monday of the day's week. */
export const mondayOf = (day: Day): Day => addDays(day, -((weekday(day) + 6) % 7))
