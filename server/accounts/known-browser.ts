import { createHmac, randomBytes } from 'node:crypto'
import { brand } from '@atrium/contract/brand'
import { parseCookies } from 'better-auth/cookies'
import { constantTimeEqual } from 'better-auth/crypto'
import { serialize } from 'hono/utils/cookie'
import type { AccountsContext } from './context.ts'

const COOKIE = `${brand.prefix}_known_browser`
/** seconds */
const LASTS = 365 * 24 * 60 * 60

type Settings = Pick<AccountsContext, 'secret' | 'secure'>

const signature = (userId: string, key: string, secret: string) =>
  createHmac('sha256', secret).update(`${COOKIE} ${userId} ${key}`).digest('base64url')

/** The key of a browser in which this account was signed in with its password before; null for any other. It opens nothing. */
export function knownBrowser(request: Request, userId: string, { secret }: Settings): string | null {
  const [owner, key = '', signed = ''] = (parseCookies(request.headers.get('cookie') ?? '').get(COOKIE) ?? '').split(
    '.',
  )
  if (owner !== userId) return null
  return constantTimeEqual(signed, signature(userId, key, secret)) ? key : null
}

export function knownBrowserCookie(userId: string, { secret, secure }: Settings): string {
  const key = randomBytes(16).toString('base64url')
  const value = `${userId}.${key}.${signature(userId, key, secret)}`
  return serialize(COOKIE, value, { path: '/api/login', httpOnly: true, sameSite: 'Strict', secure, maxAge: LASTS })
}
