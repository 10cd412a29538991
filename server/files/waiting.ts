import { and, eq, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { files } from './tables.ts'

// What is sent for a field of a record lies here before the record is saved: it counts for its owner's room, a module has it, and no
// record names it yet.

/** ms; what no record has named by then goes */
const AGE_MAX = 24 * 3_600_000
const MARK = ':waiting'

/** What stands in `files.module` until a record of the module names the file. */
export const waitingFor = (module: string): string => `${module}${MARK}`

/** SQL: of `files`, what is kept. */
export const NOT_WAITING = `coalesce(right(module, ${MARK.length}), '') <> '${MARK}'`

/** Removes what waits no longer. Its bytes go with the next cleaning, when nobody else has them. */
export const removeOldWaiting = (on: Queryable, now = new Date()) =>
  on
    .delete(files)
    .where(
      and(
        sql`right(${files.module}, ${MARK.length}) = ${MARK}`,
        lt(files.createdAt, new Date(now.getTime() - AGE_MAX)),
      ),
    )

/** Removes one that no record names. Answers whether there was one. */
export async function removeWaiting(on: Queryable, owner: string, module: string, id: string): Promise<boolean> {
  const gone = await on
    .delete(files)
    .where(and(eq(files.id, id), eq(files.ownerId, owner), eq(files.module, waitingFor(module))))
    .returning({ id: files.id })
  return gone.length > 0
}
