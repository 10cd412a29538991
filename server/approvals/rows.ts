import type { ApprovalState } from '@atrium/contract/approvals'
import { AppError } from '@atrium/contract/errors'
import type { Effect } from '@atrium/contract/module'
import type { Word } from '../models/tool-loop.ts'
import { uuid } from '../platform/ids.ts'
import { argsHash } from '../platform/runs/args-hash.ts'
import { storableJson } from '../platform/runs/storable.ts'
import type { Client } from '../platform/runs/store.ts'
import { enqueueWebhooks } from '../webhooks/enqueue.ts'

/** A row of `approvals`. */
export interface ApprovalRow {
  id: string
  owner_id: string
  run_id: string
  task_id: string | null
  seat_id: string | null
  seq: number | null
  call_id: string | null
  action: string
  effect: 'write' | 'send'
  why: string
  input: Record<string, unknown>
  args_hash: string
  state: ApprovalState
  edited: Record<string, unknown> | null
  note: string
  decided_by: string | null
  decided_at: Date | null
  expires_at: Date | null
  used_at: Date | null
  created_at: Date
}

/** What is to be allowed, and whose step or call it is. */
export interface NewApproval {
  id: string
  ownerId: string
  runId: string
  of: { taskId: string; seatId: string; seq: number } | { callId: string }
  action: string
  effect: Effect
  why: string
  input: Record<string, unknown>
  argsHash: string
  expiresInDays: number | null
}

export const newApproval = (given: Omit<NewApproval, 'id' | 'argsHash'>): NewApproval => ({
  ...given,
  id: uuid(),
  argsHash: argsHash(given.action, given.input),
})

/** Stores a request, in the transaction of what waits for it. What was asked before is not asked again. */
export async function requestApproval(client: Client, { of, ...asked }: NewApproval): Promise<void> {
  const seat = 'seq' in of ? of : null
  const { rowCount } = await client.query(
    `insert into approvals (id, owner_id, run_id, task_id, seat_id, seq, call_id, action, effect, why, input, args_hash, state, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'pending', now() + make_interval(days => $13)) on conflict do nothing`,
    [
      asked.id,
      asked.ownerId,
      asked.runId,
      seat?.taskId,
      seat?.seatId,
      seat?.seq,
      'callId' in of ? of.callId : null,
      asked.action,
      asked.effect,
      asked.why.slice(0, 2_000),
      storableJson(asked.input),
      asked.argsHash,
      asked.expiresInDays,
    ],
  )
  if (rowCount === 0) return
  const { id, action, effect } = asked
  await enqueueWebhooks(client, asked.ownerId, 'approval:waiting', { id, action, effect, from: seat ? 'seat' : 'chat' })
}

/** What was asked for a step or a call of a run. */
export async function approvalOf(sql: Client, runId: string, of: number | string): Promise<ApprovalRow | null> {
  const column = typeof of === 'number' ? 'seq' : 'call_id'
  const { rows } = await sql.query<ApprovalRow>(`select * from approvals where run_id = $1 and ${column} = $2`, [
    runId,
    of,
  ])
  return rows[0] ?? null
}

const REASONS: Partial<Record<ApprovalState, string>> = {
  rejected: 'A person declined it.',
  revision: 'A person asked for it to be done anew.',
  expired: 'Nobody decided in time.',
  withdrawn: 'It was withdrawn.',
}

/** What came of a request for this input; null while it waits. */
export function wordOf({ id, state, edited, note }: ApprovalRow, input: unknown): Word | null {
  if (state === 'pending') return null
  if (state === 'approved' || state === 'edited')
    return { isAllowed: true, approvalId: id, input: edited ?? input, isChanged: edited !== null, note }
  return { isAllowed: false, reason: [REASONS[state] ?? 'It was not allowed.', note].filter(Boolean).join(' '), note }
}

/**
 * Takes a person's word, which is good for one time and, where they are given, for these arguments. In the transaction of what it
 * allows; before it where that has none.
 */
export async function spendApproval(client: Client, id: string, hash: string | null): Promise<void> {
  const { rowCount } = await client.query(
    `update approvals set used_at = now() where id = $1 and used_at is null and state in ('approved', 'edited')
       and args_hash = coalesce($2, args_hash) and decided_by is not null`,
    [id, hash],
  )
  if (rowCount !== 1) throw new AppError('conflict', 'The approval was used already, or was given for something else.')
}

/** What these runs asked for is not done any more. In the transaction that ends them. */
export const withdrawApprovals = (client: Client, runIds: readonly string[]) =>
  client.query(`update approvals set state = 'withdrawn' where run_id = any($1) and state = 'pending'`, [runIds])
