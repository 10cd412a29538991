// Spans of the calendar: whole years and months, and the days that are left.
import { addDays, addMonths, type Day, dayParts, daysBetween } from './days.ts'

export interface Span {
  years: number
  /** 0 to 11 where a span was measured */
  months: number
  days: number
}

/** From a day to a later one, or the same. Who was born on 29 February is a year older on 28 February of common years. */
export function spanBetween(from: Day, to: Day): Span {
  const [start, end] = [dayParts(from), dayParts(to)]
  let months = (end.year - start.year) * 12 + end.month - start.month
  if (addMonths(from, months) > to) months -= 1
  return { years: Math.floor(months / 12), months: months % 12, days: daysBetween(addMonths(from, months), to) }
}

/** So much later, months before days; earlier when its figures are negative. Throws a RangeError outside of the years 1 to 9999. */
export const addSpan = (day: Day, { years = 0, months = 0, days = 0 }: Partial<Span>): Day =>
  addDays(addMonths(day, years * 12 + months), days)
