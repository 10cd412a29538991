import { AppError } from '@atrium/contract/errors'
import type { Collection, ListOptions } from '@atrium/contract/module'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { fieldKind, type Kind } from './field-kinds.ts'
import { records } from './tables.ts'
import { comparable } from './where.ts'

type Wanted = ListOptions<Record<string, unknown>>['order']

/** One thing that rows are ordered by. */
interface Part {
  value: SQL
  type: string
  isDescending: boolean
  /** A field, which old data may lack: then the row comes last. */
  isField: boolean
}

const TYPES: Partial<Record<Kind, string>> = { number: 'numeric', moment: 'timestamptz' }

function partOf(collection: Collection, name: string): Part {
  const isDescending = name.startsWith('-')
  const field = isDescending ? name.slice(1) : name
  if (field === 'createdAt' || field === 'updatedAt')
    return { value: sql`${records[field]}`, type: 'timestamptz', isDescending, isField: false }
  const kind = fieldKind(collection, field)
  return {
    value: comparable(kind, field),
    type: TYPES[kind] ?? 'text',
    isDescending,
    isField: true,
  }
}

function partsOf(collection: Collection, order: Wanted): Part[] {
  const wanted = order === undefined ? ['-createdAt'] : typeof order === 'string' ? [order] : [...order]
  const parts = wanted.map((name) => partOf(collection, name))
  // ids are made in order of time, so they break ties the way people expect
  const id = { value: sql`${records.id}`, type: 'text', isDescending: wanted[0]?.startsWith('-') ?? false }
  return [...parts, { ...id, isField: false }]
}

export function orderSql(collection: Collection, order: Wanted): SQL[] {
  return partsOf(collection, order).map(({ value, isDescending, isField }) => {
    const direction = sql.raw(isDescending ? 'desc' : 'asc')
    // not of columns, whose indexes know nothing of it
    return isField ? sql`${value} ${direction} nulls last` : sql`${value} ${direction}`
  })
}

/** What a place in an order is made of: a row's values by which it is ordered, as text, the last its id. */
export const placeSql = (collection: Collection, order: Wanted): SQL =>
  sql`array[${sql.join(
    partsOf(collection, order).map(({ value }) => sql`(${value})::text`),
    sql`, `,
  )}]`

const Place = z.array(z.string().max(100_000).nullable())

/** A place as the caller keeps it, to ask for what comes after. */
export const cursorOf = (place: readonly (string | null)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

const notAPlace = (cursor: string, cause?: unknown) =>
  new AppError(
    'bad_request',
    `What was given as a place (${cursor.length} characters) is none in this list. Begin at its start, please.`,
    {
      cause,
    },
  )

function placeOf(cursor: string, length: number): (string | null)[] {
  try {
    const place = Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    if (place.length === length) return place
  } catch (cause) {
    throw notAPlace(cursor, cause)
  }
  throw notAPlace(cursor)
}

/** The rows after a place in this order. Throws `bad_request` for a cursor of another order. */
export function afterSql(collection: Collection, order: Wanted, cursor: string): SQL {
  const parts = partsOf(collection, order)
  const place = placeOf(cursor, parts.length)
  const [first] = parts
  return first && !first.isField ? (bounded(parts, place) ?? beyond(parts, place)) : beyond(parts, place)
}

/**
 * Those of the rows after a place that have a value in the field which the order begins with: an index is read from the place on,
 * where with the others it would be read from its start. undefined where the order begins with no field, or the place has no value.
 */
export function filledAfterSql(collection: Collection, order: Wanted, cursor: string): SQL | undefined {
  const parts = partsOf(collection, order)
  return parts[0]?.isField ? bounded(parts, placeOf(cursor, parts.length)) : undefined
}

const at = (part: Part, value: string) => sql`${value}::text::${sql.raw(part.type)}`

/** By every part in turn: the first that differs decides. */
function beyond([part, ...parts]: readonly Part[], [said, ...place]: readonly (string | null)[]): SQL {
  if (!part) return sql`false`
  const value = said ?? null
  const rest = beyond(parts, place)
  if (value === null) return sql`(${part.value} is null and ${rest})`
  const sign = sql.raw(part.isDescending ? '<' : '>')
  const empty = part.isField ? sql` or ${part.value} is null` : sql``
  return sql`(${part.value} ${sign} ${at(part, value)}${empty} or (${part.value} = ${at(part, value)} and ${rest}))`
}

/** Says where an index begins to be read; what follows decides. */
function bounded(parts: readonly Part[], place: readonly (string | null)[]): SQL | undefined {
  const [first] = parts
  const value = place[0] ?? null
  if (!first || value === null) return undefined
  const sign = sql.raw(first.isDescending ? '<=' : '>=')
  return sql`(${first.value} ${sign} ${at(first, value)} and ${beyond(parts, place)})`
}
