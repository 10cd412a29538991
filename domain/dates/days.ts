// Days of the proleptic Gregorian calendar (ISO 8601), without a time zone. They compare and sort as text.

/** A day of the calendar: `2026-10-05`, years 0001 to 9999. */
export type Day = string
/** A month of the calendar: `2026-10`. */
export type Month = string

export interface DayParts {
  year: number
  /** 1 to 12 */
  month: number
  /** 1 to 31 */
  date: number
}

export const DAY_MS = 86_400_000
const two = (value: number) => (value < 10 ? `0${value}` : String(value))
const four = (value: number) => String(value).padStart(4, '0')

export function dayParts(day: Day): DayParts {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), date: Number(day.slice(8, 10)) }
}

export const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** `month` 1 to 12 */
export const daysInMonth = (year: number, month: number): number =>
  month === 2 ? (isLeapYear(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

/** `month` 1 to 12; null when the calendar has no such day. */
export function makeDay(year: number, month: number, date: number): Day | null {
  const isReal =
    [year, month, date].every(Number.isInteger) &&
    year >= 1 &&
    year <= 9999 &&
    month >= 1 &&
    month <= 12 &&
    date >= 1 &&
    date <= daysInMonth(year, month)
  return isReal ? `${four(year)}-${two(month)}-${two(date)}` : null
}

/** Whether the text is a day that the calendar has, written as `2026-10-05`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const { year, month, date } = dayParts(text)
  return makeDay(year, month, date) !== null
}

/** Days before 1 March of a year that has this many centuries, fourths and years behind it. */
const daysOfYears = (years: number): number =>
  years * 365 + Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400)
/** From 1 March of the year 0 to 1 January 1970. */
const EPOCH = 719_468
/** From 1 January 1970 to 1 January of the year 1 and to 31 December 9999. */
const [FIRST, LAST] = [-719_162, 2_932_896]

/**
 * Days since 1970-01-01, which is 0. Years are counted from March, so that leap days come last (H. Hinnant, chrono-compatible
 * low-level date algorithms, days_from_civil). NaN for what is not written as a day.
 */
export function dayNumber(day: Day): number {
  const { year, month, date } = dayParts(day)
  const fromMarch = (month + 9) % 12
  return daysOfYears(month < 3 ? year - 1 : year) + Math.floor((153 * fromMarch + 2) / 5) + date - 1 - EPOCH
}
/** The day so many days after 1970-01-01. Throws a RangeError outside of the years 1 to 9999. */
export function dayOfNumber(number: number): Day {
  if (!(number >= FIRST && number <= LAST)) throw new RangeError(`${number} is no day of the years 1 to 9999`)
  const days = Math.floor(number) + EPOCH
  let year = Math.floor((days * 400 + 591) / 146_097)
  if (daysOfYears(year) > days) year -= 1
  const ofYear = days - daysOfYears(year)
  const fromMarch = Math.floor((5 * ofYear + 2) / 153)
  const date = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  return `${four(fromMarch < 10 ? year : year + 1)}-${two(fromMarch < 10 ? fromMarch + 3 : fromMarch - 9)}-${two(date)}`
}

/** Throws a RangeError outside of the years 1 to 9999. */
export const addDays = (day: Day, days: number): Day => dayOfNumber(dayNumber(day) + days)
/** How many days `to` is after `from`; negative when it is before. */
export const daysBetween = (from: Day, to: Day): number => dayNumber(to) - dayNumber(from)

/** 1 is Monday and 7 Sunday (ISO 8601). */
export const isoWeekday = (day: Day): number => ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1
/** Monday of the day's week. */
export const mondayOf = (day: Day): Day => addDays(day, 1 - isoWeekday(day))

/** Months later (or, negative, earlier); the 31st becomes the last day of a shorter month. Throws as `addDays`. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, date } = dayParts(day)
  const index = year * 12 + (month - 1) + months
  const newYear = Math.floor(index / 12)
  const newMonth = index - newYear * 12 + 1
  const moved = makeDay(newYear, newMonth, Math.min(date, daysInMonth(newYear, newMonth)))
  if (moved === null) throw new RangeError(`${months} months from ${day} is no day of the years 1 to 9999`)
  return moved
}

/** 1 for 1 January. */
export const dayOfYear = (day: Day): number => daysBetween(`${day.slice(0, 4)}-01-01`, day) + 1

/** Week 1 holds the year's first Thursday (ISO 8601). The week's year can differ from the day's. */
export function isoWeek(day: Day): { year: number; week: number } {
  const thursday = addDays(day, 4 - isoWeekday(day))
  const { year } = dayParts(thursday)
  return { year, week: Math.floor(daysBetween(`${four(year)}-01-01`, thursday) / 7) + 1 }
}

export const monthOf = (day: Day): Month => day.slice(0, 7)
export const firstDayOf = (month: Month): Day => `${month}-01`
export const lastDayOf = (month: Month): Day =>
  `${month}-${two(daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7))))}`
/** Throws a RangeError outside of the years 1 to 9999. */
export const shiftMonth = (month: Month, months: number): Month => monthOf(addMonths(firstDayOf(month), months))
/** The `count`th given weekday (1 Monday to 7 Sunday) of a month; the fifth may lie in the next one. */
export const nthWeekday = (month: Month, weekday: number, count: number): Day =>
  addDays(firstDayOf(month), ((weekday - isoWeekday(firstDayOf(month)) + 7) % 7) + (count - 1) * 7)
/** The last given weekday (1 Monday to 7 Sunday) of a month. */
export const lastWeekday = (month: Month, weekday: number): Day =>
  addDays(lastDayOf(month), -((isoWeekday(lastDayOf(month)) - weekday + 7) % 7))
/** The day of a month; the month's last where it is shorter. */
export const dayOfMonth = (month: Month, date: number): Day => {
  const last = lastDayOf(month)
  return date < Number(last.slice(8)) ? `${month}-${two(date)}` : last
}

/** The months from one to another, both included, at most 1,200; none when `to` is before `from`. */
export function monthsFrom(from: Month, to: Month): Month[] {
  const months: Month[] = []
  for (let month = from; month <= to && months.length < 1200; month = shiftMonth(month, 1)) months.push(month)
  return months
}
