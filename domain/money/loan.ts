import { Exact } from '../numbers/exact.ts'

// Rates are per cent a year, nominal, charged monthly at a twelfth; amounts are of one currency and not rounded.

/** The share that a nominal rate of per cent a year is in one of `times` periods. */
export const periodRate = (percentAYear: Exact, times = 12): Exact => new Exact(percentAYear).div(100).div(times)

/** (1 + rate)^periods, the growth of one unit. */
export const growth = (rate: Exact, periods: Exact): Exact => new Exact(1).plus(rate).pow(periods)

export interface LoanCost {
  /** At the end of each month */
  payment: Exact
  /** Of all payments */
  paid: Exact
  interest: Exact
}

/**
 * The equal payment at the end of each of `months` months that pays off a principal: P × i ÷ (1 − (1 + i)^−n), as `pmt` of
 * numpy-financial and of spreadsheets. `months` is whole and above 0; at 0 % the principal is paid in equal parts.
 */
export function loanCost(principal: Exact, percentAYear: Exact, months: number): LoanCost {
  const rate = periodRate(percentAYear)
  const payment = rate.isZero()
    ? new Exact(principal).div(months)
    : new Exact(principal).times(rate).div(new Exact(1).minus(growth(rate, new Exact(-months))))
  const paid = payment.times(months)
  return { payment, paid, interest: paid.minus(principal) }
}
