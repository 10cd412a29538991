import { AppError } from '@atrium/contract/errors'
import { type Month, monthOf, shiftMonth } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { type BudgetMonth, budgetOf } from '../budget.ts'
import type { Assignment } from '../records.ts'
import { say } from '../say.ts'
import { currenciesOf, usualCurrency } from './accounts.ts'
import { accountsOf, categoriesOf, MOST } from './bounded.ts'
import { type Context, ensureCategories, type Stores } from './categories.ts'
import { monthlyFlows, splitFlows, transfersOut } from './flows.ts'
import { budgetMeant, categoryMeant, minorSaid, positiveSaid } from './naming.ts'

/** The months that a budget may be made for: plans of more than ten years are none. */
const MONTHS_AHEAD = 120

export async function budgetIn(
  month: Month | undefined,
  currency: string | undefined,
  { store, now, timeZone }: Context,
): Promise<BudgetMonth> {
  const today = monthOf(dayAt(now, timeZone))
  const wanted = month ?? today
  if (wanted > shiftMonth(today, MONTHS_AHEAD)) throw new AppError('bad_request', say('budgetTooFar'))
  const accounts = await accountsOf(store)
  const of = currency ?? currenciesOf(accounts)[0] ?? usualCurrency(timeZone)
  const inside = new Set(accounts.filter((row) => row.onBudget && row.currency === of).map(({ id }) => id))
  const outside = accounts.flatMap(({ id }) => (inside.has(id) ? [] : [id]))
  const facts = {
    currency: of,
    accounts,
    categories: await categoriesOf(store),
    transactions: [
      ...(await monthlyFlows([...inside], wanted, store)),
      ...(await splitFlows([...inside], wanted, store)),
      ...(await transfersOut(inside, outside, wanted, store)),
    ],
    assignments: await givenUntil(wanted, of, store),
  }
  return budgetOf(facts, wanted)
}

/** What a month gives to its envelopes: one for each category. */
const givenIn = (month: Month, currency: string, store: Stores) =>
  store.assignments.list({ where: { month, currency }, limit: MOST })

/** What was given to envelopes in all months up to this one; of two for the same the later one comes last. */
async function givenUntil(month: Month, currency: string, store: Stores) {
  const given: Assignment[] = []
  for await (const row of store.assignments.each({ where: { month: { lte: month }, currency }, order: 'updatedAt' }))
    given.push(row)
  return given
}

interface Envelope {
  month: Month
  category: string
  currency: string
}

export async function give(
  { month, category, currency }: Envelope,
  amount: (was: number) => number,
  store: Stores,
): Promise<void> {
  const { isIncome, name } = await store.categories.get(category)
  if (isIncome) throw new AppError('bad_request', say('isIncome', { name }))
  const [known] = await store.assignments.list({ where: { month, category, currency }, limit: 1 })
  if (known) await store.assignments.update(known.id, (row) => ({ amount: amount(row.amount) }))
  else await store.assignments.insert({ month, category, currency, amount: amount(0) })
}

interface Asked {
  month?: Month
  currency?: string
  amount: number | string
}

export const envelopes = {
  assign: async ({ category: said, ...asked }: Asked & { category: string }, context: Context) => {
    const { store } = context
    const category = await categoryMeant(said, store)
    const budget = await budgetMeant(asked, context)
    const amount = minorSaid(asked.amount, { name: category.name, currency: budget.currency })
    await give({ ...budget, category: category.id }, () => amount, store)
    return { ok: true }
  },
  moveMoney: async ({ from, to, ...asked }: Asked & { from: string; to: string }, context: Context) => {
    const { store } = context
    const [source, target] = [await categoryMeant(from, store), await categoryMeant(to, store)]
    const budget = await budgetMeant(asked, context)
    const amount = positiveSaid(asked.amount, { name: source.name, currency: budget.currency })
    if (source.id === target.id) throw new AppError('bad_request', say('chooseTwoDifferentCategories'))
    await give({ ...budget, category: source.id }, (was) => was - amount, store)
    await give({ ...budget, category: target.id }, (was) => was + amount, store)
    return { ok: true }
  },
  copyBudget: async (asked: { month?: Month; currency?: string }, context: Context) => {
    const { store } = context
    const { month, currency } = await budgetMeant(asked, context)
    const live = new Set((await ensureCategories(store)).map(({ id }) => id))
    const before = await givenIn(shiftMonth(month, -1), currency, store)
    const here = new Map((await givenIn(month, currency, store)).map((row) => [row.category, row]))
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
