import { AppError } from '@atrium/contract/errors'
import { AGENT_VERSION, BillingPeriod, type Cart, share } from '@atrium/contract/workforce'
import type { Changed, ChangePreview, ConfirmedChange, Order, Subscription } from '@atrium/contract/workforce-orders'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { oneAtATime } from '../accounts/user.ts'
import type { Queryable } from '../platform/database/connect.ts'
import { applyChange } from './applying.ts'
import { note, type Tx } from './context.ts'
import { settleLeaving } from './leaving.ts'
import { dueOf } from './numbers.ts'
import { earlierOrder, isTrusted, refuseIdle, refuseOtherPrice, refuseTooMany, writeOrder } from './placing.ts'
import { type Plan, planChange } from './planning.ts'
import { refusedRenewals } from './refused.ts'
import { lastBilling } from './renewing.ts'
import { findSubscriptions, shownLine } from './shown.ts'
import { end, holdSubscription, linesOf, type SubscriptionRow } from './starting.ts'
import { subscriptions } from './tables.ts'
import { dropChanges, voidOrder, waitingChanges } from './voiding.ts'

export const noSuchSubscription = () => new AppError('not_found', 'That subscription was not found.')

/** The owner's own, held until the transaction ends. */
async function own(tx: Tx, id: string, ownerId: string): Promise<SubscriptionRow> {
  const row = await holdSubscription(tx, id)
  if (row?.ownerId !== ownerId) throw noSuchSubscription()
  return row
}

export async function shownSubscription(tx: Queryable, id: string, ownerId: string): Promise<Subscription> {
  const [found] = await findSubscriptions(tx, and(eq(subscriptions.id, id), eq(subscriptions.ownerId, ownerId)))
  if (!found) throw noSuchSubscription()
  return found
}

const refuseEnded = ({ status }: SubscriptionRow) => {
  if (status === 'cancelled') throw new AppError('conflict', 'This subscription has ended.')
  if (status === 'pending_payment')
    throw new AppError('conflict', 'This subscription has not begun. Cancel its order, or wait until it is paid.')
}

async function plan(tx: Tx, subscription: SubscriptionRow, wanted: Cart, idle: readonly string[]) {
  refuseEnded(subscription)
  const { status, cancelAtPeriodEnd, periodStart, periodEnd } = subscription
  if (status === 'past_due') throw new AppError('conflict', 'An invoice is overdue. Pay it before you change the team.')
  if (cancelAtPeriodEnd)
    throw new AppError('conflict', 'This subscription ends with its period. Take the cancellation back first.')
  if ((await waitingChanges(tx, subscription)).length > 0)
    throw new AppError('conflict', 'An earlier change waits for its payment. Pay or cancel that order first.')
  if (!periodStart || !periodEnd) throw new Error('an active subscription has a period')
  const lines = (await linesOf(tx, subscription.id)).filter(({ quantity }) => quantity > 0)
  const had = (key: string) => lines.find(({ agent }) => agent === key)?.quantity ?? 0
  refuseIdle(idle.filter((key) => (wanted.items[key] ?? 0) > had(key)))
  const current = { period: BillingPeriod.parse(subscription.period), periodStart, periodEnd, lines }
  return planChange(current, wanted, new Date())
}

const taxed = ({ subtotalCents }: Plan, taxBasisPoints: number) => {
  const taxCents = share(subtotalCents, taxBasisPoints, 10_000)
  return { taxCents, totalCents: subtotalCents + taxCents }
}

/** Whether what is ordered begins before it is paid. */
const beginsAtOnce = async (tx: Tx, payment: string, ownerId: string) =>
  payment === 'invoice' && (await isTrusted(tx, ownerId))

export async function previewChange(
  tx: Tx,
  id: string,
  ownerId: string,
  wanted: Cart,
  idle: readonly string[],
): Promise<ChangePreview> {
  const subscription = await own(tx, id, ownerId)
  const planned = await plan(tx, subscription, wanted, idle)
  const billed = await lastBilling(tx, id)
  const { taxBasisPoints } = billed
  const { change: _, next: __, lines, nextPeriodStart, ...figures } = planned
  const sums = taxed(planned, taxBasisPoints)
  const isPaidFirst = sums.totalCents > 0 && !(await beginsAtOnce(tx, billed.payment, ownerId))
  return {
    ...figures,
    lines: lines.map(({ part, ...line }) =>
      shownLine({ ...line, agentVersion: AGENT_VERSION, days: part?.days, ofDays: part?.of }),
    ),
    taxBasisPoints,
    ...sums,
    payBy: isPaidFirst ? dueOf(new Date(), billed.termsDays, subscription.periodEnd).toISOString() : null,
    nextPeriodStart: nextPeriodStart.toISOString(),
  }
}

/** Makes the change, or the order whose payment makes it. */
export async function change(
  tx: Tx,
  id: string,
  ownerId: string,
  { items, billingPeriod, expectedTotalCents, attempt }: z.output<typeof ConfirmedChange>,
  idle: readonly string[],
): Promise<z.infer<typeof Changed> & { isNew: boolean }> {
  const subscription = await own(tx, id, ownerId)
  await oneAtATime(tx, ownerId) // the same attempt may be on its way for another subscription
  const earlier = await earlierOrder(tx, ownerId, attempt, expectedTotalCents)
  if (earlier) return { subscription: await shownSubscription(tx, id, ownerId), order: earlier, isNew: false }
  const planned = await plan(tx, subscription, { items, billingPeriod }, idle)
  const billed = await lastBilling(tx, id)
  const { taxCents, totalCents } = taxed(planned, billed.taxBasisPoints)
  refuseOtherPrice(expectedTotalCents, totalCents)
  if (totalCents > 0) await refuseTooMany(tx, ownerId)

  let order: Order | null = null
  if (planned.change) {
    const atOnce = totalCents === 0 || (await beginsAtOnce(tx, billed.payment, ownerId))
    if (atOnce) await applyChange(tx, subscription, planned.change, new Date(), ownerId)
    if (totalCents > 0) {
      const { lines, listCents, discountCents, creditCents, subtotalCents } = planned
      const sums = { listCents, discountCents, creditCents, subtotalCents, taxCents, totalCents }
      order = await writeOrder(
        tx,
        {
          ...billed,
          ...sums,
          ownerId,
          subscriptionId: id,
          kind: 'change',
          period: planned.change.now.billingPeriod,
          attempt,
          change: atOnce ? null : planned.change,
        },
        lines,
        ownerId,
      )
    }
  } else {
    await tx.update(subscriptions).set({ next: planned.next }).where(eq(subscriptions.id, id))
    const data = { next: planned.next }
    await note(tx, { ownerId, actorId: ownerId, kind: 'subscription.changed', subject: id, data })
    await settleLeaving(tx, id)
  }
  return { subscription: await shownSubscription(tx, id, ownerId), order, isNew: true }
}

/**
 * Ends it with its period, or takes that back. Where the period is over already (an invoice is overdue), or its card was refused
 * so that nothing of the period was used, it ends now.
 */
export async function cancelAtEnd(tx: Tx, id: string, ownerId: string, atPeriodEnd: boolean): Promise<Subscription> {
  const subscription = await own(tx, id, ownerId)
  refuseEnded(subscription)
  const refused = atPeriodEnd && subscription.status === 'past_due' ? await refusedRenewals(tx, [id]) : []
  if (refused.length > 0) {
    for (const order of refused) await voidOrder(tx, order, ownerId)
    await end(tx, subscription, ownerId)
  } else if (atPeriodEnd !== subscription.cancelAtPeriodEnd) {
    await tx.update(subscriptions).set({ cancelAtPeriodEnd: atPeriodEnd }).where(eq(subscriptions.id, id))
    const kind = atPeriodEnd ? 'subscription.ending' : 'subscription.kept'
    await note(tx, { ownerId, actorId: ownerId, kind, subject: id })
    if (atPeriodEnd) await dropChanges(tx, subscription, ownerId)
    if (atPeriodEnd && subscription.periodEnd && subscription.periodEnd <= new Date())
      await end(tx, subscription, ownerId)
  }
  return shownSubscription(tx, id, ownerId)
}
