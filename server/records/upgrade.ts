import type { Collection } from '@atrium/contract/module'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { type Formerly, withNamedTargets } from './formerly-named.ts'
import { columns, currentData, searchOf, storableJson } from './rows.ts'
import { records } from './tables.ts'

const BATCH = 500
/** Scopes remembered as having nothing old; above it the memory starts anew. */
const REMEMBERED = 10_000
/** Older rows may come with a transaction that is not yet committed; for so long nothing is remembered. */
const UNSETTLED_MS = 60_000

interface Settled {
  /** Milliseconds of the clock. */
  from: number
  /** In which databases: the tests have several in one process. */
  collections: WeakMap<Collection, WeakSet<Database>>
}

const settled = new Map<string, Settled>()

/** To be told before rows come to a scope by another way than its store (an undo, a claim): they may be of an older schema. */
export function forgetSettled(scope: string): void {
  remember(scope, { from: Date.now() + UNSETTLED_MS, collections: new WeakMap() })
}

function remember(scope: string, memory: Settled): void {
  if (settled.size >= REMEMBERED) settled.clear()
  settled.set(scope, memory)
}

/**
 * Rewrites this person's rows of an older schema version, so that conditions and orders see every row in its newest shape.
 * The record's version stays: nobody changed it. Looks once per process, person and collection,
 * and again after forgetSettled.
 */
export async function upgradeStale(
  on: Queryable,
  { scope, database }: { scope: string; database: Database },
  { module, name, collection, collectionOf }: Formerly & { name: string },
): Promise<void> {
  if (collection.version <= 1) return
  if (settled.get(scope)?.collections.get(collection)?.has(database)) return
  for (let looks = 1; ; looks++) {
    const stale = await on
      .select(columns)
      .from(records)
      .where(
        and(
          eq(records.scopeId, scope),
          eq(records.module, module),
          eq(records.collection, name),
          lt(records.schemaVersion, collection.version),
        ),
      )
      .limit(BATCH)
    if (stale.length === 0) {
      if (looks > 1) return // a transaction may yet roll back what was upgraded here: the next look decides
      break
    }
    const moved = stale.map((row) => ({ ...row, data: currentData(collection, row) }))
    const fresh = await withNamedTargets(on, scope, { module, collection, collectionOf }, moved)
    await on.execute(sql`
      update records r set data = f.data::jsonb, schema_version = ${collection.version}, search = array_to_tsvector(string_to_array(f.search, ' '))
      from unnest(
        ${sql.param(fresh.map((row) => row.id))}::text[], ${sql.param(fresh.map((row) => row.version))}::int[],
        ${sql.param(fresh.map((row) => storableJson(row.data)))}::text[],
        ${sql.param(fresh.map((row) => searchOf(collection, row.data)))}::text[]
      ) as f(id, version, data, search)
      where r.id = f.id and r.module = ${module} and r.scope_id = ${scope} and r.version = f.version and r.schema_version < ${collection.version}`)
  }
  const memory = settled.get(scope) ?? { from: 0, collections: new WeakMap() }
  if (Date.now() < memory.from) return
  const databases = memory.collections.get(collection) ?? new WeakSet()
  memory.collections.set(collection, databases.add(database))
  remember(scope, memory)
}
