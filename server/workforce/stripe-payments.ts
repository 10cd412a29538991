import { AppError } from '@atrium/contract/errors'
import type { Order } from '@atrium/contract/workforce-orders'
import { and, desc, eq } from 'drizzle-orm'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import type { Log } from '../platform/telemetry.ts'
import { note, type Tx } from './context.ts'
import { fallBehind } from './falling-behind.ts'
import { hold, holdIfThere, noSuchOrder } from './paying.ts'
import { findOrders } from './shown.ts'
import type { StripeClient } from './stripe-client.ts'
import { orders, stripeCustomers, stripePayments } from './tables.ts'

export type PaymentRow = typeof stripePayments.$inferSelect
type Kind = 'checkout' | 'charge'

export interface CardSettings {
  db: Database
  stripe: StripeClient
  /** Where people reach the server: Stripe sends them back to it. */
  baseUrl: string
  log: Log
  /** Told of an order for whose period the card on file was refused. */
  refused: (order: Order) => void
}

export interface Attempt {
  order: Order & { ownerId: string }
  payment: PaymentRow
}

/** Stripe has something to do, or a word to say, about it. */
export const isUnderWay = ({ status }: PaymentRow): boolean => status === 'open' || status === 'processing'

/** ms. Stripe forgets what it was asked after a day: from then on, asking again could charge twice. */
const ASKED_FOR = 20 * 60 * 60 * 1000
export const isForgotten = ({ createdAt }: PaymentRow): boolean => createdAt.getTime() < Date.now() - ASKED_FOR

const MOST_TEXT = 300
/** What the person reads at Stripe of what they pay. */
export const inWords = ({ lines }: Order): string =>
  lines
    .map(({ quantity, name }) => `${quantity} × ${name}`)
    .join(', ')
    .slice(0, MOST_TEXT)

/** Stripe does what it is asked with the same key only once: a payment that is asked for again is the same one. */
export const keyOf = ({ orderId, nth }: PaymentRow): string => (nth === 1 ? orderId : `${orderId}:${nth}`)

/** What Stripe hands back with each of its events. */
export const marksOf = ({ id, orderId }: PaymentRow) => ({ order_id: orderId, payment_id: id })

export async function findCustomer(on: Queryable, userId: string): Promise<string | null> {
  const [row] = await on.select().from(stripeCustomers).where(eq(stripeCustomers.userId, userId))
  return row?.customerId ?? null
}

async function attemptsOf(on: Queryable, orderId: string): Promise<PaymentRow[]> {
  return on.select().from(stripePayments).where(eq(stripePayments.orderId, orderId)).orderBy(desc(stripePayments.nth))
}

export const latestOf = async (on: Queryable, orderId: string): Promise<PaymentRow | undefined> =>
  (await attemptsOf(on, orderId))[0]

/** Of an order that wants no money any more. */
export function refuseSettled({ status }: { status: string }): void {
  if (status === 'paid') throw new AppError('conflict', 'This order is paid already.')
  if (status === 'cancelled') throw new AppError('conflict', 'This order was cancelled. Nothing is to be paid.')
}

function refuseMismatch(latest: PaymentRow | undefined): void {
  if (latest?.status === 'mismatch')
    throw new AppError(
      'conflict',
      'Stripe reported another amount than this order’s. An administrator has to look at it.',
    )
}

export const stripeHasIt = () =>
  new AppError('conflict', 'Stripe has this payment already. Its confirmation is on the way.')
export const isBeingCharged = () => new AppError('conflict', 'Your card is being charged. Look again in a few minutes.')

/** Where Stripe may have taken the money already: not of a page that is merely open. */
export function refuseAtStripe(latest: PaymentRow | undefined): void {
  refuseMismatch(latest)
  const isUnanswered = latest?.status === 'open' && !latest.intentId && isForgotten(latest)
  if (latest?.kind === 'charge' && isUnderWay(latest) && !isUnanswered) throw isBeingCharged()
  if (latest?.status === 'processing') throw stripeHasIt()
}

async function begin(tx: Tx, orderId: string, nth: number, kind: Kind): Promise<PaymentRow> {
  const [row] = await tx.insert(stripePayments).values({ id: uuid(), orderId, nth, kind, status: 'open' }).returning()
  return row as PaymentRow
}

async function shown(tx: Tx, orderId: string, ownerId: string): Promise<Attempt['order']> {
  const [order] = await findOrders(tx, eq(orders.id, orderId))
  if (!order) throw noSuchOrder()
  return { ...order, ownerId }
}

/** The attempt at paying an order on Stripe's page that is under way, or a new one. The order stays held by the transaction. */
export async function beginCheckout(tx: Tx, orderId: string, ownerId: string): Promise<Attempt> {
  const { order } = await hold(tx, and(eq(orders.id, orderId), eq(orders.ownerId, ownerId)))
  refuseSettled(order)
  if (order.payment !== 'stripe') throw new AppError('conflict', 'This order is paid by invoice.')
  const latest = await latestOf(tx, orderId)
  refuseMismatch(latest)
  const isAnew = !latest || !isUnderWay(latest)
  const payment = isAnew ? await begin(tx, orderId, (latest?.nth ?? 0) + 1, 'checkout') : latest
  return { order: await shown(tx, orderId, ownerId), payment }
}

/** A page that was left without paying: the order goes back to being charged by itself. */
export const ABANDONED = ['expired', 'failed']

/** The charge for an order of a next period; null when there is nothing to charge, or Stripe has been asked already. */
export async function beginCharge(tx: Tx, orderId: string): Promise<Attempt | null> {
  const { order, subscription } = await hold(tx, eq(orders.id, orderId))
  if (order.status !== 'pending_payment' || order.payment !== 'stripe' || subscription.status !== 'active') return null
  const attempts = await attemptsOf(tx, orderId)
  const charge = attempts.find(({ kind }) => kind === 'charge')
  const pages = attempts.filter(({ kind }) => kind === 'checkout')
  if ((charge && charge.status !== 'open') || !pages.every(({ status }) => ABANDONED.includes(status))) return null
  const payment = charge ?? (await begin(tx, orderId, (attempts[0]?.nth ?? 0) + 1, 'charge'))
  return { order: await shown(tx, orderId, order.ownerId), payment }
}

/** Held after its order, by everything that settles it. */
export async function holdPayment(tx: Tx, id: string): Promise<PaymentRow> {
  const [row] = await tx.select().from(stripePayments).where(eq(stripePayments.id, id)).for('update')
  if (!row) throw noSuchOrder()
  return row
}

export async function setPayment(on: Queryable, id: string, values: Partial<PaymentRow>): Promise<void> {
  await on.update(stripePayments).set(values).where(eq(stripePayments.id, id))
}

/**
 * The money did not come. What was to be charged for a running period stops its seats. Answers the order when that is news
 * for its owner.
 */
export async function paymentFailed(
  tx: Tx,
  { id, orderId }: PaymentRow,
  code: string,
  intentId: string | null,
): Promise<Order | null> {
  const held = await holdIfThere(tx, eq(orders.id, orderId))
  const payment = await holdPayment(tx, id)
  if (!isUnderWay(payment)) return null
  await setPayment(tx, id, { status: 'failed', intentId: intentId ?? payment.intentId })
  if (!held) return null
  const { order, subscription } = held
  const { ownerId } = order
  await note(tx, { ownerId, actorId: null, kind: 'payment.failed', subject: orderId, data: { code } })
  if (payment.kind !== 'charge' || order.status !== 'pending_payment') return null
  if (subscription.status === 'active') await fallBehind(tx, subscription)
  return shown(tx, orderId, ownerId)
}
