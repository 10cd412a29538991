import { randomBytes } from 'node:crypto'
import { KeyEntry, type KeyScope, MadeKey, NewKey } from '@atrium/contract/account-security'
import { Done } from '@atrium/contract/described-call'
import { AppError } from '@atrium/contract/errors'
import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Route, route } from '../platform/http/route.ts'
import { uuid } from '../platform/ids.ts'
import type { AccountsContext } from './context.ts'
import { hashOfKey, KEY_PREFIX } from './key-principal.ts'
import { apiKeys } from './tables.ts'
import { oneAtATime } from './user.ts'

const SHOWN = KEY_PREFIX.length + 4
const MOST = 50
const DAY = 24 * 60 * 60 * 1000

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
        const userId = principal.owner
        const key = KEY_PREFIX + randomBytes(32).toString('base64url')
        const row = await db.transaction(async (tx) => {
          await oneAtATime(tx, userId)
          if ((await tx.$count(apiKeys, eq(apiKeys.userId, userId))) >= MOST)
            throw new AppError('conflict', 'You have 50 keys already. Delete one that is not used any more.')
          const [made] = await tx
            .insert(apiKeys)
            .values({
              id: uuid(),
              userId,
              name: body.name,
              hash: hashOfKey(key),
              start: key.slice(0, SHOWN),
              scopes: [...new Set(body.scopes)],
              expiresAt: body.expiresInDays ? new Date(Date.now() + body.expiresInDays * DAY) : null,
            })
            .returning()
          return made
        })
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
        answer: Done,
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
