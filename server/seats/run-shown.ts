import type { RunStatus } from '@atrium/contract/runs'
import type { Run, RunList, RunQuery, Step } from '@atrium/contract/workforce-work'
import type { z } from 'zod'
import { allOf, pageOf, timePlace } from '../platform/paging.ts'
import type { Client } from '../platform/runs/store.ts'
import { CAN, type StepRow } from './steps.ts'

interface RunShownRow {
  id: string
  task_id: string
  task_title: string
  attempt: number
  status: RunStatus
  seat_id: string
  seat_name: string
  agent: string
  playbook: string | null
  error: string | null
  started_at: Date
  ended_at: Date | null
  tokens: number
  cost_micros: number
  is_priced: boolean
}

export const shownStep = (row: StepRow): Step => ({
  seq: row.seq,
  kind: row.kind,
  name: row.name,
  effect: row.effect,
  state: row.state,
  summary: row.summary,
  args: row.args,
  result: row.result,
  error: row.error,
  tokens: row.tokens,
  costMicros: row.cost_micros,
  costStatus: row.cost_status,
  changeId: row.change_id,
  at: row.created_at.toISOString(),
})

/** What a step answered may be a whole table; the page needs enough to understand it. */
const RESULT_MAX = 20_000

type ListedRun = z.infer<typeof RunList>['runs'][number]

/** Runs with their steps and the titles of their tasks, the newest first. `where` is SQL about `r`, with its values from $1 on. */
async function findListed(sql: Client, where: string, values: readonly unknown[], limit: number): Promise<ListedRun[]> {
  const { rows } = await sql.query<RunShownRow>(
    `select r.id, r.task_id, t.title as task_title, r.attempt, r.status, r.seat_id, s.name as seat_name, s.agent, r.playbook, r.error, r.started_at, r.ended_at, r.tokens, r.cost_micros, r.is_priced
     from seat_runs r join seats s on s.id = r.seat_id join seat_tasks t on t.id = r.task_id
     where ${where} order by r.started_at desc, r.id desc limit ${limit}`,
    [...values],
  )
  const { rows: steps } = await sql.query<StepRow>(
    `select run_id, seq, kind, name, effect, state, summary, args, args_hash,
       case when length(result::text) <= $2 then result else to_jsonb(left(result::text, $2) || '… (cut)') end as result,
       error, error_code, tokens, cost_micros, cost_status, change_id, created_at
     from run_steps where run_id = any($1) and not (name = '${CAN}' and result = 'true'::jsonb) order by run_id, seq`,
    [rows.map(({ id }) => id), RESULT_MAX],
  )
  return rows.map((row) => ({
    id: row.id,
    task: { id: row.task_id, title: row.task_title },
    attempt: row.attempt,
    status: row.status,
    seat: { id: row.seat_id, name: row.seat_name, agentKey: row.agent },
    playbook: row.playbook,
    error: row.error,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    tokens: row.tokens,
    costMicros: row.cost_micros,
    isPriced: row.is_priced,
    steps: steps.filter((step) => step.run_id === row.id).map(shownStep),
  }))
}

/** Runs with their steps, the newest first. `where` is SQL about `r`, with its values from $1 on. */
export const findRuns = async (sql: Client, where: string, values: readonly unknown[], limit = 20): Promise<Run[]> =>
  (await findListed(sql, where, values, limit)).map(({ task: _, ...run }) => run)

/** What a person's seat did, by pages. */
export async function listRuns(
  sql: Client,
  person: string,
  { seat, cursor, limit }: z.output<typeof RunQuery>,
): Promise<z.infer<typeof RunList>> {
  const all = allOf()
  all.and`r.owner_id = ${person}`
  all.and`r.seat_id = ${seat}`
  const after = timePlace(cursor)
  if (after) all.and`(r.started_at, r.id) < (${after.key}::timestamptz, ${after.id})`
  const found = await findListed(sql, all.where(), all.values, limit + 1)
  const { page, nextCursor } = pageOf(found, limit, ({ startedAt, id }) => ({ key: startedAt, id }))
  return { runs: page, nextCursor }
}
