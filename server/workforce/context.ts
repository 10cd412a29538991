import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { sql } from 'drizzle-orm'
import { CHANNEL, payload } from '../platform/database/bus.ts'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { ADMINISTRATORS } from '../platform/live.ts'
import type { Mail } from '../platform/mail.ts'
import type { Log } from '../platform/telemetry.ts'
import { connectionOf } from '../records/claim.ts'
import { enqueueWebhooks } from '../webhooks/enqueue.ts'
import type { StripeSettings } from './stripe-client.ts'
import { workforceEvents } from './tables.ts'

export interface WorkforceSettings {
  db: Database
  /** Where people reach the server, for the links of mails. */
  baseUrl: string
  mail: Mail | null
  log: Log
  /** Null where no cards are taken. */
  stripe: StripeSettings | null
  /** Those of these agents that could do nothing for this person: a model does their work, and none is connected. */
  idleAgents: (personId: string, keys: readonly string[]) => Promise<string[]>
}

export type Tx = Queryable & Pick<Database, '$count'>

/** Who did it: a person, or null for the server itself. */
export type Actor = string | null

export type EventKind =
  | 'task.made'
  | 'task.changed'
  | 'task.given_back'
  | 'task.answered'
  | 'step.settled'
  | 'approval.approved'
  | 'approval.edited'
  | 'approval.rejected'
  | 'approval.revision'
  | 'deliverable.accepted'
  | 'deliverable.sent_back'
  | 'order.placed'
  | 'order.paid'
  | 'order.cancelled'
  | 'order.by_invoice'
  | 'order.refunded'
  | 'payment.failed'
  | 'payment.mismatch'
  | 'payment.surplus'
  | 'subscription.started'
  | 'subscription.changed'
  | 'subscription.renewed'
  | 'subscription.past_due'
  | 'subscription.resumed'
  | 'subscription.ending'
  | 'subscription.kept'
  | 'subscription.cancelled'
  | 'account.trusted'
  | 'account.untrusted'
  | 'seat.onboarded'
  | 'seat.paused'
  | 'seat.resumed'
  | 'seat.changed'
  | 'seat.manager'
  | 'seat.leaving'
  | 'seat.ended'
  | 'seat.handed_over'
  | 'budget.changed'
  | 'schedule.added'
  | 'schedule.handed_over'
  | 'schedule.changed'
  | 'schedule.removed'
  | 'schedule.failed'
  | 'ticket.opened'
  | 'ticket.replied'
  | 'ticket.answered'
  | 'ticket.closed'
  | 'agent.available'

/** Writes down what happened, and tells the owner's tabs, and administrators of what they see, when the transaction is committed. */
export async function note(
  tx: Queryable,
  event: { ownerId: string; actorId: Actor; kind: EventKind; subject: string; data?: Record<string, unknown> },
): Promise<void> {
  await tx.insert(workforceEvents).values({ ...event, data: event.data ?? {} })
  const { ownerId, kind, subject, data } = event
  if (kind === 'order.placed' || kind === 'order.paid')
    await enqueueWebhooks(connectionOf(tx), ownerId, kind.replace('.', ':'), { id: subject, ...data })
  await tell(tx, event.ownerId)
  if (/^(order|payment|account|ticket)\./.test(event.kind)) await tell(tx, ADMINISTRATORS, 'administration')
}

export const tell = (tx: Queryable, owner: string, topic: 'workforce' | 'administration' = 'workforce') =>
  tx.execute(sql`select pg_notify(${CHANNEL}, ${payload('live', { owner, news: { topic } })})`)

export function personOf({ userId }: Principal): string {
  if (userId === null) throw new AppError('unauthenticated', 'Please sign in first.')
  return userId
}
