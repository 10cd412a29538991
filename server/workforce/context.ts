import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { sql } from 'drizzle-orm'
import { CHANNEL, payload } from '../platform/database/bus.ts'
import type { Database, Queryable } from '../platform/database/connect.ts'
import type { Mail } from '../platform/mail.ts'
import type { Log } from '../platform/telemetry.ts'
import { workforceEvents } from './tables.ts'

export interface WorkforceSettings {
  db: Database
  /** Where people reach the server, for the links of mails. */
  baseUrl: string
  mail: Mail | null
  log: Log
}

export type Tx = Queryable & Pick<Database, '$count'>

/** Who did it: a person, or null for the server itself. */
export type Actor = string | null

export type EventKind =
  | 'order.placed'
  | 'order.paid'
  | 'order.cancelled'
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

/** Writes down what happened, and tells the owner's tabs when the transaction is committed. */
export async function note(
  tx: Queryable,
  event: { ownerId: string; actorId: Actor; kind: EventKind; subject: string; data?: Record<string, unknown> },
): Promise<void> {
  await tx.insert(workforceEvents).values({ ...event, data: event.data ?? {} })
  await tell(tx, event.ownerId)
}

export const tell = (tx: Queryable, owner: string) =>
  tx.execute(sql`select pg_notify(${CHANNEL}, ${payload('live', { owner, news: { topic: 'workforce' } })})`)

export function personOf({ userId }: Principal): string {
  if (userId === null) throw new AppError('unauthenticated', 'Please sign in first.')
  return userId
}
