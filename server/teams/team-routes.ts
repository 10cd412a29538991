import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { NewTeam, ownerOfTeam, TEAM_GRACE_DAYS, Team, TeamDetails, TeamList, TeamRole } from '@atrium/contract/teams'
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { uuid } from '../platform/ids.ts'
import { allows } from '../platform/policy.ts'
import { announce, changeTeam, membersOf, refuseMoreTeams, type TeamsSettings } from './context.ts'
import { openInvitations } from './invitations.ts'
import { peopleOf } from './member-routes.ts'
import { createScopes, noSuchTeam } from './scope.ts'
import { teamMembers, teams } from './tables.ts'

const DAY = 24 * 60 * 60 * 1000

const countOf = (which: string) =>
  sql<number>`(select count(*)::int from team_members m where m.team_id = ${teams.id} ${sql.raw(which)})`

/** The caller's teams; those that were deleted are shown to who can bring them back. */
export async function teamsOf(on: Queryable, userId: string, team?: string): Promise<Team[]> {
  const rows = await on
    .select({
      id: teams.id,
      name: teams.name,
      role: teamMembers.role,
      createdAt: teams.createdAt,
      deletionAt: teams.deletionAt,
      members: countOf(''),
      owners: countOf(`and m.role = 'owner'`),
    })
    .from(teams)
    .innerJoin(teamMembers, eq(teamMembers.teamId, teams.id))
    .where(
      and(
        eq(teamMembers.userId, userId),
        or(isNull(teams.deletionAt), eq(teamMembers.role, 'owner')),
        team === undefined ? undefined : eq(teams.id, team),
      ),
    )
    .orderBy(asc(sql`lower(${teams.name})`), asc(teams.id))
  return rows.map((row) => ({
    ...row,
    role: TeamRole.parse(row.role),
    createdAt: row.createdAt.toISOString(),
    deletionAt: row.deletionAt?.toISOString() ?? null,
  }))
}

const One = z.object({ id: z.string().max(64) })

export function teamRoutes({ db, log }: TeamsSettings): Route[] {
  const scopes = createScopes(db)
  const shown = async (userId: string | null, id: string, on: Queryable = db): Promise<Team> => {
    const [team] = await teamsOf(on, userId ?? '', id)
    if (!team) throw noSuchTeam()
    return team
  }

  async function create({ userId }: Principal, name: string): Promise<Team> {
    if (userId === null) throw new AppError('unauthenticated', 'Please sign in first.')
    return db.transaction(async (tx) => {
      await refuseMoreTeams(tx, userId)
      const id = uuid()
      await tx.insert(teams).values({ id, name })
      await tx.insert(teamMembers).values({ teamId: id, userId, role: 'owner' })
      await announce(tx, id, [userId])
      return shown(userId, id, tx)
    })
  }

  async function setDeletion(tx: Queryable, id: string, deletionAt: Date | null): Promise<void> {
    await tx.update(teams).set({ deletionAt }).where(eq(teams.id, id))
    await announce(tx, id, await membersOf(tx, id))
  }

  const common = { tag: 'teams', path: '/api/teams/:id', params: One, limit: 'write' } as const
  return [
    route(
      {
        tag: 'teams',
        method: 'GET',
        path: '/api/teams',
        summary: 'Your teams',
        access: 'team.read',
        limit: 'read',
        answer: TeamList,
      },
      async ({ principal }) => ({ teams: await teamsOf(db, principal.userId ?? '') }),
    ),
    route(
      {
        tag: 'teams',
        method: 'POST',
        path: '/api/teams',
        summary: 'Makes a team, whose owner you are',
        access: 'team.use',
        limit: 'write',
        body: NewTeam,
        answer: Team,
        status: 201,
      },
      ({ principal, body }) => create(principal, body.name),
    ),
    route(
      {
        ...common,
        method: 'GET',
        summary: 'A team of yours with its members and open invitations',
        access: 'team.read',
        limit: 'read',
        answer: TeamDetails,
      },
      async ({ principal, params: { id } }) => {
        const acting = await scopes.enter(principal, ownerOfTeam(id))
        const manages = allows(acting, 'team.manage')
        return {
          ...(await shown(acting.userId, id)),
          people: await peopleOf(db, id, manages),
          invitations: manages ? await openInvitations(db, id) : [],
        }
      },
    ),
    route(
      { ...common, method: 'PATCH', summary: 'Renames a team', access: 'team.manage', body: NewTeam, answer: Team },
      ({ principal, params: { id }, body }) =>
        changeTeam(db, principal, id, 'team.manage', async (tx, { userId }) => {
          await tx.update(teams).set({ name: body.name }).where(eq(teams.id, id))
          await announce(tx, id, [])
          return shown(userId, id, tx)
        }),
    ),
    route(
      {
        ...common,
        method: 'DELETE',
        summary: `Closes a team at once, and deletes everything of it in ${TEAM_GRACE_DAYS} days`,
        access: 'team.delete',
        answer: Team,
      },
      ({ principal, params: { id } }) =>
        changeTeam(db, principal, id, 'team.delete', async (tx, { userId }) => {
          const deletionAt = new Date(Date.now() + TEAM_GRACE_DAYS * DAY)
          await setDeletion(tx, id, deletionAt)
          log.info({ team: id, userId, deletionAt }, 'a team was deleted')
          return shown(userId, id, tx)
        }),
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/teams/:id/restore',
        summary: 'Brings a deleted team back',
        access: 'team.delete',
        answer: Team,
      },
      ({ principal: { userId }, params: { id } }) =>
        db.transaction(async (tx) => {
          await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, id)).for('update')
          const team = await shown(userId, id, tx)
          if (team.deletionAt === null) throw new AppError('conflict', 'This team was not deleted.')
          await setDeletion(tx, id, null)
          return shown(userId, id, tx)
        }),
    ),
  ]
}
