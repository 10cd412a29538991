import type { Sql } from './threads.ts'

/** The actions that the assistant may do in this thread without asking, by this person's word. */
export async function allowancesOf(sql: Sql, threadId: string, owner: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ action: string }>(
    'select action from thread_allowances where thread_id = $1 and owner_id = $2 order by created_at',
    [threadId, owner],
  )
  return new Set(rows.map(({ action }) => action))
}

export async function allowAlways(sql: Sql, threadId: string, owner: string, action: string): Promise<void> {
  await sql.query(
    'insert into thread_allowances (thread_id, owner_id, action) values ($1, $2, $3) on conflict do nothing',
    [threadId, owner, action],
  )
}

export async function revokeAllowance(sql: Sql, threadId: string, owner: string, action: string): Promise<void> {
  await sql.query('delete from thread_allowances where thread_id = $1 and owner_id = $2 and action = $3', [
    threadId,
    owner,
    action,
  ])
}
