import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../platform/database/connect.ts'
import type { Mail } from '../platform/mail.ts'
import type { Log } from '../platform/telemetry.ts'
import { digestOfThese } from './mails.ts'
import { type Sent, triedAgainAt } from './outgoing.ts'
import { recipientsOf } from './preferences.ts'
import { nextAt } from './quiet.ts'
import { notificationSettings, notifications } from './tables.ts'

interface DigestSettings {
  db: Database
  mail: Mail | null
  baseUrl: string
  log: Log
}

/** ms; as of what goes out by itself */
const LEASE = 2 * 60_000
/** Titles that are read for one digest. */
const READ = 1000

interface Taken extends Record<string, unknown> {
  owner_id: string
  digest_at: string
  /** As drizzle hands on what it does not know: a text. */
  digested_to: string | null
  digest_tries: number
}

async function take(db: Database, now: Date): Promise<Taken | undefined> {
  const { rows } = await db.execute<Taken>(sql`
    update notification_settings set digest_tries = digest_tries + 1,
      next_digest = ${new Date(now.getTime() + LEASE).toISOString()}::timestamptz
    where owner_id = (
      select owner_id from notification_settings where next_digest <= ${now.toISOString()}::timestamptz and digest_at is not null
      order by next_digest limit 1 for update skip locked)
    returning owner_id, digest_at, digested_to, digest_tries`)
  return rows[0]
}

/** What came since the last one, is unread, and was not mailed by itself. */
const unreadSince = (db: Database, owner: string, since: Date | null, now: Date): Promise<Sent[]> =>
  db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.ownerId, owner),
        sql`${notifications.readAt} is null and ${notifications.createdAt} <= ${now.toISOString()}::timestamptz`,
        since === null ? undefined : sql`${notifications.createdAt} > ${since.toISOString()}::timestamptz`,
        sql`not exists (select from notification_deliveries d where d.notification_id = ${notifications.id}
          and d.channel = 'mail' and d.state in ('sent', 'waiting'))`,
      ),
    )
    .orderBy(notifications.createdAt, notifications.id)
    .limit(READ)

/** Makes one digest that is due. Answers false when none is. */
async function digestOne({ db, mail, baseUrl, log }: DigestSettings, now: Date): Promise<boolean> {
  const taken = await take(db, now)
  if (!taken) return false
  const owner = taken.owner_id
  const recipient = (await recipientsOf(db, [owner])).get(owner)
  const tomorrow = nextAt(now, taken.digest_at, recipient?.timeZone ?? 'UTC')
  const settle = (set: Partial<typeof notificationSettings.$inferInsert>) =>
    db.update(notificationSettings).set(set).where(eq(notificationSettings.ownerId, owner))
  try {
    const those = await unreadSince(db, owner, taken.digested_to === null ? null : new Date(taken.digested_to), now)
    if (mail && recipient?.email && those.length > 0) await mail.send(digestOfThese(recipient.email, those, baseUrl))
    await settle({ nextDigest: tomorrow, digestedTo: now, digestTries: 0 })
  } catch (err) {
    const again = triedAgainAt(now, taken.digest_tries)
    log.warn({ err }, 'a digest could not be sent')
    await settle(again ? { nextDigest: again } : { nextDigest: tomorrow, digestTries: 0 })
  }
  return true
}

/** Mails the digests whose hour has come; any number of instances may, each goes out once. */
export async function sendDigests(settings: DigestSettings, now: Date): Promise<void> {
  while (await digestOne(settings, now));
}
