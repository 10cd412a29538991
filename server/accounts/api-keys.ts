import { createHash, randomBytes } from 'node:crypto'
import { KeyEntry, type KeyScope, MadeKey, NewKey } from '@atrium/contract/account-security'
import { prefixed } from '@atrium/contract/brand'
import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { and, count, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { AccountsContext } from './context.ts'
import { apiKeys, users } from './tables.ts'
import { kindOf } from './user.ts'

/** What every key begins with, so that people and secret scanners know one when they see it. */
export const KEY_PREFIX = `${prefixed('key')}_`
const SHOWN = KEY_PREFIX.length + 4
const MOST = 50
const DAY = 24 * 60 * 60 * 1000

/** 256 random bits need no slow hash: nobody guesses them, and the table gives them to nobody. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** Who calls with this key: its person, within its scopes. Null when it is unknown, too old, or the person suspended. */
export async function principalOfKey(
  db: Database,
  key: string,
): Promise<{ principal: Principal; expiresAt: Date | null } | null> {
  const hash = hashOf(key)
  const [row] = await db
    .select({
      id: apiKeys.id,
      userId: users.id,
      isAnonymous: users.isAnonymous,
      role: users.role,
      scopes: apiKeys.scopes,
      expiresAt: apiKeys.expiresAt,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(
      and(
        eq(apiKeys.hash, hash),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
        sql`not (${users.banned} and coalesce(${users.banExpires} > now(), true))`,
      ),
    )
  if (!row) return null
  // Once a minute is enough for people to see which keys are in use.
  const stale = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, sql`now() - interval '1 minute'`))
  await db
    .update(apiKeys)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(apiKeys.id, row.id), stale))
  const principal: Principal = {
    kind: kindOf(row),
    owner: row.userId,
    userId: row.userId,
    sessionId: null,
    key: { id: row.id, scopes: row.scopes as KeyScope[] },
  }
  return { principal, expiresAt: row.expiresAt }
}

const entryOf = (row: typeof apiKeys.$inferSelect): KeyEntry => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes as KeyScope[],
  start: row.start,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
})

/** Personal keys for programs. */
export function keyRoutes({ db, invalidate, announce }: AccountsContext): Route[] {
  const own = { tag: 'accounts', access: 'account.own', path: '/api/user/keys' } as const
  return [
    route(
      {
        ...own,
        method: 'GET',
        summary: 'Your keys for programs',
        limit: 'read',
        answer: z.object({ keys: z.array(KeyEntry) }),
      },
      async ({ principal }) => {
        const mine = eq(apiKeys.userId, principal.owner)
        return { keys: (await db.select().from(apiKeys).where(mine).orderBy(desc(apiKeys.createdAt))).map(entryOf) }
      },
    ),
    route(
      {
        ...own,
        method: 'POST',
        summary: 'Makes a key, shown this once; it works as Authorization: Bearer',
        limit: 'write',
        body: NewKey,
        answer: MadeKey,
        status: 201,
      },
      async ({ principal, body }) => {
        const [held] = await db.select({ keys: count() }).from(apiKeys).where(eq(apiKeys.userId, principal.owner))
        if ((held?.keys ?? 0) >= MOST)
          throw new AppError('conflict', 'You have 50 keys already. Delete one that is not used any more.')
        const key = KEY_PREFIX + randomBytes(32).toString('base64url')
        const [row] = await db
          .insert(apiKeys)
          .values({
            id: uuid(),
            userId: principal.owner,
            name: body.name,
            hash: hashOf(key),
            start: key.slice(0, SHOWN),
            scopes: [...new Set(body.scopes)],
            expiresAt: body.expiresInDays ? new Date(Date.now() + body.expiresInDays * DAY) : null,
          })
          .returning()
        if (!row) throw new Error('The key was not stored.')
        return { ...entryOf(row), key }
      },
    ),
    route(
      {
        ...own,
        method: 'DELETE',
        path: '/api/user/keys/:id',
        summary: 'Deletes a key; what uses it is refused from then on',
        limit: 'write',
        params: z.object({ id: z.string() }),
      },
      async ({ principal, params }) => {
        await db.transaction(async (tx) => {
          const gone = await tx
            .delete(apiKeys)
            .where(and(eq(apiKeys.id, params.id), eq(apiKeys.userId, principal.owner)))
            .returning({ id: apiKeys.id })
          if (gone.length === 0) throw new AppError('not_found', 'That key was not found.')
          await announce(tx, principal.owner)
        })
        invalidate(principal.owner)
        return { ok: true }
      },
    ),
  ]
}
