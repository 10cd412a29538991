import { AppError } from '@atrium/contract/errors'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { seats } from '../workforce/tables.ts'
import { noSuchSeat } from './context.ts'

export type SeatRow = typeof seats.$inferSelect

const own = (id: string, ownerId: string) => and(eq(seats.id, id), eq(seats.ownerId, ownerId))

export async function ownSeat(on: Queryable, id: string, ownerId: string): Promise<SeatRow> {
  const [row] = await on.select().from(seats).where(own(id, ownerId))
  if (!row) throw noSuchSeat()
  return row
}

/** The owner's seat, held until the transaction ends. One that has ended is changed no more. */
export async function holdSeat(tx: Queryable, id: string, ownerId: string): Promise<SeatRow> {
  const [row] = await tx.select().from(seats).where(own(id, ownerId)).for('no key update')
  if (!row) throw noSuchSeat()
  refuseEnded(row)
  return row
}

export function refuseEnded({ status }: SeatRow): void {
  if (status === 'ended') throw new AppError('conflict', 'This seat has ended.')
}

/** All seats of an owner, held until the transaction ends: whoever changes who reports to whom waits for their turn. */
export const holdSeats = (tx: Queryable, ownerId: string): Promise<SeatRow[]> =>
  tx.select().from(seats).where(eq(seats.ownerId, ownerId)).orderBy(seats.id).for('no key update')
