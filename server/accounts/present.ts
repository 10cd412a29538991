import { SessionInfo, Theme, User } from '@atrium/contract/accounts'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Route, route } from '../platform/http/route.ts'
import type { AccountsContext } from './context.ts'
import { users } from './tables.ts'
import { roleOf } from './user.ts'

/** Who is here, and the theme that they see. */
export function presentRoutes({ db, auth, currentUser }: AccountsContext): Route[] {
  const session = { tag: 'accounts', access: 'session.read', limit: 'read' } as const
  const preference = { tag: 'accounts', access: 'preference.own', path: '/api/user/preferences/theme' } as const
  return [
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
      {
        ...preference,
        method: 'PUT',
        summary: 'Keeps your theme',
        limit: 'write',
        body: z.object({ theme: Theme }),
        answer: z.object({ theme: Theme }),
      },
      async ({ principal, body }) => {
        await db.update(users).set({ theme: body.theme }).where(eq(users.id, principal.owner))
        return { theme: body.theme }
      },
    ),
  ]
}
