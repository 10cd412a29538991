import { Exact } from '../numbers/exact.ts'
import { growth, periodRate } from './loan.ts'

export interface Deposits {
  /** What is there at the start */
  start: Exact
  /** Per cent a year, nominal */
  percentAYear: Exact
  /** How often a year interest is added */
  times: number
  /** May be a part: 2.5 */
  years: Exact
  /** What is put in at the end of each period */
  each?: Exact
  /** How often a year that is */
  eachTimes?: number
}

export interface Grown {
  end: Exact
  /** The start and all contributions */
  paidIn: Exact
  interest: Exact
}

/**
 * What a sum and regular contributions at the end of their periods grow to: P × (1 + r/m)^(m·t), and the future value of an
 * ordinary annuity (`fv` of numpy-financial). Where contributions are more frequent than interest, each period earns the
 * rate that compounds to it: (1 + r/m)^(m/k) − 1. A period of contributions that is not complete has none.
 */
export function grown({ start, percentAYear, times, years, each = new Exact(0), eachTimes = 12 }: Deposits): Grown {
  const factor = growth(periodRate(percentAYear, times), new Exact(years).times(times))
  const count = new Exact(years).times(eachTimes).toDecimalPlaces(20).floor()
  const rate = growth(periodRate(percentAYear, times), new Exact(times).div(eachTimes)).minus(1)
  const contributed = new Exact(each).times(count)
  const saved = rate.isZero() ? contributed : new Exact(each).times(growth(rate, count).minus(1).div(rate))
  const end = new Exact(start).times(factor).plus(saved)
  const paidIn = new Exact(start).plus(contributed)
  return { end, paidIn, interest: end.minus(paidIn) }
}

/**
 * What has to be put aside at the end of each month so that, with what is there, a goal is reached after `months` months
 * (whole, above 0): (G − S × (1 + i)^n) × i ÷ ((1 + i)^n − 1). Negative where the start alone gets there.
 */
export function monthlyFor(goal: Exact, start: Exact, percentAYear: Exact, months: number): Exact {
  const rate = periodRate(percentAYear)
  const factor = growth(rate, new Exact(months))
  const missing = new Exact(goal).minus(new Exact(start).times(factor))
  return rate.isZero() ? missing.div(months) : missing.times(rate).div(factor.minus(1))
}

/** More months than these (200 years) nobody saves. */
export const SAVING_MONTHS_MAX = 2_400

/** After how many whole months of putting `monthly` aside a goal is reached; null where that is more than 200 years or never. */
export function monthsUntil(goal: Exact, start: Exact, percentAYear: Exact, monthly: Exact): number | null {
  const factor = new Exact(1).plus(periodRate(percentAYear))
  let balance = new Exact(start)
  for (let month = 0; month <= SAVING_MONTHS_MAX; month++) {
    if (balance.gte(goal)) return month
    balance = balance.times(factor).plus(monthly)
  }
  return null
}
