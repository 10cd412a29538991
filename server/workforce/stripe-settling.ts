import { and, eq, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import { faultOf, forLog, isFinal } from './stripe-client.ts'
import type { CardSettings, PaymentRow } from './stripe-payments.ts'
import { orders, stripeEvents, stripePayments } from './tables.ts'

/** Of one pass; the next one takes the rest. */
const PASS = 200

/** What is left to do at Stripe when an order needs no money any more. */
export function createSettling({ db, stripe, log }: CardSettings) {
  async function tried(payment: PaymentRow, work: () => Promise<string>): Promise<void> {
    try {
      const status = await work()
      // What Stripe said of it meanwhile stands.
      await db
        .update(stripePayments)
        .set({ status })
        .where(and(eq(stripePayments.id, payment.id), eq(stripePayments.status, payment.status)))
    } catch (error) {
      const fault = faultOf(error)
      if (!fault) throw error
      log.error(
        { stripe: forLog(fault), order: payment.orderId },
        'Stripe did not do what it was asked; it is asked again',
      )
    }
  }

  /** Nobody should still be able to pay on it. */
  async function close(payment: PaymentRow): Promise<string> {
    if (!payment.sessionId) return 'expired'
    try {
      await (await stripe.api()).checkout.sessions.expire(payment.sessionId)
      return 'expired'
    } catch (error) {
      const fault = faultOf(error)
      if (!fault || !isFinal(fault)) throw error
      return 'processing' // paid or over meanwhile: Stripe's own word on it comes
    }
  }

  async function giveBack(payment: PaymentRow): Promise<string> {
    try {
      const api = await stripe.api()
      await api.refunds.create({ payment_intent: payment.intentId ?? '' }, { idempotencyKey: `refund:${payment.id}` })
    } catch (error) {
      if (faultOf(error)?.code !== 'charge_already_refunded') throw error
    }
    log.warn({ order: payment.orderId }, 'a payment for an order that wanted none was given back')
    return 'refunded'
  }

  return {
    async settle(): Promise<void> {
      const rows = await db
        .select({ payment: stripePayments })
        .from(stripePayments)
        .innerJoin(orders, eq(orders.id, stripePayments.orderId))
        .where(
          or(
            and(
              eq(stripePayments.status, 'open'),
              eq(stripePayments.kind, 'checkout'),
              ne(orders.status, 'pending_payment'),
              // A page that is being made right now has no id yet.
              or(isNotNull(stripePayments.sessionId), lt(stripePayments.createdAt, sql`now() - interval '1 hour'`)),
            ),
            eq(stripePayments.status, 'surplus'),
          ),
        )
        .limit(PASS)
      for (const { payment } of rows)
        await tried(payment, () => (payment.status === 'surplus' ? giveBack(payment) : close(payment)))
      // Stripe sends an event again for three days, and by hand for thirty.
      await db.delete(stripeEvents).where(lt(stripeEvents.receivedAt, sql`now() - interval '60 days'`))
    },
  }
}
