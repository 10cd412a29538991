import { and, eq, inArray, ne, notInArray } from 'drizzle-orm'
import { approvals } from '../approvals/tables.ts'
import type { Queryable } from '../platform/database/connect.ts'
import { runs } from '../platform/runs/tables.ts'
import { tickets } from '../seats/support/tables.ts'
import {
  budgetLedgers,
  budgets,
  deliverables,
  reservations,
  schedules,
  seatRuns,
  seatTasks,
  workforceSettings,
} from '../seats/tables.ts'
import { tell } from './context.ts'
import { agentMarks, carts, invoices, orders, stripePayments, subscriptions, workforceEvents } from './tables.ts'
import { giveBackMismatches } from './voiding.ts'

/**
 * Removes for good what an owner ordered and has, and what their seats made. Numbers of invoices stay taken, with nothing that
 * says whose they were. The customer at Stripe goes with the next pass over what is to be settled there.
 */
export async function forgetWorkforce(tx: Queryable, owner: string): Promise<void> {
  await tx.delete(runs).where(and(eq(runs.ownerId, owner), eq(runs.kind, 'seat'))) // with their steps
  const assignees = await tx
    .select({ id: seatTasks.userId })
    .from(seatTasks)
    .where(and(eq(seatTasks.ownerId, owner), ne(seatTasks.userId, owner)))
    .groupBy(seatTasks.userId)
  for (const { id } of assignees) if (id !== null) await tell(tx, id)
  for (const table of [approvals, deliverables, seatRuns, schedules, seatTasks, reservations, budgetLedgers, budgets])
    await tx.delete(table).where(eq(table.ownerId, owner))
  for (const table of [tickets, workforceSettings]) await tx.delete(table).where(eq(table.ownerId, owner))
  const theirs = tx.select({ id: orders.id }).from(orders).where(eq(orders.ownerId, owner))
  await tx
    .update(invoices)
    .set({ status: 'void' })
    .where(and(eq(invoices.status, 'open'), inArray(invoices.orderId, theirs)))
  const attempts = inArray(stripePayments.orderId, theirs)
  // What is not over at Stripe stays until it is: its page is closed, and money that came or comes is given back, unless an
  // administrator took another amount for an order's.
  const unpaid = tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.ownerId, owner), ne(orders.status, 'paid')))
  await giveBackMismatches(tx, inArray(stripePayments.orderId, unpaid))
  const toSettle = ['open', 'processing', 'failed', 'surplus']
  await tx.delete(stripePayments).where(and(attempts, notInArray(stripePayments.status, toSettle)))
  await tx.delete(subscriptions).where(eq(subscriptions.ownerId, owner)) // orders, lines, seats and what these know go along
  for (const table of [carts, agentMarks, workforceEvents]) await tx.delete(table).where(eq(table.ownerId, owner))
}
