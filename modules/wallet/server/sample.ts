import { monthOf, shiftMonth } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { SAMPLE_BUDGET, sampleRows, sampleStart } from '../sample.ts'
import { openAccount } from './accounts.ts'
import { type Context, ensureCategories } from './categories.ts'
import { makeTransfer } from './ledger.ts'

const CURRENCY = 'EUR'

/** A household with three accounts, three months of payments, a budget, a rule and two schedules. */
export async function fillSample(_: object, context: Context): Promise<{ added: number }> {
  const { store, now, timeZone } = context
  const today = dayAt(now, timeZone)
  const date = sampleStart(today)
  const open = (name: string, kind: 'checking' | 'savings' | 'card', balance: number) =>
    openAccount({ name, kind, currency: CURRENCY, balance, date }, context)
  const accounts = {
    checking: await open('Everyday account', 'checking', 184_520),
    savings: await open('Savings', 'savings', 620_000),
    card: await open('Card', 'card', 0),
  }
  const categories = new Map((await ensureCategories(store)).map(({ name, id }) => [name, id]))
  const rows = sampleRows(today)
  await store.transactions.insertMany(
    rows.map(({ account, category, ...row }) => ({
      ...row,
      account: accounts[account].id,
      category: categories.get(category) ?? null,
      cleared: row.date.slice(0, 7) < monthOf(today) ? ('reconciled' as const) : ('cleared' as const),
    })),
  )
  const month = monthOf(today)
  const months = [shiftMonth(month, -2), shiftMonth(month, -1), month]
  for (const at of months) {
    const day = `${at}-03`
    const spent = rows
      .filter((row) => row.account === 'card' && monthOf(row.date) === at)
      .reduce((sum, row) => sum - row.amount, 0)
    if (day > today) continue
    await makeTransfer({ from: accounts.checking.id, to: accounts.savings.id, date: day, amount: 20_000 }, store)
    if (at < month && spent > 0)
      await makeTransfer(
        { from: accounts.checking.id, to: accounts.card.id, date: `${at}-28`, amount: spent, memo: 'Card bill' },
        store,
      )
  }
  await store.assignments.insertMany(
    months.flatMap((at) =>
      Object.entries(SAMPLE_BUDGET).flatMap(([name, amount]) => {
        const category = categories.get(name)
        return category ? [{ month: at, category, currency: CURRENCY, amount }] : []
      }),
    ),
  )
  await store.rules.insert({ match: 'lidl', payee: 'Lidl', category: categories.get('Groceries') ?? null })
  const next = shiftMonth(month, 1)
  const bill = { account: accounts.checking.id, unit: 'month' as const }
  await store.schedules.insertMany([
    {
      ...bill,
      payee: 'Riverside Homes',
      amount: -78_000,
      category: categories.get('Rent') ?? null,
      start: `${next}-01`,
    },
    {
      ...bill,
      payee: 'Telekom',
      amount: -3_499,
      category: categories.get('Phone & internet') ?? null,
      start: `${next}-04`,
    },
  ])
  return { added: rows.length }
}
