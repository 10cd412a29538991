// Working days are Monday to Friday. Public holidays are those that the caller knows.
import { addDays, type Day, daysBetween, isoWeekday } from './days.ts'

const NONE: ReadonlySet<Day> = new Set()

export const isWeekend = (day: Day): boolean => isoWeekday(day) > 5
/** Monday to Friday and no holiday. */
export const isWorkingDay = (day: Day, holidays: ReadonlySet<Day> = NONE): boolean =>
  !isWeekend(day) && !holidays.has(day)

/** The same day when it is a working day, else the next one that is. */
export function workingDayFrom(day: Day, holidays: ReadonlySet<Day> = NONE): Day {
  let at = day
  while (!isWorkingDay(at, holidays)) at = addDays(at, 1)
  return at
}
/** The same day when it is a working day, else the last one that was. */
export function workingDayUpTo(day: Day, holidays: ReadonlySet<Day> = NONE): Day {
  let at = day
  while (!isWorkingDay(at, holidays)) at = addDays(at, -1)
  return at
}

/**
 * The `count`th Monday to Friday after a day, or before it when negative: one after a Saturday is the Monday, one before it the
 * Friday. 0 is the day itself. Throws a RangeError outside of the years 1 to 9999.
 */
export function addWorkingDays(day: Day, count: number): Day {
  if (count === 0) return day
  const step = Math.sign(count)
  // A weekend counts as the working day behind it, seen in the direction of counting.
  const start = step > 0 ? workingDayUpTo(day) : workingDayFrom(day)
  const weeks = Math.trunc(count / 5)
  const rest = count % 5
  const at = isoWeekday(start) + rest
  return addDays(start, weeks * 7 + rest + (at > 5 ? 2 : at < 1 ? -2 : 0))
}

/** Mondays to Fridays from one day to another, both counted, whichever is the earlier. */
export function workingDaysBetween(one: Day, other: Day): number {
  const [from, to] = one <= other ? [one, other] : [other, one]
  const total = daysBetween(from, to) + 1
  const rest = total % 7
  const first = isoWeekday(addDays(to, 1 - rest))
  let count = Math.floor(total / 7) * 5
  for (let at = 0; at < rest; at++) if ((first + at - 1) % 7 < 5) count += 1
  return count
}
