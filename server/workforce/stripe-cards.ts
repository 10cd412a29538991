import { brand } from '@atrium/contract/brand'
import { AppError } from '@atrium/contract/errors'
import { and, eq, inArray } from 'drizzle-orm'
import { createCharging } from './stripe-charging.ts'
import { faultOf, forLog, isMissing, type StripeClient, type StripeFault } from './stripe-client.ts'
import {
  type Attempt,
  beginCheckout,
  type CardSettings,
  findCustomer,
  inWords,
  isBeingCharged,
  keyOf,
  marksOf,
  type PaymentRow,
  setPayment,
  stripeHasIt,
} from './stripe-payments.ts'
import { createSettling } from './stripe-settling.ts'
import { stripeCustomers, stripePayments } from './tables.ts'

export interface Cards {
  stripe: StripeClient
  /** Stripe's page where an order of the person's is paid: the one that is open, or a new one. */
  payUrl(orderId: string, ownerId: string): Promise<string>
  /** Stripe's page of the person's cards. */
  portalUrl(ownerId: string): Promise<string>
  /** Charges what is due, gives back what nobody owed, and closes pages that nobody needs any more. */
  keep(): Promise<void>
  /** The same, without anybody waiting for it. */
  keepSoon(): void
}

/** Pages that are over by the time they are asked for, one after another. */
const TURNS = 3

export function createCards(settings: CardSettings): Cards {
  const { db, stripe, baseUrl, log } = settings
  const charging = createCharging(settings)
  const settling = createSettling(settings)

  async function customerOf({ order, payment }: Attempt): Promise<string> {
    const known = await findCustomer(db, order.ownerId)
    if (known) return known
    const { billing, ownerId } = order
    const api = await stripe.api()
    const { id } = await api.customers.create(
      { name: billing.company || billing.name, email: billing.email, metadata: { person: ownerId } },
      { idempotencyKey: `customer:${payment.id}` },
    )
    await db.insert(stripeCustomers).values({ userId: ownerId, customerId: id }).onConflictDoNothing()
    return (await findCustomer(db, ownerId)) ?? id
  }

  async function newPage(attempt: Attempt): Promise<string | null> {
    const { order, payment } = attempt
    const api = await stripe.api()
    const customer = await customerOf(attempt)
    const here = new URL(`/workforce/orders/${order.id}`, baseUrl).href
    const marks = marksOf(payment)
    const description = inWords(order)
    const session = await api.checkout.sessions.create(
      {
        mode: 'payment',
        customer,
        client_reference_id: order.id,
        metadata: marks,
        allowed_payment_method_types: ['card'],
        // One line, of the whole: credit and tax are reckoned here, and the sum is the order's to the cent.
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: 'usd',
              unit_amount: order.totalCents,
              product_data: { name: `${brand.name} ${order.invoice.number}`, description },
            },
          },
        ],
        // The card is kept with Stripe: the periods to come are charged to it.
        payment_intent_data: { metadata: marks, description, setup_future_usage: 'off_session' },
        adaptive_pricing: { enabled: false },
        success_url: `${here}?paid=stripe`,
        cancel_url: here,
      },
      { idempotencyKey: keyOf(payment) },
    )
    await setPayment(db, payment.id, { sessionId: session.id })
    return session.url
  }

  /** The page of a payment under way; null when that attempt is over, so that another can begin. */
  async function pageOf(attempt: Attempt): Promise<string | null> {
    const { payment } = attempt
    if (payment.kind === 'charge') {
      if (!payment.intentId) throw isBeingCharged()
      const { status } = await (await stripe.api()).paymentIntents.retrieve(payment.intentId)
      if (status !== 'requires_payment_method' && status !== 'canceled') throw stripeHasIt()
      await charging.fail(payment, status, payment.intentId)
      return null
    }
    if (!payment.sessionId) return newPage(attempt)
    const session = await sessionOf(payment.sessionId)
    if (session?.status === 'complete') throw stripeHasIt()
    return session?.status === 'open' && session.url ? session.url : over(payment, 'expired')
  }

  async function sessionOf(id: string) {
    try {
      return await (await stripe.api()).checkout.sessions.retrieve(id)
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async function over({ id }: PaymentRow, status: 'failed' | 'expired'): Promise<null> {
    const underWay = inArray(stripePayments.status, ['open', 'processing'])
    await db
      .update(stripePayments)
      .set({ status })
      .where(and(eq(stripePayments.id, id), underWay))
    return null
  }

  async function payUrl(orderId: string, ownerId: string): Promise<string> {
    for (let turn = 0; turn < TURNS; turn++) {
      const attempt = await db.transaction((tx) => beginCheckout(tx, orderId, ownerId))
      try {
        const url = await pageOf(attempt)
        if (url) return url
      } catch (error) {
        const fault = faultOf(error)
        if (!fault) throw error
        if (fault.code !== 'resource_missing' || fault.param !== 'customer') throw unreachable(fault)
        // Somebody removed the customer at Stripe: the person becomes a new one there.
        await db.delete(stripeCustomers).where(eq(stripeCustomers.userId, ownerId))
        await over(attempt.payment, 'failed')
      }
    }
    throw new AppError('unavailable', 'Stripe opens no page for this payment. Try again in a minute.')
  }

  function unreachable(fault: StripeFault): AppError {
    log.error({ stripe: forLog(fault) }, 'Stripe did not do what it was asked')
    return new AppError('unavailable', 'Stripe cannot be reached right now. Try again in a minute.')
  }

  async function portalUrl(ownerId: string): Promise<string> {
    const customer = await findCustomer(db, ownerId)
    if (!customer) throw new AppError('not_found', 'You have not paid by card yet.')
    try {
      const return_url = new URL('/workforce/subscriptions', baseUrl).href
      return (await (await stripe.api()).billingPortal.sessions.create({ customer, return_url })).url
    } catch (error) {
      const fault = faultOf(error)
      throw fault ? unreachable(fault) : error
    }
  }

  async function keep(): Promise<void> {
    await charging.chargeDue()
    await settling.settle()
  }
  return {
    stripe,
    payUrl,
    portalUrl,
    keep,
    keepSoon() {
      keep().catch((error: unknown) =>
        log.warn({ err: error }, 'payments by card could not be kept; the next pass does'),
      )
    },
  }
}
