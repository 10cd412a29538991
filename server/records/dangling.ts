import type { Module } from '@atrium/contract/module'
import pg from 'pg'
import { uuid } from '../platform/ids.ts'
import type { Log } from '../platform/telemetry.ts'
import { partitionOf } from './declared.ts'
import { type Reference, type References, withoutIds } from './references.ts'
import { type Data, type Stored, type StoredColumns, searchOf, storedOf } from './rows.ts'
import { save, type Write } from './saving.ts'

/** Rows that one statement looks at. */
const BATCH = 1000

export interface Dangling {
  scope: string
  row: Stored
  /** The ids that it names in vain. */
  gone: ReadonlySet<string>
}

/** Live rows whose field names what is not there. `among` narrows them: a condition about `r`. */
export async function danglingRows(
  on: Pick<pg.ClientBase, 'query'>,
  reference: Reference,
  { among = 'true', values = [] }: { among?: string; values?: unknown[] } = {},
): Promise<Dangling[]> {
  const { module, name, field, isList, target } = reference
  const value = `r.data->${pg.escapeLiteral(field)}`
  const list = isList ? value : `jsonb_build_array(${value})`
  const { rows } = await on.query<StoredColumns & { scope_id: string; gone: string[] }>(
    `select r.id, r.scope_id, r.module, r.collection, r.data, r.schema_version, r.version, r.created_at, r.updated_at, r.deleted_at, named.gone
     from ${partitionOf(module)} r cross join lateral (
       select array_agg(one.id) as gone
       from jsonb_array_elements_text(case when jsonb_typeof(${list}) = 'array' then ${list} else '[]' end) as one(id)
       where one.id <> '' and not exists (
         select 1 from records t where t.id = one.id and t.module = ${pg.escapeLiteral(target.module)} and t.scope_id = r.scope_id
           and t.collection = ${pg.escapeLiteral(target.name)} and t.deleted_at is null)
     ) named
     where r.collection = ${pg.escapeLiteral(name)} and r.deleted_at is null and named.gone is not null and ${among}
     order by r.id limit ${BATCH}`,
    values,
  )
  return rows.map(({ scope_id, gone, ...row }) => ({ scope: scope_id, row: storedOf(row), gone: new Set(gone) }))
}

/** The row as it shall be: without what it names in vain, or in the trash, as if it had gone along. */
function repaired(reference: Reference, { row, gone }: Dangling, now: Date): Write {
  const was = row.data as Data
  const data = reference.onRemove === 'clear' ? { ...was, ...withoutIds(reference, was, gone) } : was
  return {
    ...row,
    data: JSON.stringify(data),
    version: row.version + 1,
    search: searchOf(reference.collection, data),
    deletedAt: reference.onRemove === 'cascade' ? now : null,
    before: { schema: row.schemaVersion, data: was },
    deletedBefore: null,
  }
}

/**
 * When a module has begun to declare what its rows name: those that name what is gone name nothing more, or are in the trash as if they
 * had gone along. Those of `restrict` stay as they are, and the log says how many there are.
 */
export async function clearDangling(
  on: pg.ClientBase,
  { id: module, collections }: Pick<Module, 'id' | 'collections'>,
  references: References,
  log: Log,
): Promise<void> {
  const own = Object.keys(collections).flatMap((name) => references.from({ module, name }))
  const now = new Date()
  const cause = { action: `${module}.repair`, via: 'core', input: null, actor: null }
  for (let isMoving = true; isMoving; ) {
    isMoving = false
    for (const reference of own) {
      const about = { module, collection: reference.name, field: reference.field }
      for (;;) {
        const found = await danglingRows(on, reference)
        if (found.length === 0) break
        if (reference.onRemove === 'restrict') {
          log.warn({ ...about, count: found.length }, 'entries name what is no longer there')
          break
        }
        for (const [scope, rows] of Map.groupBy(found, (one) => one.scope)) {
          const writes = rows.map((one) => repaired(reference, one, now))
          await save(on as unknown as Pick<pg.Pool, 'query'>, writes, { scope, change: uuid(), now, cause })
        }
        log.warn({ ...about, count: found.length }, 'entries that named what is no longer there were put in order')
        if (reference.onRemove === 'cascade') isMoving = true // others may have named those
      }
    }
  }
}
