import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { teamOf } from '@atrium/contract/teams'
import { and, asc, eq, sql } from 'drizzle-orm'
import { users } from '../accounts/tables.ts'
import { kindOf } from '../accounts/user.ts'
import type { Database } from '../platform/database/connect.ts'
import { allows } from '../platform/policy.ts'
import type { Scopes } from '../teams/scope.ts'
import { teamMembers } from '../teams/tables.ts'

export interface Whose {
  ownerId: string
  /** null: whoever speaks for the owner. */
  actorId: string | null
}

/** With whose rights something of this owner is done now; null when nobody may do it any more. */
export type Standing = (whose: Whose) => Promise<Principal | null>

/** Asked anew each time: whoever was banned, removed from the team or has left does nothing more. */
export function createStanding(db: Database, scopes: Pick<Scopes, 'enter'>): Standing {
  async function personOf(id: string): Promise<Principal | null> {
    const isBanned = sql<boolean>`coalesce(${users.banned}, false) and coalesce(${users.banExpires} > now(), true)`
    const [row] = await db
      .select({ isAnonymous: users.isAnonymous, role: users.role, isBanned })
      .from(users)
      .where(eq(users.id, id))
    if (!row || row.isBanned) return null
    return { kind: kindOf(row), owner: id, userId: id, sessionId: null }
  }

  async function memberOf(owner: string, id: string): Promise<Principal | null> {
    const person = await personOf(id)
    if (!person) return null
    try {
      const member = await scopes.enter(person, owner)
      return allows(member, 'action.write') ? member : null
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }

  return async ({ ownerId, actorId }) => {
    const team = teamOf(ownerId)
    if (team === null) return actorId === null || actorId === ownerId ? personOf(ownerId) : null
    if (actorId !== null) return memberOf(ownerId, actorId)
    const owners = await db
      .select({ id: teamMembers.userId })
      .from(teamMembers)
      .where(and(eq(teamMembers.teamId, team), eq(teamMembers.role, 'owner')))
      .orderBy(asc(teamMembers.userId))
    for (const { id } of owners) {
      const member = await memberOf(ownerId, id)
      if (member) return member
    }
    return null
  }
}
