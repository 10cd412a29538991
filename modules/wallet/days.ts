/** A day of the calendar: `2026-11-21`. */
export type Day = string
/** A month of the calendar: `2026-11`. */
export type Month = string

const DAY_MS = 86_400_000
const two = (value: number) => String(value).padStart(2, '0')
const at = (day: Day) => Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)))

/** The day of these numbers; null when the calendar has none such. */
export function dayOf(year: number, month: number, day: number): Day | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && year >= 1900 && year <= 9989 ? `${year}-${two(month)}-${two(day)}` : null
}

/** The day on the person's own calendar. */
export const dayIn = (now: Date, timeZone: string): Day =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)

export const addDays = (day: Day, days: number): Day => new Date(at(day) + days * DAY_MS).toISOString().slice(0, 10)
export const daysBetween = (from: Day, to: Day): number => Math.round((at(to) - at(from)) / DAY_MS)
/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => new Date(at(day)).getUTCDay()

export const monthOf = (day: Day): Month => day.slice(0, 7)
export const lastDay = (month: Month): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate()
export function addMonths(month: Month, months: number): Month {
  const date = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + months, 1))
  return date.toISOString().slice(0, 7)
}

/** The months from one to another, both included; none when `to` is before `from`. */
export function monthsFrom(from: Month, to: Month): Month[] {
  const months: Month[] = []
  for (let month = from; month <= to && months.length < 1200; month = addMonths(month, 1)) months.push(month)
  return months
}
