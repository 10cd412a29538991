import { and, eq, exists, gt, inArray, not } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../platform/database/connect.ts'
import { orders, stripePayments } from './tables.ts'

const later = alias(orders, 'later')

/**
 * The next periods of these subscriptions that a card was refused for, and that are not paid. Their seats have stood still from
 * the start, so nothing of them was used: unless more seats were paid for since, which work until the period ends.
 */
export async function refusedRenewals(
  on: Queryable,
  subscriptionIds: readonly string[],
): Promise<(typeof orders.$inferSelect)[]> {
  const refusal = on
    .select({ id: stripePayments.id })
    .from(stripePayments)
    .where(
      and(
        eq(stripePayments.orderId, orders.id),
        eq(stripePayments.kind, 'charge'),
        inArray(stripePayments.status, ['failed', 'cancelled']),
      ),
    )
  const paidSince = on
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        eq(later.subscriptionId, orders.subscriptionId),
        eq(later.status, 'paid'),
        gt(later.createdAt, orders.createdAt),
      ),
    )
  return on
    .select()
    .from(orders)
    .where(
      and(
        inArray(orders.subscriptionId, [...subscriptionIds]),
        eq(orders.kind, 'renewal'),
        eq(orders.status, 'pending_payment'),
        exists(refusal),
        not(exists(paidSince)),
      ),
    )
}
