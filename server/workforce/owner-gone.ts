import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { agentMarks, carts, invoices, orders, subscriptions, workforceEvents } from './tables.ts'

/** Removes for good what an owner ordered and has. Numbers of invoices stay taken, with nothing that says whose they were. */
export async function forgetWorkforce(tx: Queryable, owner: string): Promise<void> {
  const theirs = tx.select({ id: orders.id }).from(orders).where(eq(orders.ownerId, owner))
  await tx
    .update(invoices)
    .set({ status: 'void' })
    .where(and(eq(invoices.status, 'open'), inArray(invoices.orderId, theirs)))
  await tx.delete(subscriptions).where(eq(subscriptions.ownerId, owner)) // orders, lines and seats go along
  for (const table of [carts, agentMarks, workforceEvents]) await tx.delete(table).where(eq(table.ownerId, owner))
}
