import { sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import type { Client } from '../platform/runs/store.ts'

/** One sum that spending counts in. */
export interface Ledger {
  scope: 'seat' | 'task' | 'team' | 'workspace' | 'person'
  scopeId: string
  /** A month, `2026-11`, in UTC; `total` for tasks. */
  window: string
}

export interface Amount {
  /** Millionths of a US dollar. */
  micros: number
  tokens: number
}

export const monthOf = (now: Date): string => now.toISOString().slice(0, 7)

/** Where a seat's spending counts: the seat, its team, the workspace, the task and every task above it. */
export const ledgersOf = (
  spender: { ownerId: string; seatId: string; teamId: string | null; taskIds: readonly string[] },
  now: Date,
): Ledger[] => {
  const window = monthOf(now)
  return [
    { scope: 'seat', scopeId: spender.seatId, window },
    ...(spender.teamId ? [{ scope: 'team', scopeId: spender.teamId, window } as const] : []),
    { scope: 'workspace', scopeId: spender.ownerId, window },
    ...spender.taskIds.map((scopeId) => ({ scope: 'task', scopeId, window: 'total' }) as const),
  ]
}

/** Where it counts when no seat asks: the person, and the team in whose scope they act. */
export const ledgersOfPerson = (spender: { ownerId: string; teamId: string | null }, now: Date): Ledger[] => {
  const window = monthOf(now)
  return [
    { scope: 'person', scopeId: spender.ownerId, window },
    ...(spender.teamId ? [{ scope: 'team', scopeId: spender.teamId, window } as const] : []),
  ]
}

/** The task and every task above it: what a seat spends counts in all of them. */
export async function tasksAbove(sql: Client, taskId: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `with recursive above as (select id, parent_id from seat_tasks where id = $1
       union all select t.id, t.parent_id from seat_tasks t join above on t.id = above.parent_id) select id from above`,
    [taskId],
  )
  return rows.map(({ id }) => id)
}

/** Adds what a seat spent to the run and its task, as they show it. In the transaction that settles it. */
export async function chargeWork(
  client: Client,
  { taskId, runId }: { taskId: string; runId: string },
  { micros, tokens }: Amount,
  isPriced: boolean,
): Promise<void> {
  for (const [table, id] of [
    ['seat_runs', runId],
    ['seat_tasks', taskId],
  ])
    await client.query(
      `update ${table} set tokens = tokens + $2, cost_micros = cost_micros + $3, is_priced = is_priced and $4 where id = $1`,
      [id, tokens, micros, isPriced],
    )
}

interface LedgerRow extends Ledger {
  spent_micros: number
  reserved_micros: number
  tokens: number
  reserved_tokens: number
  limit_micros: number | null
  limit_tokens: number | null
}

const columns = (ledgers: readonly Ledger[]) => [
  ledgers.map(({ scope }) => scope),
  ledgers.map(({ scopeId }) => scopeId),
  ledgers.map(({ window }) => window),
]
const named = `(select * from unnest($2::text[], $3::text[], $4::text[]) as n(scope, scope_id, "window"))`
const isNamed = `l.owner_id = $1 and l.scope = n.scope and l.scope_id = n.scope_id and l."window" = n."window"`

/**
 * Holds an amount in all of these sums, or in none: the first whose limit it would pass is answered. Call it in a transaction;
 * the sums are locked in one order, so that parallel calls wait for each other instead of passing the limit together.
 */
export async function reserve(
  client: Client,
  held: {
    ownerId: string
    runId: string
    seq: number
    ledgers: readonly Ledger[]
    /** Its price is not known: a limit in money alone holds it back. */
    isUnpriced?: boolean
  } & Amount,
): Promise<{ id: string } | { reached: Ledger }> {
  const { ownerId, runId, seq, ledgers, micros, tokens, isUnpriced = false } = held
  const values = [ownerId, ...columns(ledgers)]
  await client.query(
    `insert into budget_ledgers (owner_id, scope, scope_id, "window")
     select $1, n.scope, n.scope_id, n."window" from ${named} n order by 2, 3, 4 on conflict do nothing`,
    values,
  )
  await client.query(
    `select 1 from budget_ledgers l join ${named} n on ${isNamed} order by l.scope, l.scope_id, l."window" for update of l`,
    values,
  )
  // Read once the sums are ours: while we waited for them, limits may have been changed, too.
  const { rows } = await client.query<LedgerRow>(
    `select l.scope, l.scope_id as "scopeId", l."window", l.spent_micros, l.reserved_micros, l.tokens, l.reserved_tokens,
       b.limit_micros, b.limit_tokens
     from budget_ledgers l join ${named} n on ${isNamed}
     left join budgets b on b.owner_id = l.owner_id and b.scope = l.scope and b.scope_id = l.scope_id
     order by l.scope, l.scope_id, l."window"`,
    values,
  )
  const passed = rows.find(
    (row) =>
      (isUnpriced && row.limit_micros !== null && row.limit_tokens === null) ||
      (row.limit_micros !== null && row.spent_micros + row.reserved_micros + micros > row.limit_micros) ||
      (row.limit_tokens !== null && row.tokens + row.reserved_tokens + tokens > row.limit_tokens),
  )
  if (passed) return { reached: { scope: passed.scope, scopeId: passed.scopeId, window: passed.window } }
  await client.query(
    `update budget_ledgers l set reserved_micros = l.reserved_micros + $5, reserved_tokens = l.reserved_tokens + $6
     from ${named} n where ${isNamed}`,
    [ownerId, ...columns(ledgers), micros, tokens],
  )
  const id = uuid()
  await client.query(
    `insert into reservations (id, owner_id, run_id, seq, ledgers, micros, tokens, state) values ($1, $2, $3, $4, $5, $6, $7, 'held')`,
    [id, ownerId, runId, seq, JSON.stringify(ledgers), micros, tokens],
  )
  return { id }
}

/**
 * Holds an amount where no limit can refuse it: in one statement, so that it can be done while the model is being asked. The sums are
 * taken in the order in which all take them.
 */
export async function holdUnlimited(
  sql: Client,
  held: { ownerId: string; runId: string; seq: number; ledgers: readonly Ledger[] } & Amount,
): Promise<string> {
  const { ownerId, runId, seq, ledgers, micros, tokens } = held
  const id = uuid()
  await sql.query(
    `with sums as (
       insert into budget_ledgers as l (owner_id, scope, scope_id, "window", reserved_micros, reserved_tokens)
       select $1, n.scope, n.scope_id, n."window", $5, $6 from ${named} n order by 2, 3, 4
       on conflict (owner_id, scope, scope_id, "window") do update
         set reserved_micros = l.reserved_micros + excluded.reserved_micros,
           reserved_tokens = l.reserved_tokens + excluded.reserved_tokens)
     insert into reservations (id, owner_id, run_id, seq, ledgers, micros, tokens, state)
     values ($7, $1, $8, $9, $10, $5, $6, 'held')`,
    [ownerId, ...columns(ledgers), micros, tokens, id, runId, seq, JSON.stringify(ledgers)],
  )
  return id
}

/**
 * Turns what was held into what was spent (nothing: `null`), and answers whose it was: a guest's is the person's who has their things now.
 * A reservation is settled once; later calls do nothing. One statement, which takes the sums in the order in which all take them, those
 * that were begun since it began among them.
 */
export async function settle(client: Client, id: string, spent: Amount | null): Promise<string | undefined> {
  const { rows } = await client.query<{ owner_id: string }>(
    `with done as (
       update reservations set state = $2 where id = $1 and state = 'held' returning owner_id, ledgers, micros, tokens),
     sums as (
       insert into budget_ledgers as l (owner_id, scope, scope_id, "window", spent_micros, tokens)
       select d.owner_id, n.scope, n."scopeId", n."window", $3::bigint, $4::bigint
       from done d, jsonb_to_recordset(d.ledgers) as n(scope text, "scopeId" text, "window" text) order by 2, 3, 4
       on conflict (owner_id, scope, scope_id, "window") do update
         set reserved_micros = greatest(0, l.reserved_micros - (select micros from done)),
           reserved_tokens = greatest(0, l.reserved_tokens - (select tokens from done)),
           spent_micros = l.spent_micros + excluded.spent_micros, tokens = l.tokens + excluded.tokens)
     select owner_id from done`,
    [id, spent ? 'settled' : 'released', spent?.micros ?? 0, spent?.tokens ?? 0],
  )
  return rows[0]?.owner_id
}

const moveHeld = (from: string, to: string, waits: boolean) => sql`
  update reservations r set owner_id = ${to}, ledgers = (
    select jsonb_agg(case when of ->> 'scopeId' = ${from} then jsonb_set(of, '{scopeId}', to_jsonb(${to}::text)) else of end order by at)
    from jsonb_array_elements(r.ledgers) with ordinality as each(of, at))
  where id in (select id from reservations where owner_id = ${from} order by id for update ${sql.raw(waits ? '' : 'skip locked')})`

/**
 * Gives the sums of one owner (a visitor, a guest) to another, with what is held this moment: a reply that is being made counts for who
 * has it when it ends. Reservations before sums, as `settle` takes them.
 */
export async function claimLedgers(tx: Queryable, from: string, to: string): Promise<void> {
  await tx.execute(moveHeld(from, to, true))
  // The first that they hold may be on its way this moment: its sum is waited for, and the second look finds it. What is being settled
  // already is not waited for, since it waits for this sum.
  await tx.execute(sql`insert into budget_ledgers as l (owner_id, scope, scope_id, "window")
    values (${from}, 'person', ${from}, ${monthOf(new Date())})
    on conflict (owner_id, scope, scope_id, "window") do update set tokens = l.tokens`)
  await tx.execute(moveHeld(from, to, false))
  await tx.execute(sql`
    with gone as (delete from budget_ledgers where owner_id = ${from} returning *)
    insert into budget_ledgers as l (owner_id, scope, scope_id, "window", spent_micros, reserved_micros, tokens, reserved_tokens)
    select ${to}, scope, case scope_id when ${from} then ${to} else scope_id end, "window",
      spent_micros, reserved_micros, tokens, reserved_tokens from gone
      where spent_micros <> 0 or reserved_micros <> 0 or tokens <> 0 or reserved_tokens <> 0 order by 2, 3, 4
    on conflict (owner_id, scope, scope_id, "window") do update
      set spent_micros = l.spent_micros + excluded.spent_micros, tokens = l.tokens + excluded.tokens,
        reserved_micros = l.reserved_micros + excluded.reserved_micros,
        reserved_tokens = l.reserved_tokens + excluded.reserved_tokens`)
}

/** What was held by steps of this run that never said what they cost: it counts as spent, since it may have been. */
export async function settleLeftOvers(client: Client, runId: string): Promise<void> {
  const { rows } = await client.query<{ id: string; micros: number; tokens: number }>(
    `select id, micros, tokens from reservations where run_id = $1 and state = 'held' order by id for update`,
    [runId],
  )
  for (const { id, micros, tokens } of rows) await settle(client, id, { micros, tokens })
}

/** What holds money without being a run: a call, which is over after this time whatever became of it. */
export const CALL = 'call:'
const CALL_IS_OVER = '10 minutes'

/**
 * Runs that are over and whose reservations nobody settled, as when their seat ended while they were queued, and calls whose
 * instance went away.
 */
export async function runsThatHold(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ run_id: string }>(
    `select distinct r.run_id from reservations r left join runs on runs.id = r.run_id
     where r.state = 'held' and (runs.id is null or runs.status not in ('queued', 'running', 'waiting'))
       and (r.run_id not like '${CALL}%' or r.created_at < now() - interval '${CALL_IS_OVER}') limit 100`,
  )
  return rows.map(({ run_id }) => run_id)
}
