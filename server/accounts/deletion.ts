import { Proof } from '@atrium/contract/account-security'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Call, type Route, route } from '../platform/http/route.ts'
import type { AccountsContext } from './context.ts'
import { refuseLastAdministrator } from './last-administrator.ts'
import { provePassword } from './proof.ts'
import { users } from './tables.ts'

/** Days in which a person can change their mind. */
export const GRACE_DAYS = 14

/** A person asks for their account to be deleted, and may think better of it; removal.ts does it when the time has come. */
export function deletionRoutes(context: AccountsContext): Route[] {
  const { db, log } = context

  async function ask(call: Call<undefined, undefined, Partial<z.infer<typeof Proof>>>) {
    const { principal, body } = call
    await provePassword(context, call, body.password)
    const deletionAt = new Date(Date.now() + GRACE_DAYS * 24 * 60 * 60 * 1000)
    await db.transaction(async (tx) => {
      const people = await tx.$count(users, eq(users.isAnonymous, false))
      // Who is alone leaves an empty installation, whose next account administers it.
      if (people > 1) await refuseLastAdministrator(tx, principal.owner)
      await tx.update(users).set({ deletionAt }).where(eq(users.id, principal.owner))
    })
    log.info({ userId: principal.owner, deletionAt }, 'a person asked for their account to be deleted')
    return { deletionAt: deletionAt.toISOString() }
  }

  const own = { tag: 'accounts', access: 'account.own', path: '/api/user/deletion', limit: 'write' } as const
  return [
    route(
      {
        ...own,
        method: 'POST',
        summary: `Deletes your account with everything of yours in ${GRACE_DAYS} days`,
        body: Proof.partial(),
        answer: z.object({ deletionAt: z.iso.datetime() }),
      },
      ask,
    ),
    route(
      {
        ...own,
        method: 'DELETE',
        summary: 'Keeps your account after all',
        answer: z.object({ deletionAt: z.null() }),
      },
      async ({ principal }) => {
        await db.update(users).set({ deletionAt: null }).where(eq(users.id, principal.owner))
        return { deletionAt: null }
      },
    ),
  ]
}
