import { createHash } from 'node:crypto'
import type { KeyScope } from '@atrium/contract/account-security'
import { prefixed } from '@atrium/contract/brand'
import type { Principal } from '@atrium/contract/principal'
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../platform/database/connect.ts'
import { apiKeys, users } from './tables.ts'
import { kindOf } from './user.ts'

/** What every key begins with, so that people and secret scanners know one when they see it. */
export const KEY_PREFIX = `${prefixed('key')}_`

/** 256 random bits need no slow hash: nobody guesses them, and the table gives them to nobody. */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** Who calls with this key: its person, within its scopes. Null when it is unknown, too old, or the person suspended. */
export async function principalOfKey(
  db: Database,
  key: string,
): Promise<{ principal: Principal; expiresAt: Date | null } | null> {
  const hash = hashOfKey(key)
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
