import { AppError } from '@atrium/contract/errors'
import type { ApprovalState } from '@atrium/contract/workforce-work'
import type { Client } from '../platform/runs/store.ts'

/** A row of `approvals`. */
export interface ApprovalRow {
  id: string
  owner_id: string
  task_id: string
  seat_id: string
  run_id: string
  seq: number
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
  expires_at: Date
  used_at: Date | null
  created_at: Date
}

export async function approvalOf(sql: Client, runId: string, seq: number): Promise<ApprovalRow | null> {
  const { rows } = await sql.query<ApprovalRow>('select * from approvals where run_id = $1 and seq = $2', [runId, seq])
  return rows[0] ?? null
}

/** Takes a person's word, which is good for one time and for these arguments. In the transaction of what it allows. */
export async function spendApproval(client: Client, id: string, hash: string): Promise<void> {
  const { rowCount } = await client.query(
    `update approvals set used_at = now() where id = $1 and used_at is null and state in ('approved', 'edited')
       and args_hash = $2 and decided_by is not null`,
    [id, hash],
  )
  if (rowCount !== 1) throw new AppError('conflict', 'The approval was used already, or was given for something else.')
}
