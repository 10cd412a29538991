import { createHash, randomBytes } from 'node:crypto'
import { brand } from '@atrium/contract/brand'
import { AppError } from '@atrium/contract/errors'
import { InvitedRole, type NewInvitation, type OpenInvitation, type TeamInvitation } from '@atrium/contract/teams'
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../accounts/tables.ts'
import { NAME } from '../accounts/user.ts'
import type { Queryable } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import type { MailMessage } from '../platform/mail.ts'
import { announce, refuseMoreTeams, type Tx } from './context.ts'
import { teamInvitations, teamMembers, teams } from './tables.ts'

/** Open ones of one team. */
const MOST_OPEN = 100
const MOST_MEMBERS = 200
const DAY = 24 * 60 * 60 * 1000

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
/** Unknown, used, revoked, expired: all the same. */
const invalid = () =>
  new AppError('not_found', 'This invitation is not valid any more. Ask whoever sent it to you for a new one.')

const stillOpen = gt(teamInvitations.expiresAt, sql`now()`)
const columns = {
  id: teamInvitations.id,
  email: teamInvitations.email,
  role: teamInvitations.role,
  invitedBy: NAME,
  expiresAt: teamInvitations.expiresAt,
  createdAt: teamInvitations.createdAt,
}

export async function openInvitations(on: Queryable, team: string): Promise<TeamInvitation[]> {
  const rows = await on
    .select(columns)
    .from(teamInvitations)
    .leftJoin(users, eq(users.id, teamInvitations.invitedBy))
    .where(and(eq(teamInvitations.teamId, team), stillOpen))
    .orderBy(desc(teamInvitations.createdAt))
  return rows.map((row) => ({
    ...row,
    role: InvitedRole.parse(row.role),
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  }))
}

/** Keeps an invitation; the token is in the link alone. */
export async function invite(
  tx: Tx,
  team: string,
  by: string,
  { role, email, expiresInDays }: z.output<typeof NewInvitation>,
): Promise<TeamInvitation & { token: string }> {
  const ofTeam = eq(teamInvitations.teamId, team)
  await tx.delete(teamInvitations).where(and(ofTeam, sql`not ${stillOpen}`))
  if ((await tx.$count(teamInvitations, ofTeam)) >= MOST_OPEN)
    throw new AppError('conflict', `There are ${MOST_OPEN} open invitations already. Revoke some that nobody needs.`)
  const address = email?.toLowerCase() ?? null
  if (address !== null) {
    const [already] = await tx
      .select({ id: users.id })
      .from(teamMembers)
      .innerJoin(users, eq(users.id, teamMembers.userId))
      .where(and(eq(teamMembers.teamId, team), eq(users.email, address)))
    if (already) throw new AppError('conflict', 'This person is in the team already.', { details: { field: 'email' } })
    // The newer one counts.
    await tx.delete(teamInvitations).where(and(ofTeam, eq(teamInvitations.email, address)))
  }
  const token = randomBytes(24).toString('base64url')
  const id = uuid()
  const expiresAt = new Date(Date.now() + expiresInDays * DAY)
  await tx
    .insert(teamInvitations)
    .values({ id, teamId: team, tokenHash: hashOf(token), email: address, role, invitedBy: by, expiresAt })
  const made = (await openInvitations(tx, team)).find((one) => one.id === id) as TeamInvitation
  await announce(tx, team, [])
  return { ...made, token }
}

export async function revoke(tx: Queryable, team: string, id: string): Promise<void> {
  const gone = await tx
    .delete(teamInvitations)
    .where(and(eq(teamInvitations.teamId, team), eq(teamInvitations.id, id)))
    .returning({ id: teamInvitations.id })
  if (gone.length === 0) throw new AppError('not_found', 'That invitation was not found.')
  await announce(tx, team, [])
}

/** What a link says. Throws `not_found`. */
export async function look(on: Queryable, token: string): Promise<OpenInvitation> {
  const [row] = await on
    .select({ ...columns, team: teams.name })
    .from(teamInvitations)
    .innerJoin(teams, eq(teams.id, teamInvitations.teamId))
    .leftJoin(users, eq(users.id, teamInvitations.invitedBy))
    .where(and(eq(teamInvitations.tokenHash, hashOf(token)), stillOpen, isNull(teams.deletionAt)))
  if (!row) throw invalid()
  const { team, invitedBy, email } = row
  return { team, invitedBy, email, role: InvitedRole.parse(row.role), expiresAt: row.expiresAt.toISOString() }
}

async function forThis(tx: Queryable, token: string, userId: string) {
  // The team is held first, as by `changeTeam`: members come and go one at a time, and no two wait for each other.
  await tx
    .select({ id: teams.id })
    .from(teams)
    .where(
      inArray(
        teams.id,
        tx
          .select({ id: teamInvitations.teamId })
          .from(teamInvitations)
          .where(eq(teamInvitations.tokenHash, hashOf(token))),
      ),
    )
    .for('update')
  const [found] = await tx
    .select({
      id: teamInvitations.id,
      team: teamInvitations.teamId,
      email: teamInvitations.email,
      role: teamInvitations.role,
    })
    .from(teamInvitations)
    .innerJoin(teams, eq(teams.id, teamInvitations.teamId))
    .where(and(eq(teamInvitations.tokenHash, hashOf(token)), stillOpen, isNull(teams.deletionAt)))
    .for('update')
  if (!found) throw invalid()
  // Not an address that they gave and another account has (accounts/same-address.ts): it is meant for whoever has it.
  const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (found.email !== null && person?.email !== found.email)
    throw new AppError(
      'forbidden',
      'This invitation is for another e-mail address than your account’s. Sign in with that account, or ask for a link that is for anybody.',
    )
  return found
}

/** Makes this person a member; the invitation is used up. Who is one already stays what they are. Answers the team. */
export async function accept(tx: Tx, token: string, userId: string): Promise<string> {
  const { id, team, role } = await forThis(tx, token, userId)
  const inTeam = eq(teamMembers.teamId, team)
  if ((await tx.$count(teamMembers, and(inTeam, eq(teamMembers.userId, userId)))) > 0) return team
  await refuseMoreTeams(tx, userId)
  await tx.insert(teamMembers).values({ teamId: team, userId, role })
  if ((await tx.$count(teamMembers, inTeam)) > MOST_MEMBERS)
    throw new AppError('conflict', `A team has at most ${MOST_MEMBERS} members.`)
  await tx.delete(teamInvitations).where(eq(teamInvitations.id, id))
  await announce(tx, team, [userId])
  return team
}

/** One for this person alone is used up; a link for anybody stays for somebody else. */
export async function decline(tx: Queryable, token: string, userId: string): Promise<void> {
  const { id, team, email } = await forThis(tx, token, userId)
  if (email === null) return
  await tx.delete(teamInvitations).where(eq(teamInvitations.id, id))
  await announce(tx, team, [])
}

export const letterOf = (
  to: string,
  url: string,
  { team, invitedBy }: Pick<OpenInvitation, 'team' | 'invitedBy'>,
): MailMessage => ({
  to,
  subject: `${invitedBy ?? 'Somebody'} invites you to the team “${team}”`,
  paragraphs: [
    `${invitedBy ?? 'Somebody'} invites you to work in the team “${team}” on ${brand.name}.`,
    'The link works once. If you do not know who this is, do nothing: nobody joins without it.',
  ],
  link: { label: 'See the invitation', url },
})
