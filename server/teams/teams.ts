import { ownerOfTeam } from '@atrium/contract/teams'
import { and, eq, lt, notExists, type SQL, sql } from 'drizzle-orm'
import type { OnOwnerDeleted } from '../accounts/removal.ts'
import type { Queryable } from '../platform/database/connect.ts'
import type { Route } from '../platform/http/route.ts'
import { announce, membersOf, type TeamsSettings } from './context.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { teamMembers, teams } from './tables.ts'
import { teamRoutes } from './team-routes.ts'

export interface Teams {
  routes: Route[]
  /** Removes for good the teams whose days of grace are over. */
  cleanUp(): Promise<void>
}

/** Removes the teams to which `over` applies, with everything of theirs. */
async function removeWhere(
  tx: Queryable,
  onOwnerDeleted: readonly OnOwnerDeleted[],
  over: SQL | undefined,
): Promise<number> {
  const found = await tx.select({ id: teams.id }).from(teams).where(over).for('update')
  for (const { id } of found) {
    const members = await membersOf(tx, id)
    await tx.delete(teams).where(eq(teams.id, id)) // members and invitations go along
    for (const forget of onOwnerDeleted) await forget(tx, ownerOfTeam(id))
    await announce(tx, id, members)
  }
  return found.length
}

/** When a person is gone, their memberships have gone with them: a team that nobody owns any more follows. */
export const forgetTeams =
  (onOwnerDeleted: readonly OnOwnerDeleted[]): OnOwnerDeleted =>
  async (tx) => {
    const owner = tx
      .select({ id: teamMembers.userId })
      .from(teamMembers)
      .where(and(eq(teamMembers.teamId, teams.id), eq(teamMembers.role, 'owner')))
    await removeWhere(tx, onOwnerDeleted, notExists(owner))
  }

export function createTeams(settings: TeamsSettings): Teams {
  const { db, onOwnerDeleted, log } = settings
  return {
    routes: [...teamRoutes(settings), ...memberRoutes(settings), ...invitationRoutes(settings)],
    async cleanUp() {
      const removed = await db.transaction((tx) => removeWhere(tx, onOwnerDeleted, lt(teams.deletionAt, sql`now()`)))
      if (removed > 0) log.info({ removed }, 'removed with everything of theirs: deleted teams')
    },
  }
}
