import { Id } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import {
  MadeWebhook,
  MOST_WEBHOOKS,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDeliveries,
  WebhookDelivery,
  type WebhookEvent,
  WebhookList,
} from '@atrium/contract/webhooks'
import { and, asc, count, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { uuid } from '../platform/ids.ts'
import { attempt, claimOne, type Delivering } from './delivering.ts'
import { newSecret } from './signing.ts'
import { webhookDeliveries, webhooks } from './tables.ts'

/** Deliveries that are shown. */
const SHOWN = 50

const iso = (at: Date | null) => at?.toISOString() ?? null
type Row = typeof webhooks.$inferSelect
type DeliveryRow = typeof webhookDeliveries.$inferSelect

const shown = ({ id, url, events, isOn, failingSince, givenUpAt, createdAt }: Row): z.infer<typeof Webhook> => ({
  ...{ id, url, events, isOn, failingSince: iso(failingSince), givenUpAt: iso(givenUpAt) },
  createdAt: createdAt.toISOString(),
})
const shownDelivery = ({
  id,
  event,
  state,
  attempts,
  nextAt,
  status,
  ms,
  answer,
  createdAt,
  attemptedAt,
}: DeliveryRow) =>
  WebhookDelivery.parse({
    ...{ id, event, state, attempts, status, ms, answer },
    ...{ nextAt: iso(nextAt), createdAt: iso(createdAt), attemptedAt: iso(attemptedAt) },
  })

interface Settings extends Omit<Delivering, 'db'> {
  db: Database
  /** What happens here of which somebody can be told. */
  events: readonly WebhookEvent[]
}

/** The webhooks of a person, or of the team in whose scope the call is. */
export function webhookRoutes(settings: Settings): Route[] {
  const { db, egress, cipher, events } = settings
  const own = { tag: 'webhooks', access: 'webhook.own', scoped: true } as const
  const One = z.object({ id: Id })
  const kinds = new Set(['*', ...events.flatMap(({ name }) => [name.replace(/([.:]).*$/, '$1*'), name])])

  const missing = () => new AppError('not_found', 'That webhook was not found. It may have been deleted.')
  const mine = (owner: string, id: string) => and(eq(webhooks.ownerId, owner), eq(webhooks.id, id))
  const find = async (owner: string, id: string): Promise<Row> => {
    const [row] = await db.select().from(webhooks).where(mine(owner, id))
    if (!row) throw missing()
    return row
  }
  const check = ({ url, events: wanted }: { url?: string | undefined; events?: readonly string[] | undefined }) => {
    if (url !== undefined) egress.check(url)
    const unknown = wanted?.find((event) => !kinds.has(event))
    if (unknown !== undefined) throw new AppError('bad_request', `There is no event “${unknown}” here.`)
  }
  const deliveryOf = async (webhookId: string, id: string) => {
    const [row] = await db
      .select()
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.id, id)))
    if (!row) throw new AppError('not_found', 'That delivery was not found. It may be too old.')
    return row
  }
  const tryNow = async (webhookId: string, id: string) => {
    const claimed = await claimOne(settings, id)
    if (!claimed) throw new AppError('conflict', 'It is being sent at this moment.')
    await attempt(settings, claimed)
    return shownDelivery(await deliveryOf(webhookId, id))
  }

  return [
    route(
      {
        ...own,
        method: 'GET',
        path: '/api/webhooks',
        summary: 'Your webhooks, and the events that there are',
        limit: 'read',
        answer: WebhookList,
      },
      async ({ principal }) => {
        const rows = await db
          .select()
          .from(webhooks)
          .where(eq(webhooks.ownerId, principal.owner))
          .orderBy(asc(webhooks.createdAt))
        return { webhooks: rows.map(shown), events: [...events] }
      },
    ),
    route(
      {
        ...own,
        method: 'POST',
        path: '/api/webhooks',
        summary: 'Makes a webhook; its secret is told this once',
        limit: 'write',
        body: NewWebhook,
        answer: MadeWebhook,
        status: 201,
      },
      async ({ principal, body }) => {
        check(body)
        const [number] = await db.select({ n: count() }).from(webhooks).where(eq(webhooks.ownerId, principal.owner))
        if ((number?.n ?? 0) >= MOST_WEBHOOKS)
          throw new AppError('conflict', `There are ${MOST_WEBHOOKS} webhooks already. Delete one that nobody needs.`)
        const [id, secret] = [uuid(), newSecret()]
        const [row] = await db
          .insert(webhooks)
          .values({ id, ownerId: principal.owner, ...body, secret: cipher.seal(secret, id) })
          .returning()
        return { ...shown(row as Row), secret }
      },
    ),
    route(
      {
        ...own,
        method: 'PATCH',
        path: '/api/webhooks/:id',
        summary: 'Changes what is given of a webhook; switched on, it begins anew',
        limit: 'write',
        params: One,
        body: WebhookChange,
        answer: Webhook,
      },
      async ({ principal, params, body }) => {
        await find(principal.owner, params.id)
        check(body)
        const [row] = await db
          .update(webhooks)
          .set({ id: params.id, ...body, ...(body.isOn && { failingSince: null, givenUpAt: null }) })
          .where(mine(principal.owner, params.id))
          .returning()
        if (!row) throw missing()
        return shown(row)
      },
    ),
    route(
      {
        ...own,
        method: 'DELETE',
        path: '/api/webhooks/:id',
        summary: 'Deletes a webhook and what was delivered by it',
        limit: 'write',
        params: One,
        answer: z.object({ ok: z.literal(true) }),
      },
      async ({ principal, params }) => {
        const gone = await db.delete(webhooks).where(mine(principal.owner, params.id)).returning({ id: webhooks.id })
        if (gone.length === 0) throw missing()
        return { ok: true }
      },
    ),
    route(
      {
        ...own,
        method: 'POST',
        path: '/api/webhooks/:id/secret',
        summary: 'Gives a webhook a new secret, told this once; the old one signs nothing any more',
        limit: 'write',
        params: One,
        answer: MadeWebhook,
      },
      async ({ principal, params }) => {
        const secret = newSecret()
        const [row] = await db
          .update(webhooks)
          .set({ secret: cipher.seal(secret, params.id) })
          .where(mine(principal.owner, params.id))
          .returning()
        if (!row) throw missing()
        return { ...shown(row), secret }
      },
    ),
    route(
      {
        ...own,
        method: 'POST',
        path: '/api/webhooks/:id/test',
        summary: 'Sends a test event and answers what came of it',
        limit: 'send',
        params: One,
        answer: WebhookDelivery,
      },
      async ({ principal, params }) => {
        const { id: webhookId } = await find(principal.owner, params.id)
        const at = settings.now()
        const id = `msg_${uuid()}`
        const body = JSON.stringify({ type: 'test', timestamp: at.toISOString(), data: {} })
        // Without a moment for the next attempt: whoever tests sees what comes of it and is not told again.
        await db.insert(webhookDeliveries).values({ id, webhookId, event: 'test', body, createdAt: at })
        return tryNow(webhookId, id)
      },
    ),
    route(
      {
        ...own,
        method: 'GET',
        path: '/api/webhooks/:id/deliveries',
        summary: 'What a webhook was told, the last first, and what it answered',
        limit: 'read',
        params: One,
        answer: WebhookDeliveries,
      },
      async ({ principal, params }) => {
        await find(principal.owner, params.id)
        const rows = await db
          .select()
          .from(webhookDeliveries)
          .where(eq(webhookDeliveries.webhookId, params.id))
          .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
          .limit(SHOWN)
        return { deliveries: rows.map(shownDelivery) }
      },
    ),
    route(
      {
        ...own,
        method: 'POST',
        path: '/api/webhooks/:id/deliveries/:delivery/resend',
        summary: 'Sends a delivery again, with the same id, and answers what came of it',
        limit: 'send',
        params: One.extend({ delivery: z.string().max(64) }),
        answer: WebhookDelivery,
      },
      async ({ principal, params }) => {
        const { id } = await find(principal.owner, params.id)
        const delivery = await deliveryOf(id, params.delivery)
        return tryNow(id, delivery.id)
      },
    ),
  ]
}
