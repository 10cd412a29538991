import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { eq, sql } from 'drizzle-orm'
import type { Registration } from '../platform/config.ts'
import { type Queryable, sqlState } from '../platform/database/connect.ts'
import { LOCKS } from '../platform/database/lock.ts'
import type { Log } from '../platform/telemetry.ts'
import { type Auth, normalized } from './auth.ts'
import { admit, isFirst, markUsedBy } from './registration.ts'
import { type Holder, keptAddress } from './same-address.ts'
import { skeletonOf } from './skeleton.ts'
import { users } from './tables.ts'
import { refuseTaken } from './username.ts'

/** Locks the row: nobody else turns this guest into an account meanwhile. */
export async function isGuestStill(tx: Queryable, id: string): Promise<boolean> {
  const [row] = await tx.select({ isAnonymous: users.isAnonymous }).from(users).where(eq(users.id, id)).for('update')
  return row?.isAnonymous ?? false
}

export interface Newcomer {
  username: string
  email: string
  firstName?: string | undefined
  /** True when somebody trusted says that the mailbox is theirs. */
  emailVerified?: boolean
  /** How they will sign in: a password's hash, or who they are at a provider. */
  by: { hash: string } | { providerId: string; accountId: string }
  invitation?: string | undefined
}

export interface Registered {
  userId: string
  /** Who has the address already. */
  holder: Holder | null
}

/** Makes the account, or turns the guest's own row into it, if this person may have one. Runs in the caller's transaction. */
export async function register(
  tx: Queryable,
  auth: Auth,
  caller: Principal,
  wanted: Newcomer,
  { registration, log }: { registration: Registration; log: Log },
): Promise<Registered> {
  const { internalAdapter } = await auth.$context
  const name = normalized(wanted.username)
  const email = wanted.email.toLowerCase()
  const firstName = wanted.firstName || null
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.family}, ${LOCKS.registration})`)
  const guestId = caller.kind === 'guest' && caller.userId ? caller.userId : ''
  if (guestId && !(await isGuestStill(tx, guestId)))
    throw new AppError('conflict', 'This guest session has become an account already. Please sign in.')
  const first = await isFirst(tx)
  const { invitation, emailVerified = false } = wanted
  const admission = await admit(tx, registration, { email, emailVerified, invitation })
  await refuseTaken(tx, name, guestId)
  const { row: address, holder } = await keptAddress(tx, email, guestId)
  const row = {
    name: firstName ?? wanted.username,
    email: address.email,
    emailVerified: holder === null && admission.emailVerified,
    username: wanted.username,
    displayUsername: wanted.username,
    firstName,
    isAnonymous: false,
    role: first ? 'admin' : 'user',
  }
  const { by } = wanted
  const user = guestId
    ? await internalAdapter.updateUser(guestId, row)
    : await internalAdapter.createUser(
        row,
        'hash' in by
          ? { method: 'email-password' }
          : { method: 'oauth', oauth: { providerId: by.providerId, profile: {} } },
      )
  if (!user) throw new Error('better-auth made no user')
  await internalAdapter.linkAccount({
    userId: user.id,
    ...('hash' in by ? { providerId: 'credential', accountId: user.id, password: by.hash } : by),
  })
  // The address for everybody, so that it takes as long whether or not it is known.
  const kept = { claimedEmail: address.claimedEmail, usernameSkeleton: skeletonOf(name) }
  await tx.update(users).set(kept).where(eq(users.id, user.id))
  await markUsedBy(tx, admission, user.id)
  if (first) log.info({ userId: user.id }, `The first account, ${wanted.username}, is the administrator.`)
  return { userId: user.id, holder }
}

/** The unique indexes have the last word, should another call have changed a name meanwhile. */
export function asConflict(error: unknown): unknown {
  if (sqlState(error) !== '23505') return error
  return new AppError('conflict', 'This username is taken. Please choose another one.', { cause: error })
}
