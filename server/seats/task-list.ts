import type { Task, TaskQuery } from '@atrium/contract/workforce-work'
import type { z } from 'zod'
import { allOf, pageOf, rankPlace, timePlace } from '../platform/paging.ts'
import type { Client } from '../platform/runs/store.ts'
import { givenTask, IS_GIVEN } from './given-tasks.ts'
import { findTasks, shownTask } from './task-shown.ts'

const ENDED = ['ended', 'done', 'cancelled']

/** A person's tasks, or those that others gave them, by pages: the open ones by their place, those that have ended newest first. */
export async function listTasks(
  sql: Client,
  person: string,
  query: z.output<typeof TaskQuery>,
): Promise<{ tasks: Task[]; nextCursor: string | null }> {
  const { seat, status = 'open', cursor, limit } = query
  const all = allOf()
  const isGiven = query.for === 'me'
  if (isGiven) all.and`t.user_id = ${person}`
  else all.and`t.owner_id = ${person}`
  if (seat) all.and`t.seat_id = ${seat}`
  if (status !== 'open' && status !== 'ended') all.and`t.status = ${status}`
  const isEnded = ENDED.includes(status)
  // As the indexes say it, beside a single status too.
  if (isEnded) {
    all.and`t.status in ('done', 'cancelled')`
    const after = timePlace(cursor)
    if (after) all.and`(t.ended_at, t.id) < (${after.key}::timestamptz, ${after.id})`
  } else {
    all.and`t.status not in ('done', 'cancelled')`
    const after = rankPlace(cursor)
    if (after) all.and`(t.rank, t.id) > (${after.key}::float8, ${after.id})`
  }
  const order = isEnded ? 't.ended_at desc, t.id desc' : 't.rank, t.id'
  const where = isGiven ? `${all.where()} and ${IS_GIVEN}` : all.where()
  const rows = await findTasks(sql, where, all.values, order, limit + 1)
  const { page, nextCursor } = pageOf(rows, limit, ({ id, rank, ended_at }) => ({
    key: isEnded && ended_at ? ended_at.toISOString() : rank,
    id,
  }))
  return { tasks: page.map(isGiven ? givenTask : shownTask), nextCursor }
}
