import { SessionEntry } from '@atrium/contract/account-security'
import { AppError } from '@atrium/contract/errors'
import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Route, route } from '../platform/http/route.ts'
import type { AccountsContext } from './context.ts'
import { sessions } from './tables.ts'

// The more particular names come first: Edge says that it is Chrome, and Chrome that it is Safari.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** "Firefox on Linux"; the browser or the system alone when only one is known, and the text itself when neither is. */
export function agentInWords(userAgent: string | null): string {
  const text = userAgent?.trim() ?? ''
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(text))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? text.slice(0, 80)
}

/** Where the person is signed in, and the ways to end it there. */
export function sessionRoutes({ db, invalidate, announce }: AccountsContext): Route[] {
  const Ended = z.object({ ended: z.number().int().min(0) })
  const own = { tag: 'accounts', access: 'account.own', path: '/api/user/sessions' } as const

  const end = async (userId: string, which: ReturnType<typeof eq>) => {
    const ended = await db.transaction(async (tx) => {
      const gone = await tx
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), which))
        .returning({ id: sessions.id })
      await announce(tx, userId)
      return gone.length
    })
    invalidate(userId)
    return ended
  }

  return [
    route(
      {
        ...own,
        method: 'GET',
        summary: 'Where you are signed in',
        limit: 'read',
        answer: z.object({ sessions: z.array(SessionEntry) }),
      },
      async ({ principal }) => {
        const rows = await db
          .select()
          .from(sessions)
          .where(and(eq(sessions.userId, principal.owner), gt(sessions.expiresAt, sql`now()`)))
          .orderBy(desc(sessions.updatedAt))
        return {
          sessions: rows.map((row) => ({
            id: row.id,
            agent: agentInWords(row.userAgent),
            ip: row.ipAddress || null,
            createdAt: row.createdAt.toISOString(),
            lastSeenAt: row.updatedAt.toISOString(),
            current: row.id === principal.sessionId,
          })),
        }
      },
    ),
    route(
      { ...own, method: 'DELETE', summary: 'Sign out everywhere else', limit: 'write', answer: Ended },
      async ({ principal }) => ({
        ended: await end(principal.owner, ne(sessions.id, principal.sessionId ?? '')),
      }),
    ),
    route(
      {
        ...own,
        method: 'DELETE',
        path: '/api/user/sessions/:id',
        summary: 'Sign out in one other place',
        limit: 'write',
        params: z.object({ id: z.string() }),
        answer: Ended,
      },
      async ({ principal, params }) => {
        if ((await end(principal.owner, eq(sessions.id, params.id))) === 0)
          throw new AppError('not_found', 'That session has ended already.')
        return { ended: 1 }
      },
    ),
  ]
}
