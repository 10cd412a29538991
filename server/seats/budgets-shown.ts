import type { Budget } from '@atrium/contract/workforce-seats'
import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { monthOf } from '../models/budget-ledger.ts'
import type { Queryable } from '../platform/database/connect.ts'
import { seats } from '../workforce/tables.ts'
import { budgetLedgers, budgets } from './tables.ts'

type Scope = Budget['scope']

/** Of a limit, from which on it is near. */
const NEAR = 0.8

/** What a limit and its sums come to; either may be missing. */
export function shownBudget(
  scope: Scope,
  scopeId: string,
  limit: Pick<Budget, 'limitMicros' | 'limitTokens'> | undefined,
  sums: { spentMicros: number; reservedMicros: number; tokens: number; reservedTokens: number } | undefined,
): Budget {
  const { limitMicros = null, limitTokens = null } = limit ?? {}
  const { spentMicros = 0, reservedMicros = 0, tokens = 0, reservedTokens = 0 } = sums ?? {}
  const used = [
    ...(limitMicros === null ? [] : [{ of: limitMicros, is: spentMicros + reservedMicros }]),
    ...(limitTokens === null ? [] : [{ of: limitTokens, is: tokens + reservedTokens }]),
  ]
  return {
    scope,
    scopeId,
    period: scope === 'task' ? 'total' : 'month',
    limitMicros,
    limitTokens,
    spentMicros,
    reservedMicros,
    tokens,
    isNear: used.some((one) => one.is >= one.of * NEAR),
    isReached: used.some((one) => one.is >= one.of),
  }
}

/** Looks up any budget of an owner's in this month (UTC), limited or not. Those of tasks are not among them. */
export async function budgetsOf(
  on: Queryable,
  ownerId: string,
  now = new Date(),
): Promise<(scope: Scope, scopeId: string) => Budget> {
  const limits = await on
    .select()
    .from(budgets)
    .where(and(eq(budgets.ownerId, ownerId), ne(budgets.scope, 'task')))
  const ledgers = await on
    .select()
    .from(budgetLedgers)
    .where(and(eq(budgetLedgers.ownerId, ownerId), eq(budgetLedgers.window, monthOf(now))))
  const keyed = <T extends { scope: string; scopeId: string }>(rows: T[]) =>
    new Map(rows.map((row) => [`${row.scope} ${row.scopeId}`, row]))
  const [limitOf, sumsOf] = [keyed(limits), keyed(ledgers)]
  return (scope, scopeId) =>
    shownBudget(scope, scopeId, limitOf.get(`${scope} ${scopeId}`), sumsOf.get(`${scope} ${scopeId}`))
}

/** The teams in which an owner's seats work. */
export async function teamsOfSeats(on: Queryable, ownerId: string): Promise<string[]> {
  const rows = await on
    .select({ id: seats.teamId })
    .from(seats)
    .where(and(eq(seats.ownerId, ownerId), ne(seats.status, 'ended'), isNotNull(seats.teamId)))
    .groupBy(seats.teamId)
  return rows.flatMap(({ id }) => id ?? [])
}

export const isLimited = ({ limitMicros, limitTokens }: Budget): boolean => limitMicros !== null || limitTokens !== null
