import type { Module } from '@atrium/contract/module'
import type { Principal } from '@atrium/contract/principal'
import { ownerOfTeam, teamOf } from '@atrium/contract/teams'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { users } from '../accounts/tables.ts'
import type { Database } from '../platform/database/connect.ts'
import { reachOf } from '../records/reach.ts'
import { records } from '../records/tables.ts'
import { recordShares } from '../sharing/tables.ts'
import { teamMembers } from '../teams/tables.ts'
import { recordComments } from './tables.ts'

/** Somebody who is told, and where they find it. */
export interface Told {
  id: string
  /** Whether it is theirs, or their team's; else it was shared with them. */
  isOwner: boolean
}

/** `@ada`, as usernames are written, not within a word or an address. */
const MENTION = /(?<![\p{L}\p{N}._@])@([\p{L}\p{N}][\p{L}\p{N}._-]{0,63})/gu
const MENTIONS_MAX = 20

const mentionedIn = (text: string): string[] =>
  [...new Set([...text.matchAll(MENTION)].map(([, name = '']) => name.replace(/[._-]+$/, '').toLowerCase()))].slice(
    0,
    MENTIONS_MAX,
  )

interface Reader extends Told {
  /** What lets those read it whose it is not. */
  shares: NonNullable<Principal['share']>[]
}

/** The person or the members of the team that owns a record, and those with whom something of the module is shared. */
async function readersOf(on: Database, owner: string, module: string): Promise<Map<string, Reader>> {
  const shared = await on
    .select()
    .from(recordShares)
    .where(and(eq(recordShares.scopeId, owner), eq(recordShares.module, module), isNotNull(recordShares.granteeId)))
  const teams = [owner, ...shared.map(({ granteeId }) => granteeId)].flatMap((id) => teamOf(id ?? '') ?? [])
  const members =
    teams.length === 0
      ? []
      : await on
          .select()
          .from(teamMembers)
          .where(inArray(teamMembers.teamId, [...new Set(teams)]))
  const of = (id: string) => members.flatMap(({ userId, teamId }) => (ownerOfTeam(teamId) === id ? [userId] : []))
  const people = (id: string) => (teamOf(id) === null ? [id] : of(id))
  const readers = new Map<string, Reader>(people(owner).map((id) => [id, { id, isOwner: true, shares: [] }]))
  for (const { id, granteeId, role, collection, recordId: record } of shared)
    for (const person of people(granteeId ?? '')) {
      const reader = readers.get(person) ?? { id: person, isOwner: false, shares: [] }
      reader.shares.push({ id, role: role as 'viewer' | 'editor', module, collection, record })
      readers.set(person, reader)
    }
  return readers
}

/** Whether a record lies in what is shared with somebody: a share of the folder above it is one of it too. */
async function isInReach(on: Database, { module, owner, collection, record }: Said, shares: Reader['shares']) {
  for (const share of shares) {
    const { condition } = reachOf(module, share, owner, collection)
    const its = and(eq(records.id, record), eq(records.module, module.id), eq(records.scopeId, owner), condition)
    if ((await on.select({ id: records.id }).from(records).where(its)).length > 0) return true
  }
  return false
}

export interface Said {
  module: Module
  owner: string
  collection: string
  record: string
  author: string
  text: string
}

/**
 * Who is told of a comment, of those who may read it now: whose the record is, who has said something about it before, and who
 * is named in it; never its author.
 */
export async function toldOf(on: Database, said: Said): Promise<Told[]> {
  const { owner, module, record, author, text } = said
  const readers = await readersOf(on, owner, module.id)
  const spoke = await on
    .selectDistinct({ id: recordComments.authorId })
    .from(recordComments)
    .where(
      and(eq(recordComments.recordId, record), eq(recordComments.module, module.id), eq(recordComments.scopeId, owner)),
    )
  const names = mentionedIn(text)
  const named =
    names.length === 0
      ? []
      : await on
          .select({ id: users.id })
          .from(users)
          .where(and(inArray(sql`lower(${users.username})`, names), inArray(users.id, [...readers.keys()])))
  const ids = new Set([owner, ...spoke.map(({ id }) => id), ...named.map(({ id }) => id)])
  const told: Told[] = []
  for (const { id, isOwner, shares } of readers.values())
    if (id !== author && ids.has(id) && (isOwner || (await isInReach(on, said, shares)))) told.push({ id, isOwner })
  return told
}
