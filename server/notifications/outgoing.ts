import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../platform/database/connect.ts'
import type { Log } from '../platform/telemetry.ts'
import { type Recipient, recipientsOf } from './preferences.ts'
import { notificationDeliveries, notifications } from './tables.ts'

export type Outcome = { isSent: true } | { isSent: false; again: boolean; problem: string }
export type Sent = typeof notifications.$inferSelect

/** A way to people besides the inbox: several that are due for one person come as one. */
export interface Outgoing {
  channel: 'push' | 'mail'
  send(recipient: Recipient, those: readonly Sent[]): Promise<Outcome>
}

/** ms; who took something and fell silent for so long is taken for dead */
const LEASE = 2 * 60_000
const MINUTE = 60_000
/** ms after each try that failed for now; after the last it is given up */
const PAUSES = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE]
const AT_A_TIME = 4

/** When it is tried again after so many tries; null when it is given up. */
export const triedAgainAt = (now: Date, tries: number): Date | null => {
  const pause = PAUSES[tries - 1]
  return pause === undefined ? null : new Date(now.getTime() + pause)
}

/**
 * Takes what is due on a channel for the one who waits longest. Whoever holds the rows sends; if that one dies on the way it is
 * taken again, and the tag of a push makes two of the same one. A person is taken by what is due first, so that no two take one
 * person's things apart.
 */
async function take(db: Database, channel: string, now: Date) {
  const lease = new Date(now.getTime() + LEASE).toISOString()
  const isDue = (row: string) =>
    sql`${sql.raw(row)}.channel = ${channel} and ${sql.raw(row)}.state = 'waiting' and ${sql.raw(row)}.at <= ${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<{ notification_id: string; owner_id: string; tries: number }>(sql`
    with first as (
      select d.owner_id from notification_deliveries d
      where ${isDue('d')} and not exists (
        select from notification_deliveries e where e.owner_id = d.owner_id and ${isDue('e')}
          and (e.at, e.notification_id) < (d.at, d.notification_id))
      order by d.at limit 1 for update of d skip locked
    ), mine as (
      select d.notification_id from notification_deliveries d join first using (owner_id)
      where ${isDue('d')}
      for update of d skip locked
    ) update notification_deliveries d set at = ${lease}::timestamptz, tries = tries + 1 from mine
      where d.notification_id = mine.notification_id and d.channel = ${channel}
      returning d.notification_id, d.owner_id, d.tries`)
  return rows
}

async function settle(
  db: Database,
  channel: string,
  ids: readonly string[],
  set: Partial<typeof notificationDeliveries.$inferInsert>,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(notificationDeliveries)
    .set(set)
    .where(and(eq(notificationDeliveries.channel, channel), inArray(notificationDeliveries.notificationId, [...ids])))
}

/** What the inbox was not to show is read from the moment when it came: the other channels bring it all the same. */
const isUnread = ({ readAt, createdAt }: { readAt: Date | null; createdAt: Date }) =>
  readAt === null || readAt.getTime() === createdAt.getTime()

/** Sends what is due to one person. Answers false when nothing is. */
async function sendOne(db: Database, { channel, send }: Outgoing, now: Date, log: Log): Promise<boolean> {
  const taken = await take(db, channel, now)
  const [first] = taken
  if (!first) return false
  const ids = taken.map(({ notification_id }) => notification_id)
  const those = await db
    .select()
    .from(notifications)
    .where(inArray(notifications.id, ids))
    .orderBy(asc(notifications.createdAt), asc(notifications.id))
  const read = those.filter((one) => !isUnread(one)).map(({ id }) => id)
  await settle(db, channel, read, { state: 'skipped', problem: 'It had been read before.' })
  const unread = those.filter(isUnread)
  const recipient = (await recipientsOf(db, [first.owner_id])).get(first.owner_id)
  if (unread.length === 0 || !recipient) return true
  const outcome = await send(recipient, unread).catch((err: unknown): Outcome => {
    log.warn({ err, channel }, 'a notification could not be sent; it is tried again')
    return { isSent: false, again: true, problem: 'Sending failed.' }
  })
  const left = new Set(unread.map(({ id }) => id))
  for (const [tries, group] of Map.groupBy(taken, (row) => row.tries)) {
    const theirs = group.map(({ notification_id }) => notification_id).filter((id) => left.has(id))
    if (outcome.isSent) await settle(db, channel, theirs, { state: 'sent', problem: '' })
    else {
      const next = outcome.again ? triedAgainAt(now, tries) : null
      const { problem } = outcome
      await settle(db, channel, theirs, next ? { at: next, problem } : { state: 'failed', problem })
    }
  }
  return true
}

/** Sends all that is due on a channel, a few people at a time; any number of instances may. */
export async function sendOutgoing(db: Database, outgoing: Outgoing, now: Date, log: Log): Promise<void> {
  const worker = async () => {
    while (await sendOne(db, outgoing, now, log));
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
}
