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

/** What can be borrowed for an equal payment at the end of each of `months` months: M × (1 − (1 + i)^−n) ÷ i. */
export function borrowable(payment: Exact, percentAYear: Exact, months: number): Exact {
  const rate = periodRate(percentAYear)
  return rate.isZero()
    ? new Exact(payment).times(months)
    : new Exact(payment).times(new Exact(1).minus(growth(rate, new Exact(-months)))).div(rate)
}

/**
 * After how many payments of `payment` at the end of each month a debt is paid off, and what is paid in all, the last payment being what
 * is left; null where it takes more than `most` months or never ends.
 */
export function monthsToRepay(
  principal: Exact,
  percentAYear: Exact,
  payment: Exact,
  most: number,
): { months: number; paid: Exact } | null {
  const factor = new Exact(1).plus(periodRate(percentAYear))
  let owed = new Exact(principal)
  for (let months = 1; months <= most; months++) {
    owed = owed.times(factor)
    if (owed.lte(payment)) return { months, paid: new Exact(payment).times(months - 1).plus(owed) }
    owed = owed.minus(payment)
  }
  return null
}
