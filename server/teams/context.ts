import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { ownerOfTeam } from '@atrium/contract/teams'
import { eq, sql } from 'drizzle-orm'
import type { OnOwnerDeleted } from '../accounts/removal.ts'
import { oneAtATime } from '../accounts/user.ts'
import { CHANNEL, payload } from '../platform/database/bus.ts'
import type { Database, Queryable } from '../platform/database/connect.ts'
import type { Mail } from '../platform/mail.ts'
import { authorize, type Capability } from '../platform/policy.ts'
import type { Log } from '../platform/telemetry.ts'
import { type Acting, createScopes } from './scope.ts'
import { teamMembers, teams } from './tables.ts'

/** Teams of one person. */
const MOST = 50

export type Tx = Queryable & Pick<Database, '$count'>

export interface TeamsSettings {
  db: Database
  /** Where people reach the server: for mail, which no caller may lead elsewhere by a made-up host. */
  baseUrl: string
  /** For the link that is shown; what the caller says when absent. */
  publicUrl?: string
  mail: Mail | null
  log: Log
  /** What each feature does with what belonged to a team that is gone for good. */
  onOwnerDeleted: readonly OnOwnerDeleted[]
}

/**
 * Tells, when the transaction is committed, whoever is in the team to ask again. Those who `moved` hear its news from then on,
 * or no more.
 */
export async function announce(tx: Queryable, team: string, moved: readonly string[]): Promise<void> {
  for (const userId of moved) await tx.execute(sql`select pg_notify(${CHANNEL}, ${payload('teams', userId)})`)
  for (const owner of [ownerOfTeam(team), ...moved])
    await tx.execute(sql`select pg_notify(${CHANNEL}, ${payload('live', { owner, news: { topic: 'teams' } })})`)
}

/** Whoever makes or joins teams waits for their turn, and has room for one more. */
export async function refuseMoreTeams(tx: Tx, userId: string): Promise<void> {
  await oneAtATime(tx, userId)
  if ((await tx.$count(teamMembers, eq(teamMembers.userId, userId))) >= MOST)
    throw new AppError('conflict', `You are in ${MOST} teams already. Leave or delete one first.`)
}

export async function membersOf(on: Queryable, team: string): Promise<string[]> {
  const rows = await on.select({ id: teamMembers.userId }).from(teamMembers).where(eq(teamMembers.teamId, team))
  return rows.map(({ id }) => id)
}

/**
 * A change to a team: one at a time, and the caller's role is looked up within it, so that whoever is removed at this moment
 * changes nothing any more.
 */
export function changeTeam<T>(
  db: Database,
  principal: Principal,
  team: string,
  capability: Capability,
  work: (tx: Tx, acting: Acting) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, team)).for('update')
    const acting = await createScopes(tx).enter(principal, ownerOfTeam(team))
    authorize(acting, capability)
    return work(tx, acting)
  })
}
