import type { Order } from '@atrium/contract/workforce-orders'
import { and, eq } from 'drizzle-orm'
import { applyChange } from './applying.ts'
import { note, type Tx } from './context.ts'
import { dueOf } from './numbers.ts'
import { hold, noSuchOrder } from './paying.ts'
import { isTrusted } from './placing.ts'
import { findOrders } from './shown.ts'
import { type SubscriptionRow, start } from './starting.ts'
import { latestOf, refuseAtStripe, refuseSettled } from './stripe-payments.ts'
import { invoices, orders } from './tables.ts'

type OrderRow = typeof orders.$inferSelect

/** As when it is ordered by invoice. */
async function begin(
  tx: Tx,
  { id, change, createdAt, ownerId }: OrderRow,
  subscription: SubscriptionRow,
): Promise<void> {
  if (subscription.status === 'pending_payment') await start(tx, subscription, ownerId)
  else if (change && subscription.status === 'active') {
    await applyChange(tx, subscription, change, createdAt, ownerId)
    await tx.update(orders).set({ change: null }).where(eq(orders.id, id))
  }
}

/**
 * An order by card is paid by its invoice instead, and so are the periods to come. Seats that stand still go on when it is paid;
 * what a trusted account ordered begins now. Its page at Stripe is closed by the next pass. Answers the order, and whether this changed it.
 */
export async function payByInvoice(tx: Tx, id: string, ownerId: string): Promise<{ order: Order; isNew: boolean }> {
  const { order, subscription } = await hold(tx, and(eq(orders.id, id), eq(orders.ownerId, ownerId)))
  refuseSettled(order)
  const isNew = order.payment !== 'invoice'
  if (isNew) {
    refuseAtStripe(await latestOf(tx, id))
    await tx.update(orders).set({ payment: 'invoice' }).where(eq(orders.id, id))
    // A change stays due when its offer ends.
    if (order.kind !== 'change')
      await tx
        .update(invoices)
        .set({ dueAt: dueOf(new Date(), order.termsDays, null) })
        .where(eq(invoices.orderId, id))
    await note(tx, { ownerId, actorId: ownerId, kind: 'order.by_invoice', subject: id })
    if (await isTrusted(tx, ownerId)) await begin(tx, order, subscription)
  }
  const [shown] = await findOrders(tx, eq(orders.id, id))
  if (!shown) throw noSuchOrder()
  return { order: shown, isNew }
}
