import { Id } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import { AdminOrder, AdminOrderList, type Order, OrderStatus, Trusted } from '@atrium/contract/workforce-orders'
import { and, eq, inArray, lt, not } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../accounts/tables.ts'
import { userOf } from '../accounts/user.ts'
import type { Queryable } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { note, personOf, type WorkforceSettings } from './context.ts'
import { markPaid, noSuchOrder } from './paying.ts'
import { findOrders } from './shown.ts'
import { orders, stripePayments, trustedAccounts } from './tables.ts'

const PAGE = 50
const ById = z.object({ id: Id })
const Asked = z.object({
  status: OrderStatus.optional(),
  /** The id of the last order that was seen. */
  after: z.string().max(100).optional(),
})

/** What Stripe reported for these orders that is not what they come to, by order. */
async function mismatches(on: Queryable, ids: readonly string[]): Promise<Map<string, AdminOrder['mismatch']>> {
  const rows = await on
    .select()
    .from(stripePayments)
    .where(and(inArray(stripePayments.orderId, [...ids]), eq(stripePayments.status, 'mismatch')))
  return new Map(
    rows.map(({ orderId, received, receivedCurrency, intentId, sessionId }) => [
      orderId,
      { amount: received, currency: receivedCurrency, reference: intentId ?? sessionId },
    ]),
  )
}

/** Everybody's orders, for administrators. */
export function adminOrderRoutes({ db, log }: WorkforceSettings, sendInvoice: (order: Order) => void): Route[] {
  /** With who ordered, and whether they are trusted. */
  async function withPeople(on: Queryable, found: readonly Order[]): Promise<AdminOrder[]> {
    if (found.length === 0) return []
    const rows = await on
      .select({ orderId: orders.id, user: users, trustedId: trustedAccounts.userId })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.ownerId))
      .leftJoin(trustedAccounts, eq(trustedAccounts.userId, users.id))
      .where(
        inArray(
          orders.id,
          found.map(({ id }) => id),
        ),
      )
    const wrong = await mismatches(
      on,
      found.filter(({ status }) => status !== 'paid').map(({ id }) => id),
    )
    return found.flatMap((order) => {
      const row = rows.find((one) => one.orderId === order.id)
      if (!row) return []
      const { id, username, email } = userOf(row.user)
      const person = { id, username, email }
      return [{ ...order, person, trusted: row.trustedId !== null, mismatch: wrong.get(order.id) ?? null }]
    })
  }

  const admin = { tag: 'administration', access: 'admin.orders' } as const
  return [
    route(
      {
        ...admin,
        method: 'GET',
        path: '/api/admin/orders',
        summary: 'The orders of this installation, the newest first, by pages of 50',
        limit: 'read',
        query: Asked,
        answer: AdminOrderList,
      },
      async ({ query }) => {
        // Ids are UUIDs of version 7: they grow with time, as the list goes.
        const which = and(
          query.status && eq(orders.status, query.status),
          query.after ? lt(orders.id, query.after) : undefined,
        )
        const found = await findOrders(db, which, PAGE + 1)
        const page = found.slice(0, PAGE)
        return {
          orders: await withPeople(db, page),
          nextCursor: found.length > PAGE ? (page.at(-1)?.id ?? null) : null,
        }
      },
    ),
    route(
      {
        ...admin,
        method: 'POST',
        path: '/api/admin/orders/:id/paid',
        summary: 'Says that an order is paid: its subscription begins, with a named seat for each that was ordered',
        limit: 'write',
        params: ById,
        bodyOptional: true,
        answer: AdminOrder,
      },
      async ({ principal, params }) => {
        const by = personOf(principal)
        const begun = await db.transaction((tx) => markPaid(tx, params.id, by))
        log.info({ by, order: params.id }, 'an administrator marked an order as paid')
        if (begun) sendInvoice(begun)
        const [order] = await withPeople(db, await findOrders(db, eq(orders.id, params.id)))
        if (!order) throw noSuchOrder()
        return order
      },
    ),
    route(
      {
        ...admin,
        method: 'PUT',
        path: '/api/admin/users/:id/trusted',
        summary: 'Says whose orders start at once and are owed',
        limit: 'write',
        params: ById,
        body: Trusted,
        answer: Trusted,
      },
      async ({ principal, params: { id }, body }) => {
        const by = personOf(principal)
        await db.transaction(async (tx) => {
          const [person] = await tx
            .select({ id: users.id })
            .from(users)
            .where(and(eq(users.id, id), not(users.isAnonymous)))
          if (!person) throw new AppError('not_found', 'That person was not found.')
          const moved = body.trusted
            ? await tx.insert(trustedAccounts).values({ userId: id }).onConflictDoNothing().returning()
            : await tx.delete(trustedAccounts).where(eq(trustedAccounts.userId, id)).returning()
          if (moved.length === 0) return
          const kind = body.trusted ? 'account.trusted' : 'account.untrusted'
          await note(tx, { ownerId: id, actorId: by, kind, subject: id })
        })
        log.info({ by, userId: id, ...body }, 'an administrator said whether an account is trusted')
        return body
      },
    ),
  ]
}
