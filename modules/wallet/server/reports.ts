import { lastDayOf, monthOf, monthsFrom, shiftMonth } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { converted } from '../rates.ts'
import { START } from '../start.ts'
import { currenciesOf, usualCurrency } from './accounts.ts'
import { accountsOf, categoriesOf } from './bounded.ts'
import type { Context, Stores } from './categories.ts'
import { splitOnes, timesUntil } from './flows.ts'
import { mainCurrency, ratesKnown } from './rates.ts'

/** Payees whose sums are looked at; the twenty with the most of them are shown. */
const PAYEES = 10_000

const add = <K>(sums: Map<K, number>, key: K, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount)
const largest = (sums: ReadonlyMap<string, number>) =>
  [...sums].filter(([, sum]) => sum > 0).sort((a, b) => b[1] - a[1])

/** What the accounts held at the end of each of these months: what is owed apart from what there is. */
async function worths(accounts: readonly string[], months: readonly string[], store: Stores) {
  const to = months.at(-1) ?? ''
  const groups = []
  const where = { account: { in: accounts } }
  for await (const date of timesUntil(to, where, store))
    groups.push(
      ...(await store.transactions.groupBy(['date', 'account'], {
        where: { ...where, date },
        every: { date: 'month' },
        sum: ['amount'],
      })),
    )
  const moved = groups.toSorted((a, b) => a.key.date.localeCompare(b.key.date))
  const balances = new Map<string, number>()
  let at = 0
  return months.map((month) => {
    for (let group = moved[at]; group && group.key.date <= month; group = moved[++at])
      add(balances, group.key.account, group.sum.amount)
    const sums = [...balances.values()]
    const assets = sums.reduce((sum, one) => sum + Math.max(one, 0), 0)
    const debts = sums.reduce((sum, one) => sum - Math.min(one, 0), 0)
    return { month, assets, debts, worth: assets - debts }
  })
}

/** What came in and was spent in these months, by month, category and payee. What is in no category came in when it is above 0. */
async function spendingOf(
  accounts: readonly string[],
  income: readonly string[],
  from: string,
  to: string,
  store: Stores,
) {
  const where = {
    account: { in: accounts },
    date: { gte: `${from}-01`, lte: `${to}-31` },
    transfer: null,
  }
  const isIncome = { or: [{ category: { in: income } }, { category: null, amount: { gt: 0 } }] }
  const isSpent = { or: [{ category: { notIn: [null, ...income] } }, { category: null, amount: { lte: 0 } }] }
  const [earned, spent] = [new Map<string, number>(), new Map<string, number>()]
  const [spending, payees] = [new Map<string, number>(), new Map<string, number>()]
  const came = { ...where, splits: [], ...isIncome }
  const went = { ...where, splits: [], ...isSpent }
  // What an account began with neither came nor went: few rows, taken away from the sums of all.
  for (const [sign, more] of [
    [1, {}],
    [-1, { payee: START }],
  ] as const) {
    const monthly = { every: { date: 'month' }, sum: ['amount'] } as const
    for (const { key, sum } of await store.transactions.groupBy(['date'], { where: { ...came, ...more }, ...monthly }))
      add(earned, key.date, sign * sum.amount)
    for (const { key, sum } of await store.transactions.groupBy(['date'], { where: { ...went, ...more }, ...monthly }))
      add(spent, key.date, -sign * sum.amount)
    const whole = { where: { ...went, ...more }, sum: ['amount'] } as const
    for (const { key, sum } of await store.transactions.groupBy(['category'], whole))
      add(spending, key.category ?? '', -sign * sum.amount)
  }
  const most = { sum: ['amount'], order: 'amount', limit: PAYEES } as const
  for (const { key, sum } of await store.transactions.groupBy(['payee'], {
    where: { ...went, payee: { ne: START } },
    ...most,
  }))
    add(payees, key.payee, -sum.amount)
  for (const { date, payee, splits } of await splitOnes({ ...where, payee: { ne: START } }, store))
    for (const { category, amount } of splits) {
      const month = monthOf(date)
      if (category === null ? amount > 0 : income.includes(category)) add(earned, month, amount)
      else {
        add(spent, month, -amount)
        add(spending, category ?? '', -amount)
        add(payees, payee, -amount)
      }
    }
  return { earned, spent, spending, payees }
}

const PAYEES_SHOWN = 20

interface Sums {
  months: { month: string; assets: number; debts: number; worth: number; income: number; spent: number }[]
  spending: ReadonlyMap<string, number>
  payees: ReadonlyMap<string, number>
}

const shown = (
  currency: string,
  { months, spending, payees }: Sums,
  missing: { currency: string; until: string }[] = [],
) => ({
  currency,
  months,
  spending: largest(spending).map(([category, amount]) => ({ category, amount })),
  payees: largest(payees)
    .slice(0, PAYEES_SHOWN)
    .map(([payee, amount]) => ({ payee, amount })),
  missing,
})

const incomeOf = async (store: Stores) =>
  (await categoriesOf(store)).filter(({ isIncome }) => isIncome).map(({ id }) => id)

/** The months in which anything is in these accounts. */
async function activeMonths(accounts: readonly string[], months: readonly string[], store: Stores): Promise<string[]> {
  const where = { account: { in: accounts }, date: { gte: `${months[0]}-01`, lte: `${months.at(-1)}-31` } }
  const groups = await store.transactions.groupBy(['date'], { where, every: { date: 'month' } })
  return groups.map(({ key }) => key.date)
}

/**
 * All currencies together in the main one: each month at the last rate that was known at its end. What has no rate then is left out,
 * and told of.
 */
async function together(months: readonly string[], context: Context) {
  const { store, now, timeZone } = context
  const [to, rates, income] = [await mainCurrency(context), await ratesKnown(context), await incomeOf(store)]
  const today = dayAt(now, timeZone)
  const lacking = new Map<string, string>()
  const all = await accountsOf(store)
  const sums = new Map(months.map((month) => [month, { month, assets: 0, debts: 0, worth: 0, income: 0, spent: 0 }]))
  const [spending, payees] = [new Map<string, number>(), new Map<string, number>()]
  for (const currency of currenciesOf(all)) {
    const accounts = all.filter((row) => row.currency === currency).map(({ id }) => id)
    /** What amounts of the month are in the main currency; null where no rate was known. */
    const into = (month: string) => {
      const end = lastDayOf(month)
      const found = rates(currency, to, end < today ? end : today)
      if (!found && (lacking.get(currency) ?? '') < month) lacking.set(currency, month)
      return found && ((minor: number) => converted(minor, currency, to, found.rate))
    }
    for (const { month, assets, debts } of await worths(accounts, months, store)) {
      const sum = sums.get(month)
      const change = assets === 0 && debts === 0 ? null : into(month)
      if (!sum || !change) continue
      sum.assets += change(assets)
      sum.debts += change(debts)
      sum.worth = sum.assets - sum.debts
    }
    for (const month of await activeMonths(accounts, months, store)) {
      const [sum, change] = [sums.get(month), into(month)]
      if (!sum || !change) continue
      const its = await spendingOf(accounts, income, month, month, store)
      sum.income += change(its.earned.get(month) ?? 0)
      sum.spent += change(its.spent.get(month) ?? 0)
      for (const [category, amount] of its.spending) add(spending, category, change(amount))
      for (const [payee, amount] of its.payees) add(payees, payee, change(amount))
    }
  }
  const missing = [...lacking].map(([currency, until]) => ({ currency, until }))
  return shown(to, { months: [...sums.values()], spending, payees }, missing)
}

export const reports = {
  /** Net worth at the end of each month, income and spending in it; transfers are neither. Minor units of one currency. */
  reports: async (
    { currency, months: wanted = 12, together: isTogether }: { currency?: string; months?: number; together?: boolean },
    context: Context,
  ) => {
    const { store, now, timeZone } = context
    const to = monthOf(dayAt(now, timeZone))
    const months = monthsFrom(shiftMonth(to, 1 - wanted), to)
    if (isTogether) return together(months, context)
    const all = await accountsOf(store)
    const of = currency ?? currenciesOf(all)[0] ?? usualCurrency(timeZone)
    const accounts = all.filter((row) => row.currency === of).map(({ id }) => id)
    const { earned, spent, ...sums } = await spendingOf(accounts, await incomeOf(store), months[0] ?? to, to, store)
    const worth = await worths(accounts, months, store)
    return shown(of, {
      months: worth.map((row) => ({ ...row, income: earned.get(row.month) ?? 0, spent: spent.get(row.month) ?? 0 })),
      ...sums,
    })
  },
}
