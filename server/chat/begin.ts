import type { PersonaKey } from '@atrium/contract/chat'
import { DEFAULT_THREAD_TITLE } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { v7 as uuid, v5 as uuidOf } from 'uuid'
import { sqlState } from '../platform/database/connect.ts'
import { storable } from '../platform/runs/storable.ts'
import { type NewRun, runInsert, runValues } from '../platform/runs/store.ts'
import { searchText } from '../platform/search-text.ts'
import { deriveTitle } from './derive-title.ts'
import { branch, type MessageRow } from './messages.ts'
import type { ChatDeps } from './ports.ts'
import type { Handoff } from './reply.ts'
import type { ReplyInput } from './reply-input.ts'
import type { Sql, ThreadRow } from './threads.ts'

export interface Beginning {
  principal: Principal
  /** The thread to write in, or what the new one is like. */
  thread: ThreadRow | { space: string | null; persona: PersonaKey }
  /** A new message of the person, with the id they gave it; null to answer an existing one again or to go on with a reply. */
  user: { id?: string | null; text: string; parentId: string | null; fileIds: string[] } | null
  /** The message that is answered when `user` is null. */
  answers: string | null
  /** The branch that the new message continues, when it has been read already. */
  earlier?: MessageRow[]
  /** The reply to go on with. */
  continues: MessageRow | null
  preferredModel: string | null
  persona: PersonaKey
  systemPrompt: string | null
  soulMode: boolean
  timeZone: string
  locale: string
  scope: string | null
}

export interface Begun {
  runId: string
  threadId: string
  messageId: string
  userMessageId: string | null
}

export const BUSY = 'A reply is still being written in this conversation. Wait for it, or stop it first.'

/**
 * One statement, so one round trip and one commit: the thread (or its new leaf), the message, the empty reply and its run,
 * claimed by this instance.
 */
const BEGIN = `
with new_thread as (
  insert into threads (id, owner_id, title, space, persona, model, leaf_id, search)
  select $1, $2, $3, $4, $5, $6, $7, array_to_tsvector(string_to_array($8, ' ')) where $9::boolean
), moved as (
  update threads set leaf_id = $7, updated_at = now(),
    title = case when title_is_derived and $10::boolean then $3 else title end,
    search = case when title_is_derived and $10::boolean then array_to_tsvector(string_to_array($8, ' ')) else search end
  where id = $1 and not $9::boolean
), asked as (
  insert into messages (id, thread_id, owner_id, parent_id, role, content, search)
  select $11, $1, $2, $12, 'user', $13, array_to_tsvector(string_to_array($14, ' ')) where $11::text is not null
), files as (
  insert into message_files (message_id, file_id, position)
  select $11, f.id, f.n from unnest($15::text[]) with ordinality as f(id, n) where $11::text is not null
), reply as (
  insert into messages (id, thread_id, owner_id, parent_id, role, content, status, run_id, created_at)
  values ($7, $1, $2, $16, 'assistant', '', 'streaming', $17, now() + interval '1 millisecond')
  on conflict (id) do update set status = 'streaming', run_id = excluded.run_id
)
${runInsert(17)}`

const OWN_MESSAGES = '6f0d4a52-53f1-4c0e-9a55-2b7f7f0c3b1d'

/** The id that a message is kept by, of the one its sender gave it: the same one from anybody else is another message, so none can be found out. */
const storedId = (owner: string, messageId: string): string =>
  uuidOf(`${owner} ${messageId.toLowerCase()}`, OWN_MESSAGES)

/** What a message of this person, by the id they or we gave it, began when it came the first time; null when it never came. */
export async function begunBy(sql: Sql, owner: string, messageId: string): Promise<Begun | null> {
  const { rows } = await sql.query<{ run_id: string | null; thread_id: string; id: string; asked_id: string }>(
    `select reply.run_id, reply.thread_id, reply.id, asked.id as asked_id
     from messages asked join messages reply on reply.parent_id = asked.id
     where asked.id = any($1) and asked.owner_id = $2 and asked.role = 'user' order by reply.created_at limit 1`,
    [[storedId(owner, messageId), messageId], owner],
  )
  const [reply] = rows
  if (!reply?.run_id) return null
  return { runId: reply.run_id, threadId: reply.thread_id, messageId: reply.id, userMessageId: reply.asked_id }
}

/** Stores what was said and begins the reply. A message that came before shows what it began then. Throws `conflict` while another reply is being written in the thread. */
export async function beginReply(deps: ChatDeps, handoffs: Map<string, Handoff>, beginning: Beginning): Promise<Begun> {
  const { principal, thread, user, continues } = beginning
  const pool = deps.db.$client
  const existing = 'id' in thread ? thread : null
  const threadId = existing?.id ?? uuid()
  const runId = uuid()
  const userMessageId = user ? (user.id ? storedId(principal.owner, user.id) : uuid()) : null
  const messageId = continues?.id ?? uuid()
  const parentId = userMessageId ?? beginning.answers
  const text = storable(user?.text ?? '')
  const isFirst = user !== null && user.parentId === null
  const title =
    (isFirst && (existing?.title_is_derived ?? true) && deriveTitle(text)) || existing?.title || DEFAULT_THREAD_TITLE
  const upTo = continues ? continues.id : user ? user.parentId : beginning.answers
  const earlier = beginning.earlier ?? (upTo ? await branch(pool, upTo) : [])
  const input: ReplyInput = {
    principal: {
      kind: principal.kind,
      owner: principal.owner,
      userId: principal.userId,
      sessionId: null,
      ...(principal.key && { key: principal.key }),
    },
    scope: beginning.scope,
    preferredModel: beginning.preferredModel,
    persona: beginning.persona,
    space: thread.space,
    systemPrompt: beginning.systemPrompt,
    soulMode: beginning.soulMode && principal.userId !== null,
    timeZone: beginning.timeZone,
    locale: beginning.locale,
    userMessageId,
    continues: continues !== null,
  }
  const now = new Date()
  const made = (row: Partial<MessageRow> & Pick<MessageRow, 'id' | 'role'>): MessageRow => ({
    thread_id: threadId,
    owner_id: principal.owner,
    parent_id: null,
    content: '',
    status: 'complete',
    run_id: null,
    meta: {},
    feedback: null,
    created_at: now,
    file_ids: [],
    ...row,
  })
  const rows = [...earlier]
  if (userMessageId)
    rows.push(
      made({
        id: userMessageId,
        role: 'user',
        content: text,
        parent_id: user?.parentId ?? null,
        file_ids: user?.fileIds ?? [],
      }),
    )
  if (!continues)
    rows.push(made({ id: messageId, role: 'assistant', status: 'streaming', run_id: runId, parent_id: parentId }))
  const row: ThreadRow = {
    id: threadId,
    owner_id: principal.owner,
    title_is_derived: true,
    model: null,
    pinned_at: null,
    archived_at: null,
    deleted_at: null,
    summary: null,
    summary_up_to: null,
    created_at: now,
    updated_at: now,
    active_run_id: runId,
    ...(existing ?? {}),
    title,
    space: thread.space,
    persona: beginning.persona,
    leaf_id: messageId,
  }
  const run: NewRun = { id: runId, kind: 'chat', ownerId: principal.owner, threadId, messageId, input }
  handoffs.set(runId, { thread: row, rows })
  const store = (worker: string | null) =>
    pool.query({
      name: 'begin-reply',
      text: BEGIN,
      values: [
        threadId,
        principal.owner,
        title,
        thread.space,
        beginning.persona,
        beginning.preferredModel,
        messageId,
        searchText(title),
        existing === null,
        isFirst,
        userMessageId,
        user?.parentId ?? null,
        text,
        searchText(text),
        user?.fileIds ?? [],
        continues ? continues.parent_id : parentId,
        ...runValues(run, worker),
      ],
    })
  try {
    await deps.engine.begin(run, store)
  } catch (error) {
    if (sqlState(error) === '23505') {
      const begun = user?.id && (await begunBy(pool, principal.owner, user.id))
      if (begun) return begun
      throw new AppError('conflict', BUSY, { cause: error })
    }
    throw error
  } finally {
    handoffs.delete(runId)
  }
  deps.live.tell(principal.owner, { topic: 'thread', id: threadId })
  return { runId, threadId, messageId, userMessageId }
}
