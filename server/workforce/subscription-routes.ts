import { Id } from '@atrium/contract/chat'
import {
  CancelAtEnd,
  Changed,
  ChangePreview,
  ConfirmedChange,
  type Order,
  Subscription,
  SubscriptionChange,
  SubscriptionList,
} from '@atrium/contract/workforce-orders'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Route, route } from '../platform/http/route.ts'
import { cancelAtEnd, change, previewChange, shownSubscription } from './changing.ts'
import { personOf, type WorkforceSettings } from './context.ts'
import { settleLeaving } from './leaving.ts'
import { findSubscriptions } from './shown.ts'
import type { Cards } from './stripe-cards.ts'
import { subscriptions } from './tables.ts'

const ById = z.object({ id: Id })

/** Ended seats that came with an archive hang on one that nobody ordered. */
const WAS_ORDERED = sql`exists (select 1 from orders o where o.subscription_id = ${subscriptions.id})`

export function subscriptionRoutes(
  { db, idleAgents }: WorkforceSettings,
  sendInvoice: (order: Order) => void,
  cards: Cards | null,
): Route[] {
  const common = { tag: 'workforce', access: 'order.own' } as const
  const one = { ...common, path: '/api/workforce/subscriptions/:id', params: ById } as const
  return [
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/workforce/subscriptions',
        summary: 'Your subscriptions with their seats, the newest first',
        limit: 'read',
        answer: SubscriptionList,
      },
      async ({ principal }) => ({
        subscriptions: await findSubscriptions(db, and(eq(subscriptions.ownerId, personOf(principal)), WAS_ORDERED)),
      }),
    ),
    route(
      { ...one, method: 'GET', summary: 'A subscription of yours', limit: 'read', answer: Subscription },
      ({ principal, params }) => shownSubscription(db, params.id, personOf(principal)),
    ),
    route(
      {
        ...one,
        method: 'POST',
        path: '/api/workforce/subscriptions/:id/preview',
        summary: 'What another team or period would cost and do, before it happens',
        limit: 'read',
        body: SubscriptionChange,
        answer: ChangePreview,
      },
      async ({ principal, params, body }) => {
        const userId = personOf(principal)
        const idle = await idleAgents(userId, Object.keys(body.items))
        return db.transaction((tx) => previewChange(tx, params.id, userId, body, idle))
      },
    ),
    route(
      {
        ...one,
        method: 'POST',
        path: '/api/workforce/subscriptions/:id/change',
        summary: 'Changes the team or the period, by an order where something is to be paid now',
        limit: 'send',
        body: ConfirmedChange,
        answer: Changed,
      },
      async ({ principal, params, body }) => {
        const userId = personOf(principal)
        const idle = await idleAgents(userId, Object.keys(body.items))
        const { isNew, ...changed } = await db.transaction((tx) => change(tx, params.id, userId, body, idle))
        if (isNew && changed.order) sendInvoice(changed.order)
        return changed
      },
    ),
    route(
      {
        ...one,
        method: 'PUT',
        path: '/api/workforce/subscriptions/:id/cancel',
        summary: 'Ends a subscription with its period, or at once where its card was refused, or takes that back',
        limit: 'write',
        body: CancelAtEnd,
        answer: Subscription,
      },
      async ({ principal, params, body }) => {
        const ended = await db.transaction(async (tx) => {
          const shown = await cancelAtEnd(tx, params.id, personOf(principal), body.atPeriodEnd)
          await settleLeaving(tx, params.id)
          return shown
        })
        cards?.keepSoon()
        return ended
      },
    ),
  ]
}
