import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Tx } from './context.ts'
import { type LineRow, linesOf, type SubscriptionRow } from './starting.ts'
import { seats, subscriptions } from './tables.ts'

/** How many seats of a line end with the period. */
export const endingOf = (line: LineRow, next: SubscriptionRow['next']): number =>
  next ? Math.max(0, line.quantity - (next.items[line.agent] ?? 0)) : 0

/** The seats of a line that somebody named to leave, the oldest first. */
export async function leavingOf(tx: Tx, lineId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: seats.id })
    .from(seats)
    .where(and(eq(seats.subscriptionLineId, lineId), eq(seats.isLeaving, true), ne(seats.status, 'ended')))
    .orderBy(seats.id)
  return rows.map(({ id }) => id)
}

/** After a change of the team no more seats are named to leave than do: the newest of them stay. */
export async function settleLeaving(tx: Tx, subscriptionId: string): Promise<void> {
  const [subscription] = await tx.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId))
  if (!subscription || subscription.cancelAtPeriodEnd) return
  for (const line of await linesOf(tx, subscriptionId)) {
    const stay = (await leavingOf(tx, line.id)).slice(endingOf(line, subscription.next))
    if (stay.length > 0)
      await tx.update(seats).set({ isLeaving: false, handOverTo: null }).where(inArray(seats.id, stay))
  }
}
