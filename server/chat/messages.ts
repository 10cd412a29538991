import type { Attachment, Message, MessageStatus, ReplyMeta } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { authorize } from '../platform/policy.ts'
import { storable, storableJson } from '../platform/runs/storable.ts'
import type { Effect } from '../platform/runs/store.ts'
import { searchText } from '../platform/search-text.ts'
import type { Sql } from './threads.ts'

const MISSING = 'That message was not found.'

export interface MessageRow {
  id: string
  thread_id: string
  owner_id: string
  parent_id: string | null
  role: 'user' | 'assistant' | 'system'
  content: string
  status: MessageStatus
  run_id: string | null
  meta: ReplyMeta
  feedback: 'up' | 'down' | null
  created_at: Date
  /** Its attached files, in their order. */
  file_ids: string[]
}

/** A guard against a branch without an end; a branch is read back to what the thread's summary covers. */
const BRANCH_MAX = 10_000
const FILES = 'array(select f.file_id from message_files f where f.message_id = m.id order by f.position) as file_ids'

const COLUMNS = 'id, thread_id, owner_id, parent_id, role, content, status, run_id, meta, feedback, created_at'

export async function ownMessage(sql: Sql, principal: Principal, id: string): Promise<MessageRow> {
  const { rows } = await sql.query<MessageRow & { deleted: boolean }>(
    `select m.id, m.thread_id, m.owner_id, m.parent_id, m.role, m.content, m.status, m.run_id, m.meta, m.feedback, m.created_at, ${FILES}, t.deleted_at is not null as deleted
     from messages m join threads t on t.id = m.thread_id where m.id = $1`,
    [id],
  )
  const row = rows[0]
  if (!row || row.deleted) throw new AppError('not_found', MISSING)
  authorize(principal, 'thread.own', row.owner_id, MISSING)
  return row
}

/** Every message of a thread, oldest first: the whole tree. */
async function tree(sql: Sql, threadId: string): Promise<MessageRow[]> {
  const { rows } = await sql.query<MessageRow>(
    `select ${COLUMNS}, ${FILES} from messages m where thread_id = $1 order by created_at, id`,
    [threadId],
  )
  return rows
}

/** What the summary covers is not read; only the files from there are, for the model still works with them. */
const branchIn = (thread: string, leaf: string) => `with recursive thread as materialized (${thread}), up as (
    select ${COLUMNS}, 1 as depth from messages where id = ${leaf}
    union all
    select p.id, p.thread_id, p.owner_id, p.parent_id, p.role, p.content, p.status, p.run_id, p.meta, p.feedback, p.created_at, up.depth + 1
    from messages p join up on p.id = up.parent_id
    where up.depth < ${BRANCH_MAX} and up.id is distinct from (select summary_up_to from thread)
  ), older as (
    select id, parent_id, depth from up where id = (select summary_up_to from thread)
    union all
    select p.id, p.parent_id, older.depth + 1 from messages p join older on p.id = older.parent_id where older.depth < ${BRANCH_MAX}
  )
  select ${COLUMNS}, ${FILES} from (
    select ${COLUMNS}, depth from up
    union all
    select p.id, p.thread_id, p.owner_id, p.parent_id, p.role, '', p.status, p.run_id, '{}'::jsonb, p.feedback, p.created_at, older.depth
    from older join messages p on p.id = older.id
    where older.id <> (select summary_up_to from thread) and exists (select 1 from message_files f where f.message_id = older.id)
  ) m order by depth desc`
const BRANCH = branchIn(
  'select summary_up_to from threads where id = (select thread_id from messages where id = $1)',
  '$1',
)
const BRANCH_OF_THREAD = branchIn(
  'select leaf_id, summary_up_to from threads where id = $1',
  '(select leaf_id from thread)',
)

/**
 * The branch that ends at this message, oldest first, back to the last one that the thread's summary covers; before it,
 * without their text, the covered ones that brought files.
 */
export async function branch(sql: Sql, leaf: string): Promise<MessageRow[]> {
  const { rows } = await sql.query<MessageRow>({ name: 'branch', text: BRANCH, values: [leaf] })
  return rows
}

/** The branch on show in a thread. Whose thread it is has to be checked apart. */
export async function branchOfThread(sql: Sql, threadId: string): Promise<MessageRow[]> {
  const { rows } = await sql.query<MessageRow>({ name: 'branch-of-thread', text: BRANCH_OF_THREAD, values: [threadId] })
  return rows
}

/** The newest descendant of a message, always taking the newest child: the leaf of the branch that it opens. */
export function leafUnder(rows: readonly MessageRow[], id: string): string {
  const newestChild = new Map<string, string>()
  for (const row of rows) if (row.parent_id) newestChild.set(row.parent_id, row.id)
  let leaf = id
  for (let next = newestChild.get(leaf); next; next = newestChild.get(leaf)) leaf = next
  return leaf
}

async function attachmentsOf(sql: Sql, threadId: string): Promise<Map<string, Attachment[]>> {
  const { rows } = await sql.query(
    `select mf.message_id, f.id, f.name, f.mime, f.size from message_files mf join files f on f.id = mf.file_id
     join messages m on m.id = mf.message_id where m.thread_id = $1 order by mf.position`,
    [threadId],
  )
  const found = new Map<string, Attachment[]>()
  for (const row of rows) {
    const list = found.get(row.message_id) ?? []
    found.set(row.message_id, list)
    list.push({ id: row.id, name: row.name, mime: row.mime, size: row.size, url: `/api/files/${row.id}` })
  }
  return found
}

/** The branch on show, with each message's siblings. */
export async function history(sql: Sql, threadId: string, leafId: string | null): Promise<Message[]> {
  const [rows, attachments] = await Promise.all([tree(sql, threadId), attachmentsOf(sql, threadId)])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const children = new Map<string | null, string[]>()
  for (const row of rows) children.set(row.parent_id, [...(children.get(row.parent_id) ?? []), row.id])
  const shown: MessageRow[] = []
  for (let at = byId.get(leafId ?? rows.at(-1)?.id ?? ''); at; at = at.parent_id ? byId.get(at.parent_id) : undefined)
    shown.push(at)
  return shown.reverse().map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    role: row.role,
    content: row.content,
    status: row.status,
    runId: row.run_id,
    createdAt: row.created_at.toISOString(),
    attachments: attachments.get(row.id) ?? [],
    meta: row.meta,
    feedback: row.feedback,
    siblings: children.get(row.parent_id) ?? [row.id],
  }))
}

/** Makes the branch through this message the one on show. */
export async function selectBranch(sql: Sql, message: MessageRow): Promise<string> {
  const leaf = leafUnder(await tree(sql, message.thread_id), message.id)
  await sql.query('update threads set leaf_id = $2 where id = $1', [message.thread_id, leaf])
  return leaf
}

export async function setFeedback(
  sql: Sql,
  id: string,
  value: 'up' | 'down' | null,
  reason: string | null,
): Promise<void> {
  await sql.query('update messages set feedback = $2, feedback_reason = $3 where id = $1', [
    id,
    value,
    value === null ? null : reason,
  ])
}

/** What the end of a reply's run means: how the reply stands. */
export function savedReply(id: string, content: string, status: MessageStatus, meta: ReplyMeta): Effect {
  const text = storable(content)
  return {
    name: 'save-reply',
    text: ($) =>
      `update messages set content = ${$(2)}, status = ${$(3)}, meta = ${$(4)}, search = array_to_tsvector(string_to_array(${$(5)}, ' ')) from closed where messages.id = ${$(1)}`,
    values: [id, text, status, storableJson(meta), searchText(text)],
  }
}

/** How a reply stands whose run ended while nobody carried it out. */
export async function saveIdleReply(sql: Sql, message: MessageRow, status: MessageStatus): Promise<void> {
  const text = storable(message.content)
  await sql.query(
    `update messages set content = $2, status = $3, meta = $4, search = array_to_tsvector(string_to_array($5, ' ')) where id = $1`,
    [message.id, text, status, storableJson(message.meta), searchText(text)],
  )
}

export async function findMessage(sql: Sql, id: string): Promise<MessageRow | null> {
  const { rows } = await sql.query<MessageRow>(`select ${COLUMNS}, ${FILES} from messages m where id = $1`, [id])
  return rows[0] ?? null
}
