import type { Approval, ApprovalQuery } from '@atrium/contract/approvals'
import type { z } from 'zod'
import { allOf, pageOf, timePlace } from '../platform/paging.ts'
import type { Client } from '../platform/runs/store.ts'
import type { ApprovalRow } from './rows.ts'

interface ShownRow extends ApprovalRow {
  task_title: string
  seat_name: string
  agent: string
  thread_id: string | null
  thread_title: string | null
}

/** What people call an action. */
export type NameOf = (row: Pick<ApprovalRow, 'action' | 'seat_id'>) => string

/** `where` is SQL about `a`, with its values from $1 on; the newest first. */
export async function findApprovals(
  sql: Client,
  nameOf: NameOf,
  where: string,
  values: readonly unknown[],
  limit = 200,
): Promise<Approval[]> {
  const { rows } = await sql.query<ShownRow>(
    `select a.*, k.title as task_title, s.name as seat_name, s.agent, t.id as thread_id, t.title as thread_title
     from approvals a join runs r on r.id = a.run_id left join seat_tasks k on k.id = a.task_id left join seats s on s.id = a.seat_id
     left join threads t on t.id = r.thread_id and a.seat_id is null and t.deleted_at is null
     where ${where} and (a.seat_id is not null or t.id is not null) order by a.created_at desc, a.id desc limit ${limit}`,
    [...values],
  )
  return rows.map((row) => ({
    id: row.id,
    seat: row.seat_id && { id: row.seat_id, name: row.seat_name, agentKey: row.agent },
    task: row.task_id && { id: row.task_id, title: row.task_title },
    thread: row.thread_id ? { id: row.thread_id, title: row.thread_title ?? '' } : null,
    runId: row.run_id,
    seq: row.seq,
    action: row.action,
    summary: nameOf(row),
    effect: row.effect,
    why: row.why,
    input: row.edited ?? row.input,
    asked: row.edited && row.input,
    argsHash: row.args_hash,
    state: row.state,
    note: row.note,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    decidedAt: row.decided_at?.toISOString() ?? null,
  })) as Approval[]
}

/** What an owner is asked to allow, by pages. */
export async function listApprovals(
  sql: Client,
  nameOf: NameOf,
  owner: string,
  { state, from, seat, cursor, limit }: z.output<typeof ApprovalQuery>,
): Promise<{ approvals: Approval[]; nextCursor: string | null }> {
  const all = allOf()
  all.and`a.owner_id = ${owner}`
  if (seat) all.and`a.seat_id = ${seat}`
  if (from) all.and`(a.seat_id is null) = ${from === 'chat'}`
  if (state === 'decided') all.and`a.state <> 'pending'`
  else if (state) all.and`a.state = ${state}`
  const after = timePlace(cursor)
  if (after) all.and`(a.created_at, a.id) < (${after.key}::timestamptz, ${after.id})`
  const rows = await findApprovals(sql, nameOf, all.where(), all.values, limit + 1)
  const { page, nextCursor } = pageOf(rows, limit, ({ createdAt, id }) => ({ key: createdAt, id }))
  return { approvals: page, nextCursor }
}
