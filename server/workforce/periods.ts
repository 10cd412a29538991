import type { BillingPeriod } from '@atrium/contract/workforce'

/** ms */
export const DAY = 24 * 60 * 60 * 1000

/** So many months later in UTC, on the same day; where the month has no such day, on its last. */
export function addMonths(start: Date, months: number): Date {
  const end = new Date(start)
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay))
  return end
}

/** When the nth period (from 1) of what began then is over. Counted from the start, so that a 31st stays one. */
export const endOfPeriod = (start: Date, period: BillingPeriod, nth: number): Date =>
  addMonths(start, nth * (period === 'annual' ? 12 : 1))
