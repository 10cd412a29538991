import { createHash, randomBytes } from 'node:crypto'
import { brand } from '@atrium/contract/brand'
import type { Principal } from '@atrium/contract/principal'
import { serialize } from 'hono/utils/cookie'

export const VISITOR_COOKIE = `${brand.prefix}_anon`
/** seconds */
const LASTS = 365 * 24 * 60 * 60
/** 128 random bits in base64url */
const KEY = /^[\w-]{22}$/

const attributes = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'Lax', secure }) as const

/**
 * A browser without a session, told by a random key in a cookie, which is made when absent.
 * Rows carry the key's hash, so that reading the database does not let anyone pose as a visitor.
 */
export function visitorOf(cookies: Map<string, string>, answer: Headers, secure: boolean): Principal {
  let key = cookies.get(VISITOR_COOKIE) ?? ''
  if (!KEY.test(key)) {
    key = randomBytes(16).toString('base64url')
    answer.append('set-cookie', serialize(VISITOR_COOKIE, key, { ...attributes(secure), maxAge: LASTS }))
  }
  const owner = `anon:${createHash('sha256').update(key).digest('base64url').slice(0, 22)}`
  return { kind: 'anonymous', owner, userId: null, sessionId: null }
}

/** After the visitor's things have moved to a user, the next visitor at this browser begins with nothing. */
export function forgetVisitor(answer: Headers, secure: boolean): void {
  const others = answer.getSetCookie().filter((cookie) => !cookie.startsWith(`${VISITOR_COOKIE}=`))
  answer.delete('set-cookie')
  for (const cookie of others) answer.append('set-cookie', cookie)
  answer.append('set-cookie', serialize(VISITOR_COOKIE, '', { ...attributes(secure), maxAge: 0 }))
}
