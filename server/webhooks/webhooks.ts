import type { WebhookEvent } from '@atrium/contract/webhooks'
import { eq, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../platform/database/connect.ts'
import type { Route } from '../platform/http/route.ts'
import { createDeliverer } from './deliverer.ts'
import type { Delivering } from './delivering.ts'
import { enqueueWebhooks, isAwaited, recordsListener } from './enqueue.ts'
import { webhookRoutes } from './routes.ts'
import { webhooks } from './tables.ts'

/** ms between looks at what is due: retries, and what another instance left. */
const LOOKS = 5_000
/** Of one webhook; older ones that are settled go. */
const KEPT_DELIVERIES = 200

interface Options extends Omit<Delivering, 'db' | 'now'> {
  db: Database
  events: readonly WebhookEvent[]
  now?: () => Date
}

export interface Webhooks {
  routes: Route[]
  /** Told of every change of records, beside the schedules. */
  listener: typeof recordsListener
  enqueue: typeof enqueueWebhooks
  isAwaited: typeof isAwaited
  /** To be called when a transaction that enqueued something is committed. */
  wake(): void
  start(): void
  stop(): Promise<void>
  cleanUp(): Promise<void>
}

/** What people have told to other servers. */
export function createWebhooks({ now = () => new Date(), ...options }: Options): Webhooks {
  const { db } = options
  const delivering = { ...options, now }
  const deliverer = createDeliverer(delivering)
  let timer: NodeJS.Timeout | null = null
  /** Whether something was enqueued here since the last look. */
  let isFresh = false

  return {
    routes: webhookRoutes(delivering),
    listener: {
      awaits: recordsListener.awaits,
      tell: async (sql, owner, modules) => {
        await recordsListener.tell(sql, owner, modules)
        isFresh = true
      },
    },
    enqueue: enqueueWebhooks,
    isAwaited,
    wake() {
      if (!isFresh) return
      isFresh = false
      if (timer) deliverer.look()
    },
    start() {
      timer = setInterval(deliverer.look, LOOKS)
      timer.unref()
      deliverer.look()
    },
    async stop() {
      if (timer) clearInterval(timer)
      timer = null
      deliverer.stop()
      await deliverer.idle()
    },
    async cleanUp() {
      await db.execute(sql`delete from webhook_deliveries d using (
        select id, row_number() over (partition by webhook_id order by created_at desc, id desc) as place
        from webhook_deliveries where next_at is null) old
        where old.id = d.id and old.place > ${KEPT_DELIVERIES}`)
    },
  }
}

/** Removes an owner's webhooks for good, and with them what they were told. */
export async function forgetWebhooks(tx: Queryable, owner: string): Promise<void> {
  await tx.delete(webhooks).where(eq(webhooks.ownerId, owner))
}
