import { eq } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { changes, records } from './tables.ts'

/** Removes for good every record of an owner, with its history and what could undo it. */
export async function forgetRecords(tx: Queryable, owner: string): Promise<void> {
  await tx.delete(records).where(eq(records.scopeId, owner)) // record_versions go along
  await tx.delete(changes).where(eq(changes.scopeId, owner))
}
