import { AppError } from '@atrium/contract/errors'
import type { Approval, ApprovalQuery, Decide } from '@atrium/contract/workforce-work'
import type { z } from 'zod'
import { covers } from '../platform/policy.ts'
import { storableJson } from '../platform/runs/storable.ts'
import type { Client } from '../platform/runs/store.ts'
import { note } from '../workforce/context.ts'
import { actionNamed } from './acting.ts'
import type { ApprovalRow } from './approval-rows.ts'
import type { SeatsSettings } from './context.ts'
import { allOf, pageOf, timePlace } from './paging.ts'
import { drizzleOf } from './task-changing.ts'

interface ShownRow extends ApprovalRow {
  task_title: string
  seat_name: string
  agent: string
}

/** `where` is SQL about `a`, with its values from $1 on; the newest first. */
export async function findApprovals(
  sql: Client,
  settings: Pick<SeatsSettings, 'actions'>,
  where: string,
  values: readonly unknown[],
  limit = 200,
): Promise<Approval[]> {
  const { rows } = await sql.query<ShownRow>(
    `select a.*, t.title as task_title, s.name as seat_name, s.agent from approvals a join seat_tasks t on t.id = a.task_id
     join seats s on s.id = a.seat_id where ${where} order by a.created_at desc, a.id desc limit ${limit}`,
    [...values],
  )
  return rows.map((row) => ({
    id: row.id,
    task: { id: row.task_id, title: row.task_title },
    seat: { id: row.seat_id, name: row.seat_name, agentKey: row.agent },
    runId: row.run_id,
    seq: row.seq,
    action: row.action,
    summary: actionNamed(settings.actions, row.action, true)?.summary ?? row.action,
    effect: row.effect,
    why: row.why,
    input: row.edited ?? row.input,
    argsHash: row.args_hash,
    state: row.state,
    note: row.note,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
  }))
}

/** What a person's seats asked to be allowed, by pages. */
export async function listApprovals(
  sql: Client,
  settings: Pick<SeatsSettings, 'actions'>,
  person: string,
  { state, seat, cursor, limit }: z.output<typeof ApprovalQuery>,
): Promise<{ approvals: Approval[]; nextCursor: string | null }> {
  const all = allOf()
  all.and`a.owner_id = ${person}`
  if (seat) all.and`a.seat_id = ${seat}`
  if (state === 'decided') all.and`a.state <> 'pending'`
  else if (state) all.and`a.state = ${state}`
  const after = timePlace(cursor)
  if (after) all.and`(a.created_at, a.id) < (${after.key}::timestamptz, ${after.id})`
  const rows = await findApprovals(sql, settings, all.where(), all.values, limit + 1)
  const { page, nextCursor } = pageOf(rows, limit, ({ createdAt, id }) => ({ key: createdAt, id }))
  return { approvals: page, nextCursor }
}

const DECIDED: Record<string, string> = {
  approved: 'This was approved already.',
  edited: 'This was approved already.',
  rejected: 'This was declined already.',
  revision: 'This was sent back already.',
  expired: 'Nobody decided in time: the request has expired. Try the task again.',
  withdrawn: 'The request was withdrawn.',
}

/** The run goes on as soon as its seat is free: in the transaction of what it waited for. */
export const goesOn = (client: Client, runId: string) =>
  client.query(`update seat_runs set goes_on = true where id = $1 and status in ('queued', 'running', 'waiting')`, [
    runId,
  ])

/**
 * A person's word about one step. Throws `not_found` for another's, `conflict` when it was decided, has expired, or is about
 * other arguments than the person saw. Answers the seat to wake.
 */
export async function decide(
  client: Client,
  settings: SeatsSettings,
  person: string,
  id: string,
  word: z.output<typeof Decide>,
): Promise<string> {
  const { rows } = await client.query<ApprovalRow>(
    'select * from approvals where id = $1 and owner_id = $2 for update',
    [id, person],
  )
  const approval = rows[0]
  if (!approval) throw new AppError('not_found', 'That request was not found.')
  if (approval.state !== 'pending') throw new AppError('conflict', DECIDED[approval.state] ?? 'It was decided already.')
  if (approval.expires_at <= new Date()) throw new AppError('conflict', DECIDED.expired as string)
  if (approval.args_hash !== word.argsHash)
    throw new AppError('conflict', 'The request is about something else now. Look at it again.')
  const isEdited = word.decision === 'approve' && word.input !== undefined
  if (isEdited) {
    const known = actionNamed(settings.actions, approval.action, settings.mail !== null)
    const parsed = known?.input.safeParse(word.input)
    if (parsed && !parsed.success) {
      const issue = parsed.error.issues[0]
      const name = issue?.path[0]
      throw new AppError('bad_request', issue?.message ?? 'The input does not fit.', {
        details: { field: name === undefined ? 'input' : `input.${String(name)}` },
      })
    }
  }
  const state =
    word.decision === 'approve'
      ? isEdited
        ? 'edited'
        : 'approved'
      : word.decision === 'reject'
        ? 'rejected'
        : 'revision'
  await client.query(
    `update approvals set state = $2, edited = $3, note = $4, decided_by = $5, decided_at = now() where id = $1`,
    [id, state, isEdited ? storableJson(word.input) : null, word.note, person],
  )
  if (word.always && word.decision === 'approve' && approval.effect === 'write')
    await grantAlways(client, settings, approval)
  await goesOn(client, approval.run_id)
  await note(drizzleOf(client), {
    ownerId: person,
    actorId: person,
    kind: `approval.${state}`,
    subject: approval.task_id,
    data: { action: approval.action },
  })
  return approval.seat_id
}

async function grantAlways(client: Client, settings: SeatsSettings, { seat_id, action }: ApprovalRow): Promise<void> {
  const { rows } = await client.query<{ agent: string; grants: { action: string; asks: boolean }[] | null }>(
    'select agent, grants from seats where id = $1 for update',
    [seat_id],
  )
  const seat = rows[0]
  if (!seat) return
  const grants = seat.grants ?? settings.agents.find(seat.agent)?.grants ?? []
  const others = grants.filter((grant) => grant.action !== action)
  if (!grants.some((grant) => covers(grant.action, action))) return
  await client.query('update seats set grants = $2 where id = $1', [
    seat_id,
    JSON.stringify([{ action, asks: false }, ...others]),
  ])
}

/** Requests that nobody decided in time: the run goes on without. Answers the seats to wake. */
export async function expireApprovals(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ run_id: string; seat_id: string }>(
    `update approvals set state = 'expired' where state = 'pending' and expires_at <= now() returning run_id, seat_id`,
  )
  for (const { run_id } of rows) await goesOn(client, run_id)
  return rows.map(({ seat_id }) => seat_id)
}
