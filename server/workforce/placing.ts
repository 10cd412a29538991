import { agentOf } from '@atrium/contract/catalogue/agents'
import { AppError } from '@atrium/contract/errors'
import { AGENT_VERSION, type Cart, cartItems, priceFor, totalsOf } from '@atrium/contract/workforce'
import type { NewOrder, Order } from '@atrium/contract/workforce-orders'
import { and, eq, gt } from 'drizzle-orm'
import type { z } from 'zod'
import { oneAtATime } from '../accounts/user.ts'
import { uuid } from '../platform/ids.ts'
import { emptyStoredCart } from './carts.ts'
import { type Actor, note, type Tx } from './context.ts'
import { issueInvoice } from './numbers.ts'
import { DAY } from './periods.ts'
import type { DraftLine } from './planning.ts'
import { findOrders } from './shown.ts'
import { type SubscriptionRow, start } from './starting.ts'
import { orderLines, orders, subscriptionLines, subscriptions, trustedAccounts } from './tables.ts'

type Asked = z.output<typeof NewOrder>

/** Of one person, so that nobody fills the ledger, or sends mail to strangers by it. */
const MOST_UNPAID = 20
const MOST_A_DAY = 40

/** What Stripe takes at once; what is less or more is billed. cents */
const CARD_LEAST = 50
export const CARD_MOST = 99_999_999

type Draft = Omit<typeof orders.$inferInsert, 'id' | 'status'>

/** Writes an order that waits for its payment, with its lines and its number. */
export async function writeOrder(tx: Tx, draft: Draft, lines: readonly DraftLine[], actorId: Actor): Promise<Order> {
  const id = uuid()
  const now = new Date()
  const isPayable = draft.totalCents >= CARD_LEAST && draft.totalCents <= CARD_MOST
  const payment = isPayable ? draft.payment : 'invoice'
  await tx.insert(orders).values({ ...draft, id, status: 'pending_payment', payment, createdAt: now })
  await tx.insert(orderLines).values(
    lines.map(({ agent, unitPriceCents, quantity, part }, position) => ({
      unitPriceCents,
      quantity,
      days: part?.days,
      ofDays: part?.of,
      orderId: id,
      position,
      agent,
      agentVersion: AGENT_VERSION,
      name: agentOf(agent)?.name ?? agent,
      period: draft.period,
    })),
  )
  const { ownerId, totalCents } = draft
  await note(tx, { ownerId, actorId, kind: 'order.placed', subject: id, data: { kind: draft.kind, totalCents } })
  // More seats within a period are paid before it ends, or they never come.
  const [period] =
    draft.kind === 'change'
      ? await tx
          .select({ end: subscriptions.periodEnd })
          .from(subscriptions)
          .where(eq(subscriptions.id, draft.subscriptionId))
      : []
  await issueInvoice(tx, { id, totalCents, termsDays: draft.termsDays, latest: period?.end ?? null }, now)
  const [order] = await findOrders(tx, eq(orders.id, id))
  return order as Order
}

export async function isTrusted(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.$count(trustedAccounts, eq(trustedAccounts.userId, userId))) > 0
}

/** The order of an attempt that was made before: the answer to it may have been lost on the way. */
export async function earlierOrder(
  tx: Tx,
  ownerId: string,
  attempt: string,
  totalCents: number,
): Promise<Order | null> {
  const [order] = await findOrders(tx, and(eq(orders.ownerId, ownerId), eq(orders.attempt, attempt)))
  if (order && order.totalCents !== totalCents)
    throw new AppError(
      'conflict',
      'This attempt has already made another order. Reload the page and look at your orders.',
    )
  return order ?? null
}

/** The caller has had their turn by `oneAtATime`. */
export async function refuseTooMany(tx: Tx, ownerId: string): Promise<void> {
  const own = eq(orders.ownerId, ownerId)
  if ((await tx.$count(orders, and(own, eq(orders.status, 'pending_payment')))) >= MOST_UNPAID)
    throw new AppError('conflict', 'You have 20 orders that wait for payment. Pay or cancel one first.')
  const yesterday = new Date(Date.now() - DAY)
  if ((await tx.$count(orders, and(own, gt(orders.createdAt, yesterday)))) >= MOST_A_DAY)
    throw new AppError('conflict', 'You have placed 40 orders in a day. Try again tomorrow.')
}

/** Nobody orders at a price that they were not shown. */
export function refuseOtherPrice(expectedCents: number, totalCents: number): void {
  if (expectedCents !== totalCents)
    throw new AppError('conflict', 'The price is not the one that you were shown. Look at it again before you order.', {
      details: { field: 'expectedTotalCents', totalCents },
    })
}

export interface Placed {
  order: Order
  /** False when it was placed before, by the same attempt. */
  isNew: boolean
}

/** Nobody pays for an agent that can do nothing for them. */
export function refuseIdle(idle: readonly string[]): void {
  const [first] = idle
  if (first)
    throw new AppError(
      'conflict',
      `“${agentOf(first)?.name ?? first}” works with a model connected, and none is. Connect one first, or take this agent out.`,
      { details: { field: 'items', agents: idle } },
    )
}

/** The first order of a subscription. Every price is the catalogue's; a trusted account's seats start at once. */
export async function placeOrder(tx: Tx, userId: string, asked: Asked, idle: readonly string[]): Promise<Placed> {
  await oneAtATime(tx, userId)
  const cart: Cart = { items: asked.items, billingPeriod: asked.billingPeriod }
  const totals = totalsOf(cart, asked.taxBasisPoints)
  const earlier = await earlierOrder(tx, userId, asked.attempt, asked.expectedTotalCents)
  if (earlier) return { order: earlier, isNew: false }
  refuseIdle(idle)
  refuseOtherPrice(asked.expectedTotalCents, totals.totalCents)
  await refuseTooMany(tx, userId)

  const lines = cartItems(cart).map(({ roleId, monthlyPriceCents, quantity }) => ({
    agent: roleId,
    unitPriceCents: priceFor(monthlyPriceCents, cart.billingPeriod),
    quantity,
  }))
  const subscriptionId = uuid()
  const [subscription] = (await tx
    .insert(subscriptions)
    .values({ id: subscriptionId, ownerId: userId, status: 'pending_payment', period: cart.billingPeriod })
    .returning()) as [SubscriptionRow]
  await tx
    .insert(subscriptionLines)
    .values(lines.map((line) => ({ ...line, id: uuid(), subscriptionId, agentVersion: AGENT_VERSION })))
  // By card it is paid at once, or has not begun.
  if (asked.payment === 'invoice' && (await isTrusted(tx, userId))) await start(tx, subscription, userId)
  await emptyStoredCart(tx, userId)
  const order = await writeOrder(
    tx,
    {
      ownerId: userId,
      subscriptionId,
      kind: 'first',
      period: cart.billingPeriod,
      payment: asked.payment,
      attempt: asked.attempt,
      poNumber: asked.poNumber,
      termsDays: asked.termsDays,
      listCents: totals.listCents,
      discountCents: totals.discountCents,
      subtotalCents: totals.subtotalCents,
      taxBasisPoints: asked.taxBasisPoints,
      taxCents: totals.taxCents,
      totalCents: totals.totalCents,
      billing: asked.billing,
    },
    lines,
    userId,
  )
  return { order, isNew: true }
}
