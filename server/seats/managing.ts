import { AppError } from '@atrium/contract/errors'
import type { Manager } from '@atrium/contract/workforce-seats'
import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { users } from '../accounts/tables.ts'
import { NAME } from '../accounts/user.ts'
import type { Queryable } from '../platform/database/connect.ts'
import { teamMembers, teams } from '../teams/tables.ts'
import { note } from '../workforce/context.ts'
import { seats } from '../workforce/tables.ts'
import { noSuchSeat } from './context.ts'
import { holdSeats, refuseEnded, type SeatRow } from './own-seat.ts'
import { areColleagues } from './people.ts'

interface Colleague {
  id: string
  name: string
  /** Names of the teams that both are in; none for the owner. */
  teams: string[]
}

/** The owner and whoever is in a team with them, by name. */
export async function colleagues(on: Queryable, ownerId: string): Promise<Colleague[]> {
  const mine = alias(teamMembers, 'mine')
  const together = on
    .select({
      userId: teamMembers.userId,
      names: sql<string[]>`array_agg(${teams.name} order by ${teams.name})`.as('names'),
    })
    .from(mine)
    .innerJoin(teams, eq(teams.id, mine.teamId))
    .innerJoin(teamMembers, eq(teamMembers.teamId, mine.teamId))
    .where(sql`${mine.userId} = ${ownerId} and ${teams.deletionAt} is null`)
    .groupBy(teamMembers.userId)
    .as('together')
  const rows = await on
    .select({ id: users.id, name: NAME, shared: together.names })
    .from(users)
    .leftJoin(together, eq(together.userId, users.id))
    .where(sql`${users.id} = ${ownerId} or ${together.userId} is not null`)
    .orderBy(NAME, users.id)
  return rows.map(({ id, name, shared }) => ({
    id,
    name: name ?? '',
    teams: id === ownerId ? [] : (shared ?? []),
  }))
}

/** The manager that would be, with everybody above them: a seat never stands above itself. */
function refuseCircle(all: readonly SeatRow[], seat: SeatRow, managerId: string): void {
  const above = new Set<string>()
  for (let at: string | null = managerId; at !== null && !above.has(at); ) {
    above.add(at)
    at = all.find(({ id }) => id === at)?.managerSeatId ?? null
  }
  if (!above.has(seat.id)) return
  const manager = all.find(({ id }) => id === managerId)
  throw new AppError(
    'conflict',
    managerId === seat.id
      ? 'A seat cannot report to itself.'
      : `${manager?.name ?? 'That seat'} reports to ${seat.name}, directly or through others. Move ${manager?.name ?? 'it'} first.`,
  )
}

/**
 * Gives a seat another manager, or none. All seats of the owner are held meanwhile: two moves that are fine each by itself
 * could make a circle together.
 */
export async function setManager(
  tx: Queryable,
  id: string,
  ownerId: string,
  { userId, seatId }: z.output<typeof Manager>,
): Promise<void> {
  const all = await holdSeats(tx, ownerId)
  const seat = all.find((one) => one.id === id)
  if (!seat) throw noSuchSeat()
  refuseEnded(seat)
  if (userId !== null && seatId !== null)
    throw new AppError('bad_request', 'A seat reports to a person or to a seat, not to both.')
  if (userId !== null && !(await areColleagues(tx, ownerId, userId)))
    throw new AppError('not_found', 'That person was not found in a team of yours.')
  if (seatId !== null) {
    const manager = all.find((one) => one.id === seatId)
    if (!manager) throw noSuchSeat()
    if (manager.status === 'ended') throw new AppError('conflict', 'That seat has ended. Choose another manager.')
    refuseCircle(all, seat, seatId)
  }
  if (seat.managerUserId === userId && seat.managerSeatId === seatId) return
  await tx.update(seats).set({ managerUserId: userId, managerSeatId: seatId }).where(eq(seats.id, id))
  await note(tx, { ownerId, actorId: ownerId, kind: 'seat.manager', subject: id, data: { userId, seatId } })
}
