import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { and, eq, ne, or, sql } from 'drizzle-orm'
import { type Queryable, sqlState } from '../platform/database/connect.ts'
import { LOCKS } from '../platform/database/lock.ts'
import type { Log } from '../platform/telemetry.ts'
import { type Auth, normalized } from './auth.ts'
import { users } from './tables.ts'

const taken = {
  username: 'This username is taken. Please choose another one.',
  email: 'There is an account with this e-mail already. Sign in instead, or use another address.',
}

/** Throws `conflict` when somebody else has the name or the address. */
export async function refuseTaken(tx: Queryable, name: string, email: string, except: string): Promise<void> {
  const rows = await tx
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(and(or(eq(users.username, name), eq(users.email, email)), ne(users.id, except)))
  const field = rows.some((row) => row.username === name) ? 'username' : rows.length > 0 ? 'email' : null
  if (field) throw new AppError('conflict', taken[field], { details: { field } })
}

/** Is there no account yet? Guests are none. Only true for one caller, who holds the registration lock. */
async function isFirst(tx: Queryable): Promise<boolean> {
  const [someone] = await tx.select({ id: users.id }).from(users).where(eq(users.isAnonymous, false)).limit(1)
  return !someone
}

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
}

/** Makes the account, or turns the guest's own row into it, and answers its id. Runs in the caller's transaction. */
export async function register(
  tx: Queryable,
  auth: Auth,
  caller: Principal,
  wanted: Newcomer,
  log: Log,
): Promise<string> {
  const { internalAdapter } = await auth.$context
  const name = normalized(wanted.username)
  const email = wanted.email.toLowerCase()
  const firstName = wanted.firstName || null
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.family}, ${LOCKS.registration})`)
  const guestId = caller.kind === 'guest' && caller.userId ? caller.userId : ''
  if (guestId && !(await isGuestStill(tx, guestId)))
    throw new AppError('conflict', 'This guest session has become an account already. Please sign in.')
  await refuseTaken(tx, name, email, guestId)
  const first = await isFirst(tx)
  const row = {
    name: firstName ?? wanted.username,
    email,
    emailVerified: wanted.emailVerified ?? false,
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
  if (first) log.info({ userId: user.id }, `The first account, ${wanted.username}, is the administrator.`)
  return user.id
}

/** The unique indexes have the last word, should another call have changed a name meanwhile. */
export function asConflict(error: unknown): unknown {
  if (sqlState(error) !== '23505') return error
  return new AppError('conflict', 'This username or e-mail is taken. Please choose another one.', { cause: error })
}
