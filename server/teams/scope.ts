import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { ownerOfTeam, TeamRole, teamOf } from '@atrium/contract/teams'
import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { teamMembers, teams } from './tables.ts'

/** Unknown, closed and not the caller's: all the same. `details` lets a browser go back to the person's own. */
export const noSuchTeam = () =>
  new AppError('not_found', 'That team was not found, or you are not a member of it any more.', {
    details: { scope: 'gone' },
  })

/** What this person is in the team; null when they are nothing, or the team is closed. */
export async function roleIn(on: Queryable, team: string, userId: string): Promise<TeamRole | null> {
  const [row] = await on
    .select({ role: teamMembers.role })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .where(and(eq(teamMembers.teamId, team), eq(teamMembers.userId, userId), isNull(teams.deletionAt)))
  return row ? TeamRole.parse(row.role) : null
}

/** Somebody who acts for a team. */
export type Acting = Principal & { team: NonNullable<Principal['team']> }

const acting = (principal: Principal, id: string, role: TeamRole): Acting => ({
  ...principal,
  owner: ownerOfTeam(id),
  team: { id, role },
})

export interface Scopes {
  /** The principal in the scope that a call names. Throws for a team that is not theirs. */
  enter(principal: Principal, scope: string): Promise<Acting>
  /** The principal as they may act on what belongs to this owner: themselves, unless it is a team of theirs. */
  within(principal: Principal, owner: string): Promise<Principal>
  /** The owners whose news this person hears besides their own. */
  ownersOf(userId: string): Promise<string[]>
  /** The teams of a person, by their names. */
  teamsOf(userId: string): Promise<{ id: string; name: string }[]>
}

/** The one place that turns a person into a member who acts for a team. Asked anew at each call: who was removed is out at once. */
export function createScopes(db: Queryable): Scopes {
  const teamsOf: Scopes['teamsOf'] = (userId) =>
    db
      .select({ id: teams.id, name: teams.name })
      .from(teamMembers)
      .innerJoin(teams, eq(teams.id, teamMembers.teamId))
      .where(and(eq(teamMembers.userId, userId), isNull(teams.deletionAt)))
      .orderBy(teams.name, teams.id)
  return {
    async enter(principal, scope) {
      const id = teamOf(scope)
      if (!id) throw new AppError('bad_request', 'The header x-scope is “team:” with the id of a team.')
      if (principal.userId === null) throw new AppError('unauthenticated', 'Please sign in first.')
      const role = await roleIn(db, id, principal.userId)
      if (!role) throw noSuchTeam()
      return acting(principal, id, role)
    },
    async within(principal, owner) {
      const id = teamOf(owner)
      if (id === null || principal.userId === null || principal.team?.id === id) return principal
      const role = await roleIn(db, id, principal.userId)
      return role ? acting(principal, id, role) : principal
    },
    ownersOf: async (userId) => (await teamsOf(userId)).map(({ id }) => ownerOfTeam(id)),
    teamsOf,
  }
}
