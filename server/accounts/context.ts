import type { SignedIn, User } from '@atrium/contract/accounts'
import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { eq, sql } from 'drizzle-orm'
import type { Registration } from '../platform/config.ts'
import { CHANNEL, payload } from '../platform/database/bus.ts'
import type { Database, Queryable } from '../platform/database/connect.ts'
import type { Identify } from '../platform/http/mount.ts'
import type { Call } from '../platform/http/route.ts'
import type { Mail } from '../platform/mail.ts'
import type { Log } from '../platform/telemetry.ts'
import { ADDRESS_HEADER, type Auth, createAuth } from './auth.ts'
import { createIdentification } from './identify.ts'
import type { OidcSettings } from './oidc-provider.ts'
import { isGuestStill } from './register.ts'
import type { OnOwnerDeleted } from './removal.ts'
import { createTellHolder, type TellHolder } from './same-address.ts'
import { createThrottle, type Throttle } from './sign-in-throttle.ts'
import { sessions, users } from './tables.ts'
import { createTransactions, type Transactions } from './transaction.ts'
import { findUser } from './user.ts'
import { forgetVisitor } from './visitor.ts'

/** Moves what one owner made to another. */
export type TransferOwnership = (tx: Queryable, fromOwner: string, toOwner: string) => Promise<void>

export interface AccountsSettings {
  db: Database
  secret: string
  /** Where people reach this server; cookies are Secure when it is https. */
  baseUrl: string
  trustedOrigins: readonly string[]
  log: Log
  transferOwnership: readonly TransferOwnership[]
  /** What each feature does when an owner is gone for good. */
  onOwnerDeleted: readonly OnOwnerDeleted[]
  /** Null or absent: no mail is sent, and an administrator makes links for those who forgot their password. */
  mail?: Mail | null
  oidc?: OidcSettings | null
  /** Open when absent. */
  registration?: Registration
}

/** What the groups of calls work with. */
export interface AccountsContext {
  db: Database
  auth: Auth
  secret: string
  baseUrl: string
  /** Cookies are Secure. */
  secure: boolean
  trustedOrigins: readonly string[]
  log: Log
  onOwnerDeleted: readonly OnOwnerDeleted[]
  mail: Mail | null
  oidc: OidcSettings | null
  registration: Registration
  throttle: Throttle
  /** Counts guesses at the password of somebody who is signed in. */
  proofThrottle: Throttle
  tellHolder: TellHolder
  transactions: Transactions
  identify: Identify
  /** Forgets what this instance remembers about the user's sessions. */
  invalidate(userId: string): void
  /** Tells every instance, when the transaction is committed, to forget what it remembers about the user's sessions. */
  announce(tx: Queryable, userId: string): Promise<unknown>
  /**
   * The caller becomes `userId`: their things move along, and the session that they came with ends, also when it was
   * the same person's: who knew a guest's session must not hold the account's.
   */
  leaveBehind(tx: Queryable, caller: Principal, userId: string): Promise<void>
  /** Takes the new session's cookie into the answer. Answers its token. */
  handOver(call: Call, issued: Headers): string
  /** The person with the token of their new session. */
  signedIn(userId: string, token: string): Promise<SignedIn>
  /** Throws `unauthenticated` when there is nobody. */
  currentUser(principal: Principal): Promise<User>
}

export const signInFirst = () => new AppError('unauthenticated', 'Please sign in first.')

/** What better-auth may know about the caller: not their cookies, so that it never joins two people on its own. */
export function callerHeaders(call: Call): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: call.ip })
  const agent = call.request.headers.get('user-agent')
  if (agent) headers.set('user-agent', agent.slice(0, 512))
  return headers
}

export function createContext(settings: AccountsSettings): AccountsContext {
  const { db, secret, baseUrl, trustedOrigins, log, transferOwnership, onOwnerDeleted } = settings
  const secure = baseUrl.startsWith('https://')
  const transactions = createTransactions(db)
  const auth = createAuth({ ...settings, db: transactions.db })
  const announce = (tx: Queryable, userId: string) =>
    tx.execute(sql`select pg_notify(${CHANNEL}, ${payload('session', userId)})`)

  return {
    db,
    auth,
    secret,
    baseUrl,
    secure,
    trustedOrigins,
    log,
    onOwnerDeleted,
    mail: settings.mail ?? null,
    oidc: settings.oidc ?? null,
    registration: settings.registration ?? { mode: 'open', domains: [] },
    throttle: createThrottle(db),
    proofThrottle: createThrottle(db, 'proof', false),
    tellHolder: createTellHolder(settings.mail ?? null, baseUrl, log),
    transactions,
    ...createIdentification(db, auth, { secret, secure }),
    announce,

    async leaveBehind(tx, caller, userId) {
      // What we remember of a guest may be seconds old; an account's things must not move because it was one.
      const isGuest = caller.kind === 'guest' && caller.userId !== null && (await isGuestStill(tx, caller.userId))
      const moves = caller.owner !== userId && (caller.kind === 'anonymous' || isGuest)
      if (moves) for (const claim of transferOwnership) await claim(tx, caller.owner, userId)
      if (moves && caller.userId) await tx.delete(users).where(eq(users.id, caller.userId))
      else if (caller.sessionId) await tx.delete(sessions).where(eq(sessions.id, caller.sessionId))
      if (caller.userId) await announce(tx, caller.userId)
      if (caller.userId !== userId) await announce(tx, userId)
    },

    handOver(call, issued) {
      for (const cookie of issued.getSetCookie()) call.headers.append('set-cookie', cookie)
      if (call.principal.kind === 'anonymous') forgetVisitor(call.headers, secure)
      const token = issued.get('set-auth-token')
      if (!token) throw new Error('better-auth issued no session token')
      return token
    },

    async signedIn(userId, token) {
      const user = await findUser(db, userId)
      if (!user) throw signInFirst()
      return { ...user, token }
    },

    async currentUser(principal) {
      const user = principal.userId ? await findUser(db, principal.userId) : null
      if (!user) throw signInFirst()
      return user
    },
  }
}
