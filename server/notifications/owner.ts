import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import {
  notificationDeliveries,
  notificationSettings,
  notifications,
  pushSubscriptions,
  waitingNotifications,
} from './tables.ts'

/**
 * Gives a guest's notifications to the account that they sign in to. What waits of rows has gone with the rows; of what an action
 * told the account's own of the same key stays, and so does what the account has chosen.
 */
export async function claimNotifications(tx: Queryable, from: string, to: string): Promise<void> {
  const { scopeId, recordId } = waitingNotifications
  await tx.execute(sql`delete from waiting_notifications w where w.scope_id = ${from} and w.record_id is null and exists (
    select from waiting_notifications o where o.scope_id = ${to} and o.record_id is null and o.module = w.module and o.key = w.key)`)
  await tx
    .update(waitingNotifications)
    .set({ scopeId: to })
    .where(and(eq(scopeId, from), isNull(recordId)))
  await tx.update(notifications).set({ ownerId: to, scopeId: to }).where(eq(notifications.ownerId, from))
  await tx.update(notificationDeliveries).set({ ownerId: to }).where(eq(notificationDeliveries.ownerId, from))
  await tx.execute(sql`update notification_settings set owner_id = ${to} where owner_id = ${from}
    and not exists (select from notification_settings where owner_id = ${to})`)
  await tx.delete(notificationSettings).where(eq(notificationSettings.ownerId, from))
}

/** Removes for good what came, and is to come, to an owner; of a team also what came from it. */
export async function forgetNotifications(tx: Queryable, owner: string): Promise<void> {
  await tx.delete(waitingNotifications).where(eq(waitingNotifications.scopeId, owner))
  await tx.delete(notifications).where(eq(notifications.ownerId, owner)) // what it still had to do goes along
  await tx.delete(notifications).where(eq(notifications.scopeId, owner))
  await tx.delete(notificationSettings).where(eq(notificationSettings.ownerId, owner))
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.ownerId, owner))
}
