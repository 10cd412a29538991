import { brand } from '@atrium/contract/brand'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { admin, anonymous, bearer, username } from 'better-auth/plugins'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import type { Log } from '../platform/telemetry.ts'
import { accounts, sessions, users, verifications } from './tables.ts'

/** seconds */
export const SESSION_LASTS = 30 * 24 * 60 * 60
/** seconds; a session in use is renewed at most once in this time */
export const RENEWED_AFTER = 24 * 60 * 60
/** Carries the caller's address into better-auth; no client can set it, for we build these headers. */
export const ADDRESS_HEADER = 'x-caller-address'

/** Two spellings that look and read alike are one name. */
export const normalized = (name: string) => name.normalize('NFKC').toLowerCase()

/** Starts a session for a user whom our own registration has made, inside its transaction. */
const sessionStart = () => ({
  id: 'session-start',
  endpoints: {
    startSession: createAuthEndpoint(
      '/start-session',
      { method: 'POST', body: z.object({ userId: z.string() }), requireHeaders: true },
      async (ctx) => {
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(ctx.body.userId)
        if (!user) throw new APIError('NOT_FOUND')
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return { userId: user.id }
      },
    ),
  },
})

export interface AuthSettings {
  db: Database
  secret: string
  baseUrl: string
  trustedOrigins: readonly string[]
  log: Log
}

/** better-auth on our tables. Its own HTTP paths are not mounted: the calls of spec 7 use its functions. */
export function createAuth({ db, secret, baseUrl, trustedOrigins, log }: AuthSettings) {
  return betterAuth({
    appName: brand.name,
    baseURL: baseUrl,
    secret,
    trustedOrigins: [...trustedOrigins],
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    user: {
      additionalFields: {
        firstName: { type: 'string', required: false, input: false },
        tier: { type: 'string', required: false, input: false },
      },
    },
    // The contract's schemas decide about names and passwords; here everything passes to the lookup, so that
    // a name that cannot exist costs as much work as one that does not.
    emailAndPassword: { enabled: true, minPasswordLength: 1, maxPasswordLength: 128 },
    session: { expiresIn: SESSION_LASTS, updateAge: RENEWED_AFTER },
    databaseHooks: {
      session: {
        delete: {
          // How long a guest has been away is told by their sessions, and by this once one is deleted (signing out).
          after: async ({ userId, expiresAt }) => {
            await db
              .update(users)
              .set({ updatedAt: sql`greatest(${users.updatedAt}, least(now(), ${expiresAt}::timestamptz))` })
              .where(and(eq(users.id, userId), users.isAnonymous))
          },
        },
      },
    },
    plugins: [
      username({
        minUsernameLength: 1,
        maxUsernameLength: 254,
        usernameValidator: () => true,
        usernameNormalization: normalized,
      }),
      anonymous({ disableDeleteAnonymousUser: true }),
      admin(),
      bearer({ requireSignature: true }),
      sessionStart(),
    ],
    advanced: {
      cookiePrefix: brand.prefix,
      useSecureCookies: baseUrl.startsWith('https://'),
      database: { generateId: () => uuid() },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    rateLimit: { enabled: false }, // sign-in-throttle.ts and http/limits.ts
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message, ...details) => log.error({ details }, `better-auth: ${message}`) },
  })
}

export type Auth = ReturnType<typeof createAuth>
