import { brand } from '@atrium/contract/brand'
import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { eq } from 'drizzle-orm'
import { users } from '../accounts/tables.ts'
import type { Queryable } from '../platform/database/connect.ts'
import { bearerOf } from '../platform/http/bearer.ts'
import type { Limiters } from '../platform/http/limits.ts'
import type { Door, Identify } from '../platform/http/mount.ts'
import { refusalAnswer } from './refusal.ts'

/** RFC 7617: the name up to the first colon, in UTF-8. */
function basicOf(request: Request): { name: string; key: string } | null {
  const sent = /^basic +([A-Za-z0-9+/=]{1,2000})$/i.exec(request.headers.get('authorization')?.trim() ?? '')?.[1]
  if (sent === undefined) return null
  const text = Buffer.from(sent, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? null : { name: text.slice(0, colon).trim().toLowerCase(), key: text.slice(colon + 1) }
}

/** Nobody: what anybody may see without an account is not for programs either. */
const nobody: Principal = { kind: 'anonymous', owner: 'anon:dav', userId: null, sessionId: null, ended: true }

/**
 * Programs come with a key: as the password of HTTP Basic beside the person's name or e-mail address, or as a bearer token. Neither the
 * account's own password, which a second factor may guard, nor a session opens this door; a cookie is not looked at.
 */
export function byKey(db: Queryable, identify: Identify): Identify {
  return async (request, answer) => {
    const basic = basicOf(request)
    const key = basic?.key ?? bearerOf(request)
    if (key === undefined || !/^[\x21-\x7e]{1,256}$/.test(key)) return nobody
    const headers = { authorization: `Bearer ${key}` }
    const principal = await identify(new Request(request.url, { headers }), answer)
    if (!principal.key || principal.userId === null) return nobody
    if (!basic) return principal
    const [person] = await db
      .select({ username: users.username, email: users.email, claimed: users.claimedEmail })
      .from(users)
      .where(eq(users.id, principal.userId))
    const names = [person?.username, person?.email, person?.claimed].map((one) => one?.toLowerCase())
    return names.includes(basic.name) ? principal : nobody
  }
}

/** How a refusal looks to a program. Wrong keys are counted by the address that they come from. */
export function refuseProgram(limiters: Limiters): NonNullable<Door['refuse']> {
  return async (error, { headers, ip }) => {
    let refusal = error
    if (error.code === 'unauthenticated')
      await limiters(nobody, ip, 'device').catch((limited: unknown) => {
        if (!(limited instanceof AppError)) throw limited
        refusal = limited
      })
    const retryAfter = refusal.details?.retryAfter
    if (typeof retryAfter === 'number') headers.set('retry-after', String(retryAfter))
    if (refusal.code !== 'unauthenticated') return refusalAnswer(refusal, headers)
    headers.set('www-authenticate', `Basic realm="${brand.name}", charset="UTF-8"`)
    const message = 'Sign in with your username, and a key of yours (Settings → Security) instead of the password.'
    return refusalAnswer({ status: 401, message }, headers)
  }
}
