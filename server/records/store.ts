import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@atrium/contract/errors'
import type { Collection, GroupOptions, ListOptions, Row } from '@atrium/contract/module'
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Queryable } from '../platform/database/connect.ts'
import { parse } from '../platform/http/body.ts'
import { uuid } from '../platform/ids.ts'
import { storableValue } from '../platform/runs/storable.ts'
import { searchQuery } from '../platform/search-text.ts'
import type { BulkStore } from './bulk-store.ts'
import { withNumber } from './constraints/numbered.ts'
import type { Place as CollectionPlace } from './constraints/place.ts'
import { formerlyNamed, namesByText, withNamedTargets } from './formerly-named.ts'
import { guardsOf } from './guards.ts'
import { holdFiles, withKeptFacts } from './held-fields.ts'
import { createIntegrity } from './integrity.ts'
import { markOf, writtenSince } from './marks.ts'
import { differingBits } from './nearest.ts'
import { afterSql, cursorOf, filledAfterSql, orderSql, placeSql } from './ordering.ts'
import { refuseStrangers } from './people.ts'
import type { Reach } from './reach.ts'
import type { References } from './references.ts'
import {
  columns,
  currentData,
  type Data,
  nameOf,
  type Stored,
  type StoredColumns,
  searchOf,
  storableJson,
  storedOf,
  toRow,
} from './rows.ts'
import type { Write } from './saving.ts'
import { records } from './tables.ts'
import { takenKeys } from './taken-keys.ts'
import { type AnyGroup, totalsOf } from './totals.ts'
import type { Unit } from './unit.ts'
import { upgradeStale } from './upgrade.ts'
import { whereSql, wordsSql } from './where.ts'

const PAGE = 1000

export interface Place extends CollectionPlace {
  /** True in a `read` action: every write throws. */
  readOnly: boolean
  references: References
  /** Only what is shared of it is there: undefined for all. */
  reach?: Reach | undefined
}

const notFound = () => new AppError('not_found', 'That was not found. It may have been deleted.')

const within = (value: number | undefined, fallback: number, most: number) =>
  Math.max(0, Math.min(most, Math.trunc(value ?? fallback)))

/** A module that cuts a text, or decodes a file's, may leave half of an emoji or NUL: that goes, and the row is kept. */
const kept = ({ schema }: Collection, data: Data): Data => storableValue(parse(schema, data) as Data)

/** The store of one collection, fenced to the unit's scope: no call reaches a row of another person, module or collection. */
export function createStore({ module, name, collection, readOnly, references, reach }: Place, unit: Unit): BulkStore {
  /** Whoever is shared one row is not told where it lies. */
  const shown = (stored: Stored) => toRow(collection, reach?.shown(stored) ?? stored)

  const isNamed = references.to({ module, name }).length > 0

  const own = and(eq(records.scopeId, unit.scope), eq(records.module, module), eq(records.collection, name))
  const fence = and(own, reach?.condition)
  const live = and(own, isNull(records.deletedAt), reach?.live)

  const refuseWrite = () => {
    if (readOnly) throw new Error(`An action of ${module} that is declared a read wrote to ${name}`)
  }

  const collectionOf = (other: string) => references.collectionOf({ module, name: other })
  /** Whose rows named rows of this collection by a text: these are here once those have been looked at. */
  const namers = references
    .to({ module, name })
    .filter((one) => one.module === module && one.name !== name && formerlyNamed(one.collection).length > 0)

  const upgraded = async (on: Queryable) => {
    await upgradeStale(on, unit, { module, name, collection, collectionOf })
    for (const one of namers)
      await upgradeStale(on, unit, { module, name: one.name, collection: one.collection, collectionOf })
  }

  const reader = async () => {
    await upgraded(await unit.reading(module, name))
    return unit.reading(module, name)
  }

  /** Where a row's newest shape needs other rows, they are looked for before it is read alone. */
  const hasNames = formerlyNamed(collection).length > 0
  const settled = hasNames ? upgraded : async () => undefined

  /** Data of an older shape (a version that is gone back to) names by a text what it means. */
  const withIds = async (data: Data): Promise<Data> => {
    if (!namesByText(collection, data)) return data
    const on = await unit.reading(module, name)
    const [row] = await withNamedTargets(on, unit.scope, { module, collection, collectionOf }, [{ data }])
    return row?.data ?? data
  }

  const matching = ({ where, words, trashed }: Pick<ListOptions<Data>, 'where' | 'words' | 'trashed'>) =>
    and(trashed ? and(fence, isNotNull(records.deletedAt)) : live, ...whereSql(collection, where), ...wordsSql(words))

  const rowsOf = async (on: Queryable, options: ListOptions<Data>, limit: number): Promise<Row<Data>[]> => {
    const found = await on
      .select(columns)
      .from(records)
      .where(matching(options))
      .orderBy(...orderSql(collection, options.order))
      .limit(limit)
      .offset(within(options.offset, 0, 10_000_000))
    return found.map(shown)
  }

  /** What fits one page is asked for at once; more goes through a cursor of the action's transaction: one look at the database, whatever others write meanwhile. */
  async function* eachOf(options: Pick<ListOptions<Data>, 'where' | 'words' | 'order'>): AsyncGenerator<Row<Data>> {
    const first = await rowsOf(await reader(), options, PAGE) // upgrades, and sends what waits
    if (first.length < PAGE) {
      yield* first
      return
    }
    const query = new QueryBuilder()
      .select(columns)
      .from(records)
      .where(matching(options))
      .orderBy(...orderSql(collection, options.order))
      .toSQL()
    for await (const row of unit.cursor<StoredColumns>(query.sql, query.params, PAGE)) yield shown(storedOf(row))
  }

  const totals = async (by: readonly string[], options: GroupOptions<Data, string, string>) =>
    totalsOf(
      await reader(),
      { module, name, collection, scope: unit.scope, live, isFenced: reach !== undefined },
      by,
      options,
    )

  /** Of all rows together: one group, also of none. */
  const whole = async (options: GroupOptions<Data, string, string>) => (await totals([], options))[0] as AnyGroup

  const found = async (id: string): Promise<Stored> => {
    const on = await unit.reading(module, name)
    await settled(on)
    const [stored] = await on
      .select(columns)
      .from(records)
      .where(and(eq(records.id, id), live))
    if (!stored) throw notFound()
    return stored
  }

  /** The row, locked until the action ends. */
  const locked = async (id: string, among: SQL | undefined): Promise<Stored> => {
    refuseWrite()
    const on = await unit.locking(id)
    await settled(on)
    const [stored] = await on
      .select(columns)
      .from(records)
      .where(and(eq(records.id, id), among))
      .for('update')
    if (!stored) throw notFound()
    return stored
  }

  const place = { module, name, collection }
  const guards = guardsOf(module, name, collection)

  const selected = (on: Queryable, ids: readonly string[]) => {
    const among = sql`${records.id} = any(${sql.param([...ids])}::text[])`
    return on.select(columns).from(records).where(and(live, among)).orderBy(records.id)
  }

  /** Those of the rows that live, locked until the action ends. */
  const lockedAll = async (ids: readonly string[]): Promise<Stored[]> => {
    refuseWrite()
    const [first] = ids
    if (first === undefined) return []
    await unit.reading(module, name) // what waits is written first
    const on = await unit.locking(first)
    await settled(on)
    return selected(on, ids).for('update')
  }

  /** The row as it is, not locked: a change of this version alone is saved, so that one round trip is enough to save it. */
  const seen = (id: string): Promise<Stored> => {
    refuseWrite()
    return found(id)
  }

  const { lockTargets, removeRows, restoreRow } = createIntegrity(
    place,
    references,
    unit,
    (other) => createStore({ ...other, readOnly, references }, unit),
    reach && ((other, ids) => reach.refuseTied(unit, other, ids)),
  )

  const written = (stored: Stored, was: Stored | null): Write => ({
    ...stored,
    guards,
    data: storableJson(stored.data),
    value: stored.data,
    search: searchOf(collection, stored.data as Data),
    before: was && { schema: was.schemaVersion, data: was.data },
    deletedBefore: was?.deletedAt ?? null,
  })

  const make = async (data: Data): Promise<Row<Data>> => {
    refuseWrite()
    const numbered = await withNumber(place, unit, await withIds(kept(collection, data)), null)
    await lockTargets([{ before: {}, after: numbered }])
    await refuseStrangers(collection, unit, {}, numbered)
    await reach?.refuseOutside(unit, null, numbered)
    const parsed = await holdFiles(place, unit, {}, numbered)
    const stored: Stored = {
      id: uuid(),
      module,
      collection: name,
      data: parsed,
      schemaVersion: collection.version,
      version: 1,
      createdAt: unit.now,
      updatedAt: unit.now,
      deletedAt: null,
    }
    await unit.write(written(stored, null))
    return shown(stored)
  }

  const replace = async (was: Stored, data: Data, deletedAt: Date | null): Promise<Row<Data>> => {
    const stored: Stored = {
      ...was,
      data,
      schemaVersion: collection.version,
      version: was.version + 1,
      updatedAt: unit.now,
      deletedAt,
    }
    await unit.write(written(stored, was))
    return shown(stored)
  }

  /** The row with other data: what it names now is there, and its number is its own. */
  const renew = async (was: Stored, data: Data): Promise<Row<Data>> => {
    const numbered = await withNumber(place, unit, await withIds(data), was.data as Data)
    await reach?.refuseOutside(unit, was, numbered)
    await lockTargets([{ before: was.data as Data, after: numbered }])
    await refuseStrangers(collection, unit, was.data as Data, numbered)
    return replace(was, await holdFiles(place, unit, was.data as Data, numbered), null)
  }

  const refuseStale = (was: Stored, version: number | undefined) => {
    if (version === undefined || version === was.version) return
    const current = shown(was)
    throw new AppError(
      'conflict',
      `${nameOf(collection, current)} was changed in the meantime. Look at it as it is now and try again.`,
      { details: { current } },
    )
  }

  const changed = (was: Stored, change: (row: Row<Data>) => Partial<Data>) => {
    const before = currentData(collection, was)
    const given = Object.entries(change(shown(was))).filter(([, value]) => value !== undefined)
    const data = withKeptFacts(collection, kept(collection, { ...before, ...Object.fromEntries(given) }), before)
    const fields = Object.keys(data).filter((field) => !isDeepStrictEqual(data[field], before[field]))
    return { data, fields }
  }

  return {
    insert: make,
    insertMany: async (list) => {
      await lockTargets(list.map((after) => ({ before: {}, after })))
      const rows: Row<Data>[] = []
      for (const data of list) rows.push(await make(data))
      return rows
    },
    get: async (id) => shown(await found(id)),
    getAll: async (ids) => (await selected(await reader(), ids)).map(shown),
    list: async (options = {}) => rowsOf(await reader(), options, within(options.limit, 100, PAGE)),
    page: async ({ after, ...options } = {}) => {
      const on = await reader()
      const limit = Math.max(1, within(options.limit, 100, PAGE))
      const look = (place: SQL | undefined) =>
        on
          .select({ ...columns, place: sql<(string | null)[]>`${placeSql(collection, options.order)}` })
          .from(records)
          .where(and(matching(options), place))
          .orderBy(...orderSql(collection, options.order))
          .limit(limit + 1)
      // Rows without a value come last: only when those with one are at an end is it asked for them too.
      const filled = after === undefined ? undefined : filledAfterSql(collection, options.order, after)
      let found = filled === undefined ? [] : await look(filled)
      if (found.length <= limit)
        found = await look(after === undefined ? undefined : afterSql(collection, options.order, after))
      const fitting = found.slice(0, limit)
      const last = fitting.at(-1)
      return {
        rows: fitting.map(shown),
        next: last && found.length > limit ? cursorOf(last.place) : null,
      }
    },
    each: (options = {}) => eachOf(options),
    count: async (where, words) => (await whole({ where, words })).count,
    sum: async (field, where, words) => (await whole({ where, words, sum: [field] })).sum[field] as number,
    groupBy: async (by, options = {}) => (await totals(by, options as object)) as never,
    search: async (words, limit) => {
      const query = searchQuery(words)
      if (query === null) return []
      const on = await reader()
      const asked = sql`${query}::tsquery`
      const found = await on
        .select(columns)
        .from(records)
        .where(and(live, sql`${records.search} @@ ${asked}`))
        .orderBy(sql`ts_rank(${records.search}, ${asked}) desc`, sql`${records.updatedAt} desc`)
        .limit(within(limit, 50, PAGE))
      return found.map(shown)
    },
    nearest: async (field, to, { where, limit } = {}) => {
      const on = await reader()
      const bits = sql<number | null>`${differingBits(collection, field, to)}`.as('bits')
      const all = on
        .select({ ...columns, bits })
        .from(records)
        .where(matching({ where }))
      const nearest = await all.orderBy(sql`bits nulls last`, records.id).limit(within(limit, 100, PAGE))
      return nearest.flatMap((row) => (row.bits === null ? [] : [shown(row)]))
    },
    mark: async () => markOf(await reader(), fence),
    since: async (mark) => {
      const found = await writtenSince(await reader(), fence, mark)
      const rows = (isTrashed: boolean) =>
        found?.filter(({ deletedAt }) => (deletedAt !== null) === isTrashed).map(shown) ?? []
      return found && { rows: rows(false), trashed: rows(true) }
    },
    update: async (id, change, version) => {
      const was = await (version === undefined ? locked(id, live) : seen(id))
      refuseStale(was, version)
      const { data, fields } = changed(was, typeof change === 'function' ? change : () => change)
      if (fields.length === 0) return shown(was)
      return renew(was, data)
    },
    idsBy: async (field) => {
      const on = await reader()
      const value = sql<string>`${records.data}->>${field}::text`
      const found = await on
        .select({ id: records.id, value })
        .from(records)
        .where(and(live, sql`${value} <> ''`))
      return new Map(found.map((row) => [row.value, row.id]))
    },
    takenKeys: async () => takenKeys(await reader(), unit.scope, place),
    updateMany: async (changes) => {
      const news = (await lockedAll([...changes.keys()])).map((was) => {
        return { was, ...changed(was, changes.get(was.id) as (row: Row<Data>) => Partial<Data>) }
      })
      await lockTargets(news.map(({ was, data }) => ({ before: was.data as Data, after: data })))
      for (const { was, data, fields } of news) if (fields.length > 0) await renew(was, data)
      return new Map(news.map(({ was, fields }) => [was.id, fields]))
    },
    removeAll: async (ids) => {
      const found = await lockedAll(ids)
      if (found.length < new Set(ids).size) throw notFound()
      for (const { id } of found) reach?.refuseRemoval(id)
      await removeRows(found)
    },
    removeMany: async (ids) => removeRows(await lockedAll(ids)),
    trash: async (rows) => {
      refuseWrite()
      for (const was of rows) await replace(was, currentData(collection, was), unit.now)
    },
    remove: async (id, version) => {
      // locked where others may name it meanwhile
      const isFree = version !== undefined && !isNamed
      const was = await (isFree ? seen(id) : locked(id, live))
      refuseStale(was, version)
      reach?.refuseRemoval(id)
      await removeRows([was])
    },
    bringBack: async (rows) => {
      refuseWrite()
      for (const was of rows) await replace(was, currentData(collection, was), null)
    },
    restore: async (id) => {
      const was = await locked(id, fence)
      if (was.deletedAt !== null) await restoreRow(was)
      return shown(await found(id))
    },
  }
}
