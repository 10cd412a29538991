import { sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'

/** Whether two people are one, or in a team together that is not closed. */
export async function areColleagues(on: Queryable, one: string, other: string): Promise<boolean> {
  if (one === other) return true
  const { rows } = await on.execute(sql`
    select 1 from team_members a join team_members b on b.team_id = a.team_id join teams t on t.id = a.team_id
    where a.user_id = ${one} and b.user_id = ${other} and t.deletion_at is null limit 1`)
  return rows.length > 0
}
