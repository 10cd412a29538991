import type { Doer } from '@atrium/contract/module-activity'
import type { Principal } from '@atrium/contract/principal'
import { sql } from 'drizzle-orm'
import { NAME } from '../accounts/user.ts'
import type { Queryable } from '../platform/database/connect.ts'

/**
 * Who did something, as far as the reader may know them. Whoever owns what it was done with knows everybody whom they let in; whoever is
 * shared it knows the owner, who shared it with them, and those with whom they are in a team: others have it without their knowing.
 */
export async function knownDoers(
  on: Queryable,
  { owner, userId, share }: Principal,
  ids: readonly string[],
): Promise<(id: string | null) => Doer> {
  const isKnown = share
    ? sql`(users.id = ${userId} or users.id = ${owner} or users.id = (select s.shared_by from record_shares s where s.id = ${share.id}) or exists (
        select 1 from team_members mine join team_members theirs on theirs.team_id = mine.team_id
        where mine.user_id = ${userId} and theirs.user_id = users.id))`
    : sql`true`
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await on.execute<{ id: string; name: string | null }>(
          sql`select users.id, ${NAME} as name from users where users.id = any(${sql.param([...ids])}::text[]) and ${isKnown}`,
        )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id) => {
    const name = id === null ? null : (names.get(id) ?? null)
    if (id !== null && id === userId) return { kind: 'you', name }
    return name === null ? { kind: 'somebody', name } : { kind: 'person', name }
  }
}
