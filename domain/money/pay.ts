import { Exact } from '../numbers/exact.ts'

export const payPeriods = ['hourly', 'daily', 'weekly', 'monthly', 'yearly'] as const
export type PayPeriod = (typeof payPeriods)[number]

/** Weeks of a year that is paid by the week. */
export const PAID_WEEKS = 52
const WORK_DAYS = 5

/** How many of a period a year has; `hoursAWeek` above 0, five working days a week, a month a twelfth of a year. */
export const periodsAYear = (period: PayPeriod, hoursAWeek: Exact): Exact =>
  ({
    hourly: new Exact(hoursAWeek).times(PAID_WEEKS),
    daily: new Exact(WORK_DAYS * PAID_WEEKS),
    weekly: new Exact(PAID_WEEKS),
    monthly: new Exact(12),
    yearly: new Exact(1),
  })[period]

/** Pay of one period as pay of another, before tax, not rounded. */
export const payAs = (amount: Exact, from: PayPeriod, to: PayPeriod, hoursAWeek: Exact): Exact =>
  new Exact(amount).times(periodsAYear(from, hoursAWeek)).div(periodsAYear(to, hoursAWeek))
