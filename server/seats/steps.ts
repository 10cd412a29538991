import { AppError, type ErrorCode, errorStatus } from '@atrium/contract/errors'
import type { StepState } from '@atrium/contract/workforce-work'
import { argsHash } from '../platform/runs/args-hash.ts'
import { storableJson } from '../platform/runs/storable.ts'
import type { Client } from '../platform/runs/store.ts'
import { Stopped } from '../platform/runs/work.ts'

/** What a step is called that asked whether the seat may. Where it may, nobody wants to read it: it stands in the log for replay. */
export const CAN = 'can'

/** A row of `run_steps`. */
export interface StepRow {
  run_id: string
  seq: number
  kind: 'model' | 'tool' | 'wait' | 'note'
  name: string
  effect: 'read' | 'write' | 'send' | null
  state: StepState
  summary: string
  args: unknown
  args_hash: string
  result: unknown
  error: string | null
  error_code: string | null
  tokens: number
  cost_micros: number
  cost_status: 'none' | 'priced' | 'estimated' | 'unpriced'
  change_id: string | null
  created_at: Date
}

export interface StepWritten {
  seq: number
  kind: StepRow['kind']
  name: string
  effect?: StepRow['effect']
  state: StepState
  summary: string
  args: unknown
  result?: unknown
  error?: AppError
  tokens?: number
  costMicros?: number
  costStatus?: StepRow['cost_status']
  changeId?: string | null
}

export async function readSteps(sql: Client, runId: string): Promise<StepRow[]> {
  const { rows } = await sql.query<StepRow>('select * from run_steps where run_id = $1 order by seq', [runId])
  return rows
}

/** The refusal that a failed step stands for. */
export function errorOf({ error, error_code }: StepRow): AppError {
  const code = error_code && Object.hasOwn(errorStatus, error_code) ? (error_code as ErrorCode) : 'bad_request'
  return new AppError(code, error ?? 'That could not be done.')
}

/**
 * Stores a step as it is now, new or again, under the run's fence: a worker that lost its run writes nothing. Throws
 * Stopped('fenced') then.
 */
export async function writeStep(sql: Client, run: { id: string; fence: number }, step: StepWritten): Promise<void> {
  const { rowCount } = await sql.query({
    name: 'write-step',
    text: `insert into run_steps (run_id, seq, kind, name, effect, state, summary, args, args_hash, result, error, error_code, tokens, cost_micros, cost_status, change_id)
      select held.id, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11::jsonb, $12, $13, $14, $15, $16, $17
      from (select id from runs where id = $1 and fence = $2 and status = 'running' for share) held
      on conflict (run_id, seq) do update set state = excluded.state, summary = excluded.summary, result = excluded.result, error = excluded.error,
        error_code = excluded.error_code, tokens = excluded.tokens, cost_micros = excluded.cost_micros,
        cost_status = excluded.cost_status, change_id = excluded.change_id, updated_at = now()`,
    values: [
      run.id,
      run.fence,
      step.seq,
      step.kind,
      step.name,
      step.effect ?? null,
      step.state,
      step.summary,
      storableJson(step.args ?? null),
      argsHash(step.name, step.args),
      step.result === undefined ? null : storableJson(step.result),
      step.error?.message ?? null,
      step.error?.code ?? null,
      step.tokens ?? 0,
      step.costMicros ?? 0,
      step.costStatus ?? 'none',
      step.changeId ?? null,
    ],
  })
  if (rowCount !== 1) throw new Stopped('fenced')
}
