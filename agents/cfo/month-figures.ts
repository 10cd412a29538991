import { firstDayOf, lastDayOf, monthOf } from '@atrium/domain/dates/days'
import { sum } from '@atrium/domain/statistics/summary'
import {
  partsOf,
  STARTING,
  type WalletAccount,
  type WalletCategory,
  type WalletTransaction,
} from '../kit/wallet-records.ts'

/** Income and spending of one month by category, minor units; spending positive. Transfers and starting balances are neither. */
export interface MonthFigures {
  month: string
  income: number
  spending: number
  byCategory: ReadonlyMap<string, number>
  byPayee: ReadonlyMap<string, number>
  transactions: number
}

const add = (sums: Map<string, number>, key: string, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount)

/** `none` is the category of what has none: income when it comes in, spending when it goes out. */
export function figuresOf(
  month: string,
  transactions: readonly WalletTransaction[],
  categories: readonly WalletCategory[],
): MonthFigures {
  const income = new Set(categories.filter(({ isIncome }) => isIncome).map(({ id }) => id))
  const mine = transactions.filter(
    ({ date, transfer, payee }) =>
      date >= firstDayOf(month) && date <= lastDayOf(month) && transfer === null && payee !== STARTING,
  )
  const byCategory = new Map<string, number>()
  const byPayee = new Map<string, number>()
  let earned = 0
  for (const row of mine)
    for (const { category, amount } of partsOf(row)) {
      if (category === null ? amount > 0 : income.has(category)) earned += amount
      else {
        add(byCategory, category ?? 'none', -amount)
        add(byPayee, row.payee || 'no payee', -amount)
      }
    }
  return {
    month,
    income: earned,
    spending: sum([...byCategory.values()]),
    byCategory,
    byPayee,
    transactions: mine.length,
  }
}

/** The average of months, by category too. */
export function averageOf(months: readonly MonthFigures[]): Pick<MonthFigures, 'income' | 'spending' | 'byCategory'> {
  const byCategory = new Map<string, number>()
  for (const one of months) for (const [key, amount] of one.byCategory) add(byCategory, key, amount / months.length)
  const mean = (of: (one: MonthFigures) => number) => (months.length === 0 ? 0 : sum(months.map(of)) / months.length)
  return { income: mean(({ income }) => income), spending: mean(({ spending }) => spending), byCategory }
}

/** Months for which the cash lasts at a net outflow a month; null when nothing flows out. */
export const runwayMonths = (cash: number, netOutflow: number): number | null =>
  netOutflow > 0 ? Math.max(0, cash) / netOutflow : null

/** Balances at the end of a month from those at its beginning of the next, by account. */
export const assetsAndDebts = (accounts: readonly WalletAccount[], balances: ReadonlyMap<string, number>) => {
  const all = accounts.map(({ id }) => balances.get(id) ?? 0)
  return { assets: sum(all.filter((one) => one > 0)), debts: -sum(all.filter((one) => one < 0)) }
}

/** Months before the first transaction know nothing, so they make no average. */
export const knownMonths = (months: readonly string[], transactions: readonly WalletTransaction[]): string[] => {
  const first = transactions[0] ? monthOf(transactions[0].date) : ''
  return first === '' ? [] : months.filter((month) => month >= first)
}
