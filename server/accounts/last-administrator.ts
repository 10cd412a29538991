import { AppError } from '@atrium/contract/errors'
import { and, eq, not, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { LOCKS } from '../platform/database/lock.ts'
import { users } from './tables.ts'

/**
 * Throws `conflict` when this person is an administrator, and nobody else could administer the installation. Takes the
 * lock of registration, so that two administrators who leave at once do not each count on the other.
 */
export async function refuseLastAdministrator(tx: Queryable, leaving: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.family}, ${LOCKS.registration})`)
  const administrators = await tx
    .select({ id: users.id, banned: users.banned, deletionAt: users.deletionAt })
    .from(users)
    .where(and(eq(users.role, 'admin'), not(users.isAnonymous)))
  const isOne = administrators.some(({ id }) => id === leaving)
  const staysOne = administrators.some(({ id, banned, deletionAt }) => id !== leaving && !banned && deletionAt === null)
  if (!isOne || staysOne) return
  throw new AppError('conflict', 'This is the last administrator. Make somebody else an administrator first.')
}
