import { AppError } from '@atrium/contract/errors'
import type { Collection, Module } from '@atrium/contract/module'
import type { OnRemove, Referred } from '@atrium/contract/referred'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { comparableText, fieldKind } from './field-kinds.ts'
import { columns, type Data, type Stored } from './rows.ts'
import { records } from './tables.ts'

export interface CollectionName {
  module: string
  name: string
}

/** A field that holds the ids of rows: its own collection, and the one that it points at. */
export interface Reference extends CollectionName {
  collection: Collection
  field: string
  isList: boolean
  target: CollectionName
  onRemove: OnRemove
}

/** A field by which rows name those that they cannot be without. */
export interface Need {
  field: string
  target: CollectionName
  by: string
}

export interface References {
  /** What the rows of this collection point at. */
  from(place: CollectionName): readonly Reference[]
  /** What points at the rows of this collection, of any module. */
  to(place: CollectionName): readonly Reference[]
  /** Without what the rows of this collection cannot be. */
  needsOf(place: CollectionName): readonly Need[]
  /** As its module declares it; undefined where that is not installed. */
  collectionOf(place: CollectionName): Collection | undefined
}

const keyOf = ({ module, name }: CollectionName) => `${module}.${name}`

const declaredBy = ({ references }: Collection) => (references ?? {}) as Record<string, Referred<string>>

/** Rows that one removal takes along or changes, at most. */
export const TOO_MANY = 100_000

/** The fields of this module that point somewhere; `contacts` is its own collection, `crm.contacts` another module's. */
function referencesIn({ id: module, collections }: Pick<Module, 'id' | 'collections'>): Reference[] {
  return Object.entries(collections).flatMap(([name, collection]) =>
    Object.entries(declaredBy(collection)).map(([field, { to, onRemove }]) => {
      const [first = '', second] = to.split('.')
      const target = second === undefined ? { module, name: first } : { module: first, name: second }
      return { module, name, collection, field, isList: fieldKind(collection, field) === 'list', target, onRemove }
    }),
  )
}

/** Those of all installed modules. A reference to what is not installed here is not looked after. */
export function createReferences(modules: readonly Pick<Module, 'id' | 'collections'>[]): References {
  const known = new Map<string, Collection>(
    modules.flatMap(({ id, collections }) =>
      Object.entries(collections).map(([name, collection]) => [`${id}.${name}`, collection] as const),
    ),
  )
  const all = modules.flatMap(referencesIn).filter(({ target }) => known.has(keyOf(target)))
  const from = Map.groupBy(all, keyOf)
  const to = Map.groupBy(all, ({ target }) => keyOf(target))
  return {
    from: (place) => from.get(keyOf(place)) ?? [],
    to: (place) => to.get(keyOf(place)) ?? [],
    needsOf: (place) =>
      Object.entries((known.get(keyOf(place))?.needs ?? {}) as Record<string, { to: string; by: string }>).map(
        ([field, { to: name, by }]) => ({ field, by, target: { module: place.module, name } }),
      ),
    collectionOf: (place) => known.get(keyOf(place)),
  }
}

/** What is wrong with a module's references; nothing when they can be looked after. */
export function faultsInReferences({ id, collections }: Pick<Module, 'id' | 'collections'>): string[] {
  const shapes = Object.entries(collections)
  const needs = shapes.flatMap(([name, collection]) =>
    Object.entries((collection.needs ?? {}) as Record<string, { to: string; by: string }>).flatMap(
      ([field, { to, by }]) =>
        Object.hasOwn(collection.schema.shape, field) && Object.hasOwn(collections[to]?.schema.shape ?? {}, by)
          ? []
          : [`“${name}.${field}” needs “${to}” by “${by}”, which is not there`],
    ),
  )
  const pointers = shapes.flatMap(([name, collection]) =>
    Object.entries(declaredBy(collection)).flatMap(([field, { to, onRemove, formerly }]) => {
      const { schema } = collection
      if (!Object.hasOwn(schema.shape, field)) return [`“${name}” has no field “${field}” that could point to ${to}`]
      if (formerly && !(Object.hasOwn(schema.shape, formerly.field) && collections[to]?.schema.shape[formerly.by]))
        return [`“${name}.${field}” was “${formerly.field}” by “${formerly.by}” of “${to}”, which is not there`]
      if (!to.includes('.') && !Object.hasOwn(collections, to)) return [`“${id}” has no collection “${to}”`]
      const isList = Array.isArray(schema.shape[field]?.safeParse([]).data)
      const mayBeEmpty = isList || schema.shape[field]?.safeParse(null).success === true
      return onRemove === 'clear' && !mayBeEmpty ? [`“${name}.${field}” cannot be empty, so it cannot be cleared`] : []
    }),
  )
  return [...pointers, ...needs]
}

/** The ids that a row names in this field. */
export function idsIn({ field, isList }: Reference, data: Data): string[] {
  const value = data[field]
  const ids = isList && Array.isArray(value) ? value : [value]
  return ids.filter((id): id is string => typeof id === 'string' && id !== '')
}

const inCollection = (scope: string, { module, name }: CollectionName): SQL | undefined =>
  and(eq(records.scopeId, scope), eq(records.module, module), eq(records.collection, name), isNull(records.deletedAt))

/** Those of the ids that live, kept from being removed until the transaction ends. */
export async function liveTargets(
  on: Queryable,
  scope: string,
  target: CollectionName,
  ids: readonly string[],
): Promise<Set<string>> {
  const found = await on
    .select({ id: records.id })
    .from(records)
    .where(and(inCollection(scope, target), sql`${records.id} = any(${sql.param([...ids])}::text[])`))
    .orderBy(records.id)
    .for('share')
  return new Set(found.map(({ id }) => id))
}

/** Those of the ids that live, kept as they are until the transaction ends. */
export const rowsById = (
  on: Queryable,
  scope: string,
  target: CollectionName,
  ids: readonly string[],
): Promise<Stored[]> =>
  on
    .select(columns)
    .from(records)
    .where(and(inCollection(scope, target), sql`${records.id} = any(${sql.param([...ids])}::text[])`))
    .orderBy(records.id)
    .for('share')

/** The rows, of whatever was asked, that name one of these in this field. */
function namesOneOf({ field, isList }: Reference, ids: readonly string[]): SQL {
  if (!isList)
    return sql`${sql.raw(comparableText('text', field, '"records"."data"'))} = any(${sql.param([...ids])}::text[])`
  const named = ids.map((id) => JSON.stringify({ [field]: [id] }))
  return sql`${records.data} @> any(${sql.param(named)}::jsonb[])`
}

/** How many live rows name one of these, without those that go themselves. */
export async function countNaming(
  on: Queryable,
  scope: string,
  reference: Reference,
  ids: readonly string[],
  leaving: readonly string[],
): Promise<number> {
  const found = await on
    .select({ count: sql<number>`count(*)::int` })
    .from(records)
    .where(
      and(
        inCollection(scope, reference),
        namesOneOf(reference, ids),
        sql`${records.id} <> all(${sql.param([...leaving])}::text[])`,
      ),
    )
  return (found[0] as { count: number }).count
}

/** The first live rows that name one of these, the newest first. */
export const firstNaming = (
  on: Queryable,
  scope: string,
  reference: Reference,
  ids: readonly string[],
  limit: number,
): Promise<Stored[]> =>
  on
    .select(columns)
    .from(records)
    .where(and(inCollection(scope, reference), namesOneOf(reference, ids)))
    .orderBy(sql`${records.id} desc`)
    .limit(limit)

/** The live rows that name one of these, locked until the transaction ends. */
export const rowsNaming = (
  on: Queryable,
  scope: string,
  reference: Reference,
  ids: readonly string[],
): Promise<Stored[]> =>
  on
    .select(columns)
    .from(records)
    .where(and(inCollection(scope, reference), namesOneOf(reference, ids)))
    .orderBy(records.id)
    .for('update')

const inTrash = (scope: string, { module, name }: CollectionName, at: Date): SQL | undefined =>
  and(eq(records.scopeId, scope), eq(records.module, module), eq(records.collection, name), eq(records.deletedAt, at))

/** Those that went to the trash in this moment and name one of these. */
export const trashedNaming = (
  on: Queryable,
  scope: string,
  reference: Reference,
  ids: readonly string[],
  at: Date,
): Promise<Stored[]> =>
  on
    .select(columns)
    .from(records)
    .where(and(inTrash(scope, reference, at), namesOneOf(reference, ids)))
    .orderBy(records.id)
    .for('update')

/** Those of the ids that went to the trash in this moment. */
export const trashedTargets = (
  on: Queryable,
  scope: string,
  target: CollectionName,
  ids: readonly string[],
  at: Date,
): Promise<Stored[]> =>
  on
    .select(columns)
    .from(records)
    .where(and(inTrash(scope, target, at), sql`${records.id} = any(${sql.param([...ids])}::text[])`))
    .orderBy(records.id)
    .for('update')

/** Of the rows in the trash that these values name, those that are missed: the latest of each, where no live one has the value. */
export async function missedRows(
  on: Queryable,
  scope: string,
  { target: { module, name }, by }: Need,
  values: readonly string[],
): Promise<Stored[]> {
  const value = sql.raw(comparableText('text', by, '"records"."data"'))
  const found = await on
    .select(columns)
    .from(records)
    .where(
      and(
        eq(records.scopeId, scope),
        eq(records.module, module),
        eq(records.collection, name),
        sql`${value} = any(${sql.param([...values])}::text[])`,
      ),
    )
    .orderBy(records.id)
    .for('update')
  const byValue = Map.groupBy(found, ({ data }) => (data as Data)[by])
  return [...byValue.values()].flatMap((rows) => {
    if (rows.some(({ deletedAt }) => deletedAt === null)) return []
    return rows.sort((a, b) => Number(b.deletedAt) - Number(a.deletedAt)).slice(0, 1)
  })
}

/** The live rows whose field was cleared by the change that removed this row, and is as that change left it. */
export async function clearedRows(
  on: Queryable,
  scope: string,
  { module, name, field }: Reference,
  removed: { id: string; module: string; version: number },
): Promise<string[]> {
  const { rows } = await on.execute<{ id: string }>(sql`
    select r.id from record_versions gone
      join record_versions v on v.change_id = gone.change_id and v.scope_id = ${scope} and v.module = ${module}
      join records r on r.id = v.record_id and r.module = v.module and r.scope_id = v.scope_id
    where gone.record_id = ${removed.id} and gone.module = ${removed.module} and gone.scope_id = ${scope}
      and gone.version = ${removed.version} and r.collection = ${name} and r.deleted_at is null
      and (v.before->'data'->${field}::text) @> to_jsonb(${removed.id}::text)
      and r.data->${field}::text = case when jsonb_typeof(v.before->'data'->${field}::text) = 'array'
        then (v.before->'data'->${field}::text) - ${removed.id}::text else 'null' end
    order by r.id`)
  return rows.map(({ id }) => id)
}

/** The row's field with this id again. */
export const withId = ({ field, isList }: Reference, row: Data, id: string): Data => ({
  [field]: isList ? [...(row[field] as unknown[]), id] : id,
})

/** The row's field without these ids. */
export const withoutIds = ({ field, isList }: Reference, row: Data, gone: ReadonlySet<string>): Data => ({
  [field]: isList ? (row[field] as unknown[]).filter((id) => !gone.has(id as string)) : null,
})

export const goneTarget = (field: string) =>
  new AppError('bad_request', `What “${field}” names is no longer there. Choose another, please.`)

export const stillUsed = (called: string, count: number, collection: string) =>
  new AppError('conflict', `${called} is still used (${collection}: ${count}). Change or delete those first, please.`, {
    details: { collection, count },
  })
