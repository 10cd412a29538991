import type { Module } from '@atrium/contract/module'
import type { Principal } from '@atrium/contract/principal'
import { type SharedWithMe, scopeOfShare } from '@atrium/contract/sharing'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../platform/database/connect.ts'
import type { Enter } from '../platform/http/mount.ts'
import { recordShares } from '../sharing/tables.ts'
import { DavRefusal } from './refusal.ts'
import { davSharedNames } from './tables.ts'

/** The first name of an address for what others share with one: teams have ids, which are longer. */
export const SHARED = 'shared'

type OneShare = SharedWithMe['shares'][number]

export interface SharedTrees {
  db: Database
  withMe(principal: Principal): Promise<readonly OneShare[]>
  /** The principal on that one record. Throws `not_found`. */
  enter: Enter
}

/** Whether something of the module can be shared one by one, and programs reach it as files. */
export const canBeShared = ({ dav, collections }: Module): boolean =>
  dav !== undefined && !dav.calendars && Object.values(collections).some(({ shared }) => shared)

const titleOf = ({ title, id }: OneShare) => (title.replace(/[/\p{Cc}]/gu, '_').trim() || id).normalize('NFC')

/**
 * What is shared with the caller of a module, by the names that programs see: of two that are called alike the later has a number. A
 * name is kept from the first time that it was seen: it changes with the title alone, not with what else comes or ends.
 */
export async function sharedByName(
  { withMe, db }: SharedTrees,
  principal: Principal,
  module: string,
): Promise<Map<string, OneShare>> {
  const its = (await withMe(principal))
    .filter((share) => share.module === module)
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
  const userId = principal.userId ?? ''
  const known = await namesOf(db, userId, module)
  const isNamed = (share: OneShare) => known.get(share.id)?.title === titleOf(share)
  const names = its.every(isNamed) ? known : await nameShares(db, userId, module, its)
  return new Map(its.map((share) => [names.get(share.id)?.name ?? share.id, share] as const))
}

async function namesOf(on: Queryable, userId: string, module: string) {
  const rows = await on
    .select()
    .from(davSharedNames)
    .where(and(eq(davSharedNames.userId, userId), eq(davSharedNames.module, module)))
  return new Map(rows.map((row) => [row.shareId, row]))
}

/** Gives names to those that have none, or another title by now, in the order in which they came. Two programs that look at once take turns. */
async function nameShares(db: Database, userId: string, module: string, shares: readonly OneShare[]) {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`dav shared names ${userId} ${module}`}, 0))`)
    const known = await namesOf(tx, userId, module)
    for (const share of shares) {
      const title = titleOf(share)
      const was = known.get(share.id)
      if (was?.title === title) continue
      const taken = new Set([...known.values()].filter((one) => one !== was).map((one) => one.name))
      let name = title
      for (let n = 2; taken.has(name); n++) name = `${title} (${n})`
      const row = { userId, shareId: share.id, module, title, name }
      const set = { title, name }
      // What has ended meanwhile has no row to name.
      const there = tx
        .select({ id: recordShares.id })
        .from(recordShares)
        .where(eq(recordShares.id, share.id))
        .for('key share')
      if ((await there).length === 0) continue
      const target = [davSharedNames.userId, davSharedNames.shareId]
      await tx.insert(davSharedNames).values(row).onConflictDoUpdate({ target, set })
      known.set(share.id, row)
    }
    return known
  })
}

/** The caller as they act on what is shared with them under this name. */
export async function enterShared(
  trees: SharedTrees,
  principal: Principal,
  module: string,
  name: string,
): Promise<Principal & Required<Pick<Principal, 'share'>>> {
  const share = (await sharedByName(trees, principal, module)).get(name)
  const entered = share && (await trees.enter(principal, scopeOfShare(share.id)))
  if (!entered?.share) throw new DavRefusal(404, 'There is nothing here by that name.')
  return { ...entered, share: entered.share }
}

/** Whoever owns what is shared, to read what programs of others are told of it: they are not told who that is. */
export const asOwner = (owner: string): Principal => ({ kind: 'member', owner, userId: null, sessionId: null })

/** Whose records these shares are of, and which. */
export async function ownersOf(on: Queryable, shares: readonly string[]) {
  if (shares.length === 0) return []
  return on
    .select({ id: recordShares.id, owner: recordShares.scopeId, record: recordShares.recordId })
    .from(recordShares)
    .where(inArray(recordShares.id, [...shares]))
}
