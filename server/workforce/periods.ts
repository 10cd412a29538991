import type { BillingPeriod } from '@atrium/contract/workforce'
import { addMonths as monthsAfter } from '@atrium/domain/dates/days'

/** ms */
export const DAY = 24 * 60 * 60 * 1000

/** So many months later in UTC, on the same day; where the month has no such day, on its last. */
export function addMonths(start: Date, months: number): Date {
  const [day = '', time] = start.toISOString().split('T')
  return new Date(`${monthsAfter(day, months)}T${time}`)
}

/** When the nth period (from 1) of what began then is over. Counted from the start, so that a 31st stays one. */
export const endOfPeriod = (start: Date, period: BillingPeriod, nth: number): Date =>
  addMonths(start, nth * (period === 'annual' ? 12 : 1))
