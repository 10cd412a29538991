import { eq } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { changes, records } from './tables.ts'
import { forgetSettled } from './upgrade.ts'

/** Gives everything one owner made (a visitor, a guest) to another, who can then also undo it. */
export async function claimRecords(tx: Queryable, from: string, to: string): Promise<void> {
  forgetSettled(to)
  await tx.update(records).set({ scopeId: to }).where(eq(records.scopeId, from))
  await tx.update(changes).set({ scopeId: to }).where(eq(changes.scopeId, from))
}
