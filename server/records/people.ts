import { AppError } from '@atrium/contract/errors'
import { fieldsOf, type NamedField } from '@atrium/contract/field-facts'
import type { Collection } from '@atrium/contract/module'
import { People, type Person } from '@atrium/contract/people'
import { teamOf } from '@atrium/contract/teams'
import { asc, eq } from 'drizzle-orm'
import { users } from '../accounts/tables.ts'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { teamMembers } from '../teams/tables.ts'
import type { Data } from './rows.ts'
import type { Unit } from './unit.ts'

const columns = { id: users.id, name: users.name, username: users.username }

/** Who can be named in records of this scope: the members of a team; else the person alone, and nobody for a visitor. */
export async function peopleIn(on: Queryable, scope: string): Promise<Person[]> {
  const team = teamOf(scope)
  if (team === null) return on.select(columns).from(users).where(eq(users.id, scope))
  return on
    .select(columns)
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(eq(teamMembers.teamId, team))
    .orderBy(asc(users.name), asc(users.id))
}

const known = new WeakMap<Collection, readonly NamedField[]>()

function personFields(collection: Collection): readonly NamedField[] {
  const found = known.get(collection) ?? fieldsOf(collection).filter(({ kind }) => kind === 'person')
  known.set(collection, found)
  return found
}

const asked = new WeakMap<Unit, Promise<Set<string>>>()

/** Throws for somebody whom the row names now and who is not there. Whom it named already may have left meanwhile. */
export async function refuseStrangers(collection: Collection, unit: Unit, before: Data, after: Data): Promise<void> {
  const fresh = personFields(collection).filter(({ name }) => after[name] && after[name] !== before[name])
  if (fresh.length === 0) return
  const here = asked.get(unit) ?? peopleIn(unit.database, unit.scope).then((all) => new Set(all.map(({ id }) => id)))
  asked.set(unit, here)
  const ids = await here
  for (const { name } of fresh)
    if (!ids.has(String(after[name])))
      throw new AppError('bad_request', 'That person is not here. Choose somebody of this team, please.')
}

/** What finds somebody by their id, their username or their name; nobody where two are called so. */
export function personFinder(people: readonly Person[]): (said: string) => string | undefined {
  const folded = (text: string) => text.trim().replace(/^@/, '').normalize('NFC').toLowerCase()
  const byUsername = new Map(people.flatMap(({ id, username }) => (username ? [[folded(username), id] as const] : [])))
  const byName = Map.groupBy(people, ({ name }) => folded(name))
  const ids = new Set(people.map(({ id }) => id))
  return (said) => {
    if (ids.has(said)) return said
    const [one, other] = byName.get(folded(said)) ?? []
    return byUsername.get(folded(said)) ?? (other ? undefined : one?.id)
  }
}

export const peopleRoutes = (db: Database): Route[] => [
  route(
    {
      tag: 'modules',
      access: 'action.read',
      limit: 'read',
      scoped: true,
      method: 'GET',
      path: '/api/people',
      summary: 'Who can be named in records here: the members of the team, or oneself',
      answer: People,
    },
    async ({ principal }) => ({ people: await peopleIn(db, principal.owner) }),
  ),
]
