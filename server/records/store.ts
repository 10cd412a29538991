import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@atrium/contract/errors'
import type { Collection, ListOptions, Row, Store } from '@atrium/contract/module'
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '../platform/database/connect.ts'
import { parse } from '../platform/http/body.ts'
import { storableValue } from '../platform/runs/storable.ts'
import { searchQuery } from '../platform/search-text.ts'
import { uniqueNames } from './declared-indexes.ts'
import { createIntegrity } from './integrity.ts'
import { afterSql, cursorOf, orderSql, placeSql } from './ordering.ts'
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
import { totalsOf } from './totals.ts'
import type { Unit } from './unit.ts'
import { upgradeStale } from './upgrade.ts'
import { whereSql, wordsSql } from './where.ts'

const PAGE = 1000
/** Rows of one export. More are refused: a part that looked like the whole would lose the rest. */
const ALL_MAX = 100_000

export interface Place {
  /** The module's id. */
  module: string
  /** The collection's name in it. */
  name: string
  collection: Collection
  /** True in a `read` action: every write throws. */
  readOnly: boolean
  references: References
}

const notFound = () => new AppError('not_found', 'That was not found. It may have been deleted.')

const tooMany = () =>
  new AppError(
    'too_large',
    `That is more than ${ALL_MAX.toLocaleString('en')} entries, too many to go through at once. Delete what is no longer needed.`,
  )

const within = (value: number | undefined, fallback: number, most: number) =>
  Math.max(0, Math.min(most, Math.trunc(value ?? fallback)))

/** What an import needs besides, to go through many rows with few questions. */
export interface BulkStore extends Store<Data> {
  /** The ids of the live rows by the value of this field; rows without one are left out. */
  idsBy(field: string): Promise<Map<string, string>>
  /**
   * Changes many rows, locked together. Answers which fields changed, by id: none for a row that stayed as it was. An id that
   * no live row here has is left out.
   */
  updateMany(changes: ReadonlyMap<string, (row: Row<Data>) => Partial<Data>>): Promise<Map<string, string[]>>
  /** Moves those of these rows that live to the trash. */
  removeMany(ids: readonly string[]): Promise<void>
}

/** A module that cuts a text, or decodes a file's, may leave half of an emoji or NUL: that goes, and the row is kept. */
const kept = ({ schema }: Collection, data: Data): Data => storableValue(parse(schema, data) as Data)

/** The store of one collection, fenced to the unit's scope: no call reaches a row of another person, module or collection. */
export function createStore({ module, name, collection, readOnly, references }: Place, unit: Unit): BulkStore {
  const isNamed = references.to({ module, name }).length > 0

  const fence = and(eq(records.scopeId, unit.scope), eq(records.module, module), eq(records.collection, name))

  const live = and(fence, isNull(records.deletedAt))

  const fencedId = (id: string) => and(eq(records.id, id), fence)

  const refuseWrite = () => {
    if (readOnly) throw new Error(`An action of ${module} that is declared a read wrote to ${name}`)
  }

  const reader = async () => {
    await upgradeStale(await unit.reading(module, name), unit.scope, { module, name, collection })
    return unit.reading(module, name)
  }

  const matching = ({ where, words, trashed }: Pick<ListOptions<Data>, 'where' | 'words' | 'trashed'>) =>
    and(
      fence,
      trashed ? isNotNull(records.deletedAt) : isNull(records.deletedAt),
      ...whereSql(collection, where),
      ...wordsSql(words),
    )

  /** Through a cursor of the action's transaction: one look at the database, whatever others write meanwhile. */
  async function* eachOf(options: Pick<ListOptions<Data>, 'where' | 'words' | 'order'>): AsyncGenerator<Row<Data>> {
    await reader() // upgrades, and sends what waits
    const query = new QueryBuilder()
      .select(columns)
      .from(records)
      .where(matching(options))
      .orderBy(...orderSql(collection, options.order))
      .toSQL()
    for await (const row of unit.cursor<StoredColumns>(query.sql, query.params, PAGE))
      yield toRow(collection, storedOf(row))
  }

  const rowsOf = async (on: Queryable, options: ListOptions<Data>, limit: number): Promise<Row<Data>[]> => {
    const found = await on
      .select(columns)
      .from(records)
      .where(matching(options))
      .orderBy(...orderSql(collection, options.order))
      .limit(limit)
      .offset(within(options.offset, 0, 10_000_000))
    return found.map((stored) => toRow(collection, stored))
  }

  const countOf = async (
    on: Queryable,
    { where, words }: Pick<ListOptions<Data>, 'where' | 'words'>,
  ): Promise<number> => {
    const [found] = await on
      .select({ count: sql<number>`count(*)::int` })
      .from(records)
      .where(and(fence, isNull(records.deletedAt), ...whereSql(collection, where), ...wordsSql(words)))
    return found?.count ?? 0
  }

  const found = async (id: string): Promise<Stored> => {
    const on = await unit.reading(module, name)
    const [stored] = await on
      .select(columns)
      .from(records)
      .where(and(fencedId(id), isNull(records.deletedAt)))
    if (!stored) throw notFound()
    return stored
  }

  /** The row, locked until the action ends. */
  const locked = async (id: string, state: SQL | undefined): Promise<Stored> => {
    refuseWrite()
    const on = await unit.locking(id)
    const [stored] = await on
      .select(columns)
      .from(records)
      .where(and(fencedId(id), state))
      .for('update')
    if (!stored) throw notFound()
    return stored
  }

  const keys = uniqueNames(module, name, collection)
  const keyed = (data: Data) => (keys.size > 0 ? { keys, called: nameOf(collection, data) } : {})

  /** Those of the rows that live, locked until the action ends. */
  const lockedAll = async (ids: readonly string[]): Promise<Stored[]> => {
    refuseWrite()
    const [first] = ids
    if (first === undefined) return []
    await unit.reading(module, name) // what waits is written first
    const on = await unit.locking(first)
    return on
      .select(columns)
      .from(records)
      .where(and(live, sql`${records.id} = any(${sql.param([...ids])}::text[])`))
      .orderBy(records.id)
      .for('update')
  }

  /** The row as it is, not locked: a change of this version alone is saved, so that one round trip is enough to save it. */
  const seen = (id: string): Promise<Stored> => {
    refuseWrite()
    return found(id)
  }

  const { hold, letGo } = createIntegrity({ module, name, collection }, references, unit, (place) =>
    createStore({ ...place, readOnly, references }, unit),
  )

  const make = async (data: Data): Promise<Row<Data>> => {
    refuseWrite()
    const parsed = kept(collection, data)
    await hold([{ before: {}, after: parsed }])
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
    await unit.write({
      ...stored,
      ...keyed(parsed),
      data: storableJson(parsed),
      search: searchOf(collection, parsed),
      before: null,
      deletedBefore: null,
    })
    return toRow(collection, stored)
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
    const write: Write = {
      ...stored,
      ...keyed(data),
      data: storableJson(data),
      search: searchOf(collection, data),
      before: { schema: was.schemaVersion, data: was.data },
      deletedBefore: was.deletedAt,
    }
    await unit.write(write)
    return toRow(collection, stored)
  }

  const refuseStale = (was: Stored, version: number | undefined) => {
    if (version === undefined || version === was.version) return
    const current = toRow(collection, was)
    throw new AppError(
      'conflict',
      `${nameOf(collection, current)} was changed in the meantime. Look at it as it is now and try again.`,
      { details: { current } },
    )
  }

  const changed = (was: Stored, change: (row: Row<Data>) => Partial<Data>) => {
    const before = currentData(collection, was)
    const given = Object.entries(change(toRow(collection, was))).filter(([, value]) => value !== undefined)
    const data = kept(collection, { ...before, ...Object.fromEntries(given) })
    const fields = Object.keys(data).filter((field) => !isDeepStrictEqual(data[field], before[field]))
    return { data, fields }
  }

  return {
    insert: make,
    insertMany: async (list) => {
      if (list.length > 1) await hold(list.map((after) => ({ before: {}, after })))
      const rows: Row<Data>[] = []
      for (const data of list) rows.push(await make(data))
      return rows
    },
    get: async (id) => toRow(collection, await found(id)),
    list: async (options = {}) => rowsOf(await reader(), options, within(options.limit, 100, PAGE)),
    page: async ({ after, ...options } = {}) => {
      const on = await reader()
      const limit = Math.max(1, within(options.limit, 100, PAGE))
      const found = await on
        .select({ ...columns, place: sql<(string | null)[]>`${placeSql(collection, options.order)}` })
        .from(records)
        .where(and(matching(options), after === undefined ? undefined : afterSql(collection, options.order, after)))
        .orderBy(...orderSql(collection, options.order))
        .limit(limit + 1)
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      return {
        rows: shown.map((stored) => toRow(collection, stored)),
        next: last && found.length > limit ? cursorOf(last.place) : null,
      }
    },
    each: (options = {}) => eachOf(options),
    all: async <P>(options: ListOptions<Data> = {}, part: (row: Row<Data>) => P = (row) => row as P) => {
      const first = await rowsOf(await reader(), options, PAGE)
      if (first.length < PAGE) return first.map(part)
      // asked once there are many, so that what is refused is not read first
      if ((await countOf(await reader(), options)) > ALL_MAX) throw tooMany()
      const rows: P[] = []
      for await (const row of eachOf(options)) rows.push(part(row))
      return rows
    },
    count: async (where, words) => countOf(await reader(), { where, words }),
    sum: async (field, where, words) => {
      const [all] = await totalsOf(await reader(), live, collection, [], { where, words, sum: [field] })
      return all?.sum[field] ?? 0
    },
    groupBy: async (by, options = {}) =>
      (await totalsOf(await reader(), live, collection, by, options as object)) as never,
    search: async (words, limit) => {
      const query = searchQuery(words)
      if (query === null) return []
      const on = await reader()
      const asked = sql`${query}::tsquery`
      const found = await on
        .select(columns)
        .from(records)
        .where(and(fence, isNull(records.deletedAt), sql`${records.search} @@ ${asked}`))
        .orderBy(sql`ts_rank(${records.search}, ${asked}) desc`, sql`${records.updatedAt} desc`)
        .limit(within(limit, 50, PAGE))
      return found.map((stored) => toRow(collection, stored))
    },
    update: async (id, change, version) => {
      const was = await (version === undefined ? locked(id, isNull(records.deletedAt)) : seen(id))
      refuseStale(was, version)
      const { data, fields } = changed(was, typeof change === 'function' ? change : () => change)
      if (fields.length === 0) return toRow(collection, was)
      await hold([{ before: was.data as Data, after: data }])
      return replace(was, data, null)
    },
    idsBy: async (field) => {
      const on = await reader()
      const value = sql<string>`${records.data}->>${field}::text`
      const found = await on
        .select({ id: records.id, value })
        .from(records)
        .where(and(fence, isNull(records.deletedAt), sql`${value} <> ''`))
      return new Map(found.map((row) => [row.value, row.id]))
    },
    updateMany: async (changes) => {
      const found = new Map<string, string[]>()
      for (const was of await lockedAll([...changes.keys()])) {
        const { data, fields } = changed(was, changes.get(was.id) as (row: Row<Data>) => Partial<Data>)
        if (fields.length > 0) {
          await hold([{ before: was.data as Data, after: data }])
          await replace(was, data, null)
        }
        found.set(was.id, fields)
      }
      return found
    },
    removeMany: async (ids) => {
      for (const id of ids) unit.going.add(id)
      for (const was of await lockedAll(ids)) {
        await letGo(was)
        await replace(was, currentData(collection, was), unit.now)
      }
    },
    remove: async (id, version) => {
      // locked where others may name it meanwhile
      const isFree = version !== undefined && !isNamed
      const was = await (isFree ? seen(id) : locked(id, isNull(records.deletedAt)))
      refuseStale(was, version)
      await letGo(was)
      await replace(was, currentData(collection, was), unit.now)
    },
    restore: async (id) => {
      const was = await locked(id, undefined)
      if (was.deletedAt === null) return toRow(collection, was)
      const data = currentData(collection, was)
      await hold([{ before: {}, after: data }])
      return replace(was, data, null)
    },
  }
}
