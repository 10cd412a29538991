/** A day of the proleptic Gregorian calendar. Months count from 1. */
export interface Day {
  year: number
  month: number
  day: number
}

export const YEAR_MIN = 1
export const YEAR_MAX = 9_999
const MILLISECONDS = 86_400_000

/** Days since 1 January 1970. */
export function dayNumber({ year, month, day }: Day): number {
  const date = new Date(0)
  // setUTCFullYear takes years below 100 as they are; Date.UTC would add 1900.
  date.setUTCFullYear(year, month - 1, day)
  return Math.round(date.getTime() / MILLISECONDS)
}

export function dayOf(number: number): Day {
  const date = new Date(number * MILLISECONDS)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

export const addDays = (day: Day, days: number): Day => dayOf(dayNumber(day) + days)
export const daysBetween = (from: Day, to: Day): number => dayNumber(to) - dayNumber(from)
export const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
export const daysInMonth = (year: number, month: number): number =>
  [31, isLeapYear(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] as number
export const isRealDay = ({ year, month, day }: Day): boolean =>
  year >= YEAR_MIN && year <= YEAR_MAX && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)

/** 1 is Monday and 7 Sunday, as in ISO 8601. */
export const weekday = (day: Day): number => ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1

/** The 31st moves to the last day of a shorter month. */
export function addMonths({ year, month, day }: Day, months: number): Day {
  const index = year * 12 + (month - 1) + months
  const newYear = Math.floor(index / 12)
  const newMonth = index - newYear * 12 + 1
  return { year: newYear, month: newMonth, day: Math.min(day, daysInMonth(newYear, newMonth)) }
}

/** ISO 8601: week 1 holds the year's first Thursday. The week's year can differ from the day's. */
export function isoWeek(day: Day): { year: number; week: number } {
  const thursday = addDays(day, 4 - weekday(day))
  const week = Math.floor(daysBetween({ year: thursday.year, month: 1, day: 1 }, thursday) / 7) + 1
  return { year: thursday.year, week }
}

export const dayOfYear = (day: Day): number => daysBetween({ year: day.year, month: 1, day: 1 }, day) + 1

/** Mondays to Fridays from `from` to `to`, both counted. Public holidays are not known here. */
export function workingDays(from: Day, to: Day): number {
  const [start, end] = daysBetween(from, to) >= 0 ? [from, to] : [to, from]
  const total = daysBetween(start, end) + 1
  let count = Math.floor(total / 7) * 5
  for (let rest = 0; rest < total % 7; rest++) {
    if (weekday(addDays(end, -rest)) <= 5) count += 1
  }
  return count
}

/** The day that is `count` Mondays-to-Fridays after (or, negative, before) `from`. */
export function addWorkingDays(from: Day, count: number): Day {
  const step = Math.sign(count)
  const weeks = Math.trunc(Math.abs(count) / 5)
  let day = from
  // Starting on a weekend, counting starts at the nearest working day on the way.
  while (weekday(day) > 5) day = addDays(day, -step || -1)
  day = addDays(day, step * weeks * 7)
  for (let left = Math.abs(count) % 5; left > 0; ) {
    day = addDays(day, step)
    if (weekday(day) <= 5) left -= 1
  }
  return day
}

export interface Span {
  years: number
  months: number
  days: number
}

/** The calendar span from an earlier day to a later one. A birthday of 29 February counts on 28 February in common years. */
export function span(from: Day, to: Day): Span {
  let months = (to.year - from.year) * 12 + (to.month - from.month)
  if (daysBetween(addMonths(from, months), to) < 0) months -= 1
  return { years: Math.floor(months / 12), months: months % 12, days: daysBetween(addMonths(from, months), to) }
}

/** Easter Sunday of the Gregorian calendar, by the anonymous algorithm (Meeus, Astronomical Algorithms, chapter 8). */
export function easter(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return { year, month: Math.floor(sum / 31), day: (sum % 31) + 1 }
}

/** The `count`th given weekday (1 Monday … 7 Sunday) of a month. */
export function nthWeekday(year: number, month: number, day: number, count: number): Day {
  const first = { year, month, day: 1 }
  return addDays(first, ((day - weekday(first) + 7) % 7) + (count - 1) * 7)
}
