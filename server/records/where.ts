import { AppError } from '@atrium/contract/errors'
import type { Collection } from '@atrium/contract/module'
import { type SQL, sql } from 'drizzle-orm'
import pg from 'pg'
import { searchQuery } from '../platform/search-text.ts'
import {
  comparableText,
  type Definition,
  definitionOf,
  emptyText,
  type Kind,
  kindOf,
  unwrapped,
} from './field-kinds.ts'
import { isIndexed } from './indexed.ts'
import { records } from './tables.ts'

/** Where fields are looked up: their schema, the JSON that holds them, and which of them an index has. */
interface Place {
  definition(field: string): Definition
  /** SQL of a jsonb object */
  data: string
  isIndexed(field: string): boolean
}

const DATA = '"records"."data"'
/** How deep conditions may lie in one another. */
const DEEPEST = 5

const fieldsOf = (collection: Collection): Place => ({
  definition: (field) => definitionOf(collection, field),
  data: DATA,
  isIndexed: (field) => isIndexed(collection, field),
})

export const comparable = (kind: Kind, field: string): SQL => sql.raw(comparableText(kind, field, DATA))

const comparableIn = ({ data }: Place, kind: Kind, field: string): SQL => sql.raw(comparableText(kind, field, data))
const textOf = ({ data }: Place, field: string): SQL => sql.raw(`${data}->>${pg.escapeLiteral(field)}`)
const jsonOf = ({ data }: Place, field: string): SQL => sql.raw(`${data}->${pg.escapeLiteral(field)}`)
const holds = ({ data }: Place, field: string, value: unknown) =>
  sql`${sql.raw(data)} @> ${JSON.stringify({ [field]: value })}::jsonb`

const TYPES: Partial<Record<Kind, string>> = { number: 'numeric', moment: 'timestamptz' }
const typeOf = (kind: Kind) => sql.raw(TYPES[kind] ?? 'text')

const parameter = (kind: Kind, value: unknown): SQL =>
  kind === 'number' || kind === 'moment' ? sql`${value}::${typeOf(kind)}` : sql`${String(value)}::text`

function equals(place: Place, kind: Kind, field: string, value: unknown): SQL {
  const isFound = place.isIndexed(field)
  if (value === null) return sql`${isFound ? comparableIn(place, kind, field) : textOf(place, field)} is null`
  if (isFound || kind === 'moment') return sql`${comparableIn(place, kind, field)} = ${parameter(kind, value)}`
  if (kind === 'list' || kind === 'other') return sql`${jsonOf(place, field)} = ${JSON.stringify(value)}::jsonb`
  return holds(place, field, value)
}

/** Whether nothing is in a list. */
function isEmpty(place: Place, field: string, wanted: boolean): SQL {
  const empty = sql.raw(emptyText(field, place.data))
  return wanted ? empty : sql`not ${empty}`
}

/** One of these values: one look into the index where there is one. */
function among(place: Place, kind: Kind, field: string, values: readonly unknown[]): SQL {
  if (!place.isIndexed(field)) {
    const options = values.map((option) => equals(place, kind, field, option))
    return options.length === 0 ? sql`false` : sql`(${sql.join(options, sql` or `)})`
  }
  const value = comparableIn(place, kind, field)
  const given = values.filter((one) => one !== null).map(String)
  const isOne = sql`${value} = any(${sql.param(given)}::${typeOf(kind)}[])`
  return given.length < values.length ? sql`(${isOne} or ${value} is null)` : isOne
}

/** An element of the list that fits all of these. */
function someOf(place: Place, field: string, wanted: object, depth: number): SQL {
  const { element } = unwrapped(place.definition(field))
  if (!element) throw new AppError('bad_request', `“${field}” is no list.`)
  const alias = `e${depth}`
  const shape = unwrapped(element.def).shape
  const inner: Place = {
    definition: (name) => {
      const found = shape && Object.hasOwn(shape, name) ? shape[name] : undefined
      if (!found) throw new AppError('bad_request', `There is no field “${name}” in “${field}”.`)
      return found.def
    },
    data: `"${alias}"."value"`,
    isIndexed: () => false,
  }
  const list = jsonOf(place, field)
  return sql`exists (
    select 1 from jsonb_array_elements(case when jsonb_typeof(${list}) = 'array' then ${list} else '[]' end) as ${sql.identifier(alias)}
    where ${allOf(conditions(inner, wanted, depth + 1))})`
}

/** Letters are compared without their case; the text is taken as it stands, no letter of it is a sign. */
const containsText = (place: Place, field: string, part: unknown) =>
  sql`position(lower(${String(part)}::text) in lower(${textOf(place, field)})) > 0`

/** The same in any part of an address. */
const containsPart = (place: Place, field: string, part: unknown) => {
  const parts = jsonOf(place, field)
  return sql`exists (
    select 1 from jsonb_each_text(case when jsonb_typeof(${parts}) = 'object' then ${parts} else '{}' end) as part
    where position(lower(${String(part)}::text) in lower(part.value)) > 0)`
}

const SIGNS = { lt: sql.raw('<'), lte: sql.raw('<='), gt: sql.raw('>'), gte: sql.raw('>=') }

function condition(place: Place, field: string, wanted: unknown, depth: number): SQL[] {
  if (wanted === undefined) return []
  const kind = kindOf(place.definition(field))
  const isCondition = typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted)
  if (!isCondition) return [equals(place, kind, field, wanted)]
  return Object.entries(wanted).flatMap(([operator, value]) => {
    if (value === undefined) return []
    if (operator === 'ne') return [sql`not coalesce(${equals(place, kind, field, value)}, false)`]
    if (operator === 'has') return [holds(place, field, [value])]
    if (operator === 'isEmpty') return [isEmpty(place, field, value === true)]
    if (operator === 'in') return [among(place, kind, field, value as unknown[])]
    if (operator === 'notIn') return [sql`not coalesce(${among(place, kind, field, value as unknown[])}, false)`]
    if (operator === 'some') return [someOf(place, field, value as object, depth)]
    if (operator === 'contains') {
      if (unwrapped(place.definition(field)).type === 'object') return [containsPart(place, field, value)]
      if (kind !== 'text') throw new AppError('bad_request', `“${field}” is no text.`)
      return [containsText(place, field, value)]
    }
    const sign = Object.hasOwn(SIGNS, operator) ? SIGNS[operator as keyof typeof SIGNS] : undefined
    if (!sign) throw new AppError('bad_request', `There is no comparison “${operator}”.`)
    if (kind === 'list' || kind === 'other') throw new AppError('bad_request', `“${field}” has no order to compare by.`)
    return [sql`${comparableIn(place, kind, field)} ${sign} ${parameter(kind, value)}`]
  })
}

const allOf = (parts: readonly SQL[]): SQL =>
  parts.length === 0 ? sql`true` : sql`(${sql.join([...parts], sql` and `)})`

function conditions(place: Place, where: object | undefined, depth: number): SQL[] {
  if (depth > DEEPEST) throw new AppError('bad_request', `Conditions lie at most ${DEEPEST} deep in one another.`)
  return Object.entries(where ?? {}).flatMap(([field, wanted]) => {
    if (field !== 'or') return condition(place, field, wanted, depth)
    if (wanted === undefined) return []
    const ways = (wanted as object[]).map((one) => allOf(conditions(place, one, depth + 1)))
    return [ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` or `)})`]
  })
}

/** The conditions of a `where`; values are parameters, fields are checked against the collection's schema. */
export const whereSql = (collection: Collection, where: object | undefined): SQL[] =>
  conditions(fieldsOf(collection), where, 0)

/** The same over another jsonb with fields of the collection: the keys of its kept totals. */
export const whereOver = (collection: Collection, data: string, where: object | undefined): SQL[] => {
  const place: Place = {
    definition: (field) => definitionOf(collection, field),
    data,
    isIndexed: (field) => kindOf(definitionOf(collection, field)) !== 'list',
  }
  return conditions(place, where, 0)
}

/** The rows that hold all these words; no condition without words, and none holds signs alone. */
export function wordsSql(words: string | undefined): SQL[] {
  if (words === undefined || words.trim() === '') return []
  const query = searchQuery(words)
  return [query === null ? sql`false` : sql`${records.search} @@ ${query}::tsquery`]
}

/** The rows that hold a word with one of these beginnings, each of letters and digits alone; none without any. */
export function someSql(beginnings: readonly string[]): SQL {
  const query = beginnings.map((one) => `'${one.replaceAll("'", '')}':*`).join(' | ')
  return query === '' ? sql`false` : sql`${records.search} @@ ${query}::tsquery`
}
