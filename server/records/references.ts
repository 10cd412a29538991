import { AppError } from '@atrium/contract/errors'
import type { Collection, Module, OnRemove } from '@atrium/contract/module'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { fieldKind } from './field-kinds.ts'
import type { Data } from './rows.ts'
import { records } from './tables.ts'
import { whereSql } from './where.ts'

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

export interface References {
  /** What the rows of this collection point at. */
  from(place: CollectionName): readonly Reference[]
  /** What points at the rows of this collection, of any module. */
  to(place: CollectionName): readonly Reference[]
}

const keyOf = ({ module, name }: CollectionName) => `${module}.${name}`

const declaredBy = ({ references }: Collection) =>
  (references ?? {}) as Record<string, { to: string; onRemove: OnRemove }>

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
  const known = new Set(
    modules.flatMap(({ id, collections }) => Object.keys(collections).map((name) => `${id}.${name}`)),
  )
  const all = modules.flatMap(referencesIn).filter(({ target }) => known.has(keyOf(target)))
  const from = Map.groupBy(all, keyOf)
  const to = Map.groupBy(all, ({ target }) => keyOf(target))
  return { from: (place) => from.get(keyOf(place)) ?? [], to: (place) => to.get(keyOf(place)) ?? [] }
}

/** What is wrong with a module's references; nothing when they can be looked after. */
export function faultsInReferences({ id, collections }: Pick<Module, 'id' | 'collections'>): string[] {
  const shapes = Object.entries(collections)
  return shapes.flatMap(([name, collection]) =>
    Object.entries(declaredBy(collection)).flatMap(([field, { to, onRemove }]) => {
      const { schema } = collection
      if (!Object.hasOwn(schema.shape, field)) return [`“${name}” has no field “${field}” that could point to ${to}`]
      if (!to.includes('.') && !Object.hasOwn(collections, to)) return [`“${id}” has no collection “${to}”`]
      const isList = schema.shape[field] !== undefined && Array.isArray(schema.shape[field].safeParse([]).data)
      const mayBeEmpty = isList || schema.shape[field]?.safeParse(null).success === true
      return onRemove === 'clear' && !mayBeEmpty ? [`“${name}.${field}” cannot be empty, so it cannot be cleared`] : []
    }),
  )
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

/** The live rows that point at one of these. */
export async function pointingAt(
  on: Queryable,
  scope: string,
  reference: Reference,
  ids: readonly string[],
): Promise<{ id: string }[]> {
  const { collection, field, isList } = reference
  const names = isList
    ? sql`(${sql.join(
        ids.flatMap((id) => whereSql(collection, { [field]: { has: id } })),
        sql` or `,
      )})`
    : and(...whereSql(collection, { [field]: { in: [...ids] } }))
  return on
    .select({ id: records.id })
    .from(records)
    .where(and(inCollection(scope, reference), names))
    .orderBy(records.id)
}

export const goneTarget = (field: string) =>
  new AppError('bad_request', `What “${field}” names is no longer there. Choose another, please.`)

export const stillUsed = (called: string, count: number, collection: string) =>
  new AppError('conflict', `${called} is still used (${collection}: ${count}). Change or delete those first, please.`, {
    details: { collection, count },
  })
