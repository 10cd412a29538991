import type { Month } from '@atrium/domain/dates/days'
import type { Envelope } from './budget.ts'
import type { Goal } from './records.ts'

export interface GoalState {
  /** What the month is to give to the envelope in all, in minor units. */
  needed: number
  /** What of that it has not given yet. */
  missing: number
  /** How far it is, from 0 to 1. */
  progress: number
}

/** Months from one to the other, both counted; none when that is over. */
function monthsLeft(month: Month, by: Month): number {
  const number = (one: Month) => Number(one.slice(0, 4)) * 12 + Number(one.slice(5))
  return Math.max(0, number(by) - number(month) + 1)
}

const share = (has: number, wanted: number) => Math.min(1, Math.max(0, has / wanted))

/**
 * How a month stands to a goal, as YNAB's targets: `monthly` gives the amount each month, `refill` gives what the envelope lacks to
 * the amount when the month begins, `by` shares what it lacks out over the months that are left, so that what is taken out of it is
 * given again; once its month is over it asks for nothing. All in minor units.
 */
export function goalState(
  { kind, amount, by }: Pick<Goal, 'kind' | 'amount' | 'by'>,
  { budgeted, carried, available }: Pick<Envelope, 'budgeted' | 'carried' | 'available'>,
  month: Month,
): GoalState {
  const lack = Math.max(0, amount - carried)
  const left = monthsLeft(month, by ?? month)
  const needed = kind === 'monthly' ? amount : kind === 'refill' ? lack : left === 0 ? 0 : Math.ceil(lack / left)
  const has = kind === 'monthly' ? budgeted : kind === 'refill' ? carried + budgeted : available
  return { needed, missing: Math.max(0, needed - budgeted), progress: share(has, amount) }
}

/** What each envelope gets of the money that is to be budgeted: in their order, each what it misses, the last as much as is left. */
export function sharedOut<T extends { missing: number }>(wanting: readonly T[], money: number): [T, number][] {
  let left = money
  return wanting.flatMap((one): [T, number][] => {
    const given = Math.min(one.missing, Math.max(0, left))
    left -= given
    return given > 0 ? [[one, given]] : []
  })
}
