import { AppError } from '@atrium/contract/errors'
import type { Collection, Module } from '@atrium/contract/module'
import type { Principal } from '@atrium/contract/principal'
import { type Share, type SharedWithMe, ShareRole } from '@atrium/contract/sharing'
import { ownerOfTeam, teamOf } from '@atrium/contract/teams'
import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { users } from '../accounts/tables.ts'
import { NAME } from '../accounts/user.ts'
import type { Database } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import { currentData, type Stored } from '../records/rows.ts'
import { records } from '../records/tables.ts'
import { roleIn } from '../teams/scope.ts'
import { teamMembers, teams } from '../teams/tables.ts'
import { recordShares } from './tables.ts'

/** Of one record. */
const MOST = 100

export interface Place {
  module: string
  collection: string
  id: string
}
type Modules = ReadonlyMap<string, { module: Module }>

/** Unknown, ended and not the caller's: all the same. `details` lets a browser go back to the person's own. */
const noSuchShare = () =>
  new AppError('not_found', 'That is not shared with you any more.', { details: { scope: 'gone' } })

const noLongerShared = () => new AppError('not_found', 'It is not shared in that way any more.')

const ofRecord = and(
  eq(records.id, recordShares.recordId),
  eq(records.module, recordShares.module),
  eq(records.scopeId, recordShares.scopeId),
  isNull(records.deletedAt),
)
/** Who is on their way out, or locked out, shares nothing; neither does a team that was closed. */
const ownerHasGone = sql`(exists (select 1 from ${teams} where ${recordShares.scopeId} = ${ownerOfTeam('')}::text || ${teams.id}
  and ${teams.deletionAt} is not null)
  or exists (select 1 from ${users} where ${users.id} = ${recordShares.scopeId}
  and (${users.banned} or ${users.deletionAt} is not null)))`

/** What the record is called: the first field that search reads. */
const titleOf = (collection: Collection, row: Stored): string =>
  String(currentData(collection, row)[collection.search[0] ?? ''] ?? '').slice(0, 200)

export function createShares(db: Database, modules: Modules) {
  /** That the record is there, is the caller's own, and is of a kind that can be shared. Answers what it is called. */
  async function ownRecord({ owner }: Principal, { module, collection, id }: Place): Promise<string> {
    const its = modules.get(module)?.module.collections[collection]
    if (!its?.shared) throw new AppError('not_found', 'There is nothing here that can be shared.')
    const [row] = await db
      .select()
      .from(records)
      .where(
        and(
          eq(records.id, id),
          eq(records.scopeId, owner),
          eq(records.module, module),
          eq(records.collection, collection),
          isNull(records.deletedAt),
        ),
      )
    if (!row) throw new AppError('not_found', 'That was not found. It may have been deleted.')
    const { unless } = its.shared
    if (unless && currentData(its, row as Stored)[unless])
      throw new AppError('bad_request', 'This is not yours to share: it comes from somebody else.')
    return titleOf(its, row as Stored)
  }

  /** Whom a name means: a person's id, a team's owner, or nobody, which is not told. */
  async function granteeOf({ userId }: Principal, name: string): Promise<{ id: string | null; called: string }> {
    const team = teamOf(name)
    if (team !== null && userId !== null) {
      if (!(await roleIn(db, team, userId)))
        throw new AppError('not_found', 'That team was not found, or you are not a member of it any more.')
      return { id: name, called: name }
    }
    const called = name.toLowerCase()
    const [person] = await db
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          or(eq(sql`lower(${users.email})`, called), eq(sql`lower(${users.username})`, called.replace(/^@/, ''))),
          eq(users.isAnonymous, false),
          eq(users.banned, false),
        ),
      )
    if (person?.id === userId) throw new AppError('bad_request', 'That is you. Name somebody else.')
    return { id: person?.id ?? null, called }
  }

  const ofPlace = ({ owner }: Principal, { module, collection, id }: Place) =>
    and(
      eq(recordShares.scopeId, owner),
      eq(recordShares.module, module),
      eq(recordShares.collection, collection),
      eq(recordShares.recordId, id),
    )
  /** A team by the name that it has now. */
  async function shown(rows: readonly (typeof recordShares.$inferSelect)[]): Promise<Share[]> {
    const ids = rows.flatMap(({ granteeId }) => teamOf(granteeId ?? '') ?? [])
    const named = ids.length === 0 ? [] : await db.select().from(teams).where(inArray(teams.id, ids))
    const names = new Map(named.map(({ id, name }) => [ownerOfTeam(id), name]))
    return rows.map(({ id, granteeId, called, role, createdAt }) => ({
      ...{ id, called: names.get(granteeId ?? '') ?? called, createdAt: createdAt.toISOString() },
      role: ShareRole.parse(role),
    }))
  }

  /** The person themselves, and each of their open teams with their role in it. */
  async function granteesOf(userId: string) {
    const found = await db
      .select({ id: teams.id, name: teams.name, role: teamMembers.role })
      .from(teamMembers)
      .innerJoin(teams, eq(teams.id, teamMembers.teamId))
      .where(and(eq(teamMembers.userId, userId), isNull(teams.deletionAt)))
    return new Map([
      [userId, null] as const,
      ...found.map(({ id, name, role }) => [ownerOfTeam(id), { name, role }] as const),
    ])
  }

  return {
    async list(principal: Principal, place: Place): Promise<Share[]> {
      await ownRecord(principal, place)
      const rows = await db
        .select()
        .from(recordShares)
        .where(ofPlace(principal, place))
        .orderBy(asc(recordShares.createdAt))
      return shown(rows)
    },

    /** Shares it, or gives who has it already another role. `grantee` is for telling them. */
    async share(principal: Principal, place: Place, name: string, role: ShareRole) {
      const title = await ownRecord(principal, place)
      const { id: granteeId, called } = await granteeOf(principal, name)
      if (granteeId === principal.owner) throw new AppError('bad_request', 'It is theirs already.')
      const there = await db.select({ called: recordShares.called }).from(recordShares).where(ofPlace(principal, place))
      if (there.length >= MOST && there.every((one) => one.called !== called))
        throw new AppError('conflict', `It is shared ${MOST} times already.`)
      const { module, collection, id: recordId } = place
      const id = uuid()
      const [row] = await db
        .insert(recordShares)
        .values({
          ...{ id, scopeId: principal.owner, module, collection, recordId, granteeId, called, role },
          sharedBy: principal.userId,
        })
        // Whoever has it stays who has it, whatever the name means by now.
        .onConflictDoUpdate({
          target: [recordShares.recordId, recordShares.called],
          set: { role, granteeId: sql`coalesce(${recordShares.granteeId}, excluded.grantee_id)` },
        })
        .returning()
      const made = row as typeof recordShares.$inferSelect
      const [share] = await shown([made])
      return { share: share as Share, grantee: made.granteeId, isNew: made.id === id, title }
    },

    /** Gives whoever has it another role, whatever they are called by now. */
    async setRole(principal: Principal, place: Place, id: string, role: ShareRole) {
      const [row] = await db
        .update(recordShares)
        .set({ role })
        .where(and(ofPlace(principal, place), eq(recordShares.id, id)))
        .returning()
      if (!row) throw noLongerShared()
      const [share] = await shown([row])
      return { share: share as Share, grantee: row.granteeId }
    },

    /** Ends a share, by whoever owns the record. It holds from the next call on. */
    async revoke(principal: Principal, place: Place, id: string): Promise<string | null> {
      const [gone] = await db
        .delete(recordShares)
        .where(and(ofPlace(principal, place), eq(recordShares.id, id)))
        .returning({ grantee: recordShares.granteeId })
      if (!gone) throw noLongerShared()
      return gone.grantee
    },

    /** Takes something off one's own list. What a team is shared is the team's. */
    async leave({ userId }: Principal, id: string): Promise<void> {
      const gone = await db
        .delete(recordShares)
        .where(and(eq(recordShares.id, id), eq(recordShares.granteeId, userId ?? '')))
        .returning({ id: recordShares.id })
      if (gone.length === 0) throw noSuchShare()
    },

    async withMe({ userId }: Principal): Promise<SharedWithMe['shares']> {
      const mine = await granteesOf(userId ?? '')
      const rows = await db
        .select({ share: recordShares, record: records, from: NAME })
        .from(recordShares)
        .innerJoin(records, ofRecord)
        .leftJoin(users, eq(users.id, recordShares.sharedBy))
        .where(
          and(sql`${recordShares.granteeId} = any(${sql.param([...mine.keys()])}::text[])`, sql`not ${ownerHasGone}`),
        )
        .orderBy(desc(recordShares.createdAt))
      return rows.flatMap(({ share, record, from }) => {
        const its = modules.get(share.module)?.module.collections[share.collection]
        // Members of the owning team have it anyway.
        if (!its?.shared || mine.has(share.scopeId)) return []
        return [
          {
            ...{ id: share.id, module: share.module, collection: share.collection, record: share.recordId, from },
            title: titleOf(its, record as Stored),
            role: ShareRole.parse(share.role),
            team: mine.get(share.granteeId ?? '')?.name ?? null,
            opens: its.shared.opens.replaceAll('{id}', encodeURIComponent(share.recordId)),
            createdAt: share.createdAt.toISOString(),
          },
        ]
      })
    },

    /** The principal on that one record. Asked anew at each call: what was taken back is out of reach at once. */
    async enter(principal: Principal, id: string): Promise<Principal> {
      const { userId } = principal
      if (userId === null) throw new AppError('unauthenticated', 'Please sign in first.')
      const [found] = await db
        .select({ share: recordShares })
        .from(recordShares)
        .innerJoin(records, ofRecord)
        .where(and(eq(recordShares.id, id), sql`not ${ownerHasGone}`))
      const share = found?.share
      const mine = share && (await granteesOf(userId))
      if (!share || !mine?.has(share.granteeId ?? '')) throw noSuchShare()
      const looksOnly = mine.get(share.granteeId ?? '')?.role === 'viewer'
      const role = looksOnly ? 'viewer' : ShareRole.parse(share.role)
      const { module, collection, recordId: record } = share
      const { team: _, ...person } = principal
      return { ...person, owner: share.scopeId, share: { id, role, module, collection, record } }
    },

    /** Whom to tell that something of this module of an owner's has changed. */
    async heardBy(owner: string, module: string): Promise<string[]> {
      const rows = await db
        .selectDistinct({ id: recordShares.granteeId })
        .from(recordShares)
        .where(and(eq(recordShares.scopeId, owner), eq(recordShares.module, module)))
      return rows.flatMap(({ id }) => id ?? [])
    },
  }
}
export type SharesOfRecords = ReturnType<typeof createShares>
