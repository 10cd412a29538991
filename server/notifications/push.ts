import { AppError } from '@atrium/contract/errors'
import type { NewPushSubscription, PushedNotification } from '@atrium/contract/notifications'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Database } from '../platform/database/connect.ts'
import type { Egress } from '../platform/egress/egress.ts'
import { uuid } from '../platform/ids.ts'
import type { Outcome } from './outgoing.ts'
import { type PushKeys, webPush } from './push-keys.ts'
import { pushSubscriptions } from './tables.ts'

/** Of one person: the eldest make room. */
const MOST_BROWSERS = 20
/** seconds for which a push service keeps what it cannot hand over: a browser that is opened tomorrow is told */
const KEPT_FOR = 24 * 3600
const TIMEOUT_MS = 15_000
const ANSWER_MAX = 64 * 1024

type Subscription = typeof pushSubscriptions.$inferSelect

export interface PushSettings {
  db: Database
  keys: () => Promise<PushKeys>
  /** The one way out: an endpoint is an address that a browser gave. */
  send: Egress['fetch']
  /** Who runs this server, for push services (RFC 8292, 2.1): a https address or `mailto:`. */
  subject: string
}

export interface Push {
  subscribe(owner: string, sessionId: string, subscription: NewPushSubscription): Promise<void>
  unsubscribe(owner: string, endpoint: string): Promise<void>
  /** To every browser of a person. */
  send(owner: string, pushed: PushedNotification): Promise<Outcome & { browsers: number }>
}

type One = 'sent' | 'gone' | 'later' | { problem: string }

export function createPush({ db, keys, send, subject }: PushSettings): Push {
  async function sendTo({ endpoint, p256dh, auth }: Subscription, pushed: PushedNotification): Promise<One> {
    const { publicKey, privateKey } = await keys()
    try {
      const { headers, body } = (await webPush()).generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(pushed),
        { vapidDetails: { subject, publicKey, privateKey }, TTL: KEPT_FOR, urgency: 'normal' },
      )
      const sent = Object.fromEntries(
        Object.entries(headers)
          .filter(([name]) => name.toLowerCase() !== 'content-length')
          .map(([name, value]) => [name, String(value)]),
      )
      const limits = { maxBytes: ANSWER_MAX, timeoutMs: TIMEOUT_MS, redirects: 0 }
      const { status } = await send(endpoint, { method: 'POST', headers: sent, body: body as Buffer, ...limits })
      if (status >= 200 && status < 300) return 'sent'
      if (status === 404 || status === 410) return 'gone'
      if (status === 429 || status >= 500) return 'later'
      return { problem: `The push service refused it (${status}).` }
    } catch (error) {
      if (!(error instanceof AppError)) return { problem: 'The keys of the browser’s subscription cannot be used.' }
      return error.code === 'bad_request' ? { problem: error.message } : 'later'
    }
  }

  return {
    async subscribe(owner, sessionId, { endpoint, keys: { p256dh, auth } }) {
      const place = { ownerId: owner, sessionId, p256dh, auth }
      await db.transaction(async (tx) => {
        await tx
          .insert(pushSubscriptions)
          .values({ id: uuid(), endpoint, ...place })
          .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: place })
        const all = await tx
          .select({ id: pushSubscriptions.id })
          .from(pushSubscriptions)
          .where(eq(pushSubscriptions.ownerId, owner))
          .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
        const tooMany = all.slice(MOST_BROWSERS).map(({ id }) => id)
        if (tooMany.length > 0) await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, tooMany))
      })
    },
    async unsubscribe(owner, endpoint) {
      await db
        .delete(pushSubscriptions)
        .where(and(eq(pushSubscriptions.ownerId, owner), eq(pushSubscriptions.endpoint, endpoint)))
    },
    async send(owner, pushed) {
      const browsers = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.ownerId, owner))
      const answers = await Promise.all(browsers.map((one) => sendTo(one, pushed)))
      const gone = browsers.filter((_, at) => answers[at] === 'gone').map(({ id }) => id)
      if (gone.length > 0) await db.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, gone))
      const sent = answers.filter((answer) => answer === 'sent').length
      if (sent > 0) return { isSent: true, browsers: sent }
      if (answers.includes('later'))
        return { isSent: false, again: true, problem: 'The push service cannot take it now.', browsers: 0 }
      const refused = answers.find((answer) => typeof answer === 'object')
      const problem = refused ? refused.problem : 'No browser of yours is subscribed to pushes.'
      return { isSent: false, again: false, problem, browsers: 0 }
    },
  }
}
