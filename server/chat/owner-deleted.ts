import { sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'

/** Removes for good every thread, message, memory and run of an owner. A worker that still writes for them is fenced off. */
export async function forgetChat(tx: Queryable, owner: string): Promise<void> {
  // With threads go messages and their lists of files, with runs their events.
  for (const table of ['threads', 'messages', 'memories', 'runs'])
    await tx.execute(sql`delete from ${sql.identifier(table)} where owner_id = ${owner}`)
}
