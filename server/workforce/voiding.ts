import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { type Actor, note, type Tx } from './context.ts'
import type { SubscriptionRow } from './starting.ts'
import { invoices, orders } from './tables.ts'

type OrderRow = typeof orders.$inferSelect

/** The number of its invoice stays taken. */
export async function voidOrder(tx: Tx, { id, ownerId }: OrderRow, actorId: Actor): Promise<void> {
  await tx.update(orders).set({ status: 'cancelled', change: null }).where(eq(orders.id, id))
  await tx.update(invoices).set({ status: 'void' }).where(eq(invoices.orderId, id))
  await note(tx, { ownerId, actorId, kind: 'order.cancelled', subject: id })
}

/** Changes that were ordered and not paid; only those that were due before `due`, when that is given. */
export async function waitingChanges(tx: Tx, { id }: SubscriptionRow, due?: Date): Promise<OrderRow[]> {
  const rows = await tx
    .select({ order: orders })
    .from(orders)
    .innerJoin(invoices, eq(invoices.orderId, orders.id))
    .where(
      and(
        eq(orders.subscriptionId, id),
        eq(orders.status, 'pending_payment'),
        isNotNull(orders.change),
        due && lt(invoices.dueAt, due),
      ),
    )
  return rows.map(({ order }) => order)
}

/** They are off: the period that they were computed for is over or ends with this, or they were not paid in time. */
export async function dropChanges(tx: Tx, subscription: SubscriptionRow, actorId: Actor, due?: Date): Promise<void> {
  for (const order of await waitingChanges(tx, subscription, due)) await voidOrder(tx, order, actorId)
}
