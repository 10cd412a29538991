import type { SignedIn } from '@atrium/contract/accounts'
import { AppError } from '@atrium/contract/errors'
import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import type { Call } from '../platform/http/route.ts'
import { type AccountsContext, callerHeaders } from './context.ts'
import { users } from './tables.ts'

/**
 * Signs in whom `who` names, in its transaction: the session starts and the guest's things move along, or nothing happens.
 * A refusal that `who` answers (and does not throw) is thrown after the transaction, whose writes stay.
 */
export async function startSession(
  { auth, transactions, leaveBehind, handOver, signedIn, invalidate }: AccountsContext,
  call: Call,
  who: (tx: Queryable) => Promise<string | AppError>,
): Promise<SignedIn> {
  const { principal } = call
  const started = await transactions.inTransaction(async (tx) => {
    const userId = await who(tx)
    if (userId instanceof AppError) return userId
    const [person] = await tx
      .select({ banned: sql<boolean>`${users.banned} and coalesce(${users.banExpires} > now(), true)` })
      .from(users)
      .where(eq(users.id, userId))
    if (person?.banned !== false)
      throw new AppError('forbidden', 'This account is suspended. Please ask your administrator.')
    const { headers } = await auth.api.startSession({
      body: { userId },
      headers: callerHeaders(call),
      returnHeaders: true,
    })
    await leaveBehind(tx, principal, userId)
    return { userId, issued: headers }
  })
  if (started instanceof AppError) throw started
  if (principal.userId) invalidate(principal.userId)
  return signedIn(started.userId, handOver(call, started.issued))
}
