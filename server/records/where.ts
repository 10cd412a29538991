import { AppError } from '@atrium/contract/errors'
import type { Collection, ListOptions } from '@atrium/contract/module'
import { type SQL, sql } from 'drizzle-orm'
import pg from 'pg'
import { searchQuery } from '../platform/search-text.ts'
import { isIndexed } from './indexed.ts'
import { records } from './tables.ts'

/** How the values of a field compare. */
export type Kind = 'text' | 'number' | 'boolean' | 'moment' | 'list' | 'other'

interface Definition {
  type: string
  format?: string
  innerType?: { def: Definition }
  in?: { def: Definition }
  options?: { def: Definition }[]
  values?: unknown[]
}

const WRAPPERS = new Set(['optional', 'nullable', 'default', 'prefault', 'readonly', 'catch', 'nonoptional'])

/** How values of this field compare. */
function kindOf(definition: Definition): Kind {
  if (WRAPPERS.has(definition.type) && definition.innerType) return kindOf(definition.innerType.def)
  if (definition.type === 'pipe' && definition.in) return kindOf(definition.in.def)
  if (definition.type === 'string') return definition.format === 'datetime' ? 'moment' : 'text'
  if (definition.type === 'enum' || definition.type === 'template_literal') return 'text'
  if (definition.type === 'number' || definition.type === 'int') return 'number'
  if (definition.type === 'boolean') return 'boolean'
  if (definition.type === 'array') return 'list'
  if (definition.type === 'literal') return typeof definition.values?.[0] === 'number' ? 'number' : 'text'
  if (definition.type === 'union') {
    const kinds = new Set(definition.options?.map((option) => kindOf(option.def)))
    if (kinds.size === 1) return [...kinds][0] as Kind
    // dates and moments side by side: their ISO texts compare
    return [...kinds].every((kind) => kind === 'text' || kind === 'moment') ? 'text' : 'other'
  }
  return 'other'
}

export function fieldKind(collection: Collection, field: string): Kind {
  const schema = Object.hasOwn(collection.schema.shape, field) ? collection.schema.shape[field] : undefined
  if (!schema) throw new AppError('bad_request', `There is no field “${field}” here.`)
  return kindOf(schema.def as unknown as Definition)
}

/**
 * The field's value as something that orders, in SQL, out of the column `data`: the same text wherever it stands, so that an index over
 * it is found. A value of the wrong type (old data) is null, never an error.
 */
export function comparableText(kind: Kind, field: string, data: string): string {
  const name = pg.escapeLiteral(field)
  if (kind === 'number')
    return `(case when jsonb_typeof(${data}->${name}) = 'number' then (${data}->>${name})::numeric end)`
  if (kind === 'moment') return `record_moment(${data}->>${name})`
  // byte order, so that ISO dates compare the same under every locale
  return `((${data}->>${name}) collate "C")`
}

export const comparable = (kind: Kind, field: string): SQL => sql.raw(comparableText(kind, field, '"records"."data"'))

function parameter(kind: Kind, value: unknown): SQL {
  if (kind === 'number') return sql`${value}::numeric`
  if (kind === 'moment') return sql`${value}::timestamptz`
  return sql`${String(value)}::text`
}

const isEmpty = (field: string) => sql`${records.data}->>${field}::text is null`
const contains = (field: string, value: unknown) => sql`${records.data} @> ${JSON.stringify({ [field]: value })}::jsonb`

function equals(collection: Collection, kind: Kind, field: string, value: unknown): SQL {
  const isFound = isIndexed(collection, field)
  if (value === null) return isFound ? sql`${comparable(kind, field)} is null` : isEmpty(field)
  if (isFound) return sql`${comparable(kind, field)} = ${parameter(kind, value)}`
  if (kind === 'moment') return sql`${comparable(kind, field)} = ${parameter(kind, value)}`
  if (kind === 'list' || kind === 'other') return sql`${records.data}->${field}::text = ${JSON.stringify(value)}::jsonb`
  return contains(field, value)
}

const TYPES: Partial<Record<Kind, string>> = { number: 'numeric', moment: 'timestamptz' }

/** One of these values, as one look into the index. */
function among(kind: Kind, field: string, values: unknown[]): SQL {
  const value = comparable(kind, field)
  const given = values.filter((one) => one !== null).map(String)
  const isOne = sql`${value} = any(${sql.param(given)}::${sql.raw(TYPES[kind] ?? 'text')}[])`
  return given.length < values.length ? sql`(${isOne} or ${value} is null)` : isOne
}

const SIGNS = { lt: sql.raw('<'), lte: sql.raw('<='), gt: sql.raw('>'), gte: sql.raw('>=') }

function condition(collection: Collection, field: string, wanted: unknown): SQL[] {
  const kind = fieldKind(collection, field)
  if (wanted === undefined) return []
  const isCondition = typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted)
  if (!isCondition) return [equals(collection, kind, field, wanted)]
  return Object.entries(wanted).flatMap(([operator, value]) => {
    if (value === undefined) return []
    if (operator === 'ne') return [sql`not coalesce(${equals(collection, kind, field, value)}, false)`]
    if (operator === 'has') return [contains(field, [value])]
    if (operator === 'in') {
      if (isIndexed(collection, field)) return [among(kind, field, value as unknown[])]
      const options = (value as unknown[]).map((option) => equals(collection, kind, field, option))
      return [options.length === 0 ? sql`false` : sql`(${sql.join(options, sql` or `)})`]
    }
    const sign = Object.hasOwn(SIGNS, operator) ? SIGNS[operator as keyof typeof SIGNS] : undefined
    if (!sign) throw new AppError('bad_request', `There is no comparison “${operator}”.`)
    if (kind === 'list' || kind === 'other') throw new AppError('bad_request', `“${field}” has no order to compare by.`)
    return [sql`${comparable(kind, field)} ${sign} ${parameter(kind, value)}`]
  })
}

/** The conditions of a `where`; values are parameters, fields are checked against the collection's schema. */
export function whereSql(collection: Collection, where: object | undefined): SQL[] {
  return Object.entries(where ?? {}).flatMap(([field, wanted]) => condition(collection, field, wanted))
}

/** The rows that hold all these words; no condition without words, and none holds signs alone. */
export function wordsSql(words: string | undefined): SQL[] {
  if (words === undefined || words.trim() === '') return []
  const query = searchQuery(words)
  return [query === null ? sql`false` : sql`${records.search} @@ ${query}::tsquery`]
}

export function orderSql(collection: Collection, order: ListOptions<Record<string, unknown>>['order']): SQL[] {
  const wanted = order === undefined ? ['-createdAt'] : typeof order === 'string' ? [order] : order
  const parts = wanted.map((name) => {
    const descending = name.startsWith('-')
    const field = descending ? name.slice(1) : name
    const direction = sql.raw(descending ? 'desc' : 'asc')
    if (field === 'createdAt') return sql`${records.createdAt} ${direction}`
    if (field === 'updatedAt') return sql`${records.updatedAt} ${direction}`
    return sql`${comparable(fieldKind(collection, field), field)} ${direction} nulls last`
  })
  // ids are made in order of time, so they break ties the way people expect
  return [...parts, sql`${records.id} ${sql.raw(wanted[0]?.startsWith('-') ? 'desc' : 'asc')}`]
}
