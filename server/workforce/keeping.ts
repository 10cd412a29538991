import type { Order } from '@atrium/contract/workforce-orders'
import { and, eq, inArray, lte, or, sql } from 'drizzle-orm'
import type { Database } from '../platform/database/connect.ts'
import type { Log } from '../platform/telemetry.ts'
import type { Tx } from './context.ts'
import { fallBehind } from './falling-behind.ts'
import { hasOverdue } from './paying.ts'
import { renew } from './renewing.ts'
import { end, holdSubscription } from './starting.ts'
import { subscriptions } from './tables.ts'
import { lapseChanges } from './voiding.ts'

/** Of one pass; the next one takes the rest. */
const PASS = 1_000
/** Periods that one subscription may go through in a pass, after a long time off. */
const MOST_PERIODS = 24

/** One subscription, as far as time has gone. Answers the orders of the periods that began. */
async function keep(tx: Tx, id: string): Promise<Order[]> {
  const made: Order[] = []
  for (let turn = 0; turn < MOST_PERIODS; turn++) {
    const subscription = await holdSubscription(tx, id)
    const now = new Date()
    if (!subscription?.periodEnd || !['active', 'past_due'].includes(subscription.status)) break
    const { periodEnd } = subscription
    const isOver = periodEnd <= now
    if (isOver && subscription.cancelAtPeriodEnd) {
      await end(tx, subscription, null, periodEnd)
      break
    }
    await lapseChanges(tx, subscription, now)
    if (subscription.status === 'active' && (await hasOverdue(tx, subscription, now))) {
      await fallBehind(tx, subscription)
      break
    }
    // While an invoice is overdue no further period begins: nobody owes for seats that stand still.
    if (!isOver || subscription.status === 'past_due') break
    made.push(await renew(tx, subscription))
  }
  return made
}

/** Ends periods, begins the next ones, and marks what is overdue. `tell` hears of each new order once it is stored. */
export async function keepSubscriptions(db: Database, log: Log, tell: (order: Order) => void): Promise<void> {
  const overdue = sql`exists (select 1 from orders o join invoices i on i.order_id = o.id
    where o.subscription_id = ${subscriptions.id} and o.status = 'pending_payment' and i.due_at < now())`
  // One whose invoice is overdue waits for its payment, unless it is to end.
  const isOver = and(
    lte(subscriptions.periodEnd, sql`now()`),
    or(eq(subscriptions.status, 'active'), subscriptions.cancelAtPeriodEnd),
  )
  const due = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        inArray(subscriptions.status, ['active', 'past_due']),
        or(isOver, and(eq(subscriptions.status, 'active'), overdue)),
      ),
    )
    .orderBy(subscriptions.periodEnd)
    .limit(PASS)
  for (const { id } of due) {
    try {
      for (const order of await db.transaction((tx) => keep(tx, id))) tell(order)
    } catch (error) {
      log.warn({ err: error, subscription: id }, 'a subscription could not be kept; the next pass tries again')
    }
  }
}
