import { CodeNeeded } from '@atrium/contract/account-security'
import { Credentials, Registration, SessionInfo, SignedIn, User } from '@atrium/contract/accounts'
import { AppError } from '@atrium/contract/errors'
import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { type Call, type Route, route } from '../platform/http/route.ts'
import { normalized } from './auth.ts'
import { type AccountsContext, callerHeaders } from './context.ts'
import { knownBrowser, knownBrowserCookie } from './known-browser.ts'
import { lockedPasswordOf, passwordByName } from './proof.ts'
import { asConflict, register } from './register.ts'
import { accountsWith, MEANT_AT_MOST } from './same-address.ts'
import { isTrusted, standingOf, stepCookie } from './second-step.ts'
import { nobody } from './sign-in-throttle.ts'
import { findUser } from './user.ts'
import { refuseWeakPassword } from './weak-password.ts'

/** `token` is absent when the caller had a session already, which goes on. */
const GuestStarted = SessionInfo.extend({ user: User, token: z.string().optional() })

type Candidate = NonNullable<Awaited<ReturnType<typeof passwordByName>>>

const wrongCredentials = (cause?: unknown) => new AppError('unauthenticated', 'Wrong username or password.', { cause })

/** The ways in and out with a username and a password, or as a guest. */
export function entranceRoutes(context: AccountsContext): Route[] {
  const { db, auth, transactions, throttle, invalidate, announce, leaveBehind, handOver, signedIn, tellHolder } =
    context

  async function startAccount(call: Call<undefined, undefined, Registration>): Promise<SignedIn> {
    const { principal, body } = call
    refuseWeakPassword(body.password, body)
    const { password } = await auth.$context
    const hash = await password.hash(body.password) // slow on purpose, therefore before the transaction
    const { userId, holder, issued } = await transactions
      .inTransaction(async (tx) => {
        const { userId: id, holder } = await register(tx, auth, principal, { ...body, by: { hash } }, context)
        const session = await auth.api.startSession({
          body: { userId: id },
          headers: callerHeaders(call),
          returnHeaders: true,
        })
        await leaveBehind(tx, principal, id)
        return { userId: id, holder, issued: session.headers }
      })
      .catch((error: unknown) => {
        throw asConflict(error)
      })
    tellHolder(holder)
    if (principal.userId) invalidate(principal.userId)
    return signedIn(userId, handOver(call, issued))
  }

  /**
   * The account that an e-mail address and a password mean. As many hashes are computed whether nobody has the address, or
   * one account, or a second one that gave it too.
   */
  async function byAddress(candidates: readonly Candidate[], given: string): Promise<Candidate | null> {
    const { password } = await auth.$context
    const none = Array.from({ length: Math.max(0, MEANT_AT_MOST - candidates.length) }, () => null)
    const verdicts = await Promise.all(
      [...candidates, ...none].map(async (candidate) => {
        if (candidate?.password) return password.verify({ hash: candidate.password, password: given })
        await password.hash(given)
        return false
      }),
    )
    return candidates.find((_, at) => verdicts[at]) ?? null
  }

  /**
   * better-auth's own check and session. Every refusal but a ban reads the same and takes as long, whether the user exists
   * or not.
   */
  async function checkCredentials(call: Call, username: string, password: string, isWithoutPassword: boolean) {
    // Of a username without a password (came by OpenID Connect) better-auth looks at nothing, and would answer at once.
    if (isWithoutPassword) {
      const { password: passwords } = await auth.$context
      await passwords.hash(password)
    }
    const headers = callerHeaders(call)
    try {
      return await auth.api.signInUsername({ body: { username, password }, headers, returnHeaders: true })
    } catch (cause) {
      if (!isAPIError(cause) || cause.statusCode >= 500) throw cause
      if (cause.statusCode === 403)
        throw new AppError('forbidden', 'This account is suspended. Please ask your administrator.', { cause })
      throw wrongCredentials(cause)
    }
  }

  async function login(call: Call<undefined, undefined, Credentials>): Promise<SignedIn | CodeNeeded> {
    const { username, password } = call.body
    const isAddress = username.includes('@')
    const candidates = isAddress ? await accountsWith(db, username) : [await passwordByName(db, username)]
    const meant = candidates[0] ?? null
    // Each account that may be meant counts it, so that nothing tells which of them has the address.
    const ids = candidates.flatMap((one) => one?.userId ?? [])
    const attempts = (ids.length > 0 ? ids : [nobody(normalized(username))]).map((subject) => ({
      subject,
      ip: call.ip,
      browser: knownBrowser(call.request, subject, context),
    }))
    for (const one of attempts) await throttle.attempt(one)
    const before = isAddress
      ? await byAddress(
          candidates.filter((one) => one !== null),
          password,
        )
      : meant
    if (isAddress && !before) throw wrongCredentials()
    const name = isAddress ? (before?.username ?? '') : username
    const { headers: issued, response } = await checkCredentials(call, name, password, before?.password === null)
    const userId = response.user.id
    for (const one of attempts) await (one.subject === userId ? throttle.succeeded(one) : throttle.withdrawn(one))
    if (knownBrowser(call.request, userId, context) === null)
      call.headers.append('set-cookie', knownBrowserCookie(userId, context))
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
