import type { RunInfo, RunStatus } from '@atrium/contract/runs'
import type pg from 'pg'
import { fits, payload } from '../database/bus.ts'
import { decodeFrames, type Frame } from './frames.ts'
import { storableJson } from './storable.ts'

/** Seconds that a claim is good for without a heartbeat. */
export const LEASE_SECONDS = 10

export interface RunRow {
  id: string
  kind: string
  owner_id: string
  thread_id: string | null
  message_id: string | null
  status: RunStatus
  input: unknown
  state: unknown
  worker: string | null
  fence: number
  attempts: number
  /** How often a worker fell silent over it. */
  failures: number
  cancel_requested_at: Date | null
  token_budget: number | null
  tokens_used: number
  cost_budget_micros: number | null
  cost_micros: number
  error: string | null
  created_at: Date
  ended_at: Date | null
}

export const runInfo = (row: RunRow): RunInfo => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  threadId: row.thread_id,
  messageId: row.message_id,
  createdAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  error: row.error,
})

export type Client = Pick<pg.Pool, 'query'> | Pick<pg.ClientBase, 'query'>
type Sql = Client

export async function findRun(sql: Sql, id: string): Promise<RunRow | null> {
  const { rows } = await sql.query('select * from runs where id = $1', [id])
  return rows[0] ?? null
}

/** Those of the runs of which more may be said. */
export async function openAmong(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from runs where id = any($1) and status in ('queued', 'running')`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

export interface NewRun {
  id: string
  kind: string
  ownerId: string
  threadId: string | null
  messageId: string | null
  input: unknown
  tokenBudget?: number | null
  costBudgetMicros?: number | null
}

/** The row of a new run that `worker` is about to insert as claimed by itself. */
export const claimedRow = (run: NewRun, worker: string): RunRow => ({
  id: run.id,
  kind: run.kind,
  owner_id: run.ownerId,
  thread_id: run.threadId,
  message_id: run.messageId,
  status: 'running',
  input: run.input,
  state: null,
  worker,
  fence: 1,
  attempts: 1,
  failures: 0,
  cancel_requested_at: null,
  token_budget: run.tokenBudget ?? null,
  tokens_used: 0,
  cost_budget_micros: run.costBudgetMicros ?? null,
  cost_micros: 0,
  error: null,
  created_at: new Date(),
  ended_at: null,
})

/**
 * The INSERT of a run, for statements that store more beside it: claimed by a worker already (fence 1), or, without one,
 * queued for whoever is free. Its values are `runValues`, the first of them in place `first`.
 */
export function runInsert(first: number): string {
  const $ = (n: number) => `$${first + n}`
  const worker = `${$(8)}::text`
  return `insert into runs (id, kind, owner_id, thread_id, message_id, input, token_budget, cost_budget_micros, status, worker, fence, attempts, lease_until, started_at)
    select ${$(0)}, ${$(1)}, ${$(2)}, ${$(3)}, ${$(4)}, ${$(5)}::jsonb, ${$(6)}::bigint, ${$(7)}::bigint, case when ${worker} is null then 'queued' else 'running' end, ${worker},
      (${worker} is not null)::int, (${worker} is not null)::int,
      case when ${worker} is not null then now() + make_interval(secs => ${$(9)}) end, case when ${worker} is not null then now() end`
}

/** What `runInsert` stores. */
export const runValues = (run: NewRun, worker: string | null): unknown[] => [
  run.id,
  run.kind,
  run.ownerId,
  run.threadId,
  run.messageId,
  storableJson(run.input),
  run.tokenBudget ?? null,
  run.costBudgetMicros ?? null,
  worker,
  LEASE_SECONDS,
]

/** Inserts a run that nothing else is stored with. */
export async function insertRun(sql: Sql, run: NewRun, worker: string | null): Promise<void> {
  await sql.query({ name: 'insert-run', text: runInsert(1), values: runValues(run, worker) })
}

/** Claims up to `limit` runs that are queued or whose worker has fallen silent, but none of `except`. */
export async function claimRuns(
  sql: Sql,
  worker: string,
  kinds: readonly string[],
  limit: number,
  except: readonly string[],
): Promise<RunRow[]> {
  const { rows } = await sql.query(
    `update runs set status = 'running', worker = $1, fence = fence + 1, attempts = attempts + 1,
            failures = failures + (status = 'running')::int,
            lease_until = now() + make_interval(secs => $4), started_at = coalesce(started_at, now())
     where id in (select id from runs where kind = any($2) and id <> all($5) and (status = 'queued' or (status = 'running' and lease_until < now()))
                  order by created_at for update skip locked limit $3)
     returning *`,
    [worker, kinds, limit, LEASE_SECONDS, except],
  )
  return rows
}

/** Gives back runs that were claimed but not begun. */
export async function returnRuns(sql: Sql, worker: string, rows: readonly RunRow[]): Promise<void> {
  await sql.query(
    `update runs set status = 'queued', worker = null, lease_until = null where id = any($1) and worker = $2 and status = 'running'`,
    [rows.map((row) => row.id), worker],
  )
}

/** Extends the leases; returns the runs that are still ours, and whether their end was asked for. */
export async function extendLeases(
  sql: Sql,
  worker: string,
  ids: string[],
): Promise<{ id: string; fence: number; cancelled: boolean }[]> {
  const { rows } = await sql.query(
    `update runs set lease_until = now() + make_interval(secs => $3)
     where id in (select id from runs where id = any($2) and worker = $1 and status = 'running' order by id for update)
     returning id, fence, cancel_requested_at is not null as cancelled`,
    [worker, ids, LEASE_SECONDS],
  )
  return rows
}

/** The only server on its database takes back at once whatever a killed one held. */
export async function expireLeases(sql: Sql): Promise<void> {
  await sql.query(`update runs set lease_until = now() - interval '1 second' where status = 'running'`)
}

/**
 * A lease that ends later than one that is given now was given before the clock was put back. It begins anew: the run of a worker
 * that has died would stand still until the clock has caught up, and a worker that lives extends its own as ever.
 */
export async function shortenLeases(sql: Sql): Promise<void> {
  await sql.query(
    `update runs set lease_until = now() + make_interval(secs => $1)
     where status = 'running' and lease_until > now() + make_interval(secs => 2 * $1::float8)`,
    [LEASE_SECONDS],
  )
}

export interface EventRow {
  runId: string
  fence: number
  firstSeq: number
  seq: number
  frames: string
}

/** The runs whose events were just stored; null when the list is too long for a notification: look at all of them. */
function newsOf(worker: string, ids: string[]): string {
  const named = payload('run-events', { worker, ids })
  return fits(named) ? named : payload('run-events', { worker, ids: null })
}

/**
 * Appends the rows of a tick in one statement. A row whose fence is stale is left out; the ids that are stored come
 * back, those among them whose commit went through before, its answer lost. Viewers on other instances are notified in
 * the same transaction.
 */
export async function appendEvents(sql: Sql, rows: readonly EventRow[], worker: string): Promise<Set<string>> {
  const written = await sql.query({
    name: 'append-events',
    text: `with v as (select * from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::text[]) as v(run_id, fence, first_seq, seq, frames)),
           held as (select r.id from runs r join v on v.run_id = r.id and v.fence = r.fence where r.status = 'running' order by r.id for share of r),
           written as (insert into run_events (run_id, first_seq, seq, frames) select v.run_id, v.first_seq, v.seq, v.frames from v join held on held.id = v.run_id
                       on conflict (run_id, seq) do nothing)
           select array_agg(id) as ids, pg_notify('atrium', $6) from held`,
    values: [
      rows.map((row) => row.runId),
      rows.map((row) => row.fence),
      rows.map((row) => row.firstSeq),
      rows.map((row) => row.seq),
      rows.map((row) => row.frames),
      newsOf(
        worker,
        rows.map((row) => row.runId),
      ),
    ],
  })
  return new Set<string>(written.rows[0]?.ids ?? [])
}

/** Every stored frame after `after`, in order, each once: a row whose commit's answer was lost may stand again within a longer one. */
export async function readFrames(sql: Sql, runId: string, after: number): Promise<Frame[]> {
  const { rows } = await sql.query(
    'select first_seq, frames from run_events where run_id = $1 and seq > $2 order by seq',
    [runId, after],
  )
  const frames: Frame[] = []
  let last = after
  for (const row of rows)
    for (const one of decodeFrames(row.first_seq, row.frames)) {
      if (one.seq <= last) continue
      frames.push(one)
      last = one.seq
    }
  return frames
}

export interface Closing {
  status: RunStatus
  error?: string | null
  state?: unknown
  tokensUsed?: number
  costMicros?: number
}

/** This attempt's frames, for the log: they replace its rows by one. */
export interface Compacted {
  firstSeq: number
  lastSeq: number
  frames: string
}

/** One statement that writes what the end of a run means. */
export interface Effect {
  /** Tells it from the others: statements are prepared by name. */
  name: string
  /** An UPDATE with `from closed` or an INSERT with `select … from closed`, so that it does nothing under a stale fence; `$n` is the nth value's place. */
  text: ($: (n: number) => string) => string
  values: unknown[]
}

/**
 * Ends (or parks as `waiting`, or returns as `queued`) a run, by its fence, stores its log as one row, and has `effect`:
 * all in one statement, so in one round trip. False when somebody else holds the run now.
 */
export async function closeRun(
  sql: Sql,
  id: string,
  fence: number,
  closing: Closing,
  log: Compacted,
  effect: Effect | null,
): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: `close-run${effect ? `-${effect.name}` : ''}`,
    text: `with closed as (
             update runs set status = $3, error = $4, state = $5, tokens_used = tokens_used + $6, cost_micros = cost_micros + $7,
               worker = null, lease_until = null, ended_at = case when $3 in ('queued', 'waiting') then null else now() end
             where id = $1 and fence = $2 and status = 'running' returning id
           ), emptied as (
             delete from run_events using closed where run_id = closed.id and first_seq >= $8 and seq <> $9
           ), kept as (
             insert into run_events (run_id, first_seq, seq, frames) select id, $8, $9, $10 from closed where $9 >= $8
             on conflict (run_id, seq) do update set first_seq = excluded.first_seq, frames = excluded.frames
           )${effect ? `, meant as (${effect.text((n) => `$${n + 10}`)})` : ''}
           select id from closed`,
    values: [
      id,
      fence,
      closing.status,
      closing.error ?? null,
      closing.state === undefined ? null : storableJson(closing.state),
      closing.tokensUsed ?? 0,
      closing.costMicros ?? 0,
      log.firstSeq,
      log.lastSeq,
      log.frames,
      ...(effect?.values ?? []),
    ],
  })
  return rowCount === 1
}
