// Error budgets. Google, "The Site Reliability Workbook", chapters 2 and 5.

import { DAY_MS } from '@atrium/domain/dates/days'

export interface Outage {
  /** Milliseconds since 1970. */
  from: number
  to: number
}

/** Days over which a budget counts. */
export const BUDGET_DAYS = 30

/** Milliseconds that outages cover within a time, what overlaps counted once. */
export function covered(outages: readonly Outage[], from: number, to: number): number {
  let [sum, end] = [0, from]
  for (const one of outages.toSorted((a, b) => a.from - b.from)) {
    const [start, stop] = [Math.max(one.from, end), Math.min(one.to, to)]
    if (stop <= start) continue
    sum += stop - start
    end = stop
  }
  return sum
}

export interface Budget {
  /** Milliseconds of outage that 30 days may have. */
  allowed: number
  spent: number
  /** Share that is left; below 0 when it is overspent. */
  left: number
  /** Share of the time that the service was there. */
  availability: number
  /** How many times faster than allowed the budget was spent in the last day; 14.4 for an hour pages somebody. */
  burnRate: number
}

/** The budget of the 30 days that end at `to`, by a goal such as 0.999. */
export function budgetOf(outages: readonly Outage[], goal: number, to: number): Budget {
  const window = BUDGET_DAYS * DAY_MS
  const allowed = (1 - goal) * window
  const spent = covered(outages, to - window, to)
  return {
    allowed,
    spent,
    left: 1 - spent / allowed,
    availability: 1 - spent / window,
    burnRate: covered(outages, to - DAY_MS, to) / DAY_MS / (1 - goal),
  }
}
