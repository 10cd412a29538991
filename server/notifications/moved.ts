import { instantOf } from '@atrium/domain/dates/local-time'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { nextAt } from './quiet.ts'
import { notificationSettings, waitingNotifications } from './tables.ts'

/** Somebody has come to another zone: what is to come at a local time comes when the clocks there show it. */
export async function moveToZone(db: Queryable, owner: string, timeZone: string, now: Date): Promise<void> {
  const { scopeId, localAt, at } = waitingNotifications
  const rows = await db
    .select({ localAt })
    .from(waitingNotifications)
    .where(and(eq(scopeId, owner), isNotNull(localAt)))
    .groupBy(localAt)
  const times = rows.flatMap((row) => row.localAt ?? [])
  if (times.length > 0)
    await db.execute(sql`
      update ${waitingNotifications} set at = moved.at
      from unnest(${sql.param(times)}::text[],
        ${sql.param(times.map((time) => instantOf(time, timeZone).toISOString()))}::timestamptz[]) as moved(local_at, at)
      where ${scopeId} = ${owner} and ${localAt} = moved.local_at and ${at} <> moved.at`)
  const [settings] = await db
    .select({ digestAt: notificationSettings.digestAt })
    .from(notificationSettings)
    .where(eq(notificationSettings.ownerId, owner))
  if (settings?.digestAt)
    await db
      .update(notificationSettings)
      .set({ nextDigest: nextAt(now, settings.digestAt, timeZone) })
      .where(eq(notificationSettings.ownerId, owner))
}
