import { eq, lt } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { ABANDONED_AFTER } from './store.ts'
import { unfinishedFiles as unfinished } from './tables.ts'

/** Begun before this, an upload goes on no more. */
export const tooOld = () => new Date(Date.now() - ABANDONED_AFTER)

/** Removes those that were begun too long ago to go on. Their pieces go with what else was left behind on the way in. */
export const removeOldUnfinished = (on: Queryable) => on.delete(unfinished).where(lt(unfinished.createdAt, tooOld()))

export async function claimUnfinished(tx: Queryable, from: string, to: string): Promise<void> {
  await tx.update(unfinished).set({ ownerId: to }).where(eq(unfinished.ownerId, from))
  await tx.update(unfinished).set({ begunBy: to }).where(eq(unfinished.begunBy, from))
}

export async function forgetUnfinished(tx: Queryable, owner: string): Promise<void> {
  await tx.delete(unfinished).where(eq(unfinished.ownerId, owner))
  await tx.delete(unfinished).where(eq(unfinished.begunBy, owner))
}
