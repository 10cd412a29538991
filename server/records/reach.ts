import { AppError } from '@atrium/contract/errors'
import type { Collection, Module } from '@atrium/contract/module'
import type { ModuleFiles, ShareLinks } from '@atrium/contract/module-files'
import type { Principal } from '@atrium/contract/principal'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { comparableText, type Definition, fieldKind, unwrapped } from './field-kinds.ts'
import { fileFields } from './held-fields.ts'
import type { InstalledModule } from './installed.ts'
import type { Data, Stored } from './rows.ts'
import { changes, records, recordVersions } from './tables.ts'
import type { Unit } from './unit.ts'

type Share = NonNullable<Principal['share']>

/** What of a collection is in reach of whoever was shared one record: that, and what lies in it, however deep. */
export interface Reach {
  condition: SQL
  /** The same for rows that live, in what lives: found by indexes. */
  live: SQL
  /** Throws where a row would come to lie outside of what is shared; the shared one itself stays where it is. */
  refuseOutside(unit: Unit, was: Pick<Stored, 'id' | 'data'> | null, after: Data): Promise<void>
  /** The row as those see it who are shared it: the shared one lies nowhere. */
  shown<T extends Pick<Stored, 'id' | 'data'>>(stored: T): T
  /** Throws for the shared record itself: its end is its owner's. */
  refuseRemoval(id: string): void
  /** Throws where one of these, which would go or come back along with a row, lies outside of what is shared. */
  refuseTied(unit: Unit, place: { module: string; name: string }, ids: readonly string[]): Promise<void>
}

const OUTSIDE = 'That lies outside of what is shared with you.'
const TIED = 'Something that is not shared with you hangs on this. Whoever owns it can do this.'
export const refusedShared = () => new AppError('forbidden', 'Only whoever owns what is shared can do this.')

/** In which rows of which collection those of this one lie, and by which field. */
interface Lying {
  field: string
  target: string
  /** What the row has in which those lie that have nothing in the field; null where they lie in none. */
  whenEmpty: string | null
}

const partsOf = (module: Module, name: string): Lying[] =>
  Object.entries(module.collections[name]?.partOf ?? {}).flatMap(([field, part]): Lying[] => {
    if (part === undefined) return []
    if (typeof part === 'string') return [{ field, target: part, whenEmpty: null }]
    return [{ field, target: part.to, whenEmpty: JSON.stringify(part.whenEmpty) }]
  })

/** The ids of a collection's rows that are in reach, as a subquery. It is asked anew each time: what is moved out is out. */
function idsOf(
  module: Module,
  share: Share,
  scope: string,
  name: string,
  isLive: boolean,
  above: readonly string[] = [],
): SQL | null {
  const own = name === share.collection ? sql`select ${share.record}::text as id` : null
  const lies = partsOf(module, name)
  const alive = isLive ? sql` and r.deleted_at is null` : sql``
  const row = sql`r.scope_id = ${scope} and r.module = ${module.id} and r.collection = ${name}${alive}`
  // as the indexes have it
  const value = (field: string) =>
    sql.raw(comparableText(fieldKind(module.collections[name] as Collection, field), field, 'r.data'))
  const others = lies.flatMap(({ field, target, whenEmpty }) => {
    if (target === name || above.includes(target)) return []
    const ids = idsOf(module, share, scope, target, isLive, [...above, name])
    if (!ids) return []
    const named = sql`select r.id from records r where ${row} and ${value(field)} in (${ids})`
    if (whenEmpty === null) return [named]
    const all = sql`exists (${withThese(ids, whenEmpty)})`
    return [named, sql`select r.id from records r where ${row} and ${value(field)} is null and ${all}`]
  })
  const first = [...(own ? [own] : []), ...others]
  if (first.length === 0) return null
  const start = sql.join(first, sql` union `)
  const inner = lies.filter(({ target }) => target === name).map(({ field }) => sql`${value(field)} = reach.id`)
  if (inner.length === 0) return start
  const steps = sql.join(inner, sql` or `)
  return sql`with recursive reach as ((${start}) union select r.id from records r join reach on ${steps} where ${row}) select id from reach`
}

/** A record of this owner's and what lies in it, however deep, in its own collection: their ids, as a subquery. What is in the trash too. */
export function idsWithin(module: Module, scope: string, { collection, id }: { collection: string; id: string }): SQL {
  const as: Share = { id: '', role: 'viewer', module: module.id, collection, record: id }
  return idsOf(module, as, scope, collection, false) ?? sql`select ${id}::text as id`
}

/** Those of the rows in reach that have these values. */
const withThese = (ids: SQL, values: string) =>
  sql`select t.id from records t where t.id in (${ids}) and t.data @> ${values}::jsonb`

export function reachOf(module: Module, share: Share, scope: string, name: string): Reach {
  const within = (isLive: boolean) => {
    const ids = idsOf(module, share, scope, name, isLive)
    return ids ? sql`${records.id} in (${ids})` : sql`false`
  }
  const lies = partsOf(module, name)
  return {
    condition: within(false),
    live: within(true),
    async refuseOutside(unit, was, after) {
      if (was?.id === share.record) {
        const before = was.data as Data
        if (lies.some(({ field }) => before[field] !== after[field])) throw new AppError('forbidden', OUTSIDE)
        return
      }
      for (const { field, target, whenEmpty } of lies) {
        const value = after[field] ?? null
        const targets = idsOf(module, share, scope, target, true)
        if (!targets || (value === null && whenEmpty === null)) continue
        const on = await unit.reading(module.id, target)
        const isIn = sql`select 1 where ${String(value)}::text in (${targets})`
        const { rows } = await on.execute(value === null ? withThese(targets, whenEmpty as string) : isIn)
        if (rows.length > 0) return
      }
      throw new AppError('forbidden', OUTSIDE)
    },
    shown(stored) {
      if (stored.id !== share.record || lies.length === 0) return stored
      const hidden = Object.fromEntries(lies.map(({ field }) => [field, '']))
      return { ...stored, data: { ...(stored.data as Data), ...hidden } }
    },
    refuseRemoval(id) {
      if (id === share.record) throw refusedShared()
    },
    async refuseTied(unit, place, ids) {
      const within = place.module === module.id ? idsOf(module, share, scope, place.name, false) : null
      const on = await unit.reading(place.module, place.name)
      const others = sql`select 1 from unnest(${sql.param([...ids])}::text[]) as tied(id)`
      const { rows } = await on.execute(within ? sql`${others} where tied.id not in (${within}) limit 1` : others)
      if (rows.length > 0) throw new AppError('forbidden', TIED)
    },
  }
}

/** The condition of rows of a collection for calls that read the table themselves; undefined where all of it is the caller's. */
export function reachCondition({ share, owner }: Principal, module: Module, name: string): SQL | undefined {
  if (!share) return undefined
  return share.module === module.id ? reachOf(module, share, owner, name).condition : sql`false`
}

/** Rows for calls that read the table themselves, as the caller sees them. */
export const shownTo =
  ({ share, owner }: Principal, module: Module, name: string) =>
  <T extends Pick<Stored, 'id' | 'data'>>(stored: T): T =>
    share ? reachOf(module, share, owner, name).shown(stored) : stored

/** Throws where a call is not of the module whose record is shared. */
export function refuseOtherShare({ share }: Principal, module: string): void {
  if (share && share.module !== module) throw new AppError('not_found', 'That is not shared with you.')
}

const anywhere = (module: Module, of: (name: string) => SQL | undefined) =>
  or(...Object.keys(module.collections).map((name) => and(eq(records.collection, name), of(name))))

/** That a row has this file in a field that holds files, or as a part of its content; any other text may be one that somebody typed. */
function holdsFile(collection: Collection, id: string): SQL {
  const inList = (field: string, key: string) =>
    sql`${records.data} @> ${JSON.stringify({ [field]: [{ [key]: id }] })}::jsonb`
  const { element } = unwrapped((collection.schema.shape.parts?.def ?? { type: 'never' }) as unknown as Definition)
  const hasParts = element !== undefined && unwrapped(element.def).shape?.file !== undefined
  const ways = [
    ...fileFields(collection).map(({ name }) => inList(name, 'id')),
    ...(hasParts ? [inList('parts', 'file')] : []),
  ]
  return ways.length > 0 ? sql`(${sql.join(ways, sql` or `)})` : sql`false`
}

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
        anywhere(module, (name) => reachOf(module, share, owner, name).condition),
      ),
    )
  if (found.length < ids.length) throw new AppError('forbidden', OUTSIDE)
}

/** Files that a row in reach holds, and those that were kept in this very change. */
export function filesInReach(files: ModuleFiles, module: Module, share: Share, unit: Unit): ModuleFiles {
  const known = new Map<string, boolean>()
  const isHeld = async (id: string): Promise<boolean> => {
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
          isNull(records.deletedAt),
          anywhere(module, (name) =>
            and(holdsFile(module.collections[name] as Collection, id), reachOf(module, share, unit.scope, name).live),
          ),
        ),
      )
      .limit(1)
    known.set(id, rows.length > 0)
    return rows.length > 0
  }
  const refuse = async (id: string) => {
    if (!(await isHeld(id))) throw new AppError('not_found', 'The content of this file is gone.')
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
    find: async (id) => ((await isHeld(id)) ? files.find(id) : null),
    async *read(id, range) {
      await refuse(id)
      yield* files.read(id, range)
    },
    text: async (id) => ((await isHeld(id)) ? files.text(id) : null),
    async remove(id) {
      await refuse(id)
      await files.remove(id)
    },
  }
}

export const refuseShared = async (): Promise<never> => {
  throw refusedShared()
}

/** What is shared with somebody is not theirs to share. */
export const noLinks: ShareLinks = {
  ...{ create: refuseShared, standing: refuseShared, list: async () => [], revoke: refuseShared },
}
