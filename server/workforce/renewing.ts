import { BillingPeriod, share } from '@atrium/contract/workforce'
import type { Order } from '@atrium/contract/workforce-orders'
import { and, desc, eq, ne } from 'drizzle-orm'
import { reshape } from './applying.ts'
import { note, type Tx } from './context.ts'
import { endOfPeriod } from './periods.ts'
import { writeOrder } from './placing.ts'
import { listPrice } from './planning.ts'
import { linesOf, type SubscriptionRow } from './starting.ts'
import { orders, subscriptions } from './tables.ts'
import { lapseChanges } from './voiding.ts'

/** Whom and how the subscription was billed last. */
export async function lastBilling(tx: Tx, subscriptionId: string) {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.subscriptionId, subscriptionId), ne(orders.status, 'cancelled')))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1)
  if (!order) throw new Error(`the subscription ${subscriptionId} has no order`)
  const { billing, poNumber, termsDays, taxBasisPoints, payment } = order
  return { billing, poNumber, termsDays, taxBasisPoints, payment }
}

/** The next period begins where the last one ended, with its invoice. */
export async function renew(tx: Tx, subscription: SubscriptionRow): Promise<Order> {
  const { id, ownerId, next, startedAt, periodEnd: begins } = subscription
  if (!startedAt || !begins) throw new Error(`the subscription ${id} has not started`)
  await lapseChanges(tx, subscription)
  if (next) await reshape(tx, subscription, next)
  const before = BillingPeriod.parse(subscription.period)
  const period = next?.billingPeriod ?? before
  const [anchor, periods] = period === before ? [startedAt, subscription.periods + 1] : [begins, 1]
  await tx
    .update(subscriptions)
    .set({
      next: null,
      period,
      startedAt: anchor,
      periods,
      periodStart: begins,
      periodEnd: endOfPeriod(anchor, period, periods),
    })
    .where(eq(subscriptions.id, id))
  const lines = (await linesOf(tx, id)).filter(({ quantity }) => quantity > 0)
  const sum = (priceOf: (line: (typeof lines)[number]) => number) =>
    lines.reduce((total, line) => total + priceOf(line) * line.quantity, 0)
  const subtotalCents = sum((line) => line.unitPriceCents)
  const listCents = sum((line) => listPrice(line.agent, period, line.unitPriceCents))
  const billed = await lastBilling(tx, id)
  const taxCents = share(subtotalCents, billed.taxBasisPoints, 10_000)
  await note(tx, { ownerId, actorId: null, kind: 'subscription.renewed', subject: id })
  return writeOrder(
    tx,
    {
      ...billed,
      ownerId,
      subscriptionId: id,
      kind: 'renewal',
      period,
      listCents,
      discountCents: listCents - subtotalCents,
      subtotalCents,
      taxCents,
      totalCents: subtotalCents + taxCents,
    },
    lines.map(({ agent, unitPriceCents, quantity }) => ({ agent, unitPriceCents, quantity })),
    null,
  )
}
