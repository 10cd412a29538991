import { Id } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import { AdminUser, AdminUserChange, ResetLink } from '@atrium/contract/profile'
import { and, desc, eq, ilike, lt, not, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '../platform/database/connect.ts'
import { type Call, type Route, route } from '../platform/http/route.ts'
import type { AccountsContext } from './context.ts'
import { refuseLastAdministrator } from './last-administrator.ts'
import { keepToken, newToken, resetAddress } from './recovery.ts'
import { secondFactors, sessions, users } from './tables.ts'
import { userOf } from './user.ts'

const PAGE = 50
/** ms */
const LINK_LASTS = 24 * 60 * 60 * 1000

const Search = z.object({
  q: z.string().trim().max(200).optional(),
  cursor: z.string().max(100).optional(),
})
const ById = z.object({ id: Id })

const missing = () => new AppError('not_found', 'That person was not found.')
const isPerson = not(users.isAnonymous)

// By hand: in a query over one table drizzle writes columns without their table, and `id` would be the session's.
const facts = {
  seen: sql<string | null>`(select max(s.updated_at) from ${sessions} s where s.user_id = ${users}.id)`,
  twoFactor: sql<boolean>`exists (select 1 from ${secondFactors} f where f.user_id = ${users}.id and f.confirmed_at is not null)`,
}

/** The people of this installation, for its administrators. */
export function adminUserRoutes({ db, baseUrl, log, announce, invalidate }: AccountsContext): Route[] {
  type Row = typeof users.$inferSelect
  const shown = ({ user, seen, twoFactor }: { user: Row; seen: string | null; twoFactor: boolean }): AdminUser => ({
    ...userOf(user),
    role: user.role === 'admin' ? 'admin' : 'user',
    createdAt: user.createdAt.toISOString(),
    lastSeenAt: seen === null ? null : new Date(seen).toISOString(),
    banned: user.banned,
    twoFactor,
  })

  async function list({ query }: Call<undefined, z.infer<typeof Search>>) {
    const words = query.q ? `%${query.q.replace(/[\\%_]/g, '\\$&')}%` : null
    // Ids are UUIDs of version 7: their order is that of their making.
    const rows = await db
      .select({ user: users, ...facts })
      .from(users)
      .where(
        and(
          isPerson,
          query.cursor ? lt(users.id, query.cursor) : undefined,
          words
            ? or(
                ilike(users.username, words),
                ilike(users.displayUsername, words),
                ilike(users.email, words),
                ilike(users.claimedEmail, words),
                ilike(users.firstName, words),
              )
            : undefined,
        ),
      )
      .orderBy(desc(users.id))
      .limit(PAGE + 1)
    const page = rows.slice(0, PAGE)
    return { users: page.map(shown), nextCursor: rows.length > PAGE ? (page.at(-1)?.user.id ?? null) : null }
  }

  async function find(on: Queryable, id: string) {
    const [found] = await on
      .select({ user: users, ...facts })
      .from(users)
      .where(and(eq(users.id, id), isPerson))
    if (!found) throw missing()
    return found
  }

  async function change({ principal, params, body }: Call<{ id: string }, undefined, AdminUserChange>) {
    const changes = Object.keys(body).length > 0
    const row = await db.transaction(async (tx) => {
      const [before] = await tx
        .select()
        .from(users)
        .where(and(eq(users.id, params.id), isPerson))
      if (!before) throw missing()
      if (body.role === 'user' || body.banned) await refuseLastAdministrator(tx, before.id)
      if (body.banned && before.id === principal.userId)
        throw new AppError('conflict', 'You cannot suspend your own account.')
      if (changes) {
        await tx
          .update(users)
          .set({ ...body, banExpires: null, updatedAt: new Date() })
          .where(eq(users.id, before.id))
        if (body.banned) await tx.delete(sessions).where(eq(sessions.userId, before.id))
        await announce(tx, before.id)
      }
      return find(tx, before.id)
    })
    if (changes) {
      invalidate(params.id)
      log.info({ by: principal.userId, userId: params.id, ...body }, 'an administrator changed an account')
    }
    return shown(row)
  }

  async function makeLink({ principal, params }: Call<{ id: string }>): Promise<z.infer<typeof ResetLink>> {
    const [person] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, params.id), isPerson))
    if (!person) throw missing()
    const token = newToken()
    const expiresAt = new Date(Date.now() + LINK_LASTS)
    await keepToken(db, person.id, token, expiresAt)
    log.info({ by: principal.userId, userId: person.id }, 'an administrator made a link that sets a new password')
    return { url: resetAddress(baseUrl, token), expiresAt: expiresAt.toISOString() }
  }

  /** For who lost the app and the recovery codes. Their sessions end: one may be in other hands. */
  async function turnFactorOff({ principal, params }: Call<{ id: string }>): Promise<AdminUser> {
    if (params.id === principal.userId)
      throw new AppError('conflict', 'Turn off your own two-step sign-in in Settings.')
    const row = await db.transaction(async (tx) => {
      const before = await find(tx, params.id)
      if (!before.twoFactor) return before
      await tx.delete(secondFactors).where(eq(secondFactors.userId, params.id))
      await tx.delete(sessions).where(eq(sessions.userId, params.id))
      await announce(tx, params.id)
      log.info({ by: principal.userId, userId: params.id }, 'an administrator turned a person’s second factor off')
      return { ...before, twoFactor: false }
    })
    invalidate(params.id)
    return shown(row)
  }

  const admin = { tag: 'administration', access: 'admin.users' } as const
  return [
    route(
      {
        ...admin,
        method: 'GET',
        path: '/api/admin/users',
        summary: 'The people of this installation, the newest first, by pages of 50',
        limit: 'read',
        query: Search,
        answer: z.object({ users: z.array(AdminUser), nextCursor: z.string().nullable() }),
      },
      list,
    ),
    route(
      {
        ...admin,
        method: 'PATCH',
        path: '/api/admin/users/:id',
        summary: 'Changes a person’s plan or role, or suspends them',
        limit: 'write',
        params: ById,
        body: AdminUserChange,
        answer: AdminUser,
      },
      change,
    ),
    route(
      {
        ...admin,
        method: 'DELETE',
        path: '/api/admin/users/:id/two-factor',
        summary: 'Turns off the second factor of a person who lost it; their sessions end',
        limit: 'write',
        params: ById,
        answer: AdminUser,
      },
      turnFactorOff,
    ),
    route(
      {
        ...admin,
        method: 'POST',
        path: '/api/admin/users/:id/reset-link',
        summary: 'Makes a link, good for a day and once, with which a person sets a new password',
        limit: 'write',
        params: ById,
        answer: ResetLink,
        status: 201,
      },
      makeLink,
    ),
  ]
}
