import { Forgotten, PasswordChange, PasswordReset } from '@atrium/contract/account-security'
import { SignedIn } from '@atrium/contract/accounts'
import { brand } from '@atrium/contract/brand'
import { AppError } from '@atrium/contract/errors'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '../platform/database/connect.ts'
import { type Call, type Route, route } from '../platform/http/route.ts'
import { uuid } from '../platform/ids.ts'
import { createMailAllowance } from '../platform/mail-allowance.ts'
import { type AccountsContext, callerHeaders } from './context.ts'
import { keepPassword, provePassword } from './proof.ts'
import { dropTokens, keepMailedToken, newToken, ownerOfToken, resetAddress, useToken } from './recovery.ts'
import { forgetAttempts } from './sign-in-throttle.ts'
import { sessions, users } from './tables.ts'
import { findUser } from './user.ts'
import { refuseWeakPassword } from './weak-password.ts'

/** minutes */
const LINK_LASTS = 60

/** Changing a password, and setting a new one for whoever forgot it. */
export function passwordRoutes(context: AccountsContext): Route[] {
  const { db, auth, baseUrl, mail, log, transactions, announce, invalidate, handOver, signedIn, currentUser } = context
  const mayMail = createMailAllowance()

  async function endSessions(tx: Queryable, userId: string): Promise<void> {
    await tx.delete(sessions).where(eq(sessions.userId, userId))
    await announce(tx, userId)
  }

  async function change(call: Call<undefined, undefined, PasswordChange>): Promise<SignedIn> {
    const { principal, body } = call
    const names = await currentUser(principal)
    await provePassword(context, call, body.current)
    refuseWeakPassword(body.next, names, 'next')
    const userId = principal.owner
    const { password } = await auth.$context
    const hash = await password.hash(body.next) // slow on purpose, therefore before the transaction
    const issued = await transactions.inTransaction(async (tx) => {
      await keepPassword(tx, uuid(), userId, hash)
      await dropTokens(tx, userId)
      await forgetAttempts(tx, userId)
      await endSessions(tx, userId)
      const session = await auth.api.startSession({
        body: { userId },
        headers: callerHeaders(call),
        returnHeaders: true,
      })
      return session.headers
    })
    invalidate(userId)
    return signedIn(userId, handOver(call, issued))
  }

  async function forgot({ body }: Call<undefined, undefined, z.infer<typeof Forgotten>>) {
    if (!mail) return { sent: false }
    const email = body.email.toLowerCase()
    // Who has had enough mails hears the same as everybody: more would tell that the address is known.
    if (!(await mayMail(email))) return { sent: true }
    const token = newToken()
    const person = await keepMailedToken(db, email, token, LINK_LASTS)
    // Not waited for: the answer must not take longer for an address that somebody has.
    if (person)
      mail
        .send({
          to: person.email,
          subject: `Set a new password for ${brand.name}`,
          paragraphs: [
            `Hello ${person.name}, somebody asked for a new password for your account at ${brand.name}. Set it here within an hour:`,
            'If it was not you, do nothing: your password stays as it is.',
          ],
          link: { label: 'Set a new password', url: resetAddress(baseUrl, token) },
        })
        .catch((error: unknown) => log.error({ err: error, userId: person.id }, 'a mail could not be sent'))
    return { sent: true }
  }

  async function namesOf(userId: string) {
    const user = await findUser(db, userId)
    return user ?? {}
  }

  async function reset({ body }: Call<undefined, undefined, z.infer<typeof PasswordReset>>) {
    const whose = await ownerOfToken(db, body.token)
    if (whose) refuseWeakPassword(body.password, await namesOf(whose))
    const { password } = await auth.$context
    const hash = await password.hash(body.password)
    const userId = await transactions.inTransaction(async (tx) => {
      const used = await useToken(tx, body.token)
      const [person] = used ? await tx.select({ id: users.id }).from(users).where(eq(users.id, used.userId)) : []
      if (!used || !person)
        throw new AppError('gone', 'This link has been used already or is too old. Ask for a new one.')
      await keepPassword(tx, uuid(), person.id, hash)
      if (used.mailed) await tx.update(users).set({ emailVerified: true }).where(eq(users.id, person.id))
      await dropTokens(tx, person.id)
      await forgetAttempts(tx, person.id)
      await endSessions(tx, person.id)
      return person.id
    })
    invalidate(userId)
    return { ok: true }
  }

  const forgotten = { tag: 'accounts', method: 'POST', access: 'session.start', limit: 'enter' } as const
  return [
    route(
      {
        tag: 'accounts',
        method: 'PUT',
        path: '/api/user/password',
        summary: 'Changes your password; every other session ends, and this one is replaced',
        access: 'account.own',
        limit: 'enter',
        body: PasswordChange,
        answer: SignedIn,
      },
      change,
    ),
    route(
      {
        ...forgotten,
        path: '/auth/password/forgot',
        summary: 'Mails a link that sets a new password; says the same when nobody has the address',
        body: Forgotten,
        answer: z.object({ sent: z.boolean() }),
      },
      forgot,
    ),
    route(
      {
        ...forgotten,
        path: '/auth/password/reset',
        refuses: ['gone'],
        summary: 'Sets a new password by a link; every session ends',
        body: PasswordReset,
        answer: z.object({ ok: z.literal(true) }),
      },
      reset,
    ),
  ]
}
