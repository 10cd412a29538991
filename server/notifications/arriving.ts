import { teamOf } from '@atrium/contract/teams'
import { and, desc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import { columns } from '../records/rows.ts'
import { changes, records, recordVersions } from '../records/tables.ts'
import { teamMembers, teams } from '../teams/tables.ts'
import type { Kinds } from './kinds.ts'
import { channelsFor, type Recipient, recipientsOf } from './preferences.ts'
import { afterQuiet } from './quiet.ts'
import { notificationDeliveries, notifications, waitingNotifications } from './tables.ts'
import { cameKey, type Waiting } from './waiting.ts'

/** What comes in one transaction; the rest follows in the next. */
const AT_ONCE = 200
/** ms; what is older was missed, the server being down: nobody is woken for it, and the digest tells of it */
const STALE = 12 * 3_600_000

type Waited = typeof waitingNotifications.$inferSelect

export interface Arriving {
  db: Database
  kinds: Kinds
  waiting: Waiting
}

/** Where a look has come to. */
type Place = Pick<Waited, 'id' | 'at'>

/**
 * What is due after this place and nobody else has in hand, with the rows that it is derived from. A row is locked before what waits
 * of it, as an action does; one that is just being written is left for the next look. `next`: there may be more behind it.
 */
async function dueNow(on: Queryable, now: Date, after: Place | null) {
  const { id, recordId, at } = waitingNotifications
  const isDue = lte(at, now)
  const isBehind = after ? sql`(${at}, ${id}) > (${after.at.toISOString()}::timestamptz, ${after.id})` : undefined
  const seen = await on
    .select({ id, recordId, at })
    .from(waitingNotifications)
    .where(and(isDue, isBehind))
    .orderBy(at, id)
    .limit(AT_ONCE)
  const next = seen.length === AT_ONCE ? (seen.at(-1) ?? null) : null
  const isOfRows = seen.some((one) => one.recordId !== null)
  const rows = isOfRows
    ? await on
        .select({ ...columns, scopeId: records.scopeId })
        .from(records)
        .where(
          sql`(${records.id}, ${records.module}, ${records.scopeId}) in (
              select record_id, module, scope_id from waiting_notifications
              where id = any(${sql.param(seen.map((one) => one.id))}::text[]))`,
        )
        .orderBy(records.id)
        .for('no key update', { skipLocked: true })
    : []
  const held = new Set(rows.map((row) => row.id))
  const mine = seen.flatMap((one) => (one.recordId === null || held.has(one.recordId) ? [one.id] : []))
  const due: Waited[] =
    mine.length === 0
      ? []
      : await on
          .select()
          .from(waitingNotifications)
          .where(and(inArray(id, mine), isDue))
          .orderBy(at, id)
          .for('update', { skipLocked: true })
  return { due, rows, next }
}

type RowKey = Pick<typeof records.$inferSelect, 'id' | 'module' | 'scopeId'>
/** A record's id alone may be there in several scopes. */
const keyOf = ({ id, module, scopeId }: RowKey) => `${scopeId} ${module} ${id}`

/** Whoever wrote each row of a team last: its reminders go by their clock. */
async function writersOf(on: NodePgDatabase, rows: readonly RowKey[]): Promise<Map<string, string>> {
  const ofTeams = rows.filter(({ scopeId }) => teamOf(scopeId) !== null)
  if (ofTeams.length === 0) return new Map()
  const { recordId, module, scopeId, version, changeId } = recordVersions
  const found = await on
    .selectDistinctOn([recordId, module, scopeId], { id: recordId, module, scopeId, actor: changes.actorId })
    .from(recordVersions)
    .innerJoin(changes, eq(changes.id, changeId))
    .where(
      and(
        sql`(${recordId}, ${module}, ${scopeId}) in (select * from unnest(${sql.param(ofTeams.map((row) => row.id))}::text[],
          ${sql.param(ofTeams.map((row) => row.module))}::text[], ${sql.param(ofTeams.map((row) => row.scopeId))}::text[]))`,
        isNotNull(changes.actorId),
      ),
    )
    .orderBy(recordId, module, scopeId, desc(version))
  return new Map(found.flatMap(({ actor, ...row }) => (actor === null ? [] : [[keyOf(row), actor]])))
}

/** Whose inbox each comes to: the person's, or those of the team's members. */
async function inboxesOf(on: Queryable, due: readonly Waited[]) {
  const ids = [...new Set(due.flatMap(({ scopeId }) => teamOf(scopeId) ?? []))]
  const members =
    ids.length === 0
      ? []
      : await on
          .select({ teamId: teamMembers.teamId, userId: teamMembers.userId })
          .from(teamMembers)
          .innerJoin(teams, eq(teams.id, teamMembers.teamId))
          .where(and(inArray(teamMembers.teamId, ids), isNull(teams.deletionAt)))
  return due.flatMap((waited) => {
    const team = teamOf(waited.scopeId)
    if (team === null) return [{ waited, owner: waited.scopeId }]
    const there = members.flatMap(({ teamId, userId }) => (teamId === team ? [userId] : []))
    return there
      .filter((userId) => !waited.recipients || waited.recipients.includes(userId))
      .map((owner) => ({ waited, owner }))
  })
}

function deliveriesOf(kinds: Kinds, recipient: Recipient, { module, kind, at }: Waited, id: string, now: Date) {
  const channels = channelsFor(kinds, recipient, module, kind)
  const isStale = now.getTime() - at.getTime() > STALE
  return (['push', 'mail'] as const)
    .filter((channel) => channels[channel])
    .map((channel) => ({
      notificationId: id,
      ownerId: recipient.id,
      channel,
      state: isStale ? 'skipped' : 'waiting',
      problem: isStale ? 'It came more than twelve hours late.' : '',
      at: channel === 'push' ? afterQuiet(now, recipient.quiet, recipient.timeZone) : now,
    }))
}

/** Rows of one statement: it has at most 65,535 values, and a team may have many members. */
const AT_A_TIME = 1000
const parts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_A_TIME) }, (_, at) => all.slice(at * AT_A_TIME, (at + 1) * AT_A_TIME))

/** Brings a part of what is due into the inboxes. Answers whose, and where what may follow begins. */
async function arriveOnce(
  { db, kinds, waiting }: Arriving,
  now: Date,
  after: Place | null,
): Promise<{ owners: string[]; next: Place | null }> {
  const client = await db.$client.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const tx = drizzle(client)
    const { due, rows, next } = await dueNow(tx, now, after)
    if (due.length === 0) {
      await client.query('rollback')
      return { owners: [], next }
    }
    // What went to the trash by another way than its module reminds of nothing.
    const trashed = new Set(rows.filter(({ deletedAt }) => deletedAt !== null).map(keyOf))
    const telling = due.filter(
      ({ recordId, module, scopeId }) => recordId === null || !trashed.has(keyOf({ id: recordId, module, scopeId })),
    )
    const inboxes = await inboxesOf(tx, telling)
    const recipients = await recipientsOf(
      tx,
      inboxes.map(({ owner }) => owner),
    )
    const coming = inboxes.flatMap(({ waited, owner }) => {
      const recipient = recipients.get(owner)
      return recipient ? [{ waited, recipient, id: uuid() }] : []
    })
    for (const some of parts(coming))
      await tx.insert(notifications).values(
        some.map(({ waited: { scopeId, module, kind, title, body, link, changeId }, recipient, id }) => ({
          ...{ id, ownerId: recipient.id, scopeId, module, kind, title, body, link, changeId, createdAt: now },
          // in the inbox it is, but who does not want to be told of it there has nothing unread
          readAt: channelsFor(kinds, recipient, module, kind).inbox ? null : now,
        })),
      )
    const deliveries = coming.flatMap(({ waited, recipient, id }) => deliveriesOf(kinds, recipient, waited, id, now))
    for (const some of parts(deliveries)) await tx.insert(notificationDeliveries).values(some)
    const over = due.map(({ id }) => id)
    await tx.delete(waitingNotifications).where(inArray(waitingNotifications.id, over))
    // a row that repeats says when it reminds next
    const came = new Set(due.map(({ recordId, key, localAt }) => cameKey(recordId, key, localAt)))
    came.delete('')
    const told = new Set(
      due.flatMap(({ recordId: id, module, scopeId }) => (id === null ? [] : [keyOf({ id, module, scopeId })])),
    )
    const again = rows.filter((row) => told.has(keyOf(row)))
    const writers = await writersOf(tx, again)
    const actorOf = (row: RowKey) => writers.get(keyOf(row)) ?? null
    for (const those of Map.groupBy(again, (row) => `${row.scopeId} ${actorOf(row)}`).values()) {
      const [first] = those as [(typeof those)[number]]
      const around = { scope: first.scopeId, now, actor: actorOf(first), timeZone: null, language: null }
      await waiting.deriveRows(client, those, around, came)
    }
    await client.query('commit')
    return { owners: [...new Set(coming.map(({ recipient }) => recipient.id))], next }
  } catch (error) {
    await client.query('rollback').catch((reason: Error) => {
      broken = reason // in an unknown state: not for the next caller
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Brings what is due into the inboxes: any number of instances may, each notification comes once. Answers whose got any. */
export async function arrive(settings: Arriving, now: Date): Promise<string[]> {
  const owners = new Set<string>()
  let after: Place | null = null
  do {
    const some: Awaited<ReturnType<typeof arriveOnce>> = await arriveOnce(settings, now, after)
    for (const owner of some.owners) owners.add(owner)
    after = some.next
  } while (after)
  return [...owners]
}
