import { Id } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import { CardPayments, type Order, StripePage } from '@atrium/contract/workforce-orders'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { readBytes } from '../platform/http/body.ts'
import { type Route, route } from '../platform/http/route.ts'
import { personOf, type WorkforceSettings } from './context.ts'
import type { OrderMail } from './order-mail.ts'
import { noSuchOrder } from './paying.ts'
import type { Cards } from './stripe-cards.ts'
import { takeEvent } from './stripe-events.ts'
import { findCustomer } from './stripe-payments.ts'
import { orders } from './tables.ts'

/** bytes; Stripe's largest events have some 100,000 */
const EVENT_LIMIT = 1024 * 1024
const noCards = () => new AppError('conflict', 'Orders cannot be paid by card here. Ask an administrator.')

/** Paying by card, where the installation is set up for it. */
export function stripeRoutes(
  { db, log }: WorkforceSettings,
  cards: Cards | null,
  mail: OrderMail,
  sendInvoice: (order: Order) => void,
): Route[] {
  const common = { tag: 'workforce', access: 'order.own' } as const
  return [
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/workforce/card',
        summary: 'Whether orders can be paid by card, and whether Stripe knows you',
        limit: 'read',
        answer: CardPayments,
      },
      async ({ principal }) => ({
        offered: cards !== null,
        onFile: cards !== null && (await findCustomer(db, personOf(principal))) !== null,
      }),
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/workforce/orders/:id/pay',
        summary: 'Stripe’s page where an order of yours is paid by card',
        limit: 'write',
        params: z.object({ id: Id }),
        bodyOptional: true,
        answer: StripePage,
      },
      async ({ principal, params: { id } }) => {
        const ownerId = personOf(principal)
        if ((await db.$count(orders, and(eq(orders.id, id), eq(orders.ownerId, ownerId)))) === 0) throw noSuchOrder()
        if (!cards) throw noCards()
        return { url: await cards.payUrl(id, ownerId) }
      },
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/workforce/billing-portal',
        summary: 'Stripe’s page of your cards',
        limit: 'write',
        bodyOptional: true,
        answer: StripePage,
      },
      async ({ principal }) => {
        if (!cards) throw noCards()
        return { url: await cards.portalUrl(personOf(principal)) }
      },
    ),
    route(
      {
        tag: 'workforce',
        access: 'payment.report',
        method: 'POST',
        path: '/api/workforce/stripe/webhook',
        summary: 'What Stripe tells, by its signature; orders paid by card begin by nothing else',
        limit: 'read',
        rawBody: true,
        takes: ['application/json'],
        takesSchema: z.looseObject({ id: z.string(), type: z.string() }),
        takesHeaders: z.object({ 'Stripe-Signature': z.string() }),
        answer: z.object({ outcome: z.string() }),
      },
      async ({ incoming, request }) => {
        if (!cards) throw new AppError('not_found', 'Orders cannot be paid by card here.')
        const payload = await readBytes(incoming, EVENT_LIMIT)
        const event = await cards.stripe.event(payload, request.headers.get('stripe-signature') ?? undefined)
        const { outcome, payment, order, begun } = await db.transaction((tx) => takeEvent(tx, event))
        const facts = { event: event.id, type: event.type, outcome, order: payment?.orderId }
        if (outcome === 'mismatch') log.error(facts, 'Stripe reported another amount than an order’s; nothing began')
        else if (outcome === 'unknown') log.warn(facts, 'Stripe told of a payment that is not known here')
        else log.info(facts, 'an event of Stripe’s')
        if (order && outcome === 'paid') mail.receipt(order)
        if (order && outcome === 'failed') mail.refused(order)
        if (begun) sendInvoice(begun)
        if (outcome === 'surplus') cards.keepSoon()
        return { outcome }
      },
    ),
  ]
}
