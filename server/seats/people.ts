import { sql } from 'drizzle-orm'
import { CHANNEL, payload } from '../platform/database/bus.ts'
import type { Queryable } from '../platform/database/connect.ts'
import type { Client } from '../platform/runs/store.ts'

/** SQL: whether two people, named by columns, are in a team together that is not closed. */
export const inOneTeam = (one: string, other: string): string =>
  `exists (select 1 from team_members a join team_members b on b.team_id = a.team_id join teams m on m.id = a.team_id
    where a.user_id = ${one} and b.user_id = ${other} and m.deletion_at is null)`

/** Whether two people are one, or in a team together that is not closed. */
export async function areColleagues(on: Queryable, one: string, other: string): Promise<boolean> {
  if (one === other) return true
  const { rows } = await on.execute(sql`
    select 1 from (values (${one}::text, ${other}::text)) as p(one, other) where ${sql.raw(inOneTeam('p.one', 'p.other'))}`)
  return rows.length > 0
}

/** Tells those to whom others gave these tasks that something of them has changed. */
export async function tellAssignees(client: Client, taskIds: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ user_id: string }>(
    'select distinct user_id from seat_tasks where id = any($1) and user_id <> owner_id',
    [taskIds],
  )
  for (const { user_id: owner } of rows)
    await client.query('select pg_notify($1, $2)', [CHANNEL, payload('live', { owner, news: { topic: 'workforce' } })])
}
