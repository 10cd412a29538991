import { and, eq, inArray } from 'drizzle-orm'
import { note, type Tx } from './context.ts'
import { type SubscriptionRow, seatsOf } from './starting.ts'
import { seats, subscriptions } from './tables.ts'
import { dropChanges } from './voiding.ts'

/** What is owed was not paid: the seats stand still until it is. */
export async function fallBehind(tx: Tx, subscription: SubscriptionRow): Promise<void> {
  const { id, ownerId } = subscription
  await dropChanges(tx, subscription, null)
  await tx.update(subscriptions).set({ status: 'past_due' }).where(eq(subscriptions.id, id))
  const standing = await seatsOf(tx, id)
  if (standing.length > 0)
    await tx
      .update(seats)
      .set({ status: 'paused', pausedFor: 'past_due' })
      .where(and(inArray(seats.id, standing), eq(seats.status, 'active')))
  await note(tx, { ownerId, actorId: null, kind: 'subscription.past_due', subject: id })
}
