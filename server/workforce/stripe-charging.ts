import { and, eq, exists, ne, not, notInArray, or, sql } from 'drizzle-orm'
import { faultOf, forLog, isFinal } from './stripe-client.ts'
import {
  ABANDONED,
  beginCharge,
  type CardSettings,
  findCustomer,
  inWords,
  isForgotten,
  keyOf,
  marksOf,
  type PaymentRow,
  paymentFailed,
  setPayment,
} from './stripe-payments.ts'
import { orders, stripePayments, subscriptions } from './tables.ts'

/** Of one pass; the next one takes the rest. */
const PASS = 200

/** The orders of periods that began by themselves, charged to the card on file. */
export function createCharging({ db, stripe, log, refused }: CardSettings) {
  /** The card was refused: the seats stand still, and whoever ordered is told. */
  async function fail(payment: PaymentRow, code: string, intentId: string | null = null): Promise<void> {
    const order = await db.transaction((tx) => paymentFailed(tx, payment, code, intentId))
    if (order) refused(order)
  }

  /** The card that the person chose in the portal, or else the one they paid with last. */
  async function cardOf(customerId: string): Promise<string | null> {
    const api = await stripe.api()
    const customer = await api.customers.retrieve(customerId)
    if (customer.deleted) return null
    const chosen = customer.invoice_settings?.default_payment_method
    if (chosen) return typeof chosen === 'string' ? chosen : chosen.id
    const { data } = await api.customers.listPaymentMethods(customerId, { type: 'card', limit: 1 })
    return data[0]?.id ?? null
  }

  async function charge(orderId: string): Promise<void> {
    const attempt = await db.transaction((tx) => beginCharge(tx, orderId))
    if (!attempt) return
    const { order, payment } = attempt
    try {
      const customer = await findCustomer(db, order.ownerId)
      const found = payment.card ?? (customer && (await cardOf(customer)))
      if (!customer || !found) return await fail(payment, 'no_card')
      // Another instance may have asked for the same: both then name one card, and Stripe charges once.
      const [kept] = await db
        .update(stripePayments)
        .set({ card: sql`coalesce(${stripePayments.card}, ${found})` })
        .where(eq(stripePayments.id, payment.id))
        .returning({ card: stripePayments.card })
      const intent = await (await stripe.api()).paymentIntents.create(
        {
          amount: order.totalCents,
          currency: 'usd',
          customer,
          payment_method: kept?.card ?? found,
          allowed_payment_method_types: ['card'],
          off_session: true,
          confirm: true,
          description: inWords(order),
          metadata: marksOf(payment),
        },
        { idempotencyKey: keyOf(payment) },
      )
      if (intent.status === 'succeeded' || intent.status === 'processing') {
        // Paid it is by the signed event, which may have come before this answer.
        await setPayment(db, payment.id, { intentId: intent.id })
        await db
          .update(stripePayments)
          .set({ status: 'processing' })
          .where(and(eq(stripePayments.id, payment.id), eq(stripePayments.status, 'open')))
      } else await fail(payment, intent.status, intent.id)
    } catch (error) {
      const fault = faultOf(error)
      if (!fault) throw error
      if (isFinal(fault)) await fail(payment, fault.code ?? fault.type, fault.payment_intent?.id)
      else if (isForgotten(payment)) await fail(payment, 'unreachable')
      log.warn({ stripe: forLog(fault), order: orderId }, 'a card was not charged')
    }
  }

  return {
    fail,
    async chargeDue(): Promise<void> {
      const asked = db
        .select({ id: stripePayments.id })
        .from(stripePayments)
        .where(
          and(
            eq(stripePayments.orderId, orders.id),
            or(
              and(eq(stripePayments.kind, 'charge'), ne(stripePayments.status, 'open')),
              and(eq(stripePayments.kind, 'checkout'), notInArray(stripePayments.status, ABANDONED)),
            ),
          ),
        )
      const due = await db
        .select({ id: orders.id })
        .from(orders)
        .innerJoin(subscriptions, eq(subscriptions.id, orders.subscriptionId))
        .where(
          and(
            eq(orders.status, 'pending_payment'),
            eq(orders.payment, 'stripe'),
            eq(orders.kind, 'renewal'),
            eq(subscriptions.status, 'active'),
            not(exists(asked)),
          ),
        )
        .orderBy(orders.id)
        .limit(PASS)
      for (const { id } of due) {
        try {
          await charge(id)
        } catch (error) {
          log.warn({ err: error, order: id }, 'a card could not be charged; the next pass tries again')
        }
      }
    },
  }
}
