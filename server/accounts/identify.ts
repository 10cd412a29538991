import type { Principal } from '@atrium/contract/principal'
import { isAPIError } from 'better-auth/api'
import { parseCookies } from 'better-auth/cookies'
import { constantTimeEqual, makeSignature } from 'better-auth/crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '../platform/database/connect.ts'
import { bearerOf } from '../platform/http/bearer.ts'
import type { Identify } from '../platform/http/mount.ts'
import { type Auth, RENEWED_AFTER, SESSION_LASTS } from './auth.ts'
import { KEY_PREFIX, principalOfKey } from './key-principal.ts'
import { sessions, users } from './tables.ts'
import { kindOf } from './user.ts'
import { visitorOf } from './visitor.ts'

/** ms; a change made on another instance whose notice is lost takes effect after this time */
const REMEMBERED_FOR = 10_000
const MOST_REMEMBERED = 10_000
/** ms; the list of sessions tells to within this time when each was last in use */
const SEEN_EVERY = 5 * 60_000

interface Remembered {
  principal: Principal
  until: number
}

export interface Identification {
  identify: Identify
  /** Forgets what is remembered about this user's sessions: after a logout, a ban, a change of role. */
  invalidate(userId: string): void
}

const decoded = (value: string) => {
  try {
    return value.includes('%') ? decodeURIComponent(value) : value
  } catch (error) {
    if (error instanceof URIError) return value
    throw error
  }
}

export function createIdentification(
  db: Database,
  auth: Auth,
  settings: { secret: string; secure: boolean },
): Identification {
  const remembered = new Map<string, Remembered>()
  let changes = 0

  /** `token.signature`, as better-auth signs it: HMAC-SHA-256, base64. */
  async function verifiedToken(signed: string): Promise<string | null> {
    const at = signed.lastIndexOf('.')
    if (at < 1 || signed.length > 256) return null
    const token = signed.slice(0, at)
    return constantTimeEqual(signed.slice(at + 1), await makeSignature(token, settings.secret)) ? token : null
  }

  async function find(signed: string, renew: () => Promise<boolean>): Promise<Principal | null> {
    const known = remembered.get(signed)
    if (known && known.until > Date.now()) return known.principal
    const token = await verifiedToken(signed)
    if (!token) return null
    const seen = changes
    const [row] = await db
      .select({
        sessionId: sessions.id,
        userId: users.id,
        isAnonymous: users.isAnonymous,
        role: users.role,
        expiresAt: sessions.expiresAt,
        seenAt: sessions.updatedAt,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          eq(sessions.token, token),
          gt(sessions.expiresAt, sql`now()`),
          sql`not (${users.banned} and coalesce(${users.banExpires} > now(), true))`,
        ),
      )
    if (!row) return null
    const left = row.expiresAt.getTime() - Date.now()
    if (left < (SESSION_LASTS - RENEWED_AFTER) * 1000 && !(await renew())) return null
    if (Date.now() - row.seenAt.getTime() > SEEN_EVERY)
      await db.update(sessions).set({ updatedAt: sql`now()` }).where(eq(sessions.id, row.sessionId))
    const principal: Principal = {
      kind: kindOf(row),
      owner: row.userId,
      userId: row.userId,
      sessionId: row.sessionId,
    }
    // An invalidation that arrived while we asked may concern the answer that we got.
    if (seen === changes) remember(signed, { principal, until: Date.now() + Math.min(REMEMBERED_FOR, left) })
    return principal
  }

  function remember(signed: string, entry: Remembered): void {
    remembered.delete(signed) // to the young end
    remembered.set(signed, entry)
    if (remembered.size <= MOST_REMEMBERED) return
    const [oldest] = remembered.keys()
    if (oldest !== undefined) remembered.delete(oldest)
  }

  async function findKey(key: string): Promise<Principal | null> {
    const known = remembered.get(key)
    if (known && known.until > Date.now()) return known.principal
    const seen = changes
    const found = await principalOfKey(db, key)
    if (!found) return null
    const { principal, expiresAt } = found
    const until = Math.min(Date.now() + REMEMBERED_FOR, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY)
    if (seen === changes) remember(key, { principal, until })
    return principal
  }

  /** False when the session has ended meanwhile. */
  async function renewed(request: Request, answer: Headers | null): Promise<boolean> {
    try {
      const { headers } = await auth.api.getSession({ headers: request.headers, returnHeaders: true })
      for (const cookie of headers.getSetCookie()) answer?.append('set-cookie', cookie)
      return true
    } catch (error) {
      if (isAPIError(error) && error.statusCode === 401) return false
      throw error
    }
  }

  return {
    async identify(request, answer) {
      const cookies = parseCookies(request.headers.get('cookie') ?? '')
      const visitor = () => visitorOf(cookies, answer, settings.secure)
      // Who sends a token means it: no falling back to a cookie that may belong to somebody else.
      const bearer = bearerOf(request)
      if (bearer?.startsWith(KEY_PREFIX)) return (await findKey(bearer)) ?? { ...visitor(), ended: true }
      if (bearer) return (await find(decoded(bearer), () => renewed(request, null))) ?? { ...visitor(), ended: true }
      const { authCookies } = await auth.$context
      const cookie = cookies.get(authCookies.sessionToken.name)
      if (!cookie) return visitor()
      return (await find(cookie, () => renewed(request, answer))) ?? { ...visitor(), ended: true }
    },
    invalidate(userId) {
      changes++
      for (const [signed, entry] of remembered) if (entry.principal.userId === userId) remembered.delete(signed)
    },
  }
}
