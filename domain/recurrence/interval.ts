// "Every so many days, weeks or months", counted from a first day. Not a rule of iCalendar: the 31st is the last day of shorter
// months and the 31st again after, and there are business days.
import { addDays, addMonths, type Day, dayParts, daysBetween, isoWeekday } from '../dates/days.ts'

export interface Interval {
  every: number
  unit: 'day' | 'business day' | 'week' | 'month' | 'year'
}

/** Saturday and Sunday count as the Friday before them. */
function addBusinessDays(day: Day, days: number): Day {
  const weekday = isoWeekday(day)
  const begin = addDays(day, -Math.max(0, weekday - 5))
  const intoWeek = isoWeekday(begin) - 1 + (days % 5)
  return addDays(begin, Math.floor(days / 5) * 7 + (days % 5) + (intoWeek > 4 ? 2 : 0))
}

/** The day so many intervals after another; null beyond the year 9999. */
export function addInterval(day: Day, { every, unit }: Interval, times = 1): Day | null {
  const by = every * times
  try {
    if (unit === 'day') return addDays(day, by)
    if (unit === 'week') return addDays(day, by * 7)
    if (unit === 'business day') return addBusinessDays(day, by)
    return addMonths(day, unit === 'month' ? by : by * 12)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** How often the interval certainly fits between two days, by arithmetic. */
export function intervalsBetween({ every, unit }: Interval, from: Day, to: Day): number {
  const days = daysBetween(from, to)
  const [begin, end] = [dayParts(from), dayParts(to)]
  const years = end.year - begin.year
  const most = {
    day: days,
    'business day': ((days - 4) / 7) * 5,
    week: days / 7,
    month: years * 12 + end.month - begin.month,
    year: years,
  }[unit]
  return Math.floor(most / every)
}
