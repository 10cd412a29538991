import { AppError } from '@atrium/contract/errors'
import { Budget, BudgetList, SetBudget } from '@atrium/contract/workforce-seats'
import { and, eq, ne } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { noSuchTeam, roleIn } from '../teams/scope.ts'
import { note } from '../workforce/context.ts'
import { seats } from '../workforce/tables.ts'
import { moneyCame } from './budget-waits.ts'
import { budgetsOf, teamsOfSeats } from './budgets-shown.ts'
import { personOf, type SeatsSettings, type Wake } from './context.ts'
import { holdSeat } from './own-seat.ts'
import { budgets } from './tables.ts'

/** What an owner may limit, when it is theirs. */
async function ownScopeId(tx: Queryable, ownerId: string, wanted: z.output<typeof SetBudget>): Promise<string> {
  const { scope, scopeId } = wanted
  if (scope === 'workspace' || scope === 'person') return ownerId
  if (scopeId === null) throw new AppError('bad_request', `Say which ${scope} the budget is for.`)
  if (scope === 'seat') return (await holdSeat(tx, scopeId, ownerId)).id
  if ((await roleIn(tx, scopeId, ownerId)) === null) throw noSuchTeam()
  return scopeId
}

/** What may be spent on models, by month. */
export function budgetRoutes({ db, limits }: SeatsSettings, wake: Wake): Route[] {
  const common = { tag: 'workforce', access: 'seat.own', path: '/api/workforce/budgets' } as const

  async function set(ownerId: string, wanted: z.output<typeof SetBudget>): Promise<Budget> {
    const { scope, limitMicros, limitTokens } = wanted
    return db.transaction(async (tx) => {
      const scopeId = await ownScopeId(tx, ownerId, wanted)
      const which = { ownerId, scope, scopeId }
      const isNone = limitMicros === null && limitTokens === null
      if (isNone)
        await tx
          .delete(budgets)
          .where(and(eq(budgets.ownerId, ownerId), eq(budgets.scope, scope), eq(budgets.scopeId, scopeId)))
      else
        await tx
          .insert(budgets)
          .values({ ...which, limitMicros, limitTokens })
          .onConflictDoUpdate({
            target: [budgets.ownerId, budgets.scope, budgets.scopeId],
            set: { limitMicros, limitTokens },
          })
      const data = { scope, limitMicros, limitTokens }
      await note(tx, { ownerId, actorId: ownerId, kind: 'budget.changed', subject: scopeId, data })
      await limits.changed(tx, ownerId)
      return (await budgetsOf(tx, ownerId))(scope, scopeId)
    })
  }

  return [
    route(
      {
        ...common,
        method: 'GET',
        summary: 'What was spent this month and what may be, of the person, the workspace, its teams and each seat',
        limit: 'read',
        answer: BudgetList,
      },
      async ({ principal }) => {
        const ownerId = personOf(principal)
        const budgetOf = await budgetsOf(db, ownerId)
        const present = and(eq(seats.ownerId, ownerId), ne(seats.status, 'ended'))
        const teams = await teamsOfSeats(db, ownerId)
        const found = await db.select({ id: seats.id }).from(seats).where(present).orderBy(seats.id)
        return {
          budgets: [
            budgetOf('person', ownerId),
            budgetOf('workspace', ownerId),
            ...teams.map((id) => budgetOf('team', id)),
            ...found.map(({ id }) => budgetOf('seat', id)),
          ],
        }
      },
    ),
    route(
      {
        ...common,
        method: 'PUT',
        summary: 'Sets or takes away the limits of a seat, a team, the workspace or the person',
        limit: 'write',
        body: SetBudget,
        answer: Budget,
      },
      async ({ principal, body }) => {
        const ownerId = personOf(principal)
        const budget = await set(ownerId, body)
        limits.forget(ownerId)
        wake(await moneyCame(db.$client, ownerId))
        return budget
      },
    ),
  ]
}
