import { eq } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { changes, moduleSecrets, records, shareLinks, uploads } from './tables.ts'

/** Removes for good every record of an owner, with its history, what could undo it and who could open it. */
export async function forgetRecords(tx: Queryable, owner: string): Promise<void> {
  await tx.delete(records).where(eq(records.scopeId, owner)) // record_versions go along
  await tx.delete(changes).where(eq(changes.scopeId, owner))
  await tx.delete(shareLinks).where(eq(shareLinks.scopeId, owner))
  await tx.delete(moduleSecrets).where(eq(moduleSecrets.scopeId, owner))
  await tx.delete(uploads).where(eq(uploads.ownerId, owner))
}
