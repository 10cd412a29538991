import { and, asc, eq, lt, not, notExists, type SQL, sql } from 'drizzle-orm'
import { CHANNEL, payload } from '../platform/database/bus.ts'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { LOCKS } from '../platform/database/lock.ts'
import type { Log } from '../platform/telemetry.ts'
import { passOn } from './same-address.ts'
import { sessions, users } from './tables.ts'

/**
 * Removes for good what a feature keeps for an owner, in the transaction that removes the owner: the other half of
 * `Claim`. Bytes on a disk stay for the feature's own housekeeping, since a disk knows no rollback.
 */
export type OnOwnerDeleted = (tx: Queryable, owner: string) => Promise<void>

/** Days for which the things of a guest are kept after the last session is over. */
export const DAYS_AFTER_SESSION = 30
/** Guests of one pass; the next one takes the rest. */
const PASS = 10_000
/** Beside LOCKS.registration: one instance at a time removes guests. */
const REMOVAL_LOCK = 101

/** Removes a person and everything of theirs. Instances that remember a session of theirs are told. */
export async function removePerson(
  tx: Queryable,
  onOwnerDeleted: readonly OnOwnerDeleted[],
  userId: string,
): Promise<void> {
  // Sessions and credentials go along; whoever registers now waits.
  const [was] = await tx.delete(users).where(eq(users.id, userId)).returning({ email: users.email })
  if (was) await passOn(tx, was.email)
  for (const forget of onOwnerDeleted) await forget(tx, userId)
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${payload('session', userId)})`)
}

export interface Removal {
  db: Database
  onOwnerDeleted: readonly OnOwnerDeleted[]
  log: Log
}

/**
 * Removes the people to whom `over` applies, each in one transaction, so a failure keeps this one whole and goes on with
 * the next. Answers how many are gone.
 */
async function removeWhere({ db, onOwnerDeleted, log }: Removal, over: SQL | undefined, who: string): Promise<number> {
  if (onOwnerDeleted.length === 0) return 0 // nobody to tell: their things would stay behind without an owner

  async function remove(id: string): Promise<'removed' | 'kept' | 'busy'> {
    return db.transaction(async (tx) => {
      const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock(${LOCKS.family}, ${REMOVAL_LOCK}) as ours`)
      if (!rows[0]?.ours) return 'busy'
      const [still] = await tx
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, id), over))
        .for('update')
      if (!still) return 'kept'
      await removePerson(tx, onOwnerDeleted, id)
      return 'removed'
    })
  }

  const found = await db.select({ id: users.id }).from(users).where(over).orderBy(asc(users.id)).limit(PASS)
  let removed = 0
  for (const { id } of found) {
    try {
      const outcome = await remove(id)
      if (outcome === 'busy') break // another instance is at it
      if (outcome === 'removed') removed++
    } catch (error) {
      log.warn({ err: error, userId: id }, `${who} could not be removed; the next pass tries again`)
    }
  }
  if (removed > 0) log.info({ removed }, `removed with everything of theirs: ${who}`)
  return removed
}

/**
 * Removes the guests who never registered and whose last session has been over for DAYS_AFTER_SESSION: nobody can enter
 * as one of them any more.
 */
export async function removeAbandonedGuests(removal: Removal): Promise<number> {
  const { db } = removal
  const since = sql`now() - make_interval(days => ${DAYS_AFTER_SESSION})`
  // A session's end is its expiry while the row is there; when it is deleted, auth.ts notes the moment in updated_at.
  const abandoned = and(
    users.isAnonymous,
    lt(users.updatedAt, since),
    notExists(
      db
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, users.id), sql`${sessions.expiresAt} >= ${since}`)),
    ),
  )
  return removeWhere(removal, abandoned, 'an abandoned guest')
}

/**
 * Removes those who asked for it, once the days in which they could change their mind are over. Who was alone when they
 * asked, and is the only administrator of others by now, stays until somebody else administers the installation.
 */
export const removeDueAccounts = (removal: Removal): Promise<number> => {
  const person = sql`select 1 from ${users} o where not o.is_anonymous and o.id <> ${users}.id`
  const lastOfSeveral = sql`(${users}.role = 'admin' and exists (${person}) and not exists (
    ${person} and o.role = 'admin' and not o.banned and o.deletion_at is null))`
  return removeWhere(
    removal,
    and(lt(users.deletionAt, sql`now()`), not(lastOfSeveral)),
    'an account whose deletion was due',
  )
}
