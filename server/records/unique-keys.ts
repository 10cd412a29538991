import { AppError } from '@atrium/contract/errors'
import type { Collection } from '@atrium/contract/module'
import pg from 'pg'
import { expressionOf, namedBy, partitionOf } from './declared.ts'
import { fieldKind } from './field-kinds.ts'
import { foldedName } from './free-names.ts'

import type { Data } from './rows.ts'
import type { Guard } from './saving.ts'

/** Fields whose values together no two live rows of a person may have. */
export interface UniqueKey {
  /** Of the index that keeps it. */
  name: string
  collection: string
  fields: readonly string[]
  ignoresCase: boolean
  /** Whether its last field is what people call the row, and may be numbered where two have the same. */
  isName: boolean
  /** What each field is compared by, in SQL, out of this jsonb. */
  expressions(data: string): string[]
  /** The rows that it is kept among, in SQL. */
  condition: string
  sql: string
}

function uniqueKey(
  module: string,
  name: string,
  collection: Collection,
  declared: NonNullable<Collection['unique']>[number],
): UniqueKey {
  const ignoresCase = 'ignoreCase' in declared
  const fields = 'ignoreCase' in declared ? declared.fields : declared
  const expressions = (data: string) =>
    fields.map((field) => {
      const isName = ignoresCase && fieldKind(collection, field) === 'text'
      return isName
        ? `record_folded(${data}->>${pg.escapeLiteral(field)})`
        : `(${expressionOf(collection, field, data)})`
    })
  const last = pg.escapeLiteral(fields.at(-1) as string)
  const condition = `collection = ${pg.escapeLiteral(name)} and deleted_at is null and coalesce(data->>${last}, '') <> ''`
  const of = `(scope_id, ${expressions('data').join(', ')}) where ${condition}`
  const index = namedBy('uq', module, of)
  const sql = `create unique index if not exists ${index} on ${partitionOf(module)} ${of}`
  const isName = collection.search.includes(fields.at(-1) as string)
  return { name: index, collection: name, fields, ignoresCase, isName, expressions, condition, sql }
}

const known = new WeakMap<Collection, readonly UniqueKey[]>()

/** The keys that a collection declares. Throws where a field is unknown or has no order. */
export function uniqueKeys(module: string, name: string, collection: Collection): readonly UniqueKey[] {
  let keys = known.get(collection)
  if (!keys) {
    keys = (collection.unique ?? []).map((key) => uniqueKey(module, name, collection, key))
    known.set(collection, keys)
  }
  return keys
}

/** What this row is found by under the key, as the database compares it; null for a row that does not count. */
export function keyIn({ fields, ignoresCase }: UniqueKey, data: Data): string[] | null {
  const values = fields.map((field) => data[field])
  if (values.some((value) => value === null || value === undefined) || values.at(-1) === '') return null
  return values.map((value) => (ignoresCase && typeof value === 'string' ? foldedName(value) : String(value)))
}

/** A name of at most 60 characters, quoted. */
export function quoted(name: unknown): string {
  const line = String(name).trim().replace(/\s+/g, ' ')
  return `“${line.length > 60 ? `${line.slice(0, 59)}…` : line}”`
}

export function nameTaken({ fields }: UniqueKey, data: Data | undefined): AppError {
  const called = data ? quoted(data[fields.at(-1) as string]) : 'one'
  const sentence = `There is already ${called}. Choose another name, please.`
  return new AppError('conflict', sentence, { details: { taken: called } })
}

/** Of the rows of one statement the one whose key the database names; the first that has the key where it names none. */
export function guardOfKey(key: UniqueKey): Guard {
  return {
    name: key.name,
    refuse: ({ detail, writes, scope }) => {
      const rows = writes.map(({ data }) => JSON.parse(data) as Data).filter((data) => keyIn(key, data) !== null)
      const said = (data: Data) => `=(${[scope, ...(keyIn(key, data) as string[])].join(', ')})`
      const one = rows.find((data) => detail.includes(said(data))) ?? rows[0]
      return nameTaken(key, one)
    },
  }
}

/** Whether another took the key first: whoever looks again finds it. */
export const isTaken = (error: unknown): boolean =>
  error instanceof AppError &&
  error.code === 'conflict' &&
  Boolean((error.details as { taken?: string } | undefined)?.taken)
