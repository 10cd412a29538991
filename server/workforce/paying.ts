import { AppError } from '@atrium/contract/errors'
import { BillingPeriod } from '@atrium/contract/workforce'
import type { Order } from '@atrium/contract/workforce-orders'
import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { applyChange } from './applying.ts'
import { type Actor, note, type Tx } from './context.ts'
import { endOfPeriod } from './periods.ts'
import { refusedRenewals } from './refused.ts'
import { renew } from './renewing.ts'
import { hasNotBegun } from './shown.ts'
import { end, holdSubscription, type SubscriptionRow, seatsOf, start } from './starting.ts'
import { invoices, orders, seats, subscriptions } from './tables.ts'
import { voidOrder } from './voiding.ts'

type OrderRow = typeof orders.$inferSelect
export const noSuchOrder = () => new AppError('not_found', 'That order was not found.')

interface Held {
  order: OrderRow
  subscription: SubscriptionRow
}

/** Both held until the transaction ends, the subscription first. Null when whoever ordered is gone. */
export async function holdIfThere(tx: Tx, which: SQL | undefined): Promise<Held | null> {
  const [found] = await tx.select({ id: orders.id, subscriptionId: orders.subscriptionId }).from(orders).where(which)
  const subscription = found && (await holdSubscription(tx, found.subscriptionId))
  const [order] = found ? await tx.select().from(orders).where(eq(orders.id, found.id)).for('update') : []
  return order && subscription ? { order, subscription } : null
}

export async function hold(tx: Tx, which: SQL | undefined): Promise<Held> {
  const held = await holdIfThere(tx, which)
  if (!held) throw noSuchOrder()
  return held
}

/** Orders whose seats are at work while they are not paid: not those that wait to be paid before anything happens. */
const owed = (subscription: SubscriptionRow) =>
  and(
    eq(orders.subscriptionId, subscription.id),
    eq(orders.status, 'pending_payment'),
    or(eq(orders.kind, 'renewal'), isNull(orders.change)),
  )

export async function hasOverdue(on: Queryable, subscription: SubscriptionRow, now: Date): Promise<boolean> {
  const [one] = await on
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(invoices, eq(invoices.orderId, orders.id))
    .where(and(owed(subscription), lt(invoices.dueAt, now)))
    .limit(1)
  return one !== undefined
}

/**
 * Seats that stood still because of an unpaid invoice go on; a period that ended meanwhile begins anew, today, unless it was
 * to be the last: then it ends with the next pass of `keepSubscriptions`. `isUnused`: what was paid now was for a period whose
 * seats stood still from its refusal, so the period that it pays for begins now.
 */
async function resume(tx: Tx, subscription: SubscriptionRow, actorId: Actor, isUnused: boolean): Promise<Order | null> {
  const now = new Date()
  await setStatus(tx, subscription, 'active')
  for (const id of await seatsOf(tx, subscription.id))
    await tx
      .update(seats)
      .set({ status: 'active', pausedFor: null })
      .where(and(eq(seats.id, id), eq(seats.pausedFor, 'past_due')))
  const { ownerId, id: subject } = subscription
  await note(tx, { ownerId, actorId, kind: 'subscription.resumed', subject })
  if (isUnused) {
    const periodEnd = endOfPeriod(now, BillingPeriod.parse(subscription.period), 1)
    await tx
      .update(subscriptions)
      .set({ startedAt: now, periods: 1, periodStart: now, periodEnd })
      .where(eq(subscriptions.id, subscription.id))
    return null
  }
  if (subscription.cancelAtPeriodEnd || !subscription.periodEnd || subscription.periodEnd > now) return null
  return renew(tx, { ...subscription, startedAt: now, periods: 0, periodEnd: now })
}

const setStatus = (tx: Tx, { id }: SubscriptionRow, status: string) =>
  tx.execute(sql`update subscriptions set status = ${status} where id = ${id}`)

/** The money is there. A second word changes nothing. Answers the order of the period that begins with it, if one does. */
export async function markPaid(tx: Tx, id: string, actorId: Actor): Promise<Order | null> {
  const { order, subscription } = await hold(tx, eq(orders.id, id))
  if (order.status === 'paid') return null
  if (order.status === 'cancelled') throw new AppError('conflict', 'This order was cancelled. Nothing is to be paid.')
  const { ownerId } = order
  const refused = await refusedRenewals(tx, [subscription.id])
  await tx.update(orders).set({ status: 'paid', paidAt: new Date(), change: null }).where(eq(orders.id, id))
  await tx.update(invoices).set({ status: 'paid' }).where(eq(invoices.orderId, id))
  await note(tx, { ownerId, actorId, kind: 'order.paid', subject: id, data: { totalCents: order.totalCents } })
  if (subscription.status === 'pending_payment') await start(tx, subscription, actorId)
  else if (order.change && subscription.status !== 'cancelled')
    await applyChange(tx, subscription, order.change, order.createdAt, actorId)
  else if (subscription.status === 'past_due' && !(await hasOverdue(tx, subscription, new Date())))
    return resume(
      tx,
      subscription,
      actorId,
      refused.some((one) => one.id === id),
    )
  return null
}

/** By the owner, while nothing of it has begun. The number of its invoice stays taken. */
export async function cancelOrder(tx: Tx, id: string, ownerId: string): Promise<void> {
  const { order, subscription } = await hold(tx, and(eq(orders.id, id), eq(orders.ownerId, ownerId)))
  if (order.status === 'cancelled') return
  if (order.status === 'paid')
    throw new AppError('conflict', 'This order is paid. Cancel its subscription to end it with its period.')
  if (!hasNotBegun(order, subscription.status))
    throw new AppError(
      'conflict',
      'Its seats are at work already, so this invoice is owed. Cancel the subscription instead.',
    )
  await voidOrder(tx, order, ownerId)
  if (subscription.status === 'pending_payment') await end(tx, subscription, ownerId)
}
