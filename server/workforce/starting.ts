import { agentOf } from '@atrium/contract/catalogue/agents'
import { BillingPeriod } from '@atrium/contract/workforce'
import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { oneAtATime } from '../accounts/user.ts'
import type { Queryable } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import { handOver } from '../seats/hand-over.ts'
import { type Actor, note, type Tx } from './context.ts'
import { putUnderHeads } from './hired-under.ts'
import { endOfPeriod } from './periods.ts'
import { seats, subscriptionLines, subscriptions } from './tables.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect
export type LineRow = typeof subscriptionLines.$inferSelect

/** The subscription, held until the transaction ends: everything that changes one begins here. */
export async function holdSubscription(tx: Queryable, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update')
  return row
}

export const linesOf = (on: Queryable, subscriptionId: string): Promise<LineRow[]> =>
  on
    .select()
    .from(subscriptionLines)
    .where(eq(subscriptionLines.subscriptionId, subscriptionId))
    .orderBy(subscriptionLines.id)

const seatsOfLine = (line: string) => and(eq(seats.subscriptionLineId, line), ne(seats.status, 'ended'))

/** Makes as many seats of a line as it has a quantity; those that were named to leave end first, then the newest. Answers those that came. */
export async function fillSeats(tx: Tx, line: LineRow, ownerId: string): Promise<string[]> {
  const present = await tx
    .select({ id: seats.id })
    .from(seats)
    .where(seatsOfLine(line.id))
    .orderBy(desc(seats.isLeaving), desc(seats.id))
  const lacking = line.quantity - present.length
  if (lacking < 0) {
    await endSeats(
      tx,
      ownerId,
      present.slice(0, -lacking).map(({ id }) => id),
    )
    return []
  }
  if (lacking === 0) return []
  await oneAtATime(tx, ownerId)
  // Numbers go on where the last one was, so that no two seats of a person ever had the same name.
  const before = await tx.$count(seats, and(eq(seats.ownerId, ownerId), eq(seats.agent, line.agent)))
  const name = agentOf(line.agent)?.name ?? line.agent
  const made = Array.from({ length: lacking }, (_, at) => ({
    id: uuid(),
    ownerId,
    subscriptionLineId: line.id,
    name: `${name} ${before + at + 1}`,
    agent: line.agent,
    agentVersion: line.agentVersion,
    // It asks for what it must know before it begins.
    status: 'provisioning',
    managerUserId: ownerId,
  }))
  await tx.insert(seats).values(made)
  return made.map(({ id }) => id)
}

export async function endSeats(tx: Queryable, ownerId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await handOver(tx, ownerId, ids)
  await tx
    .update(seats)
    .set({ status: 'ended', pausedFor: null, isLeaving: false, endedAt: new Date() })
    .where(inArray(seats.id, [...ids]))
}

/** The ids of a subscription's seats that have not ended. */
export async function seatsOf(on: Queryable, subscriptionId: string): Promise<string[]> {
  const rows = await on
    .select({ id: seats.id })
    .from(seats)
    .innerJoin(subscriptionLines, eq(subscriptionLines.id, seats.subscriptionLineId))
    .where(and(eq(subscriptionLines.subscriptionId, subscriptionId), ne(seats.status, 'ended')))
  return rows.map(({ id }) => id)
}

/** The first period begins, and every line has its seats. */
export async function start(tx: Tx, subscription: SubscriptionRow, actorId: Actor): Promise<void> {
  const now = new Date()
  const periodEnd = endOfPeriod(now, BillingPeriod.parse(subscription.period), 1)
  await tx
    .update(subscriptions)
    .set({ status: 'active', startedAt: now, periods: 1, periodStart: now, periodEnd })
    .where(eq(subscriptions.id, subscription.id))
  const made: string[] = []
  const lines = await linesOf(tx, subscription.id)
  for (const line of lines) made.push(...(await fillSeats(tx, line, subscription.ownerId)))
  await putUnderHeads(
    tx,
    subscription.ownerId,
    lines.map(({ id }) => id),
    made,
  )
  await note(tx, {
    ownerId: subscription.ownerId,
    actorId,
    kind: 'subscription.started',
    subject: subscription.id,
    data: { seats: made.length },
  })
}

/** It is over: its seats end with it. */
export async function end(tx: Tx, subscription: SubscriptionRow, actorId: Actor, at = new Date()): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ status: 'cancelled', endedAt: at, next: null })
    .where(eq(subscriptions.id, subscription.id))
  await endSeats(tx, subscription.ownerId, await seatsOf(tx, subscription.id))
  await note(tx, { ownerId: subscription.ownerId, actorId, kind: 'subscription.cancelled', subject: subscription.id })
}
