import { eq } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { changes, records, shareLinks, uploads } from './tables.ts'
import { forgetSettled } from './upgrade.ts'

/** Gives everything one owner made (a visitor, a guest) to another, who can then also undo it. */
export async function claimRecords(tx: Queryable, from: string, to: string): Promise<void> {
  forgetSettled(to)
  for (const table of [records, shareLinks]) await tx.update(table).set({ scopeId: to }).where(eq(table.scopeId, from))
  await tx.update(changes).set({ scopeId: to, actorId: to }).where(eq(changes.scopeId, from))
  await tx.update(uploads).set({ ownerId: to }).where(eq(uploads.ownerId, from))
}
