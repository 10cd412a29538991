import { AppError } from '@atrium/contract/errors'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import type { Call } from '../platform/http/route.ts'
import type { AccountsContext } from './context.ts'
import { accounts } from './tables.ts'

/** The account's password as it is kept; null when the person has none (came by OpenID Connect). */
export async function passwordOf(on: Queryable, userId: string): Promise<string | null> {
  const [row] = await on
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
  return row?.password ?? null
}

/**
 * Throws unless the password is the caller's. Who has none has nothing to prove. Not a 401, which would say that the
 * session is over. Guesses are counted as those of signing in are.
 */
export async function provePassword(
  { db, auth, throttle }: Pick<AccountsContext, 'db' | 'auth' | 'throttle'>,
  { principal, ip }: Pick<Call, 'principal' | 'ip'>,
  given: string | undefined,
): Promise<void> {
  const hash = await passwordOf(db, principal.owner)
  if (hash === null) return
  const refuse = (sentence: string) => new AppError('unprocessable', sentence, { details: { field: 'password' } })
  if (!given) throw refuse('Enter your password to do this.')
  const name = `proof of ${principal.owner}`
  await throttle.attempt(name, ip)
  const { password } = await auth.$context
  if (!(await password.verify({ hash, password: given }))) throw refuse('That is not your password.')
  await throttle.succeeded(name, ip)
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
