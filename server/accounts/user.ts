import type { Role, User } from '@atrium/contract/accounts'
import { Tier } from '@atrium/contract/accounts'
import type { PrincipalKind } from '@atrium/contract/principal'
import { teamOf } from '@atrium/contract/teams'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { teamMembers } from '../teams/tables.ts'
import { users } from './tables.ts'

const roles: Record<PrincipalKind, Role | null> = {
  anonymous: null,
  guest: 'guest',
  member: 'user',
  administrator: 'admin',
}

export const roleOf = (kind: PrincipalKind): Role | null => roles[kind]

export function kindOf(user: { isAnonymous: boolean; role: string }): PrincipalKind {
  if (user.isAnonymous) return 'guest'
  return user.role === 'admin' ? 'administrator' : 'member'
}

/** What people call a person, in a query of `users`. */
export const NAME = sql<
  string | null
>`coalesce(nullif(${users.firstName}, ''), ${users.displayUsername}, ${users.username})`

/** What kind of principal an owner is: who has no row is nobody. A team is what the one who owns it longest is. */
export async function ownerKind(on: Queryable, owner: string): Promise<PrincipalKind> {
  const kind = { isAnonymous: users.isAnonymous, role: users.role }
  const team = teamOf(owner)
  const [row] =
    team === null
      ? await on.select(kind).from(users).where(eq(users.id, owner))
      : await on
          .select(kind)
          .from(users)
          .innerJoin(teamMembers, eq(teamMembers.userId, users.id))
          .where(and(eq(teamMembers.teamId, team), eq(teamMembers.role, 'owner')))
          .orderBy(teamMembers.joinedAt)
          .limit(1)
  return row ? kindOf(row) : 'anonymous'
}

/** The address as its person gave it. */
export const shownEmail = ({
  email,
  claimedEmail,
}: Pick<typeof users.$inferSelect, 'email' | 'claimedEmail'>): string => claimedEmail ?? email

/** The person as the browser sees them. A guest's e-mail is a placeholder of better-auth and is not shown. */
export function userOf(row: typeof users.$inferSelect): User {
  const kind = kindOf(row)
  const tier = Tier.safeParse(row.tier)
  return {
    id: row.id,
    username: row.displayUsername ?? row.username ?? 'Guest',
    email: row.isAnonymous ? '' : shownEmail(row),
    firstName: row.firstName,
    tier: tier.success ? tier.data : 'FREE',
    isAdmin: kind === 'administrator',
    role: roleOf(kind) ?? 'user',
    picture: row.image,
  }
}

export async function findUser(db: Queryable, id: string): Promise<User | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row ? userOf(row) : null
}

/** The same person with the address to which mail for them may go: none when another account has the one that they gave. */
export async function findRecipient(db: Queryable, id: string): Promise<User | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row ? { ...userOf(row), ...(row.claimedEmail !== null && { email: '' }) } : null
}

/** What adds to a person's things waits here for its turn, so that counting them first holds against parallel calls. */
export async function oneAtATime(tx: Queryable, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}
