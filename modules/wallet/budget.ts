import { type Month, monthOf, shiftMonth } from '@atrium/domain/dates/days'
import type { AccountRow, Assignment, CategoryRow, TransactionRow } from './records.ts'

export interface Envelope {
  category: string
  budgeted: number
  /** What was spent (negative) and came back. */
  activity: number
  /** What it brought from the month before. */
  carried: number
  available: number
}

export interface BudgetMonth {
  month: Month
  currency: string
  /** Income that has not been given to an envelope. Negative when more was given than there is. */
  toBudget: number
  income: number
  budgeted: number
  activity: number
  available: number
  /** Overspending of the month before, paid from this month's money. */
  overspentBefore: number
  /** What stands in no category yet. */
  uncategorised: number
  envelopes: Envelope[]
}

export interface BudgetFacts {
  currency: string
  accounts: readonly Pick<AccountRow, 'id' | 'currency' | 'onBudget'>[]
  categories: readonly Pick<CategoryRow, 'id' | 'isIncome' | 'keepsDebt'>[]
  /** Single ones, or what those of a month and a category come to. */
  transactions: readonly (Pick<TransactionRow, 'account' | 'date' | 'amount' | 'category' | 'splits' | 'transfer'> & {
    id?: string
  })[]
  /** Of two for the same envelope the later one counts. */
  assignments: readonly Assignment[]
}

/** What is dated before it is a slip of the pen, and counts nothing. */
const EARLIEST = '1900-01'

interface Tally {
  income: number
  uncategorised: number
  byCategory: Map<string, number>
}

/** Every categorised amount of the budget's accounts by month. Transfers between two of them move no money of the budget. */
function tallies({ currency, accounts, categories, transactions }: BudgetFacts): Map<Month, Tally> {
  const inBudget = new Set<string | undefined>(
    accounts.filter((one) => one.onBudget && one.currency === currency).map(({ id }) => id),
  )
  const known = new Map(categories.map((category) => [category.id, category]))
  const accountOf = new Map<unknown, string>(transactions.map(({ id, account }) => [id, account]))
  const months = new Map<Month, Tally>()
  for (const { account, date, amount, category, splits, transfer } of transactions) {
    if (!inBudget.has(account)) continue
    if (inBudget.has(accountOf.get(transfer))) continue
    const month = monthOf(date)
    const tally = months.get(month) ?? { income: 0, uncategorised: 0, byCategory: new Map<string, number>() }
    months.set(month, tally)
    for (const part of splits.length > 0 ? splits : [{ category, amount }]) {
      const found = part.category === null ? undefined : known.get(part.category)
      if (!found) tally.uncategorised += part.amount
      else if (found.isIncome) tally.income += part.amount
      else tally.byCategory.set(found.id, (tally.byCategory.get(found.id) ?? 0) + part.amount)
    }
  }
  return months
}

/**
 * The envelope budget of a month, as YNAB and Actual count it: what is available goes over to the next month; what was
 * overspent is taken from the next month's money to be budgeted, unless its category keeps its debt. All in minor units.
 */
export function budgetOf(facts: BudgetFacts, wanted: Month): BudgetMonth {
  const months = tallies(facts)
  const given = new Map<Month, Map<string, number>>()
  for (const { month, category, currency, amount } of facts.assignments) {
    if (currency !== facts.currency) continue
    const here = given.get(month) ?? new Map<string, number>()
    here.set(category, amount)
    given.set(month, here)
  }
  const envelopes = facts.categories.filter(({ isIncome }) => !isIncome)
  const known = [...months.keys(), ...given.keys()].filter((month) => month >= EARLIEST)
  const [first = wanted] = [wanted, ...known].sort()
  let carried = new Map<string, number>()
  let toBudget = 0
  let overspent = 0
  let result: BudgetMonth | undefined
  for (let month = first; month <= wanted; month = shiftMonth(month, 1)) {
    const tally = months.get(month)
    const rows = envelopes.map(({ id }): Envelope => {
      const budgeted = given.get(month)?.get(id) ?? 0
      const activity = tally?.byCategory.get(id) ?? 0
      const from = carried.get(id) ?? 0
      return { category: id, budgeted, activity, carried: from, available: from + budgeted + activity }
    })
    const sum = (field: 'budgeted' | 'activity' | 'available') => rows.reduce((total, row) => total + row[field], 0)
    toBudget += (tally?.income ?? 0) - overspent - sum('budgeted')
    result = {
      month,
      currency: facts.currency,
      toBudget,
      income: tally?.income ?? 0,
      budgeted: sum('budgeted'),
      activity: sum('activity'),
      available: sum('available'),
      overspentBefore: overspent,
      uncategorised: tally?.uncategorised ?? 0,
      envelopes: rows,
    }
    overspent = 0
    carried = new Map()
    for (const [at, { available, category }] of rows.entries()) {
      const debt = envelopes[at]?.keepsDebt ? 0 : Math.min(available, 0)
      carried.set(category, available - debt)
      overspent -= debt
    }
  }
  return result as BudgetMonth
}
