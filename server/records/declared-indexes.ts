import type { Collection, Module } from '@atrium/contract/module'
import pg from 'pg'
import { balances } from './constraints/balanced.ts'
import { exclusions } from './constraints/exclusive.ts'
import { immutables } from './constraints/immutable.ts'
import { numberings } from './constraints/numbered.ts'
import { type Declared, expressionOf, historyPartitionOf, namedBy, partitionOf } from './declared.ts'
import { emptyText, fieldKind } from './field-kinds.ts'
import { indexedFields } from './indexed.ts'
import { keptTotals } from './kept-totals/declaring.ts'
import { uniqueKeys } from './unique-keys.ts'

const bare = (field: string): string => field.replace(/^-/, '')

function listIndex(module: string, name: string, collection: Collection, declared: readonly string[]): Declared {
  const fields = declared.map(bare)
  const [first = '', ...others] = declared
  const isFilled = fieldKind(collection, bare(first)) === 'list'
  const ordered = isFilled ? others : declared
  const expressions = ordered.map((field) => {
    const expression = expressionOf(collection, bare(field))
    return field.startsWith('-') ? `${expression} desc nulls last` : expression
  })
  // Ids are made in order of time: rows that are else alike come in theirs, as in every list.
  const id = ordered.some((field) => field.startsWith('-')) ? 'id desc' : 'id'
  const filled = isFilled ? ` and not ${emptyText(first, 'data')}` : ''
  const of = `(scope_id, ${[...expressions, id].join(', ')}) where collection = ${pg.escapeLiteral(name)} and deleted_at is null${filled}`
  const index = namedBy('ix', module, of)
  const sql = `create index if not exists ${index} on ${partitionOf(module)} ${of}`
  return { name: index, collection: name, sql, fields }
}

/** The indexes and unique keys of a module's collections. Throws where a field is unknown or has no order. */
export function indexesOf({ id, collections }: Pick<Module, 'id' | 'collections'>): Declared[] {
  return Object.entries(collections).flatMap(([name, collection]) => [
    ...indexedFields(collection).map((fields) => listIndex(id, name, collection, fields)),
    ...uniqueKeys(id, name, collection),
  ])
}

/** What happened, the last first, for modules that tell of it: through all that did, where it is not asked of few records. */
function historyIndex({ id, collections }: Pick<Module, 'id' | 'collections'>): Declared[] {
  const [name] = Object.entries(collections).find(([, { activity }]) => activity) ?? []
  if (name === undefined) return []
  const of = '(scope_id, created_at, change_id)'
  const index = namedBy('hx', id, of)
  const sql = `create index if not exists ${index} on ${historyPartitionOf(id)} ${of}`
  return [{ name: index, collection: name, sql, fields: [] }]
}

/** All that the database is to keep for a module. */
export function declaredBy(module: Pick<Module, 'id' | 'collections'>): Declared[] {
  const places = Object.entries(module.collections).map(([name, collection]) => ({
    module: module.id,
    name,
    collection,
  }))
  return [
    ...indexesOf(module),
    ...historyIndex(module),
    ...places.flatMap((place) => [
      ...exclusions(place),
      ...numberings(place),
      ...immutables(place),
      ...balances(place),
      ...keptTotals(place),
    ]),
  ]
}
