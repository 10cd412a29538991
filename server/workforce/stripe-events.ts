import { AppError } from '@atrium/contract/errors'
import type { Order } from '@atrium/contract/workforce-orders'
import { eq, or } from 'drizzle-orm'
import { z } from 'zod'
import { note, type Tx } from './context.ts'
import { holdIfThere, markPaid } from './paying.ts'
import { findOrders } from './shown.ts'
import type { StripeEvent } from './stripe-client.ts'
import { holdPayment, isUnderWay, type PaymentRow, paymentFailed, setPayment } from './stripe-payments.ts'
import { orders, stripeEvents, stripePayments } from './tables.ts'

type Outcome =
  /** Taken before. */
  | 'repeated'
  /** Of a kind that changes nothing here. */
  | 'ignored'
  /** Of no payment that we asked for: another program may use the same account. */
  | 'unknown'
  /** It says what was known, or what is overtaken. */
  | 'settled'
  | 'paid'
  | 'processing'
  | 'failed'
  | 'expired'
  | 'refunded'
  /** Another amount or currency than the order's: nothing begins. */
  | 'mismatch'
  /** Money for an order that is paid or cancelled. */
  | 'surplus'

export interface Told {
  outcome: Outcome
  payment?: PaymentRow
  /** The order that was paid, or whose charge failed. */
  order?: Order
  /** The order of the period that began with the payment. */
  begun?: Order | null
}

/** An id, or the object itself where the account has it expanded. */
const Reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null)
const Marks = z
  .object({ order_id: z.string().optional(), payment_id: z.string().optional() })
  .nullish()
  .transform((marks) => marks ?? {})
const Session = z.object({
  id: z.string(),
  metadata: Marks,
  client_reference_id: z.string().nullish(),
  amount_total: z.number().nullish(),
  currency: z.string().nullish(),
  payment_status: z.string(),
  payment_intent: Reference,
})
const Intent = z.object({
  id: z.string(),
  metadata: Marks,
  amount_received: z.number().nullish(),
  currency: z.string(),
  last_payment_error: z.object({ code: z.string().nullish() }).nullish(),
})
const Charge = z.object({
  metadata: Marks,
  payment_intent: Reference,
  amount_refunded: z.number(),
  refunded: z.boolean(),
})

interface Money {
  /** cents */
  amount?: number | null
  currency?: string | null
  intentId: string | null
}

function read<S extends z.ZodType>(schema: S, { data, type }: StripeEvent): z.infer<S> {
  const parsed = schema.safeParse(data.object)
  // Refused, Stripe sends it again for days and shows it in its dashboard: nothing is lost unseen.
  if (!parsed.success) throw new AppError('unprocessable', `This ${type} has another form than expected.`)
  return parsed.data
}

async function paymentOf(tx: Tx, marks: z.infer<typeof Marks>, intentId: string | null): Promise<PaymentRow | null> {
  const { payment_id: id, order_id: orderId } = marks
  if (!id && !intentId) return null
  const which = or(
    id ? eq(stripePayments.id, id) : undefined,
    intentId ? eq(stripePayments.intentId, intentId) : undefined,
  )
  const rows = await tx.select().from(stripePayments).where(which)
  return (
    rows.find((row) => row.id === id && row.orderId === orderId) ??
    rows.find((row) => intentId !== null && row.intentId === intentId) ??
    null
  )
}

/** The money is there, Stripe says: what was ordered begins, if it is as much as the order says. */
async function received(tx: Tx, { id, orderId }: PaymentRow, money: Money, sessionId?: string): Promise<Told> {
  const held = await holdIfThere(tx, eq(orders.id, orderId))
  const payment = await holdPayment(tx, id)
  if (['paid', 'surplus', 'refunded', 'mismatch'].includes(payment.status)) return { outcome: 'settled', payment }
  const known = { intentId: money.intentId ?? payment.intentId, sessionId: sessionId ?? payment.sessionId }
  if (!held) {
    // Whoever ordered has deleted their account.
    await setPayment(tx, id, { ...known, status: 'surplus' })
    return { outcome: 'surplus', payment }
  }
  const { order } = held
  const { ownerId } = order
  const event = { ownerId, actorId: null, subject: orderId }
  if (order.status !== 'pending_payment') {
    await setPayment(tx, id, { ...known, status: 'surplus' })
    await note(tx, { ...event, kind: 'payment.surplus', data: { totalCents: order.totalCents } })
    return { outcome: 'surplus', payment }
  }
  if (money.amount !== order.totalCents || money.currency?.toLowerCase() !== 'usd') {
    const { amount, currency } = money
    await setPayment(tx, id, { ...known, status: 'mismatch', received: amount, receivedCurrency: currency })
    await note(tx, { ...event, kind: 'payment.mismatch', data: { amount, currency, totalCents: order.totalCents } })
    return { outcome: 'mismatch', payment }
  }
  await setPayment(tx, id, { ...known, status: 'paid' })
  const begun = await markPaid(tx, orderId, null)
  const [paid] = await findOrders(tx, eq(orders.id, orderId))
  return { outcome: 'paid', payment, order: paid, begun }
}

/** An attempt goes over into another state, unless it is settled already. */
async function become(tx: Tx, row: PaymentRow, status: 'processing' | 'expired'): Promise<Told> {
  await holdIfThere(tx, eq(orders.id, row.orderId))
  const payment = await holdPayment(tx, row.id)
  if (!isUnderWay(payment)) return { outcome: 'settled', payment }
  await setPayment(tx, row.id, { status })
  return { outcome: status, payment }
}

async function failed(tx: Tx, payment: PaymentRow, code: string, intentId: string | null): Promise<Told> {
  const order = (await paymentFailed(tx, payment, code, intentId)) ?? undefined
  return { outcome: 'failed', payment, order }
}

async function ofSession(tx: Tx, event: StripeEvent): Promise<Told> {
  const session = read(Session, event)
  const payment = await paymentOf(tx, session.metadata, null)
  const isOurs =
    payment?.orderId === session.client_reference_id && [null, session.id].includes(payment?.sessionId ?? null)
  if (!payment || !isOurs) return { outcome: 'unknown' }
  const money = { amount: session.amount_total, currency: session.currency, intentId: session.payment_intent }
  switch (event.type) {
    case 'checkout.session.completed':
      // Some ways to pay take days: their own event tells when the money is there.
      return session.payment_status === 'paid'
        ? received(tx, payment, money, session.id)
        : become(tx, payment, 'processing')
    case 'checkout.session.async_payment_succeeded':
      return received(tx, payment, money, session.id)
    case 'checkout.session.async_payment_failed':
      return failed(tx, payment, 'async_payment_failed', session.payment_intent)
    case 'checkout.session.expired':
      return become(tx, payment, 'expired')
    default:
      return { outcome: 'ignored' }
  }
}

/** Of charges only: a payment on Stripe's page is told by its session, and a first card that is refused there is not its end. */
async function ofIntent(tx: Tx, event: StripeEvent): Promise<Told> {
  const intent = read(Intent, event)
  const payment = await paymentOf(tx, intent.metadata, intent.id)
  if (!payment) return { outcome: 'unknown' }
  if (payment.kind !== 'charge') return { outcome: 'ignored' }
  if (event.type === 'payment_intent.payment_failed')
    return failed(tx, payment, intent.last_payment_error?.code ?? 'payment_failed', intent.id)
  return received(tx, payment, { amount: intent.amount_received, currency: intent.currency, intentId: intent.id })
}

/** Noted only: what becomes of the seats is for a person to decide. */
async function ofRefund(tx: Tx, event: StripeEvent): Promise<Told> {
  const charge = read(Charge, event)
  const found = await paymentOf(tx, charge.metadata, charge.payment_intent)
  if (!found) return { outcome: 'unknown' }
  const held = await holdIfThere(tx, eq(orders.id, found.orderId))
  const payment = await holdPayment(tx, found.id)
  if (charge.amount_refunded <= payment.refundedCents) return { outcome: 'settled', payment }
  const whole = charge.refunded ? { status: 'refunded' } : {}
  await setPayment(tx, payment.id, {
    ...whole,
    refundedCents: charge.amount_refunded,
    intentId: charge.payment_intent ?? payment.intentId,
  })
  if (held) {
    const { ownerId, id: subject } = held.order
    const data = { refundedCents: charge.amount_refunded }
    await note(tx, { ownerId, actorId: null, kind: 'order.refunded', subject, data })
  }
  return { outcome: 'refunded', payment }
}

function effectOf(tx: Tx, event: StripeEvent): Promise<Told> | Told {
  if (event.type.startsWith('checkout.session.')) return ofSession(tx, event)
  if (event.type === 'payment_intent.succeeded' || event.type === 'payment_intent.payment_failed')
    return ofIntent(tx, event)
  return event.type === 'charge.refunded' ? ofRefund(tx, event) : { outcome: 'ignored' }
}

/** What Stripe told takes effect, once: its id is kept in the same transaction. */
export async function takeEvent(tx: Tx, event: StripeEvent): Promise<Told> {
  const { id, type: kind } = event
  const isNew = await tx.insert(stripeEvents).values({ id, kind, outcome: '' }).onConflictDoNothing().returning()
  if (isNew.length === 0) return { outcome: 'repeated' }
  const told = await effectOf(tx, event)
  await tx.update(stripeEvents).set({ outcome: told.outcome }).where(eq(stripeEvents.id, id))
  return told
}
