import { AppError } from '@atrium/contract/errors'
import { factsOf } from '@atrium/contract/field-facts'
import type { Collection, Row } from '@atrium/contract/module'
import { plainText } from '@atrium/contract/rich-text'
import type { z } from 'zod'
import { searchText } from '../platform/search-text.ts'
import { records } from './tables.ts'

/** The data of a row whose collection is not known here at compile time. */
export type Data = Record<string, unknown>

/** What a read needs of the table; the index column stays behind. */
export const columns = {
  id: records.id,
  module: records.module,
  collection: records.collection,
  data: records.data,
  schemaVersion: records.schemaVersion,
  version: records.version,
  createdAt: records.createdAt,
  updatedAt: records.updatedAt,
  deletedAt: records.deletedAt,
}

export interface Stored {
  id: string
  module: string
  collection: string
  data: unknown
  schemaVersion: number
  version: number
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
}

/** A row of the table as PostgreSQL gives it. */
export interface StoredColumns {
  id: string
  module: string
  collection: string
  data: unknown
  schema_version: number
  version: number
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

export const storedOf = ({ schema_version, created_at, updated_at, deleted_at, ...rest }: StoredColumns): Stored => ({
  ...rest,
  schemaVersion: schema_version,
  createdAt: created_at,
  updatedAt: updated_at,
  deletedAt: deleted_at,
})

/** A stored row's data in the collection's newest shape. */
export function currentData(collection: Collection, stored: Pick<Stored, 'data' | 'schemaVersion' | 'id'>): Data {
  const data = stored.data as Data
  if (stored.schemaVersion === collection.version) return data
  const moved =
    stored.schemaVersion < collection.version ? (collection.migrate?.(data, stored.schemaVersion) ?? data) : data
  const parsed = collection.schema.safeParse(moved)
  if (parsed.success) return parsed.data
  throw new Error(
    `Record ${stored.id} of schema version ${stored.schemaVersion} does not fit version ${collection.version}`,
    { cause: parsed.error },
  )
}

export function toRow(collection: Collection, stored: Stored): Row<Data> {
  return {
    ...currentData(collection, stored),
    id: stored.id,
    version: stored.version,
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  }
}

/** What the search index holds for this data. */
export function searchOf(collection: Collection | undefined, data: Data): string {
  const texts = collection?.search
    .flatMap((field) => wordsIn(collection, field, data[field]))
    .filter((value) => typeof value === 'string')
  return texts?.length ? searchText(texts.join('\n')) : ''
}

/** What is found of a field: the words of a rich text without its marks and addresses, all parts of an address. */
function wordsIn({ schema }: Collection, field: string, value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.values(value)
  if (typeof value !== 'string') return value
  const one = schema.shape[field]
  return one && factsOf(one as z.ZodType)?.kind === 'richText' ? plainText(value) : value
}

/** What a list calls this record: its first search field, shortened; '' where it has none. */
export function titleOf(collection: Collection | undefined, data: Data): string {
  const name = collection?.search[0] === undefined ? undefined : data[collection.search[0]]
  if (typeof name !== 'string') return ''
  const line = name.trim().replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

/** What a sentence calls it. */
export function nameOf(collection: Collection | undefined, data: Data): string {
  const title = titleOf(collection, data)
  return title === '' ? 'A record' : `“${title}”`
}

/** NUL and halves of surrogate pairs, as JSON.stringify writes them, not preceded by an odd number of backslashes. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/

/** JSON that PostgreSQL can keep. Throws `bad_request` for text that no database column can hold. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null'
  if (UNSTORABLE.test(json))
    throw new AppError('bad_request', 'The text has a broken character (NUL, or half of an emoji). Remove it, please.')
  return json
}
