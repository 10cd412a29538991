import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { recordShares } from '../sharing/tables.ts'
import { hrefOf, isWithin } from './paths.ts'
import { DavRefusal } from './refusal.ts'
import { davLocks } from './tables.ts'
import { escapeXml } from './xml-text.ts'

export interface Lock {
  token: string
  path: readonly string[]
  isExclusive: boolean
  isDeep: boolean
  userId: string
  /** XML, or empty */
  holder: string
  expiresAt: Date
}

/** Whose tree it is. */
export interface Tree {
  owner: string
  module: string
  /** What its addresses begin with. */
  base: readonly string[]
  /** Where its top lies in the owner's own tree, of what somebody shared: locks hold for both. */
  above?: readonly string[]
  /** By which share the caller came to it. */
  share?: string
}

/** seconds that a lock lasts at most without being renewed, and what it lasts when nothing is asked for */
const LONGEST = 3600
/** Of one tree. */
const MOST = 1000

/** A lock of somebody who may only look by now keeps nobody from writing. */
const mayStillWrite = sql`exists (select 1 from ${recordShares} where ${recordShares.id} = ${davLocks.shareId} and ${recordShares.role} = 'editor')`

const ofTree = ({ owner, module }: Tree) => and(eq(davLocks.ownerId, owner), eq(davLocks.module, module))

/** The locks of a tree that have not ended. */
export async function locksOf(on: Queryable, tree: Tree): Promise<Lock[]> {
  const rows = await on
    .select()
    .from(davLocks)
    .where(and(ofTree(tree), gt(davLocks.expiresAt, sql`now()`), or(isNull(davLocks.shareId), mayStillWrite)))
  return rows.flatMap((row) => {
    const lock = { ...row, path: row.path.split('/').filter(Boolean) }
    const path = seenFrom(tree, lock)
    return path ? [{ ...lock, path }] : []
  })
}

/** Where a lock of the owner's tree stands in this one: at its top where it lies on something above that; null where it is elsewhere. */
function seenFrom({ above = [] }: Tree, { path, isDeep }: Pick<Lock, 'path' | 'isDeep'>): readonly string[] | null {
  if (isWithin(path, above)) return path.slice(above.length)
  return isDeep && isWithin(above, path) ? [] : null
}

/** Those that hold for this path: its own, and the deep ones above it. */
export const covering = (locks: readonly Lock[], path: readonly string[]): Lock[] =>
  locks.filter((lock) => isWithin(path, lock.path) && (lock.isDeep || lock.path.length === path.length))

const below = (locks: readonly Lock[], path: readonly string[]): Lock[] =>
  locks.filter((lock) => isWithin(lock.path, path))

/** What a call touches: the thing at a path; what lies below it too; whether it comes to or goes from its folder. */
export interface Touched {
  path: readonly string[]
  isDeep?: boolean
  isMember?: boolean
}

const hrefsOf = (tree: Tree, locks: readonly Lock[]) =>
  [...new Set(locks.map(({ path }) => hrefOf([...tree.base, ...path], false)))]
    .map((href) => `<D:href>${escapeXml(href)}</D:href>`)
    .join('')

/** Throws 423 when something of it is locked, unless the caller has sent a token of theirs for each place that is. */
export function refuseLocked(
  tree: Tree,
  locks: readonly Lock[],
  touched: readonly Touched[],
  caller: { userId: string | null; tokens: ReadonlySet<string> },
): void {
  const concerned = touched.flatMap(({ path, isDeep = false, isMember = false }) => [
    ...covering(locks, path),
    ...(isDeep ? below(locks, path) : []),
    ...(isMember && path.length > 0 ? covering(locks, path.slice(0, -1)) : []),
  ])
  const places = Map.groupBy(concerned, ({ path }) => path.join('/'))
  const closed = [...places.values()].filter(
    (held) => !held.some(({ token, userId }) => userId === caller.userId && caller.tokens.has(token)),
  )
  if (closed.length === 0) return
  throw new DavRefusal(423, 'Another program has locked this. Try again when it is done.', {
    condition: `<D:lock-token-submitted>${hrefsOf(tree, closed.flat())}</D:lock-token-submitted>`,
  })
}

/** `Second-600, Infinite`: the first that is understood (RFC 4918, section 10.7). */
export function timeoutOf(header: string | null): number {
  for (const one of (header ?? '').split(',')) {
    const seconds = /^\s*Second-(\d{1,10})\s*$/i.exec(one)?.[1]
    if (seconds !== undefined) return Math.min(Math.max(1, Number(seconds)), LONGEST)
    if (/^\s*Infinite\s*$/i.test(one)) return LONGEST
  }
  return LONGEST
}

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`

export interface NewLock extends Omit<Lock, 'token' | 'expiresAt'> {
  seconds: number
}

/** Locks, or throws 423 when another lock is in the way. Two that come at once take turns. */
export async function addLock(db: Database, tree: Tree, { seconds, path, ...lock }: NewLock): Promise<Lock> {
  return db.transaction(async (tx) => {
    const name = `dav locks of ${tree.owner} ${tree.module}`
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
    const locks = await locksOf(tx, tree)
    const near = [...covering(locks, path), ...(lock.isDeep ? below(locks, path) : [])]
    const inTheWay = near.filter((one) => one.isExclusive || lock.isExclusive)
    if (inTheWay.length > 0)
      throw new DavRefusal(423, 'Another program has locked this. Try again when it is done.', {
        condition: `<D:no-conflicting-lock>${hrefsOf(tree, inTheWay)}</D:no-conflicting-lock>`,
      })
    if (locks.length >= MOST) throw new DavRefusal(507, `There are ${MOST} locks already. Wait until some have ended.`)
    const [made] = await tx
      .insert(davLocks)
      .values({
        ...lock,
        token: `urn:uuid:${randomUUID()}`,
        ownerId: tree.owner,
        module: tree.module,
        shareId: tree.share ?? null,
        path: [...(tree.above ?? []), ...path].join('/'),
        expiresAt: inSeconds(seconds),
      })
      .returning()
    if (!made) throw new Error('The lock was not stored.')
    return { ...made, path }
  })
}

/** Null when it has ended meanwhile. */
export async function renewLock(on: Queryable, { token, path }: Lock, seconds: number): Promise<Lock | null> {
  const [row] = await on
    .update(davLocks)
    .set({ expiresAt: inSeconds(seconds) })
    .where(and(eq(davLocks.token, token), gt(davLocks.expiresAt, sql`now()`)))
    .returning()
  return row ? { ...row, path } : null
}

export async function removeLock(on: Queryable, token: string): Promise<void> {
  await on.delete(davLocks).where(eq(davLocks.token, token))
}

/** What was locked here is gone, or somewhere else. */
export async function removeLocksBelow(on: Queryable, tree: Tree, path: readonly string[]): Promise<void> {
  for (const { token } of below(await locksOf(on, tree), path)) await removeLock(on, token)
}

export async function forgetEndedLocks(on: Queryable): Promise<void> {
  await on.delete(davLocks).where(lte(davLocks.expiresAt, sql`now()`))
}

/** The lock as the property `lockdiscovery` tells it. Its token is no secret: only its holder's key can use it. */
export function lockText(tree: Tree, { token, path, isExclusive, isDeep, holder, expiresAt }: Lock): string {
  const seconds = Math.max(0, Math.round((expiresAt.getTime() - Date.now()) / 1000))
  return [
    '<D:activelock><D:locktype><D:write/></D:locktype>',
    `<D:lockscope><D:${isExclusive ? 'exclusive' : 'shared'}/></D:lockscope>`,
    `<D:depth>${isDeep ? 'infinity' : '0'}</D:depth>${holder}`,
    `<D:timeout>Second-${seconds}</D:timeout><D:locktoken><D:href>${token}</D:href></D:locktoken>`,
    `<D:lockroot><D:href>${escapeXml(hrefOf([...tree.base, ...path], false))}</D:href></D:lockroot></D:activelock>`,
  ].join('')
}
