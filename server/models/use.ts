import { ModelUse } from '@atrium/contract/models'
import { sql } from 'drizzle-orm'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { Client } from '../platform/runs/store.ts'
import { claimLedgers } from './budget-ledger.ts'

/** Gives what one owner (a visitor, a guest) used of models to another, beside what that one used. */
export async function claimModelUse(tx: Queryable, from: string, to: string): Promise<void> {
  // In the order of a reply that is settled: what is held, the sums, and then what was used.
  await claimLedgers(tx, from, to)
  await tx.execute(sql`with gone as (delete from model_use where owner_id = ${from} returning *)
    insert into model_use as u
      (owner_id, user_id, module, day, calls, input_tokens, output_tokens, cost_micros, unpriced_calls, pictures, seconds, characters)
    select ${to}, ${to}, module, day, calls, input_tokens, output_tokens, cost_micros, unpriced_calls, pictures, seconds, characters
      from gone
    on conflict (owner_id, user_id, module, day) do update set calls = u.calls + excluded.calls,
      input_tokens = u.input_tokens + excluded.input_tokens, output_tokens = u.output_tokens + excluded.output_tokens,
      cost_micros = u.cost_micros + excluded.cost_micros, unpriced_calls = u.unpriced_calls + excluded.unpriced_calls,
      pictures = u.pictures + excluded.pictures, seconds = u.seconds + excluded.seconds,
      characters = u.characters + excluded.characters`)
}

/** Removes for good what an owner, or a person wherever they acted, used of models. */
export async function forgetModelUse(tx: Queryable, owner: string): Promise<void> {
  await tx.execute(sql`delete from model_use where owner_id = ${owner} or user_id = ${owner}`)
  for (const table of ['reservations', 'budget_ledgers'])
    await tx.execute(sql`delete from ${sql.identifier(table)} where owner_id = ${owner}`)
}

/** Days for which it is known what a settled step had held. */
const SETTLED_FOR = 30

/** Removes for good what visitors used who have no conversation any more, and what was held long ago. */
export async function purgeModelUse(pool: Client): Promise<void> {
  await pool.query(
    `delete from reservations where state <> 'held' and created_at < now() - make_interval(days => $1)`,
    [SETTLED_FOR],
  )
  const isGone = `owner_id like 'anon:%' and not exists (select 1 from threads t where t.owner_id = one.owner_id)
    and not exists (select 1 from reservations r where r.owner_id = one.owner_id and r.state = 'held')`
  for (const table of ['model_use', 'budget_ledgers', 'reservations'])
    await pool.query(`delete from ${table} one where ${isGone}`)
}

export function modelUseRoutes(db: Database): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/api/user/model-use',
        summary: 'What chat and the modules asked of models for you this month (UTC)',
        tag: 'Models',
        access: 'preference.own',
        limit: 'read',
        answer: ModelUse,
      },
      async ({ principal }) => {
        const month = new Date().toISOString().slice(0, 7)
        const { rows } = await db.$client.query<ModelUse['modules'][number]>(
          `select module, sum(calls)::int as calls, sum(input_tokens + output_tokens)::float8 as tokens,
             sum(cost_micros)::float8 as "costMicros", sum(unpriced_calls)::int as "unpricedCalls",
             sum(pictures)::int as pictures, sum(seconds)::float8 as seconds, sum(characters)::float8 as characters
           from model_use where user_id = $1 and day >= $2::date and day < $2::date + interval '1 month'
           group by module order by 3 desc, 1`,
          [principal.owner, `${month}-01`],
        )
        return { month, modules: rows }
      },
    ),
  ]
}
