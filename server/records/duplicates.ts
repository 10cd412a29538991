import type { Collection } from '@atrium/contract/module'
import type pg from 'pg'
import { uuid } from '../platform/ids.ts'
import type { Place } from './constraints/place.ts'
import { partitionOf } from './declared.ts'
import { freeName } from './free-names.ts'
import { type Data, type Stored, type StoredColumns, searchOf, storedOf } from './rows.ts'
import { save, type Write } from './saving.ts'
import { keyIn, type UniqueKey, uniqueKeys } from './unique-keys.ts'

/** Rows beyond this are left as they are, and the index is refused: a name that thousands have is no name. */
const MOST = 10_000
/** The database's letters and ours are the same but for a few: what still meets is numbered once more. */
const ROUNDS = 5

type Client = Pick<pg.ClientBase, 'query'>

const markOf = (values: readonly string[]) => JSON.stringify(values)

/** The keys that rows of this scope have, as the database compares them. */
export async function keysIn(on: Client, module: string, key: UniqueKey, scope: string): Promise<Set<string>> {
  const values = key.expressions('data').map((one) => `(${one})::text`)
  const { rows } = await on.query<{ key: (string | null)[] }>(
    `select array[${values.join(', ')}] as key from ${partitionOf(module)} where scope_id = $1 and ${key.condition}`,
    [scope],
  )
  return new Set(rows.flatMap(({ key: one }) => (one.includes(null) ? [] : [markOf(one as string[])])))
}

/** The data under a name that is free, which is then taken; null where its own is free, or its key ends in no text. */
export function renamed(key: UniqueKey, data: Data, taken: Set<string>): Data | null {
  const own = keyIn(key, data)
  if (own === null || !key.isName) return null
  const field = key.fields.at(-1) as string
  const said = data[field]
  const called = (name: string): Data => ({ ...data, [field]: name })
  const keyOf = (name: string) => markOf(keyIn(key, called(name)) as string[])
  if (!taken.has(markOf(own)) || typeof said !== 'string') {
    taken.add(markOf(own))
    return null
  }
  const name = freeName(said, (one) => taken.has(keyOf(one)))
  taken.add(keyOf(name))
  return called(name)
}

type Found = StoredColumns & { scope_id: string }

const COLUMNS =
  'scope_id, id, module, collection, data, schema_version, version, created_at, updated_at, deleted_at' as const

const writeOf = (collection: Collection, was: Stored, data: Data, deletedAt: Date | null): Write => ({
  ...was,
  deletedAt,
  data: JSON.stringify(data),
  version: was.version + 1,
  search: searchOf(collection, data),
  before: { schema: was.schemaVersion, data: was.data },
  deletedBefore: was.deletedAt,
})

/**
 * Gives these rows names that are free in their scope and in those besides, as a change of its own that the history shows. Those that
 * share what is no name go to the trash.
 */
async function rename(
  on: Client,
  { module, collection }: Place,
  key: UniqueKey,
  found: readonly Found[],
  besides: readonly string[] = [],
): Promise<number> {
  let count = 0
  for (const [scope, rows] of Map.groupBy(found, ({ scope_id }) => scope_id)) {
    const now = new Date()
    const taken = new Set<string>()
    for (const one of [scope, ...besides]) for (const mark of await keysIn(on, module, key, one)) taken.add(mark)
    const writes = rows.flatMap((row) => {
      const was = storedOf(row)
      if (!key.isName) return [writeOf(collection, was, was.data as Data, now)]
      const data = renamed(key, was.data as Data, taken)
      return data ? [writeOf(collection, was, data, null)] : []
    })
    if (writes.length === 0) continue
    const cause = { action: `${module}.${key.isName ? 'rename' : 'remove'}`, via: 'core', input: null, actor: null }
    await save(on as Pick<pg.Pool, 'query'>, writes, { scope, change: uuid(), now, cause })
    count += writes.length
  }
  return count
}

/**
 * Before a key becomes unique: of rows that share a name the oldest keeps it, the others are numbered, “Spanish (2)”; of those that share
 * what is no name the one that was changed last stays, the others are in the trash. Answers how many were. Throws when there are more
 * than 10,000.
 */
export async function renameDuplicates(on: Client, place: Place, key: UniqueKey): Promise<number> {
  let numbered = 0
  for (let round = 0; round < ROUNDS; round++) {
    const { rows } = await on.query<Found>(
      `select ${COLUMNS} from (
         select *, row_number() over (partition by scope_id, ${key.expressions('data').join(', ')} order by ${key.isName ? 'created_at, id' : 'updated_at desc, id desc'}) as place
           from ${partitionOf(place.module)} where ${key.condition} and ${key
             .expressions('data')
             .map((one) => `${one} is not null`)
             .join(' and ')}
       ) numbered where place > 1 order by created_at, id limit ${MOST + 1}`,
    )
    const met = rows.filter((row) => keyIn(key, row.data as Data) !== null)
    if (met.length === 0) return numbered
    if (met.length > MOST) throw new Error(`more than ${MOST} rows share a key that is to be unique`)
    const count = await rename(on, place, key, met)
    if (count === 0) break
    numbered += count
  }
  throw new Error(`rows share ${key.fields.join(', ')} still, which is to be unique`)
}

/** Numbers the names of this scope that the other one has too, before the rows of both become one owner's. */
export async function renameTaken(on: Client, place: Place, from: string, to: string): Promise<void> {
  for (const key of uniqueKeys(place.module, place.name, place.collection)) {
    const same = key.expressions('mine.data').map((mine, at) => `${mine} = ${key.expressions('data')[at]}`)
    const { rows } = await on.query<Found>(
      `select ${COLUMNS} from ${partitionOf(place.module)} mine where scope_id = $1 and ${key.condition} and exists (
         select 1 from ${partitionOf(place.module)} where scope_id = $2 and ${key.condition} and ${same.join(' and ')}
       ) order by created_at, id`,
      [from, to],
    )
    await rename(on, place, key, rows, [to])
  }
}
