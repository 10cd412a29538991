import { and, eq, isNotNull, lt, type SQL } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { type Actor, note, type Tx } from './context.ts'
import type { SubscriptionRow } from './starting.ts'
import { invoices, orders, stripePayments } from './tables.ts'

type OrderRow = typeof orders.$inferSelect

/** Money that came as another amount than its order's, which nothing comes of: the next pass gives it back. */
export async function giveBackMismatches(tx: Queryable, which: SQL): Promise<void> {
  const wrong = and(which, eq(stripePayments.status, 'mismatch'))
  await tx.update(stripePayments).set({ status: 'surplus' }).where(wrong)
}

/** The number of its invoice stays taken. `lapse` where its owner is to be told that it was not paid in time. */
export async function voidOrder(
  tx: Tx,
  { id, ownerId }: OrderRow,
  actorId: Actor,
  lapse: 'untold' | null = null,
): Promise<void> {
  await tx.update(orders).set({ status: 'cancelled', change: null, lapse }).where(eq(orders.id, id))
  await tx.update(invoices).set({ status: 'void' }).where(eq(invoices.orderId, id))
  await giveBackMismatches(tx, eq(stripePayments.orderId, id))
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

/** They are off: their subscription stands still or ends. */
export async function dropChanges(tx: Tx, subscription: SubscriptionRow, actorId: Actor): Promise<void> {
  for (const order of await waitingChanges(tx, subscription)) await voidOrder(tx, order, actorId)
}

/** They were not paid in time: the period that they were computed for is over, or they were due before `due`. */
export async function lapseChanges(tx: Tx, subscription: SubscriptionRow, due?: Date): Promise<void> {
  for (const order of await waitingChanges(tx, subscription, due)) await voidOrder(tx, order, null, 'untold')
}
