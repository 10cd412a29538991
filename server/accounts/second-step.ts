import { createHmac } from 'node:crypto'
import { brand } from '@atrium/contract/brand'
import { parseCookies } from 'better-auth/cookies'
import { constantTimeEqual } from 'better-auth/crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import { serialize } from 'hono/utils/cookie'
import type { Queryable } from '../platform/database/connect.ts'
import type { AccountsContext } from './context.ts'
import { accounts, secondFactors } from './tables.ts'

/**
 * What a browser carries between the password and the code (`step`), and what spares it the code (`trusted`): signed, and
 * good only as long as the password and the second factor are those that they were.
 */
const COOKIES = {
  step: { name: `${brand.prefix}_second_step`, seconds: 10 * 60 },
  trusted: { name: `${brand.prefix}_trusted`, seconds: 30 * 24 * 60 * 60 },
} as const
type Kind = keyof typeof COOKIES
type Settings = Pick<AccountsContext, 'secret' | 'secure'>

export interface Standing {
  userId: string
  /** Changes with the password and with the second factor. */
  seal: string
}

/** Null when the person has no second factor in force. */
export async function standingOf(on: Queryable, userId: string): Promise<Standing | null> {
  const [row] = await on
    .select({ secret: secondFactors.secret, password: accounts.password })
    .from(secondFactors)
    .leftJoin(accounts, and(eq(accounts.userId, secondFactors.userId), eq(accounts.providerId, 'credential')))
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
  return row ? { userId, seal: `${row.secret} ${row.password}` } : null
}

const signature = (kind: Kind, { userId, seal }: Standing, until: string, secret: string) =>
  createHmac('sha256', secret).update(`${COOKIES[kind].name} ${userId} ${until} ${seal}`).digest('base64url')

const attributes = (secure: boolean) => ({ path: '/api/login', httpOnly: true, sameSite: 'Strict', secure }) as const

export function stepCookie(kind: Kind, standing: Standing, { secret, secure }: Settings): string {
  const { name, seconds } = COOKIES[kind]
  const until = String(Date.now() + seconds * 1000)
  const value = `${standing.userId}.${until}.${signature(kind, standing, until, secret)}`
  return serialize(name, value, { ...attributes(secure), maxAge: seconds })
}

export const droppedStep = ({ secure }: Settings): string =>
  serialize(COOKIES.step.name, '', { ...attributes(secure), maxAge: 0 })

const partsOf = (request: Request, kind: Kind) => {
  const value = parseCookies(request.headers.get('cookie') ?? '').get(COOKIES[kind].name) ?? ''
  const [userId = '', until = '', signed = ''] = value.split('.')
  return { userId, until, signed }
}

export function isTrusted(request: Request, kind: Kind, standing: Standing, { secret }: Settings): boolean {
  const { userId, until, signed } = partsOf(request, kind)
  if (userId !== standing.userId || !(Number(until) > Date.now())) return false
  return constantTimeEqual(signed, signature(kind, standing, until, secret))
}

/** Who has shown the password in this browser a moment ago. */
export async function whoIsBetween(on: Queryable, request: Request, settings: Settings): Promise<Standing | null> {
  const { userId } = partsOf(request, 'step')
  const standing = userId ? await standingOf(on, userId) : null
  return standing && isTrusted(request, 'step', standing, settings) ? standing : null
}
