import { createHash } from 'node:crypto'
import type { Collection, Module } from '@atrium/contract/module'
import pg from 'pg'
import { comparableText, fieldKind } from './field-kinds.ts'

/** An index that a module declares on its own partition of the records. */
export interface DeclaredIndex {
  /** The same for as long as its definition is. */
  name: string
  collection: string
  isUnique: boolean
  /** The statement that makes it. */
  sql: string
  /** The fields, without the sign of their direction. */
  fields: readonly string[]
  /** What each field is compared by, in SQL. */
  expressions: readonly string[]
}

/** The table of a module's rows, and of their history. */
export const partitionOf = (module: string): string => `records_of_${module.replaceAll('-', '_')}`
export const historyPartitionOf = (module: string): string => `record_versions_of_${module.replaceAll('-', '_')}`

const nameOf = (prefix: string, module: string, definition: string) =>
  `${prefix}_${module.replaceAll('-', '_')}_${createHash('sha256').update(definition).digest('hex').slice(0, 12)}`

const bare = (field: string): string => field.replace(/^-/, '')

/** The kinds that have an order, and so can be indexed. Throws for others: that is the module's fault. */
function expressionOf(collection: Collection, field: string): string {
  const kind = fieldKind(collection, field)
  if (kind === 'list' || kind === 'other') throw new Error(`“${field}” has no order, so no index can have it`)
  return comparableText(kind, field, 'data')
}

function listIndex(module: string, name: string, collection: Collection, declared: readonly string[]): DeclaredIndex {
  const fields = declared.map(bare)
  const expressions = fields.map((field) => expressionOf(collection, field))
  const directed = expressions.map((one, at) => (declared[at]?.startsWith('-') ? `${one} desc nulls last` : one))
  // Ids are made in order of time: rows that are else alike come in theirs, as in every list.
  const id = declared.some((field) => field.startsWith('-')) ? 'id desc' : 'id'
  const of = `(scope_id, ${[...directed, id].join(', ')}) where collection = ${pg.escapeLiteral(name)} and deleted_at is null`
  const index = nameOf('ix', module, of)
  const sql = `create index if not exists ${index} on ${partitionOf(module)} ${of}`
  return { name: index, collection: name, isUnique: false, sql, fields, expressions }
}

type Unique = NonNullable<Collection['unique']>[number]

function uniqueIndex(module: string, name: string, collection: Collection, key: Unique): DeclaredIndex {
  const ignoresCase = 'ignoreCase' in key
  const fields = 'ignoreCase' in key ? key.fields : key
  const expressions = fields.map((field) => {
    const plain = expressionOf(collection, field)
    return ignoresCase && fieldKind(collection, field) === 'text' ? `lower(btrim(${plain}))` : plain
  })
  const of = `(scope_id, ${expressions.map((one) => `(${one})`).join(', ')}) where collection = ${pg.escapeLiteral(name)} and deleted_at is null and coalesce(data->>${pg.escapeLiteral(fields.at(-1) as string)}, '') <> ''`
  const index = nameOf('uq', module, of)
  const sql = `create unique index if not exists ${index} on ${partitionOf(module)} ${of}`
  return { name: index, collection: name, isUnique: true, sql, fields, expressions }
}

const uniques = new WeakMap<Collection, ReadonlySet<string>>()

/** The names of the indexes that keep this collection's keys. */
export function uniqueNames(module: string, name: string, collection: Collection): ReadonlySet<string> {
  let names = uniques.get(collection)
  if (!names) {
    names = new Set((collection.unique ?? []).map((key) => uniqueIndex(module, name, collection, key).name))
    uniques.set(collection, names)
  }
  return names
}

/** All that the collections of a module declare. Throws where a field is unknown or has no order. */
export function indexesOf({ id, collections }: Pick<Module, 'id' | 'collections'>): DeclaredIndex[] {
  return Object.entries(collections).flatMap(([name, collection]) => [
    ...(collection.indexes ?? []).map((fields) => listIndex(id, name, collection, fields)),
    ...(collection.unique ?? []).map((key) => uniqueIndex(id, name, collection, key)),
  ])
}
