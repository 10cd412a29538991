import { AppError } from '@atrium/contract/errors'
import type { Module } from '@atrium/contract/module'
import type { ModuleFiles, ShareLinks } from '@atrium/contract/module-files'
import type { Principal } from '@atrium/contract/principal'
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import type { InstalledModule } from './installed.ts'
import type { Data, Stored } from './rows.ts'
import { changes, records, recordVersions } from './tables.ts'
import type { Unit } from './unit.ts'

type Share = NonNullable<Principal['share']>

/** What of a collection is in reach of whoever was shared one record: that, and what lies in it, however deep. */
export interface Reach {
  condition: SQL
  /** Throws where a row would come to lie outside of what is shared; the shared one itself stays where it is. */
  refuseOutside(unit: Unit, was: Pick<Stored, 'id' | 'data'> | null, after: Data): Promise<void>
  /** The row as those see it who are shared it: the shared one lies nowhere. */
  shown(stored: Stored): Stored
  /** Throws for the shared record itself: its end is its owner's. */
  refuseRemoval(id: string): void
}

const OUTSIDE = 'That lies outside of what is shared with you.'
const SHARED = 'Only whoever owns what is shared can do this.'

const partsOf = (module: Module, name: string) =>
  Object.entries(module.collections[name]?.partOf ?? {}) as [field: string, target: string][]

/** The ids of a collection's rows that are in reach, as a subquery. It is asked anew each time: what is moved out is out. */
function idsOf(module: Module, share: Share, scope: string, name: string, above: readonly string[]): SQL | null {
  const own = name === share.collection ? sql`select ${share.record}::text as id` : null
  const lies = partsOf(module, name)
  const row = sql`r.scope_id = ${scope} and r.module = ${module.id} and r.collection = ${name}`
  const others = lies.flatMap(([field, target]) => {
    if (target === name || above.includes(target)) return []
    const ids = idsOf(module, share, scope, target, [...above, name])
    return ids ? [sql`select r.id from records r where ${row} and r.data->>${field}::text in (${ids})`] : []
  })
  const first = [...(own ? [own] : []), ...others]
  if (first.length === 0) return null
  const start = sql.join(first, sql` union `)
  const inner = lies.filter(([, target]) => target === name).map(([field]) => sql`r.data->>${field}::text = reach.id`)
  if (inner.length === 0) return start
  const steps = sql.join(inner, sql` or `)
  return sql`with recursive reach as ((${start}) union select r.id from records r join reach on ${steps} where ${row}) select id from reach`
}

export function reachOf(module: Module, share: Share, scope: string, name: string): Reach {
  const ids = idsOf(module, share, scope, name, [])
  const lies = partsOf(module, name)
  return {
    condition: ids ? sql`${records.id} in (${ids})` : sql`false`,
    async refuseOutside(unit, was, after) {
      if (was?.id === share.record) {
        const before = was.data as Data
        if (lies.some(([field]) => before[field] !== after[field])) throw new AppError('forbidden', OUTSIDE)
        return
      }
      for (const [field, target] of lies) {
        const targets = idsOf(module, share, scope, target, [])
        const on = await unit.reading(module.id, target)
        const value = String(after[field] ?? '')
        const { rows } = await on.execute(sql`select 1 where ${value}::text in (${targets ?? sql`select null::text`})`)
        if (rows.length > 0) return
      }
      throw new AppError('forbidden', OUTSIDE)
    },
    shown(stored) {
      if (stored.id !== share.record || lies.length === 0) return stored
      const hidden = Object.fromEntries(lies.map(([field]) => [field, '']))
      return { ...stored, data: { ...(stored.data as Data), ...hidden } }
    },
    refuseRemoval(id) {
      if (id === share.record) throw new AppError('forbidden', SHARED)
    },
  }
}

/** The condition of rows of a collection for calls that read the table themselves; undefined where all of it is the caller's. */
export function reachCondition({ share, owner }: Principal, module: Module, name: string): SQL | undefined {
  if (!share) return undefined
  return share.module === module.id ? reachOf(module, share, owner, name).condition : sql`false`
}

/** Throws where a call is not of the module whose record is shared. */
export function refuseOtherShare({ share }: Principal, module: string): void {
  if (share && share.module !== module) throw new AppError('not_found', 'That is not shared with you.')
}

const anywhere = (module: Module, share: Share, scope: string) =>
  or(
    ...Object.keys(module.collections).map((name) =>
      and(eq(records.collection, name), reachOf(module, share, scope, name).condition),
    ),
  )

/** Throws where the change is not the caller's own, or moved what is not shared with them. */
export async function refuseUndoBeyond(
  db: Queryable,
  servers: ReadonlyMap<string, Pick<InstalledModule, 'module'>>,
  { share, owner, userId }: Principal,
  changeId: string,
): Promise<void> {
  const missing = new AppError('not_found', 'There is no such change to undo.')
  const module = share && servers.get(share.module)?.module
  if (!share || !module || userId === null) throw missing
  const [own] = await db
    .select({ id: changes.id })
    .from(changes)
    .where(and(eq(changes.id, changeId), eq(changes.scopeId, owner), eq(changes.actorId, userId)))
  if (!own) throw missing
  const touched = await db
    .select({ id: recordVersions.recordId, module: recordVersions.module })
    .from(recordVersions)
    .where(eq(recordVersions.changeId, changeId))
  const ids = [...new Set(touched.map(({ id }) => id))]
  const found = await db
    .select({ id: records.id })
    .from(records)
    .where(
      and(
        eq(records.scopeId, owner),
        eq(records.module, module.id),
        inArray(records.id, ids),
        anywhere(module, share, owner),
      ),
    )
  if (found.length < ids.length) throw new AppError('forbidden', OUTSIDE)
}

/** Files that a row in reach names, and those that were kept in this very change. */
export function filesInReach(files: ModuleFiles, module: Module, share: Share, unit: Unit): ModuleFiles {
  const known = new Map<string, boolean>()
  const isNamed = async (id: string): Promise<boolean> => {
    const was = known.get(id)
    if (was !== undefined) return was
    if (!/^[\w-]{1,64}$/.test(id)) return false
    const [first = ''] = Object.keys(module.collections)
    const on = await unit.reading(module.id, first)
    const rows = await on
      .select({ id: records.id })
      .from(records)
      .where(
        and(
          eq(records.scopeId, unit.scope),
          eq(records.module, module.id),
          sql`position(${`"${id}"`}::text in ${records.data}::text) > 0`,
          anywhere(module, share, unit.scope),
        ),
      )
      .limit(1)
    known.set(id, rows.length > 0)
    return rows.length > 0
  }
  const refuse = async (id: string) => {
    if (!(await isNamed(id))) throw new AppError('not_found', 'The content of this file is gone.')
  }
  return {
    async save(name, mime, bytes) {
      const kept = await files.save(name, mime, bytes)
      known.set(kept.id, true)
      return kept
    },
    async *saveAll(sent) {
      for await (const kept of files.saveAll(sent)) {
        known.set(kept.id, true)
        yield kept
      }
    },
    find: async (id) => ((await isNamed(id)) ? files.find(id) : null),
    async *read(id, range) {
      await refuse(id)
      yield* files.read(id, range)
    },
    text: async (id) => ((await isNamed(id)) ? files.text(id) : null),
    async remove(id) {
      await refuse(id)
      await files.remove(id)
    },
  }
}

export const refuseShared = async (): Promise<never> => {
  throw new AppError('forbidden', SHARED)
}

/** What is shared with somebody is not theirs to share. */
export const noLinks: ShareLinks = { create: refuseShared, list: async () => [], revoke: refuseShared }
