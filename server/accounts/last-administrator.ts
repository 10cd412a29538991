import { AppError } from '@atrium/contract/errors'
import { and, eq, isNull, ne, not, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { LOCKS } from '../platform/database/lock.ts'
import { users } from './tables.ts'

/**
 * Throws `conflict` when nobody but this person could administer the installation. Takes the lock of registration, so
 * that two administrators who leave at once do not each count on the other.
 */
export async function refuseLastAdministrator(tx: Queryable, leaving: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.family}, ${LOCKS.registration})`)
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.role, 'admin'),
        not(users.isAnonymous),
        not(users.banned),
        isNull(users.deletionAt),
        ne(users.id, leaving),
      ),
    )
    .limit(1)
  if (!other)
    throw new AppError('conflict', 'This is the last administrator. Make somebody else an administrator first.')
}
