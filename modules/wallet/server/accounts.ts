import { dayAt } from '@atrium/domain/dates/local-time'
import type { AccountView } from '../module.ts'
import type { Account, AccountRow } from '../records.ts'
import { nextDay, stateOf } from '../schedule.ts'
import { START } from '../start.ts'
import { accountsOf, categoriesOf, refuseMore, rulesOf, schedulesOf } from './bounded.ts'
import { type Context, ensureCategories, given, type Stores } from './categories.ts'
import { partTransfers } from './transfers.ts'

export async function withBalances(accounts: readonly AccountRow[], store: Stores): Promise<AccountView[]> {
  const views = new Map(accounts.map((row) => [row.id, { ...row, balance: 0, cleared: 0, count: 0 }]))
  const groups = await store.transactions.groupBy(['account', 'cleared'], { sum: ['amount'] })
  for (const { key, count, sum } of groups) {
    const view = views.get(key.account)
    if (!view) continue
    view.balance += sum.amount
    if (key.cleared !== 'open') view.cleared += sum.amount
    view.count += count
  }
  return [...views.values()]
}

/** The currencies of the accounts, the one of most accounts first. */
export function currenciesOf(accounts: readonly Pick<Account, 'currency' | 'onBudget' | 'closed'>[]): string[] {
  const counts = new Map<string, number>()
  for (const { currency, onBudget, closed } of accounts)
    counts.set(currency, (counts.get(currency) ?? 0) + (closed ? 0.01 : onBudget ? 1 : 0.1))
  return [...counts].sort((a, b) => b[1] - a[1]).map(([currency]) => currency)
}

/** What people of a zone mostly pay with, until an account says it. */
export function usualCurrency(timeZone: string): string {
  if (/^(America\/(New_York|Chicago|Denver|Los_Angeles|Phoenix|Detroit)|US\/)/.test(timeZone)) return 'USD'
  const zones: Readonly<Record<string, string>> = {
    'Europe/London': 'GBP',
    'Europe/Zurich': 'CHF',
    'Asia/Tokyo': 'JPY',
    'Asia/Kolkata': 'INR',
    'Asia/Kuwait': 'KWD',
  }
  return zones[timeZone] ?? 'EUR'
}

export type NewAccount = Pick<Account, 'name' | 'currency'> & {
  kind?: Account['kind']
  onBudget?: boolean
  balance?: number
  date?: string
}

export async function openAccount(
  { balance = 0, date, ...account }: NewAccount,
  { store, now, timeZone }: Context,
): Promise<AccountRow> {
  await refuseMore('accounts', store)
  const isTracked = account.kind === 'loan' || account.kind === 'investment'
  const row = await store.accounts.insert({ onBudget: !isTracked, ...account })
  const income = (await ensureCategories(store)).find(({ isIncome }) => isIncome)
  if (balance !== 0)
    await store.transactions.insert({
      account: row.id,
      date: date ?? dayAt(now, timeZone),
      amount: balance,
      payee: START,
      category: row.onBudget ? (income?.id ?? null) : null,
      cleared: 'cleared',
    })
  return row
}

export const accounts = {
  overview: async (_: object, { store, now, timeZone }: Context) => {
    const today = dayAt(now, timeZone)
    const rows = await accountsOf(store)
    const schedules = (await schedulesOf(store)).map((row) => {
      const next = nextDay(row)
      return { ...row, next, state: stateOf(next, today) }
    })
    return {
      today,
      currencies: currenciesOf(rows),
      accounts: await withBalances(rows, store),
      categories: await categoriesOf(store),
      rules: await rulesOf(store),
      schedules: schedules.sort((a, b) => (a.next ?? '9').localeCompare(b.next ?? '9')),
    }
  },
  changeAccount: (
    {
      id,
      version,
      ...change
    }: { id: string; version?: number } & Partial<Pick<Account, 'name' | 'kind' | 'onBudget' | 'closed'>>,
    { store }: Context,
  ) => store.accounts.update(id, given(change), version),
  removeAccount: async ({ id }: { id: string }, { store }: Context) => {
    const removed = await store.transactions.count({ account: id })
    await partTransfers(id, store)
    await store.accounts.remove(id)
    return { removed }
  },
}
