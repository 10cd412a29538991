import { type Day, makeDay } from '@atrium/domain/dates/days'

/** The day, when it lies in the years that the Wallet keeps; else null. */
export const keptDay = (day: Day): Day | null => (day >= '1900' && day < '9990' ? day : null)

/** The day of these numbers; null when the calendar has none such, or the Wallet does not keep it. */
export function dayOfNumbers(year: number, month: number, date: number): Day | null {
  const day = makeDay(year, month, date)
  return day && keptDay(day)
}
