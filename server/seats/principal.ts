import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { ownerOfTeam } from '@atrium/contract/teams'
import { eq, sql } from 'drizzle-orm'
import { users } from '../accounts/tables.ts'
import { kindOf } from '../accounts/user.ts'
import type { Database } from '../platform/database/connect.ts'
import type { Scopes } from '../teams/scope.ts'
import { seats } from '../workforce/tables.ts'
import type { Agents } from './agents.ts'

export interface SeatStanding {
  principal: Principal
  grants: readonly { action: string; asks: boolean }[]
  /** Not paused, not ended. */
  isWorking: boolean
}

/**
 * The seat as it may act now: with its owner's rights as they are at this moment, and of those what it was granted. Asked
 * before everything it does. Throws `forbidden` when its owner may do nothing any more.
 */
export async function standingOf(
  db: Database,
  { scopes, agents }: { scopes: Scopes; agents: Agents },
  seatId: string,
  on: { taskId: string; runId: string },
): Promise<SeatStanding> {
  const [row] = await db
    .select({
      ownerId: seats.ownerId,
      agent: seats.agent,
      status: seats.status,
      grants: seats.grants,
      teamId: seats.teamId,
      isAnonymous: users.isAnonymous,
      role: users.role,
      isBanned: sql<boolean>`${users.banned} and coalesce(${users.banExpires} > now(), true)`,
      isPaused: sql<boolean>`exists (select 1 from workforce_settings w where w.owner_id = ${seats.ownerId} and w.paused_at is not null)`,
    })
    .from(seats)
    .innerJoin(users, eq(users.id, seats.ownerId))
    .where(eq(seats.id, seatId))
  if (!row || row.isBanned) throw new AppError('forbidden', 'The seat’s owner may do nothing here at the moment.')
  const grants = row.grants ?? agents.find(row.agent)?.grants ?? []
  const own: Principal = {
    kind: kindOf(row),
    owner: row.ownerId,
    userId: row.ownerId,
    sessionId: null,
    seat: { id: seatId, grants: grants.map(({ action }) => action), on },
  }
  const principal = row.teamId ? await scopes.enter(own, ownerOfTeam(row.teamId)) : own
  return { principal, grants, isWorking: row.status === 'active' && !row.isPaused }
}
