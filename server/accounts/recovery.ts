import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, like, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import { users, verifications } from './tables.ts'

const PREFIX = 'reset:'
/** Of a link that went by mail, which proves that the mailbox is theirs. */
const MAILED = 'mailed'

const identifierOf = (token: string) => PREFIX + createHash('sha256').update(token).digest('hex')

/** 256 random bits; the database has their hash alone, so that reading it resets nobody's password. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const resetAddress = (baseUrl: string, token: string): string => new URL(`/auth?reset=${token}`, baseUrl).href

/** One statement whether or not somebody has this address, so that both cost the same. Answers the person. */
export async function keepMailedToken(
  on: Queryable,
  email: string,
  token: string,
  minutes: number,
): Promise<{ id: string; email: string; name: string } | null> {
  const { rows } = await on.execute<{ id: string; email: string; name: string }>(sql`
    with person as (
      select id, email, name from ${users} where email = ${email} and not is_anonymous and not banned
    ), kept as (
      insert into ${verifications} (id, identifier, value, expires_at)
      select ${uuid()}, ${identifierOf(token)}, ${`${MAILED} `} || id, now() + make_interval(mins => ${minutes}) from person
    )
    select id, email, name from person`)
  return rows[0] ?? null
}

/** For an administrator to hand over. */
export async function keepToken(on: Queryable, userId: string, token: string, expiresAt: Date): Promise<void> {
  await on
    .insert(verifications)
    .values({ id: uuid(), identifier: identifierOf(token), value: `handed ${userId}`, expiresAt })
}

/** Whose password the token sets; null when there is none, or its time is over. It stays good. */
export async function ownerOfToken(on: Queryable, token: string): Promise<string | null> {
  const [row] = await on
    .select({ value: verifications.value })
    .from(verifications)
    .where(and(eq(verifications.identifier, identifierOf(token)), gt(verifications.expiresAt, sql`now()`)))
  return row?.value.split(' ')[1] ?? null
}

/** Uses the token up; null when there is none, or its time is over. */
export async function useToken(tx: Queryable, token: string): Promise<{ userId: string; mailed: boolean } | null> {
  const [row] = await tx
    .delete(verifications)
    .where(and(eq(verifications.identifier, identifierOf(token)), gt(verifications.expiresAt, sql`now()`)))
    .returning({ value: verifications.value })
  if (!row) return null
  const [way = '', userId = ''] = row.value.split(' ')
  return { userId, mailed: way === MAILED }
}

/** Links that are still about lose their force: the password or the address that they were made for has changed. */
export async function dropTokens(tx: Queryable, userId: string): Promise<void> {
  await tx
    .delete(verifications)
    .where(and(like(verifications.identifier, `${PREFIX}%`), like(verifications.value, `% ${userId}`)))
}
