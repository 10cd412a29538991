import { Done } from '@atrium/contract/described-call'
import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { type TeamMember, TeamRole } from '@atrium/contract/teams'
import { and, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../accounts/tables.ts'
import { NAME } from '../accounts/user.ts'
import type { Queryable } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { allows } from '../platform/policy.ts'
import { announce, changeTeam, type TeamsSettings, type Tx } from './context.ts'
import { teamMembers } from './tables.ts'

/** The members, owners first. */
export async function peopleOf(on: Queryable, team: string, withEmail: boolean): Promise<TeamMember[]> {
  const rows = await on
    .select({
      userId: users.id,
      name: NAME,
      email: sql<string>`coalesce(${users.claimedEmail}, ${users.email})`,
      role: teamMembers.role,
      joinedAt: teamMembers.joinedAt,
    })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(eq(teamMembers.teamId, team))
    .orderBy(sql`array_position(${sql.param([...TeamRole.options])}::text[], ${teamMembers.role})`, asc(NAME))
  return rows.map(({ email, ...row }) => ({
    ...row,
    name: row.name ?? '',
    email: withEmail ? email : null,
    role: TeamRole.parse(row.role),
    joinedAt: row.joinedAt.toISOString(),
  }))
}

const member = (team: string, userId: string) => and(eq(teamMembers.teamId, team), eq(teamMembers.userId, userId))

async function roleOfMember(tx: Queryable, team: string, userId: string): Promise<TeamRole> {
  const [row] = await tx.select({ role: teamMembers.role }).from(teamMembers).where(member(team, userId))
  if (!row) throw new AppError('not_found', 'That person is not in this team.')
  return TeamRole.parse(row.role)
}

/** Throws when nobody would own the team without this owner. */
async function refuseLastOwner(tx: Tx, team: string, role: TeamRole): Promise<void> {
  if (role !== 'owner') return
  const owners = await tx.$count(teamMembers, and(eq(teamMembers.teamId, team), eq(teamMembers.role, 'owner')))
  if (owners > 1) return
  // Only an owner has come this far (`refuseOverOwners`), and there is but one.
  throw new AppError(
    'conflict',
    'You are the last owner of this team. Make somebody else an owner first, or delete the team.',
  )
}

/** Who names owners, and who they are, only owners decide. */
function refuseOverOwners(acting: Principal, ...roles: TeamRole[]): void {
  if (roles.includes('owner') && !allows(acting, 'team.delete'))
    throw new AppError('forbidden', 'Only owners of the team can do this.')
}

async function remove(tx: Queryable, team: string, userId: string): Promise<{ ok: true }> {
  await tx.delete(teamMembers).where(member(team, userId))
  await announce(tx, team, [userId])
  return { ok: true }
}

export function memberRoutes({ db }: TeamsSettings): Route[] {
  const Member = z.object({ id: z.string().max(64), userId: z.string().max(128) })
  const one = { tag: 'teams', path: '/api/teams/:id/members/:userId', params: Member, limit: 'write' } as const
  return [
    route(
      {
        ...one,
        method: 'PATCH',
        summary: 'Gives a member another role',
        access: 'team.manage',
        body: z.object({ role: TeamRole }),
        answer: Done,
      },
      ({ principal, params: { id, userId }, body: { role } }) =>
        changeTeam(db, principal, id, 'team.manage', async (tx, acting) => {
          const was = await roleOfMember(tx, id, userId)
          refuseOverOwners(acting, was, role)
          if (role !== 'owner') await refuseLastOwner(tx, id, was)
          await tx.update(teamMembers).set({ role }).where(member(id, userId))
          await announce(tx, id, [userId])
          return { ok: true }
        }),
    ),
    route(
      { ...one, method: 'DELETE', summary: 'Removes a member from a team', access: 'team.manage', answer: Done },
      ({ principal, params: { id, userId } }) =>
        changeTeam(db, principal, id, 'team.manage', async (tx, acting) => {
          const was = await roleOfMember(tx, id, userId)
          refuseOverOwners(acting, was)
          await refuseLastOwner(tx, id, was)
          return remove(tx, id, userId)
        }),
    ),
    route(
      {
        tag: 'teams',
        method: 'POST',
        path: '/api/teams/:id/leave',
        summary: 'Leaves a team',
        access: 'team.use',
        limit: 'write',
        params: z.object({ id: z.string().max(64) }),
        answer: Done,
      },
      ({ principal, params: { id } }) =>
        changeTeam(db, principal, id, 'team.read', async (tx, { userId, team }) => {
          await refuseLastOwner(tx, id, team.role)
          return remove(tx, id, userId ?? '')
        }),
    ),
  ]
}
