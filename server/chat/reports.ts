import { uuid } from '../platform/ids.ts'
import { storable } from '../platform/runs/storable.ts'
import { searchText } from '../platform/search-text.ts'
import type { Sql } from './threads.ts'

/**
 * Says something in a conversation that no question began: it becomes the last message of the branch on show. Nothing where
 * the conversation is gone or another's. In the transaction of what it tells of.
 */
export async function report(
  sql: Sql,
  {
    threadId,
    owner,
    text,
    seat,
  }: { threadId: string; owner: string; text: string; seat: { id: string; name: string; taskId: string } },
): Promise<boolean> {
  const said = storable(text)
  const { rowCount } = await sql.query(
    `with thread as (
       select id, leaf_id from threads where id = $2 and owner_id = $3 and deleted_at is null for update
     ), said as (
       insert into messages (id, thread_id, owner_id, parent_id, role, content, meta, search)
       select $1, thread.id, $3, thread.leaf_id, 'assistant', $4, $5, array_to_tsvector(string_to_array($6, ' ')) from thread returning id
     ) update threads set leaf_id = said.id, updated_at = now() from said where threads.id = $2`,
    [uuid(), threadId, owner, said, JSON.stringify({ mode: 'guide', seat }), searchText(said)],
  )
  return rowCount === 1
}
