import type { WebhookEvent } from '@atrium/contract/webhooks'
import { eq, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../platform/database/connect.ts'
import type { Route } from '../platform/http/route.ts'
import { type Delivering, deliverDue } from './delivering.ts'
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
  const { db, log } = options
  const delivering = { ...options, now }
  let timer: NodeJS.Timeout | null = null
  let busy: Promise<void> | null = null
  let isWanted = false
  let isStopped = true
  /** Whether something was enqueued here since the last look. */
  let isFresh = false

  const look = () => {
    if (isStopped) return
    isWanted = true
    busy ??= (async () => {
      while (isWanted && !isStopped) {
        isWanted = false
        await deliverDue(delivering).catch((err) => log.warn({ err }, 'webhooks were not told; they are in a moment'))
      }
      busy = null
    })()
  }

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
      look()
    },
    start() {
      isStopped = false
      timer = setInterval(look, LOOKS)
      timer.unref()
      look()
    },
    async stop() {
      isStopped = true
      if (timer) clearInterval(timer)
      await busy
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
