import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { runs } from '../platform/runs/tables.ts'
import {
  approvals,
  budgetLedgers,
  budgets,
  deliverables,
  reservations,
  schedules,
  seatRuns,
  seatTasks,
  tickets,
  workforceSettings,
} from '../seats/tables.ts'
import { agentMarks, carts, invoices, orders, subscriptions, workforceEvents } from './tables.ts'

/**
 * Removes for good what an owner ordered and has, and what their seats made. Numbers of invoices stay taken, with nothing that
 * says whose they were.
 */
export async function forgetWorkforce(tx: Queryable, owner: string): Promise<void> {
  await tx.delete(runs).where(and(eq(runs.ownerId, owner), eq(runs.kind, 'seat'))) // with their steps
  for (const table of [approvals, deliverables, seatRuns, schedules, seatTasks, reservations, budgetLedgers, budgets])
    await tx.delete(table).where(eq(table.ownerId, owner))
  for (const table of [tickets, workforceSettings]) await tx.delete(table).where(eq(table.ownerId, owner))
  const theirs = tx.select({ id: orders.id }).from(orders).where(eq(orders.ownerId, owner))
  await tx
    .update(invoices)
    .set({ status: 'void' })
    .where(and(eq(invoices.status, 'open'), inArray(invoices.orderId, theirs)))
  await tx.delete(subscriptions).where(eq(subscriptions.ownerId, owner)) // orders, lines, seats and what these know go along
  for (const table of [carts, agentMarks, workforceEvents]) await tx.delete(table).where(eq(table.ownerId, owner))
}
