import { teamOf } from '@atrium/contract/teams'
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { v7 as uuid } from 'uuid'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { columns } from '../records/rows.ts'
import { records } from '../records/tables.ts'
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

/**
 * What is due and nobody else has in hand, with the rows that it is derived from. A row is locked before what waits of it, as an
 * action does; one that is just being written is left for the next look.
 */
async function dueNow(on: Queryable, now: Date) {
  const isDue = lte(waitingNotifications.at, now)
  const seen = await on
    .select({ id: waitingNotifications.id, recordId: waitingNotifications.recordId })
    .from(waitingNotifications)
    .where(isDue)
    .orderBy(waitingNotifications.at)
    .limit(AT_ONCE)
  const ids = [...new Set(seen.flatMap(({ recordId }) => recordId ?? []))]
  const rows =
    ids.length === 0
      ? []
      : await on
          .select({ ...columns, scopeId: records.scopeId })
          .from(records)
          .where(
            sql`(${records.id}, ${records.module}, ${records.scopeId}) in (
              select record_id, module, scope_id from waiting_notifications
              where id = any(${sql.param(seen.map(({ id }) => id))}::text[]))`,
          )
          .orderBy(records.id)
          .for('no key update', { skipLocked: true })
  const held = new Set(rows.map(({ id }) => id))
  const mine = seen.flatMap(({ id, recordId }) => (recordId === null || held.has(recordId) ? [id] : []))
  const due: Waited[] =
    mine.length === 0
      ? []
      : await on
          .select()
          .from(waitingNotifications)
          .where(and(inArray(waitingNotifications.id, mine), isDue))
          .orderBy(waitingNotifications.at, waitingNotifications.id)
          .for('update', { skipLocked: true })
  return { due, rows }
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

/** Brings a part of what is due into the inboxes. Answers whose, and whether there may be more. */
async function arriveOnce({ db, kinds, waiting }: Arriving, now: Date): Promise<{ owners: string[]; isMore: boolean }> {
  const client = await db.$client.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const tx = drizzle(client)
    const { due, rows } = await dueNow(tx, now)
    if (due.length === 0) {
      await client.query('rollback')
      return { owners: [], isMore: false }
    }
    const inboxes = await inboxesOf(tx, due)
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
        some.map(({ waited: { scopeId, module, kind, title, body, link }, recipient, id }) => ({
          ...{ id, ownerId: recipient.id, scopeId, module, kind, title, body, link, createdAt: now },
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
    for (const [scope, those] of Map.groupBy(rows, ({ scopeId }) => scopeId)) {
      const told = due.filter(({ scopeId }) => scopeId === scope).map(({ recordId }) => recordId)
      const again = those.filter(({ id }) => told.includes(id))
      if (again.length > 0) await waiting.deriveRows(client, again, { scope, now, actor: null, timeZone: null }, came)
    }
    await client.query('commit')
    return { owners: [...new Set(coming.map(({ recipient }) => recipient.id))], isMore: due.length === AT_ONCE }
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
  for (;;) {
    const some = await arriveOnce(settings, now)
    for (const owner of some.owners) owners.add(owner)
    if (!some.isMore) return [...owners]
  }
}
