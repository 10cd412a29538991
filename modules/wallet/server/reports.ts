import { type Month, monthOf, monthsFrom, shiftMonth } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import type { AccountRow, CategoryRow, TransactionRow } from '../records.ts'
import { currenciesOf, usualCurrency } from './accounts.ts'
import type { Context } from './categories.ts'

interface Facts {
  accounts: readonly Pick<AccountRow, 'id' | 'currency'>[]
  categories: readonly Pick<CategoryRow, 'id' | 'isIncome'>[]
  transactions: readonly Pick<
    TransactionRow,
    'account' | 'date' | 'amount' | 'category' | 'splits' | 'transfer' | 'payee'
  >[]
}

/** Net worth at the end of each month, income and spending in it; transfers are neither. Minor units of one currency. */
export function reportOf({ accounts, categories, transactions }: Facts, currency: string, from: Month, to: Month) {
  const mine = new Set(accounts.filter((row) => row.currency === currency).map(({ id }) => id))
  const income = new Set(categories.filter(({ isIncome }) => isIncome).map(({ id }) => id))
  const rows = transactions.filter(({ account }) => mine.has(account)).toSorted((a, b) => a.date.localeCompare(b.date))
  const balances = new Map<string, number>()
  const spending = new Map<string, number>()
  const payees = new Map<string, number>()
  let at = 0
  const months = monthsFrom(from, to).map((month) => {
    let earned = 0
    let spent = 0
    for (; at < rows.length && monthOf(rows[at]?.date ?? '') <= month; at++) {
      const row = rows[at] as Facts['transactions'][number]
      balances.set(row.account, (balances.get(row.account) ?? 0) + row.amount)
      if (row.transfer !== null || monthOf(row.date) < from || row.payee === 'Starting balance') continue
      let out = 0
      for (const part of row.splits.length > 0 ? row.splits : [row]) {
        const isIncome = part.category === null ? part.amount > 0 : income.has(part.category)
        if (isIncome) earned += part.amount
        else {
          out -= part.amount
          spending.set(part.category ?? '', (spending.get(part.category ?? '') ?? 0) - part.amount)
        }
      }
      spent += out
      if (out !== 0) payees.set(row.payee, (payees.get(row.payee) ?? 0) + out)
    }
    const sums = [...balances.values()]
    const assets = sums.reduce((sum, one) => sum + Math.max(one, 0), 0)
    const debts = sums.reduce((sum, one) => sum - Math.min(one, 0), 0)
    return { month, assets, debts, worth: assets - debts, income: earned, spent }
  })
  const largest = (sums: ReadonlyMap<string, number>) =>
    [...sums].filter(([, sum]) => sum > 0).sort((a, b) => b[1] - a[1])
  return {
    currency,
    months,
    spending: largest(spending).map(([category, amount]) => ({ category, amount })),
    payees: largest(payees)
      .slice(0, 20)
      .map(([payee, amount]) => ({ payee, amount })),
  }
}

export const reports = {
  reports: async (
    { currency, months = 12 }: { currency?: string; months?: number },
    { store, now, timeZone }: Context,
  ) => {
    const accounts = await store.accounts.all()
    const to = monthOf(dayAt(now, timeZone))
    const facts = { accounts, categories: await store.categories.all(), transactions: await store.transactions.all() }
    return reportOf(
      facts,
      currency ?? currenciesOf(accounts)[0] ?? usualCurrency(timeZone),
      shiftMonth(to, 1 - months),
      to,
    )
  },
}
