import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { files } from '../files/tables.ts'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { recordOfVersion, records, recordVersions } from './tables.ts'

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** The ids that these records name, as they are and as they were. */
async function named(tx: Queryable, which: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct found[1] as id from (
      select ${records.data}::text as said from ${records} where ${which}
      union all
      select ${recordVersions.before}::text from ${recordVersions}
        join ${records} on ${recordOfVersion} where ${which}
    ) all_of, regexp_matches(said, ${UUID}, 'g') found`)
  return rows.map(({ id }) => id)
}

/**
 * Removes for good what was deleted of a collection, with its history, and the files of the owner's modules that nothing
 * names any more. Answers how many records went. The files' bytes go with the next cleaning.
 */
export async function emptyTrash(
  db: Database,
  owner: string,
  { module, collection }: { module: string; collection: string },
): Promise<number> {
  const deleted = and(
    eq(records.scopeId, owner),
    eq(records.module, module),
    eq(records.collection, collection),
    isNotNull(records.deletedAt),
  ) as SQL
  return db.transaction(async (tx) => {
    const ids = await named(tx, deleted)
    // what is restored meanwhile stays: the deletion looks at each row again
    const gone = await tx.delete(records).where(deleted).returning({ id: records.id })
    const held = and(eq(files.ownerId, owner), isNotNull(files.module), inArray(files.id, ids))
    // a record that is just naming one of them is waited for, and keeps it
    const some =
      ids.length > 0 ? await tx.select({ id: files.id }).from(files).where(held).orderBy(files.id).for('update') : []
    if (some.length === 0) return gone.length
    const still = new Set(await named(tx, eq(records.scopeId, owner)))
    const free = ids.filter((id) => !still.has(id))
    if (free.length > 0) await tx.delete(files).where(and(held, inArray(files.id, free)))
    return gone.length
  })
}
