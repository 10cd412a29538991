import { Id } from '@atrium/contract/chat'
import { answered } from '@atrium/contract/described-call'
import { AppError } from '@atrium/contract/errors'
import { NewOrder, type Order, OrderDetails, OrderList, PlacedOrder } from '@atrium/contract/workforce-orders'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { payByInvoice } from './by-invoice.ts'
import { personOf, type WorkforceSettings } from './context.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { cancelOrder, noSuchOrder } from './paying.ts'
import { CARD_MOST, placeOrder } from './placing.ts'
import { findOrders, findSubscriptions } from './shown.ts'
import type { Cards } from './stripe-cards.ts'
import { orders, subscriptions } from './tables.ts'

const ById = z.object({ id: Id })

export function orderRoutes(
  { db, log, idleAgents }: WorkforceSettings,
  sendInvoice: (order: Order) => void,
  cards: Cards | null,
): Route[] {
  async function own(on: Queryable, id: string, ownerId: string): Promise<Order> {
    const [order] = await findOrders(on, and(eq(orders.id, id), eq(orders.ownerId, ownerId)))
    if (!order) throw noSuchOrder()
    return order
  }
  async function details(on: Queryable, id: string, ownerId: string): Promise<OrderDetails> {
    const order = await own(on, id, ownerId)
    const [subscription] = await findSubscriptions(on, eq(subscriptions.id, order.subscriptionId))
    if (!subscription) throw noSuchOrder()
    return { ...order, subscription }
  }
  function refuseCard(totalCents: number): void {
    const refused = (sentence: string) => new AppError('bad_request', sentence, { details: { field: 'payment' } })
    if (!cards) throw refused('Orders cannot be paid by card here. Choose the invoice.')
    if (totalCents > CARD_MOST) throw refused('A card pays less than a million dollars at once. Choose the invoice.')
  }
  /** Null when Stripe cannot be reached: the order is there, and can be paid from its page. */
  async function payUrl({ id, payment, status }: Order, userId: string): Promise<string | null> {
    if (!cards || payment !== 'stripe' || status !== 'pending_payment') return null
    try {
      return await cards.payUrl(id, userId)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.warn({ err: error, order: id }, 'an order was placed, and its page at Stripe could not be opened')
      return null
    }
  }

  const common = { tag: 'workforce', access: 'order.own' } as const
  return [
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/workforce/orders',
        summary: 'Your orders, the newest first',
        limit: 'read',
        answer: OrderList,
      },
      async ({ principal }) => ({ orders: await findOrders(db, eq(orders.ownerId, personOf(principal))) }),
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/workforce/orders',
        summary: 'Orders a team, to be paid by invoice or by card; every price is the catalogue’s',
        limit: 'send',
        body: NewOrder,
        answer: PlacedOrder,
        status: 201,
      },
      async ({ principal, body }) => {
        const userId = personOf(principal)
        if (body.payment === 'stripe') refuseCard(body.expectedTotalCents)
        const idle = await idleAgents(userId, Object.keys(body.items))
        const { order, isNew } = await db.transaction((tx) => placeOrder(tx, userId, body, idle))
        if (isNew) sendInvoice(order)
        return { ...(await details(db, order.id, userId)), payUrl: await payUrl(order, userId) }
      },
    ),
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/workforce/orders/:id',
        summary: 'An order of yours, with its subscription and seats',
        limit: 'read',
        params: ById,
        answer: OrderDetails,
      },
      ({ principal, params }) => details(db, params.id, personOf(principal)),
    ),
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/workforce/orders/:id/invoice.pdf',
        summary: 'The invoice of an order of yours',
        limit: 'read',
        params: ById,
        answers: answered('The invoice', { 'application/pdf': null }),
      },
      async ({ principal, params }) => {
        const order = await own(db, params.id, personOf(principal))
        return new Response(new Uint8Array(await invoicePdf(order)), {
          headers: {
            'content-type': 'application/pdf',
            'content-disposition': `inline; filename="invoice-${order.invoice.number}.pdf"`,
            'cache-control': 'private, no-store',
            'x-content-type-options': 'nosniff',
          },
        })
      },
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/workforce/orders/:id/cancel',
        summary: 'Cancels an order of yours that is not paid',
        limit: 'write',
        params: ById,
        bodyOptional: true,
        answer: OrderDetails,
      },
      async ({ principal, params }) => {
        const userId = personOf(principal)
        await db.transaction((tx) => cancelOrder(tx, params.id, userId))
        cards?.keepSoon()
        return details(db, params.id, userId)
      },
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/workforce/orders/:id/by-invoice',
        summary: 'An order of yours that was to be paid by card is paid by its invoice instead',
        limit: 'write',
        params: ById,
        bodyOptional: true,
        answer: OrderDetails,
      },
      async ({ principal, params }) => {
        const userId = personOf(principal)
        const { order, isNew } = await db.transaction((tx) => payByInvoice(tx, params.id, userId))
        if (isNew) sendInvoice(order)
        cards?.keepSoon()
        return details(db, params.id, userId)
      },
    ),
  ]
}
