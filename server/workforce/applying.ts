import { agentOf } from '@atrium/contract/catalogue/agents'
import { AGENT_VERSION, BillingPeriod, type Cart, priceFor } from '@atrium/contract/workforce'
import { eq } from 'drizzle-orm'
import { uuid } from '../platform/ids.ts'
import { type Actor, note, type Tx } from './context.ts'
import { putUnderHeads } from './hired-under.ts'
import { settleLeaving } from './leaving.ts'
import { endOfPeriod } from './periods.ts'
import { fillSeats, linesOf, type SubscriptionRow } from './starting.ts'
import { type PlannedChange, subscriptionLines, subscriptions } from './tables.ts'

/** Gives the lines these quantities, and the seats that go with them. Prices stay as agreed unless the period changes. */
export async function reshape(tx: Tx, subscription: SubscriptionRow, wanted: Cart): Promise<void> {
  const lines = await linesOf(tx, subscription.id)
  const lineIds: string[] = []
  const made: string[] = []
  const agents = new Set([...lines.map(({ agent }) => agent), ...Object.keys(wanted.items)])
  for (const agent of agents) {
    const found = lines.find((one) => one.agent === agent)
    const quantity = wanted.items[agent] ?? 0
    const today = agentOf(agent)
    // What was given up is hired anew, at the price that the plan showed: today's.
    const isKept = found !== undefined && (found.quantity > 0 || quantity === 0)
    const agreed = isKept && wanted.billingPeriod === subscription.period ? found.unitPriceCents : undefined
    const unitPriceCents =
      agreed ?? (today ? priceFor(today.monthlyPriceCents, wanted.billingPeriod) : (found?.unitPriceCents ?? 0))
    const line = found
      ? { ...found, quantity, unitPriceCents }
      : { id: uuid(), subscriptionId: subscription.id, agent, agentVersion: AGENT_VERSION, quantity, unitPriceCents }
    await tx
      .insert(subscriptionLines)
      .values(line)
      .onConflictDoUpdate({ target: subscriptionLines.id, set: { quantity, unitPriceCents } })
    lineIds.push(line.id)
    made.push(...(await fillSeats(tx, line, subscription.ownerId)))
  }
  await putUnderHeads(tx, subscription.ownerId, lineIds, made)
}

/**
 * What was planned happens. Paying by the year begins the year at `since`, when the change was ordered: its credit was for what
 * was left of the month then, however late it is paid.
 */
export async function applyChange(
  tx: Tx,
  subscription: SubscriptionRow,
  { now: wanted, next }: PlannedChange,
  since: Date,
  actorId: Actor,
): Promise<void> {
  await reshape(tx, subscription, wanted)
  const anew = wanted.billingPeriod !== BillingPeriod.parse(subscription.period)
  await tx
    .update(subscriptions)
    .set({
      next,
      period: wanted.billingPeriod,
      ...(anew && {
        startedAt: since,
        periods: 1,
        periodStart: since,
        periodEnd: endOfPeriod(since, wanted.billingPeriod, 1),
      }),
    })
    .where(eq(subscriptions.id, subscription.id))
  const { ownerId, id: subject } = subscription
  await note(tx, { ownerId, actorId, kind: 'subscription.changed', subject, data: { now: wanted, next } })
  await settleLeaving(tx, subject)
}
