import { AppError } from '@atrium/contract/errors'
import { BillingPeriod } from '@atrium/contract/workforce'
import type { Leaving } from '@atrium/contract/workforce-seats'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { uuid } from '../platform/ids.ts'
import { cancelAtEnd, change } from '../workforce/changing.ts'
import { note, type Tx } from '../workforce/context.ts'
import { endingOf, leavingOf } from '../workforce/leaving.ts'
import { holdSubscription, type LineRow, linesOf, type SubscriptionRow } from '../workforce/starting.ts'
import { seats, subscriptionLines } from '../workforce/tables.ts'
import { noSuchSeat } from './context.ts'
import { holdSeat, ownSeat } from './own-seat.ts'

async function subscriptionOf(tx: Tx, seatId: string): Promise<SubscriptionRow> {
  const [line] = await tx
    .select({ id: subscriptionLines.subscriptionId })
    .from(seats)
    .innerJoin(subscriptionLines, eq(subscriptionLines.id, seats.subscriptionLineId))
    .where(eq(seats.id, seatId))
  const held = line && (await holdSubscription(tx, line.id))
  if (!held) throw noSuchSeat()
  return held
}

interface Named {
  line: LineRow
  /** Seats of it that somebody named to leave. */
  leaving: number
}

async function namedOf(tx: Tx, subscription: SubscriptionRow): Promise<Named[]> {
  const named: Named[] = []
  for (const line of await linesOf(tx, subscription.id))
    if (line.quantity > 0) named.push({ line, leaving: (await leavingOf(tx, line.id)).length })
  return named
}

/** Who takes over must be there then. */
async function refuseHeir(tx: Tx, id: string, heirId: string, ownerId: string): Promise<void> {
  const heir = await ownSeat(tx, heirId, ownerId)
  if (heir.id === id) throw new AppError('bad_request', 'Choose another seat to take its tasks over.')
  if (heir.status === 'ended')
    throw new AppError('conflict', 'The seat that is to take over has ended. Choose another.')
}

/** A seat leaves with its period, or stays after all: the subscription has one seat fewer then, or ends. */
export async function setLeaving(
  tx: Tx,
  id: string,
  ownerId: string,
  { on, handOverTo }: z.output<typeof Leaving>,
): Promise<void> {
  await ownSeat(tx, id, ownerId)
  const subscription = await subscriptionOf(tx, id)
  const seat = await holdSeat(tx, id, ownerId)
  const before = await namedOf(tx, subscription)
  const allLeave = before.every(({ line, leaving }) => leaving >= line.quantity)
  if (on && handOverTo !== null) await refuseHeir(tx, id, handOverTo, ownerId)
  if (!on && subscription.cancelAtPeriodEnd && !(allLeave && seat.isLeaving))
    throw new AppError('conflict', 'Its subscription ends with its period. Take that back on the subscription’s page.')
  await tx
    .update(seats)
    .set({ isLeaving: on, handOverTo: on ? handOverTo : null })
    .where(eq(seats.id, id))
  if (on !== seat.isLeaving)
    await note(tx, { ownerId, actorId: ownerId, kind: 'seat.leaving', subject: id, data: { on } })

  const after = await namedOf(tx, subscription)
  if (on && subscription.cancelAtPeriodEnd) return
  const items = Object.fromEntries(
    after.flatMap(({ line, leaving }, at) => {
      // A reduction that named no seats means those that are named first.
      const planned = endingOf(line, subscription.next)
      const ending = planned > (before[at]?.leaving ?? 0) ? Math.max(planned, leaving) : leaving
      return line.quantity > ending ? [[line.agent, line.quantity - ending] as const] : []
    }),
  )
  if (Object.keys(items).length === 0) {
    await cancelAtEnd(tx, subscription.id, ownerId, true)
    return
  }
  if (subscription.cancelAtPeriodEnd) await cancelAtEnd(tx, subscription.id, ownerId, false)
  const planned = after.every(
    ({ line }) => line.quantity - endingOf(line, subscription.next) === (items[line.agent] ?? 0),
  )
  if (planned) return
  const billingPeriod = subscription.next?.billingPeriod ?? BillingPeriod.parse(subscription.period)
  await change(tx, subscription.id, ownerId, { items, billingPeriod, expectedTotalCents: 0, attempt: uuid() }, [])
}
