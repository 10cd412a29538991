import { CodeNeeded } from '@atrium/contract/account-security'
import { Credentials, Registration, SessionInfo, SignedIn, User } from '@atrium/contract/accounts'
import { AppError } from '@atrium/contract/errors'
import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { type Call, type Route, route } from '../platform/http/route.ts'
import { normalized } from './auth.ts'
import { type AccountsContext, callerHeaders } from './context.ts'
import { lockedPasswordOf, passwordByName } from './proof.ts'
import { asConflict, register } from './register.ts'
import { isTrusted, standingOf, stepCookie } from './second-step.ts'
import { findUser } from './user.ts'

/** `token` is absent when the caller had a session already, which goes on. */
const GuestStarted = SessionInfo.extend({ user: User, token: z.string().optional() })

const wrongCredentials = (cause?: unknown) => new AppError('unauthenticated', 'Wrong username or password.', { cause })

/** The ways in and out with a username and a password, or as a guest. */
export function entranceRoutes(context: AccountsContext): Route[] {
  const { db, auth, log, transactions, throttle, invalidate, announce, leaveBehind, handOver, signedIn } = context

  async function startAccount(call: Call<undefined, undefined, Registration>): Promise<SignedIn> {
    const { principal, body } = call
    const { password } = await auth.$context
    const hash = await password.hash(body.password) // slow on purpose, therefore before the transaction
    const { userId, issued } = await transactions
      .inTransaction(async (tx) => {
        const id = await register(tx, auth, principal, { ...body, by: { hash } }, log)
        const session = await auth.api.startSession({
          body: { userId: id },
          headers: callerHeaders(call),
          returnHeaders: true,
        })
        await leaveBehind(tx, principal, id)
        return { userId: id, issued: session.headers }
      })
      .catch((error: unknown) => {
        throw asConflict(error)
      })
    if (principal.userId) invalidate(principal.userId)
    return signedIn(userId, handOver(call, issued))
  }

  /**
   * better-auth's own check and session. Every refusal but a ban reads the same and takes as long, whether the user exists
   * or not.
   */
  async function checkCredentials(call: Call, credentials: Credentials, isWithoutPassword: boolean) {
    const { username, password } = credentials
    // Of a username without a password (came by OpenID Connect) better-auth looks at nothing, and would answer at once.
    if (isWithoutPassword && !username.includes('@')) {
      const { password: passwords } = await auth.$context
      await passwords.hash(password)
    }
    const headers = callerHeaders(call)
    try {
      return username.includes('@')
        ? await auth.api.signInEmail({ body: { email: username, password }, headers, returnHeaders: true })
        : await auth.api.signInUsername({ body: { username, password }, headers, returnHeaders: true })
    } catch (cause) {
      if (!isAPIError(cause) || cause.statusCode >= 500) throw cause
      if (cause.statusCode === 403)
        throw new AppError('forbidden', 'This account is suspended. Please ask your administrator.', { cause })
      throw wrongCredentials(cause)
    }
  }

  async function login(call: Call<undefined, undefined, Credentials>): Promise<SignedIn | CodeNeeded> {
    const name = normalized(call.body.username)
    await throttle.attempt(name, call.ip)
    const before = await passwordByName(db, call.body.username)
    const { headers: issued, response } = await checkCredentials(call, call.body, before?.password === null)
    const userId = response.user.id
    await throttle.succeeded(name, call.ip)
    const { internalAdapter } = await auth.$context
    const standing = await standingOf(db, userId)
    if (standing && !isTrusted(call.request, 'trusted', standing, context)) {
      await internalAdapter.deleteSession(response.token)
      call.headers.append('set-cookie', stepCookie('step', standing, context))
      return { twoFactor: true }
    }
    const { principal } = call
    try {
      await transactions.inTransaction(async (tx) => {
        // Changed between the look at it and the session, which the change has therefore not ended.
        if ((await lockedPasswordOf(tx, userId)) !== before?.password) throw wrongCredentials()
        await leaveBehind(tx, principal, userId)
      })
    } catch (error) {
      await internalAdapter.deleteSession(response.token)
      throw error
    }
    if (principal.userId) invalidate(principal.userId)
    return signedIn(userId, handOver(call, issued))
  }

  async function startGuest(call: Call): Promise<z.infer<typeof GuestStarted>> {
    const present = call.principal.userId ? await findUser(db, call.principal.userId) : null
    if (present) return { role: present.role, userId: present.id, user: present }
    const { headers: issued, response } = await transactions.inTransaction(async (tx) => {
      const session = await auth.api.signInAnonymous({ headers: callerHeaders(call), returnHeaders: true })
      await leaveBehind(tx, call.principal, session.response.user.id)
      return session
    })
    const { token, ...user } = await signedIn(response.user.id, handOver(call, issued))
    return { role: user.role, userId: user.id, user, token }
  }

  const entrance = { tag: 'accounts', access: 'session.start', limit: 'enter', method: 'POST' } as const
  return [
    route(
      {
        ...entrance,
        path: '/api/register',
        summary: 'Create an account; a guest keeps everything',
        body: Registration,
        answer: SignedIn,
        status: 201,
      },
      startAccount,
    ),
    route(
      {
        ...entrance,
        path: '/api/login',
        summary: 'Sign in; answers that a code is needed when the second factor is on',
        body: Credentials,
        answer: z.union([SignedIn, CodeNeeded]),
      },
      login,
    ),
    route({ ...entrance, path: '/auth/guest', summary: 'Look around as a guest', answer: GuestStarted }, startGuest),
    route(
      {
        tag: 'accounts',
        method: 'POST',
        path: '/auth/logout',
        summary: 'Sign out',
        access: 'session.end',
        limit: 'write',
        answer: z.object({ ok: z.literal(true) }),
      },
      async (call) => {
        const { headers } = await auth.api.signOut({ headers: call.request.headers, returnHeaders: true })
        for (const cookie of headers.getSetCookie()) call.headers.append('set-cookie', cookie)
        if (call.principal.userId) {
          invalidate(call.principal.userId)
          await announce(db, call.principal.userId)
        }
        return { ok: true }
      },
    ),
  ]
}
