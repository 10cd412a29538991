import { AppError } from '@atrium/contract/errors'
import { type Month, monthOf, shiftMonth } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { type BudgetMonth, budgetOf } from '../budget.ts'
import { currenciesOf, usualCurrency } from './accounts.ts'
import { type Context, ensureCategories, type Stores } from './categories.ts'

/** The months that a budget may be made for: plans of more than ten years are none. */
const MONTHS_AHEAD = 120

export async function budgetIn(
  month: Month | undefined,
  currency: string | undefined,
  { store, now, timeZone }: Context,
): Promise<BudgetMonth> {
  const today = monthOf(dayAt(now, timeZone))
  const wanted = month ?? today
  if (wanted > shiftMonth(today, MONTHS_AHEAD))
    throw new AppError('bad_request', 'A budget looks at most ten years ahead.')
  const accounts = await store.accounts.all()
  const facts = {
    currency: currency ?? currenciesOf(accounts)[0] ?? usualCurrency(timeZone),
    accounts,
    categories: await store.categories.all({ order: ['order', 'createdAt'] }),
    transactions: await store.transactions.all({ where: { date: { lte: `${wanted}-31` } } }),
    assignments: await store.assignments.all({ where: { month: { lte: wanted } }, order: 'updatedAt' }),
  }
  return budgetOf(facts, wanted)
}

interface Envelope {
  month: Month
  category: string
  currency: string
}

async function give(
  { month, category, currency }: Envelope,
  amount: (was: number) => number,
  store: Stores,
): Promise<void> {
  const { isIncome, name } = await store.categories.get(category)
  if (isIncome) throw new AppError('bad_request', `“${name}” is income: money is given out of it, not to it.`)
  // Two calls at once may each have made one: the later one counts.
  const [known, ...more] = await store.assignments.list({ where: { month, category, currency }, order: '-updatedAt' })
  for (const { id } of more) await store.assignments.remove(id)
  if (known) await store.assignments.update(known.id, (row) => ({ amount: amount(row.amount) }))
  else await store.assignments.insert({ month, category, currency, amount: amount(0) })
}

export const envelopes = {
  budget: ({ month, currency }: { month?: Month; currency?: string }, context: Context) =>
    budgetIn(month, currency, context),
  assign: async ({ amount, ...envelope }: Envelope & { amount: number }, { store }: Context) => {
    await give(envelope, () => amount, store)
    return { ok: true }
  },
  moveMoney: async (
    { from, to, amount, month, currency }: { from: string; to: string; amount: number; month: Month; currency: string },
    { store }: Context,
  ) => {
    if (from === to) throw new AppError('bad_request', 'Choose two different categories.')
    await give({ month, currency, category: from }, (was) => was - amount, store)
    await give({ month, currency, category: to }, (was) => was + amount, store)
    return { ok: true }
  },
  copyBudget: async ({ month, currency }: { month: Month; currency: string }, { store }: Context) => {
    const live = new Set((await ensureCategories(store)).map(({ id }) => id))
    const before = await store.assignments.all({ where: { month: shiftMonth(month, -1), currency } })
    const here = new Map(
      (await store.assignments.all({ where: { month, currency } })).map((row) => [row.category, row]),
    )
    let changed = 0
    for (const { category, amount } of before) {
      const known = here.get(category)
      if (amount === 0 || (known && known.amount !== 0) || !live.has(category)) continue
      await give({ month, category, currency }, () => amount, store)
      changed += 1
    }
    return { changed }
  },
}
