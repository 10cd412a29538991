import { AppError } from '@atrium/contract/errors'
import { and, desc, eq } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import type { Tx } from '../workforce/context.ts'
import { seatMemories } from './tables.ts'

/** Facts that one seat keeps. */
export const MEMORIES_MAX = 200

export const memoriesOf = (on: Queryable, seatId: string) =>
  on
    .select({ id: seatMemories.id, text: seatMemories.text, createdAt: seatMemories.createdAt })
    .from(seatMemories)
    .where(eq(seatMemories.seatId, seatId))
    .orderBy(desc(seatMemories.id))

/** Of a seat that is held. What it knows already is not kept twice. */
export async function addMemory(tx: Tx, seatId: string, text: string): Promise<void> {
  if ((await tx.$count(seatMemories, eq(seatMemories.seatId, seatId))) >= MEMORIES_MAX)
    throw new AppError('conflict', `A seat remembers at most ${MEMORIES_MAX} things. Delete one first.`)
  await tx.insert(seatMemories).values({ id: uuid(), seatId, text }).onConflictDoNothing()
}

export async function removeMemory(tx: Queryable, seatId: string, id: string): Promise<void> {
  const gone = await tx
    .delete(seatMemories)
    .where(and(eq(seatMemories.id, id), eq(seatMemories.seatId, seatId)))
    .returning({ id: seatMemories.id })
  if (gone.length === 0) throw new AppError('not_found', 'The seat does not remember that.')
}
