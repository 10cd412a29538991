import { and, eq, isNotNull, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm'
import { users } from '../accounts/tables.ts'
import { faultOf, forLog, isFinal, isMissing } from './stripe-client.ts'
import type { CardSettings, PaymentRow } from './stripe-payments.ts'
import { orders, stripeCustomers, stripeEvents, stripePayments } from './tables.ts'

/** Of one pass; the next one takes the rest. */
const PASS = 200

/** What is left to do at Stripe when an order needs no money any more, or whoever ordered is gone. */
export function createSettling({ db, stripe, log }: CardSettings) {
  /** What Stripe does not do now it is asked for by the next pass. */
  async function tried(order: string | undefined, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const fault = faultOf(error)
      if (!fault) throw error
      log.error({ stripe: forLog(fault), order }, 'Stripe did not do what it was asked; it is asked again')
    }
  }

  /** What Stripe said of it meanwhile stands. */
  async function become(payment: PaymentRow, status: string): Promise<void> {
    const asItWas = and(eq(stripePayments.id, payment.id), eq(stripePayments.status, payment.status))
    await db.update(stripePayments).set({ status }).where(asItWas)
  }

  /** Nobody should still be able to pay on it. */
  async function close(payment: PaymentRow): Promise<string> {
    if (!payment.sessionId) return 'expired'
    try {
      await (await stripe.api()).checkout.sessions.expire(payment.sessionId)
      return 'expired'
    } catch (error) {
      const fault = faultOf(error)
      if (isMissing(error)) return 'expired'
      if (!fault || !isFinal(fault)) throw error
      return 'processing' // paid or over meanwhile: Stripe's own word on it comes
    }
  }

  /** The word that a page is over may have been lost: after a day Stripe closes each. */
  async function lookAt(payment: PaymentRow): Promise<string> {
    if (!payment.sessionId) return 'expired'
    try {
      const { status } = await (await stripe.api()).checkout.sessions.retrieve(payment.sessionId)
      return status === 'complete' ? 'processing' : status === 'expired' ? 'expired' : payment.status
    } catch (error) {
      if (isMissing(error)) return 'expired'
      throw error
    }
  }

  /** A charge that was refused is not tried again by anybody. */
  async function cancel(payment: PaymentRow): Promise<string> {
    try {
      await (await stripe.api()).paymentIntents.cancel(payment.intentId ?? '')
    } catch (error) {
      const fault = faultOf(error)
      if (!fault || !isFinal(fault)) throw error // else it is over at Stripe, one way or the other
    }
    return 'cancelled'
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

  function settled(payment: PaymentRow, wantsMoney: boolean): Promise<string> {
    if (payment.status === 'surplus') return giveBack(payment)
    if (payment.kind === 'charge') return cancel(payment)
    return wantsMoney ? lookAt(payment) : close(payment)
  }

  async function settlePayments(): Promise<void> {
    const older = (hours: number) => lt(stripePayments.createdAt, sql`now() - make_interval(hours => ${hours})`)
    const wantsNone = or(isNull(orders.id), ne(orders.status, 'pending_payment'), ne(orders.payment, 'stripe'))
    const openPage = and(eq(stripePayments.status, 'open'), eq(stripePayments.kind, 'checkout'))
    const refusal = and(
      eq(stripePayments.status, 'failed'),
      eq(stripePayments.kind, 'charge'),
      isNotNull(stripePayments.intentId),
    )
    const rows = await db
      .select({ payment: stripePayments, wantsNone: sql<boolean>`${wantsNone}` })
      .from(stripePayments)
      .leftJoin(orders, eq(orders.id, stripePayments.orderId))
      .where(
        or(
          // A page that is being made right now has no id yet.
          and(openPage, wantsNone, or(isNotNull(stripePayments.sessionId), older(1))),
          and(openPage, older(25)),
          and(refusal, wantsNone),
          eq(stripePayments.status, 'surplus'),
        ),
      )
      .orderBy(stripePayments.createdAt)
      .limit(PASS)
    for (const { payment, wantsNone: none } of rows)
      await tried(payment.orderId, async () => become(payment, await settled(payment, !none)))
  }

  /** Who deleted their account is forgotten at Stripe as well. */
  async function forgetCustomers(): Promise<void> {
    const gone = await db
      .select({ customerId: stripeCustomers.customerId })
      .from(stripeCustomers)
      .leftJoin(users, eq(users.id, stripeCustomers.userId))
      .where(isNull(users.id))
      .limit(PASS)
    for (const { customerId } of gone)
      await tried(undefined, async () => {
        try {
          await (await stripe.api()).customers.del(customerId)
        } catch (error) {
          if (!isMissing(error)) throw error
        }
        await db.delete(stripeCustomers).where(eq(stripeCustomers.customerId, customerId))
      })
  }

  return {
    async settle(): Promise<void> {
      await settlePayments()
      await forgetCustomers()
      // Stripe sends an event again for three days, and by hand for thirty.
      const old = sql`now() - interval '60 days'`
      await db.delete(stripeEvents).where(lt(stripeEvents.receivedAt, old))
      const order = db.select({ id: orders.id }).from(orders).where(eq(orders.id, stripePayments.orderId))
      await db
        .delete(stripePayments)
        .where(and(lt(stripePayments.createdAt, old), ne(stripePayments.status, 'surplus'), notExists(order)))
    },
  }
}
