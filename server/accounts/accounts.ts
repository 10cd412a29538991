import { Credentials, Registration, SessionInfo, SignedIn, Theme, User } from '@atrium/contract/accounts'
import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { isAPIError } from 'better-auth/api'
import { and, eq, exists, lt, not, sql } from 'drizzle-orm'
import { z } from 'zod'
import { CHANNEL, payload } from '../platform/database/bus.ts'
import type { Database, Queryable } from '../platform/database/connect.ts'
import type { Identify } from '../platform/http/mount.ts'
import { type Call, type Route, route } from '../platform/http/route.ts'
import type { Log } from '../platform/telemetry.ts'
import { ADDRESS_HEADER, createAuth, normalized } from './auth.ts'
import { createIdentification } from './identify.ts'
import { asConflict, isGuestStill, register } from './register.ts'
import { type OwnerGone, removeAbandonedGuests } from './removal.ts'
import { createThrottle } from './sign-in-throttle.ts'
import { sessions, users, verifications } from './tables.ts'
import { createTransactions } from './transaction.ts'
import { findUser, roleOf } from './user.ts'
import { forgetVisitor } from './visitor.ts'

/** Moves what one owner made to another. */
export type Claim = (tx: Queryable, fromOwner: string, toOwner: string) => Promise<void>

export interface AccountsSettings {
  db: Database
  secret: string
  /** Where people reach this server; cookies are Secure when it is https. */
  baseUrl: string
  trustedOrigins: readonly string[]
  log: Log
  claims: readonly Claim[]
  /** What each feature does when an owner is gone for good. */
  gone: readonly OwnerGone[]
}

export interface Accounts {
  routes: Route[]
  identify: Identify
  /** Forgets what this instance remembers about the user's sessions. Call it for each message of topic `session`. */
  invalidate(userId: string): void
  /** Removes expired sessions and verifications, and once a day the guests who have been away for long. */
  cleanUp(): Promise<void>
}

/** ms between two looks for abandoned guests; twenty minutes short of a day, so that an hourly call keeps to the day */
const GUESTS_EVERY = (24 - 1 / 3) * 60 * 60 * 1000

/** `token` is absent when the caller had a session already, which goes on. */
const GuestStarted = SessionInfo.extend({ user: User, token: z.string().optional() })

const signInFirst = () => new AppError('unauthenticated', 'Please sign in first.')
const wrongCredentials = (cause?: unknown) => new AppError('unauthenticated', 'Wrong username or password.', { cause })

/** What better-auth may know about the caller: not their cookies, so that it never joins two people on its own. */
function callerHeaders(call: Call): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: call.ip })
  const agent = call.request.headers.get('user-agent')
  if (agent) headers.set('user-agent', agent.slice(0, 512))
  return headers
}

export function createAccounts(settings: AccountsSettings): Accounts {
  const { db, secret, log, claims, gone } = settings
  const secure = settings.baseUrl.startsWith('https://')
  const transactions = createTransactions(db)
  const auth = createAuth({ ...settings, db: transactions.db })
  const { identify, invalidate } = createIdentification(db, auth, { secret, secure })
  const throttle = createThrottle()
  let guestsSoughtAt = Number.NEGATIVE_INFINITY

  /** Takes the new session's cookie into the answer. Answers its token. */
  function handOver(call: Call, issued: Headers): string {
    for (const cookie of issued.getSetCookie()) call.headers.append('set-cookie', cookie)
    if (call.principal.kind === 'anonymous') forgetVisitor(call.headers, secure)
    const token = issued.get('set-auth-token')
    if (!token) throw new Error('better-auth issued no session token')
    return token
  }

  const announce = (tx: Queryable, userId: string) =>
    tx.execute(sql`select pg_notify(${CHANNEL}, ${payload('session', userId)})`)

  /**
   * The caller becomes `userId`: their things move along, and the session that they came with ends, also when it was
   * the same person's: who knew a guest's session must not hold the account's.
   */
  async function leaveBehind(tx: Queryable, caller: Principal, userId: string): Promise<void> {
    // What we remember of a guest may be seconds old; an account's things must not move because it was one.
    const isGuest = caller.kind === 'guest' && caller.userId !== null && (await isGuestStill(tx, caller.userId))
    const moves = caller.owner !== userId && (caller.kind === 'anonymous' || isGuest)
    if (moves) for (const claim of claims) await claim(tx, caller.owner, userId)
    if (moves && caller.userId) await tx.delete(users).where(eq(users.id, caller.userId))
    else if (caller.sessionId) await tx.delete(sessions).where(eq(sessions.id, caller.sessionId))
    if (caller.userId) await announce(tx, caller.userId)
    if (caller.userId !== userId) await announce(tx, userId)
  }

  async function signedIn(userId: string, token: string): Promise<SignedIn> {
    const user = await findUser(db, userId)
    if (!user) throw signInFirst()
    return { ...user, token }
  }

  async function startAccount(call: Call<undefined, undefined, Registration>): Promise<SignedIn> {
    const { principal, body } = call
    const { password } = await auth.$context
    const hash = await password.hash(body.password) // slow on purpose, therefore before the transaction
    const { userId, issued } = await transactions
      .inTransaction(async (tx) => {
        const id = await register(tx, auth, principal, { ...body, hash }, log)
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

  /** better-auth's own check and session. Every refusal but a ban reads the same, whether the user exists or not. */
  async function checkCredentials(call: Call, credentials: Credentials) {
    const { username, password } = credentials
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

  async function login(call: Call<undefined, undefined, Credentials>): Promise<SignedIn> {
    const name = normalized(call.body.username)
    await throttle.attempt(name, call.ip)
    const { headers: issued, response } = await checkCredentials(call, call.body)
    const userId = response.user.id
    await throttle.succeeded(name, call.ip)
    const { principal } = call
    try {
      await transactions.inTransaction((tx) => leaveBehind(tx, principal, userId))
    } catch (error) {
      const { internalAdapter } = await auth.$context
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

  async function currentUser(principal: Principal): Promise<User> {
    const user = principal.userId ? await findUser(db, principal.userId) : null
    if (!user) throw signInFirst()
    return user
  }

  const session = { tag: 'accounts', access: 'session.read', limit: 'read' } as const
  const entrance = { tag: 'accounts', access: 'session.start', limit: 'enter', method: 'POST' } as const
  const preference = { tag: 'accounts', access: 'preference.own', path: '/api/user/preferences/theme' } as const
  const routes = [
    route({ ...session, method: 'GET', path: '/api/me', summary: 'Who am I?', answer: SessionInfo }, async (call) => {
      // Whoever opens the page after their session has ended is told so here, and goes on as a visitor.
      if (call.principal.ended) {
        const { headers } = await auth.api.signOut({ headers: call.request.headers, returnHeaders: true })
        for (const cookie of headers.getSetCookie()) call.headers.append('set-cookie', cookie)
      }
      return { role: roleOf(call.principal.kind), userId: call.principal.userId }
    }),
    route({ ...session, method: 'GET', path: '/api/user', summary: 'The signed-in person', answer: User }, (call) =>
      currentUser(call.principal),
    ),
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
    route({ ...entrance, path: '/api/login', summary: 'Sign in', body: Credentials, answer: SignedIn }, login),
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
    route(
      {
        ...preference,
        method: 'GET',
        summary: 'The theme that you chose; null before',
        limit: 'read',
        answer: z.object({ theme: Theme.nullable() }),
      },
      async ({ principal }) => {
        const [row] = await db.select({ theme: users.theme }).from(users).where(eq(users.id, principal.owner))
        return { theme: row?.theme ?? null }
      },
    ),
    route(
      { ...preference, method: 'PUT', summary: 'Keeps your theme', limit: 'write', body: z.object({ theme: Theme }) },
      async ({ principal, body }) => {
        await db.update(users).set({ theme: body.theme }).where(eq(users.id, principal.owner))
        return { theme: body.theme }
      },
    ),
  ]

  return {
    routes,
    identify,
    invalidate,
    async cleanUp() {
      // A guest's tells how long they have been away, and goes with the guest.
      const ofGuest = db
        .select()
        .from(users)
        .where(and(eq(users.id, sessions.userId), users.isAnonymous))
      await db.delete(sessions).where(and(lt(sessions.expiresAt, sql`now()`), not(exists(ofGuest))))
      await db.delete(verifications).where(lt(verifications.expiresAt, sql`now()`))
      if (Date.now() - guestsSoughtAt < GUESTS_EVERY) return
      await removeAbandonedGuests({ db, gone, log })
      guestsSoughtAt = Date.now()
    },
  }
}
