import { AppError } from '@atrium/contract/errors'
import type { Notification, NotificationPage } from '@atrium/contract/notifications'
import { teamOf } from '@atrium/contract/teams'
import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { changes } from '../records/tables.ts'
import { notifications } from './tables.ts'

const PAGE = 50
/** days; what has been read for so long goes */
const KEPT_READ = 90

const shown = (row: typeof notifications.$inferSelect, undone: ReadonlySet<string>): Notification => ({
  id: row.id,
  module: row.module,
  kind: row.kind,
  title: row.title,
  body: row.body,
  link: row.link,
  undo: row.changeId === null || undone.has(row.changeId) ? null : row.changeId,
  team: teamOf(row.scopeId),
  createdAt: row.createdAt.toISOString(),
  readAt: row.readAt?.toISOString() ?? null,
})

/** Those of their changes that were taken back, or are not there any more. */
async function undoneOf(on: Queryable, rows: readonly { changeId: string | null }[]): Promise<ReadonlySet<string>> {
  const ids = new Set(rows.flatMap(({ changeId }) => changeId ?? []))
  if (ids.size === 0) return ids
  const open = await on
    .select({ id: changes.id })
    .from(changes)
    .where(and(inArray(changes.id, [...ids]), isNull(changes.undoneAt)))
  for (const { id } of open) ids.delete(id)
  return ids
}

export async function unreadOf(on: Queryable, owner: string): Promise<number> {
  const [row] = await on
    .select({ count: sql<number>`count(*)::int` })
    .from(notifications)
    .where(and(eq(notifications.ownerId, owner), isNull(notifications.readAt)))
  return row?.count ?? 0
}

/** Where a page ended: `<ms since 1970>.<id>`. */
function placeOf(cursor: string) {
  const [at = '', id = ''] = cursor.split('.', 2)
  const time = Number(at)
  if (!/^\d{1,15}$/.test(at) || !/^[\w-]{1,64}$/.test(id) || Number.isNaN(new Date(time).getTime()))
    throw new AppError('bad_request', 'The list does not go on there. Begin it anew.')
  return { at: new Date(time).toISOString(), id }
}

/** A page of somebody's notifications, the newest first. */
export async function listNotifications(
  on: Queryable,
  owner: string,
  { before, unread }: { before?: string | undefined; unread?: boolean },
): Promise<NotificationPage> {
  const place = before === undefined ? null : placeOf(before)
  const rows = await on
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.ownerId, owner),
        unread ? isNull(notifications.readAt) : undefined,
        place === null
          ? undefined
          : sql`(${notifications.createdAt}, ${notifications.id}) < (${place.at}::timestamptz, ${place.id}::text)`,
      ),
    )
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(PAGE + 1)
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  const undone = await undoneOf(on, page)
  return {
    notifications: page.map((row) => shown(row, undone)),
    next: last && rows.length > PAGE ? `${last.createdAt.getTime()}.${last.id}` : null,
    unread: await unreadOf(on, owner),
  }
}

/** Marks these as read, or all; those of others are not there. */
export async function markRead(on: Queryable, owner: string, ids: readonly string[] | undefined, now: Date) {
  await on
    .update(notifications)
    .set({ readAt: now })
    .where(
      and(eq(notifications.ownerId, owner), isNull(notifications.readAt), ids && inArray(notifications.id, [...ids])),
    )
}

export async function removeNotification(on: Queryable, owner: string, id: string): Promise<void> {
  const gone = await on
    .delete(notifications)
    .where(and(eq(notifications.id, id), eq(notifications.ownerId, owner)))
    .returning({ id: notifications.id })
  if (gone.length === 0) throw new AppError('not_found', 'That notification was not found.')
}

/** Removes what was read long ago. */
export async function removeOldNotifications(on: Queryable, now: Date): Promise<void> {
  const since = new Date(now.getTime() - KEPT_READ * 86_400_000)
  await on.delete(notifications).where(lt(notifications.readAt, since))
}
