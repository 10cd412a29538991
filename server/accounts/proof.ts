import { AppError } from '@atrium/contract/errors'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import type { Call } from '../platform/http/route.ts'
import { normalized } from './auth.ts'
import type { AccountsContext } from './context.ts'
import { accounts, sessions, users } from './tables.ts'

/** The account's password as it is kept; null when the person has none (came by OpenID Connect). */
export async function passwordOf(on: Queryable, userId: string): Promise<string | null> {
  const [row] = await on
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
  return row?.password ?? null
}

/** The same, and it changes no more in this transaction: a change of it ends all sessions, also those begun meanwhile. */
export async function lockedPasswordOf(tx: Queryable, userId: string): Promise<string | null> {
  const [row] = await tx
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
    .for('share')
  return row?.password ?? null
}

/** Whom a username means, and their password as it is kept. */
export async function passwordByName(on: Queryable, name: string) {
  const [row] = await on
    .select({ userId: users.id, username: users.username, password: accounts.password })
    .from(users)
    .leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
    .where(eq(users.username, normalized(name)))
  return row ?? null
}

const refusal = (sentence: string) => new AppError('unprocessable', sentence, { details: { field: 'password' } })
export const passwordNeeded = () => refusal('Enter your password to do this.')

/**
 * Throws unless the password is the caller's. Who has none has nothing to prove. Not a 401, which would say that the
 * session is over. Guesses are counted as those of signing in are.
 */
export async function provePassword(
  { db, auth, proofThrottle }: Pick<AccountsContext, 'db' | 'auth' | 'proofThrottle'>,
  { principal, ip }: Pick<Call, 'principal' | 'ip'>,
  given: string | undefined,
): Promise<void> {
  const hash = await passwordOf(db, principal.owner)
  if (hash === null) return
  if (!given) throw passwordNeeded()
  const attempt = { subject: principal.owner, ip }
  await proofThrottle.attempt(attempt)
  const { password } = await auth.$context
  if (!(await password.verify({ hash, password: given }))) throw refusal('That is not your password.')
  await proofThrottle.succeeded(attempt)
}

/** ms; whoever signed in within this time has just proved who they are */
const FRESH = 5 * 60 * 1000

/** As provePassword, but asks nothing in a session that has just begun: its person may have come without a password. */
export async function proveUnlessFresh(
  context: Pick<AccountsContext, 'db' | 'auth' | 'proofThrottle'>,
  call: Pick<Call, 'principal' | 'ip'>,
  given: string | undefined,
): Promise<void> {
  const [session] = await context.db
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.id, call.principal.sessionId ?? ''))
  if (session && Date.now() - session.createdAt.getTime() < FRESH) return
  await provePassword(context, call, given)
}

/** Keeps a password: in place of the old one, or as the first. */
export async function keepPassword(tx: Queryable, id: string, userId: string, hash: string): Promise<void> {
  const changed = await tx
    .update(accounts)
    .set({ password: hash, updatedAt: new Date() })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
    .returning({ id: accounts.id })
  if (changed.length === 0)
    await tx.insert(accounts).values({ id, userId, accountId: userId, providerId: 'credential', password: hash })
}
