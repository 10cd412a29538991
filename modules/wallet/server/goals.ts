import { AppError } from '@atrium/contract/errors'
import type { Month } from '@atrium/domain/dates/days'
import type { BudgetMonth } from '../budget.ts'
import { goalState, sharedOut } from '../goals.ts'
import type { Goal, GoalRow } from '../records.ts'
import { say } from '../say.ts'
import { categoriesOf, MOST } from './bounded.ts'
import type { Context, Stores } from './categories.ts'
import { budgetIn, give } from './envelopes.ts'
import { budgetMeant, categoryMeant, positiveSaid } from './naming.ts'

const goalsOf = (currency: string, { goals }: Pick<Stores, 'goals'>): Promise<GoalRow[]> =>
  goals.list({ where: { currency }, limit: MOST })

/** The month's envelopes, each with its goal and how it stands to it. */
async function withGoals(budget: BudgetMonth, store: Stores) {
  const goals = new Map((await goalsOf(budget.currency, store)).map((goal) => [goal.category, goal]))
  return {
    ...budget,
    envelopes: budget.envelopes.map((envelope) => {
      const found = goals.get(envelope.category)
      const goal = found && {
        id: found.id,
        version: found.version,
        kind: found.kind,
        amount: found.amount,
        by: found.by,
      }
      return { ...envelope, goal: goal ? { ...goal, ...goalState(goal, envelope, budget.month) } : null }
    }),
  }
}

export const goals = {
  budget: async ({ month, currency }: { month?: Month; currency?: string }, context: Context) =>
    withGoals(await budgetIn(month, currency, context), context.store),
  saveGoal: async (
    said: Omit<Goal, 'currency' | 'amount'> & { currency?: string; amount: number | string },
    context: Context,
  ) => {
    const { store } = context
    const { id: category, isIncome, name } = await categoryMeant(said.category, store)
    const { currency } = await budgetMeant(said, context)
    const goal = { ...said, category, currency, amount: positiveSaid(said.amount, { name, currency }) }
    if (isIncome) throw new AppError('bad_request', say('incomeHasNoGoal', { name }))
    if (goal.kind === 'by' && goal.by === null) throw new AppError('bad_request', say('goalNeedsMonth'))
    const whole = { ...goal, by: goal.kind === 'by' ? goal.by : null }
    const [known] = await store.goals.list({ where: { category: goal.category, currency: goal.currency }, limit: 1 })
    if (known) await store.goals.update(known.id, whole)
    else await store.goals.insert(whole)
    return { ok: true }
  },
  removeGoal: async ({ id }: { id: string }, { store }: Context) => {
    await store.goals.remove(id)
    return { ok: true }
  },
  /** Gives each envelope that is not hidden what its goal misses this month, in their order, as far as there is money to be budgeted. */
  fillGoals: async (asked: { month?: Month; currency?: string }, context: Context) => {
    const { store } = context
    const { month, currency } = await budgetMeant(asked, context)
    const { envelopes, toBudget } = await withGoals(await budgetIn(month, currency, context), store)
    const hidden = new Set((await categoriesOf(store)).flatMap((row) => (row.hidden ? [row.id] : [])))
    const wanting = envelopes.flatMap(({ category, goal }) =>
      goal && !hidden.has(category) ? [{ category, missing: goal.missing }] : [],
    )
    const shared = sharedOut(wanting, toBudget)
    for (const [{ category }, amount] of shared) await give({ month, category, currency }, (was) => was + amount, store)
    const given = shared.reduce((sum, [, amount]) => sum + amount, 0)
    return { filled: shared.length, missing: wanting.reduce((sum, { missing }) => sum + missing, 0) - given }
  },
}
