import type { ReplyMeta } from '@atrium/contract/chat'
import { storable, storableJson } from '../platform/runs/storable.ts'
import { searchText } from '../platform/search-text.ts'
import { type ArchivedMessage, type ArchivedThread, LAST_MOMENT, portableMeta, portableStatus } from './format.ts'
import { idIn, type Session, settleIds } from './session.ts'

const GROUP = 200
/** UTF-16 units of messages in memory */
const HEAVY = 1024 * 1024

const THREADS = `insert into threads (id, owner_id, title, title_is_derived, space, persona, model, pinned_at, archived_at, deleted_at,
    leaf_id, created_at, updated_at, search)
  select id, $1, title, derived, space, persona, model, pinned, archived, deleted, null, created, updated,
    array_to_tsvector(string_to_array(words, ' '))
  from unnest($2::text[], $3::text[], $4::boolean[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::timestamptz[],
    $10::timestamptz[], $11::timestamptz[], $12::timestamptz[], $13::text[])
    as t(id, title, derived, space, persona, model, pinned, archived, deleted, created, updated, words)
  on conflict (id) do nothing returning id`
const MESSAGES = `insert into messages (id, thread_id, owner_id, parent_id, role, content, status, meta, feedback, feedback_reason,
    created_at, search)
  select id, thread, $1, parent, role, content, status, meta::jsonb, feedback, reason, created,
    array_to_tsvector(string_to_array(words, ' '))
  from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
    $11::timestamptz[], $12::text[])
    as m(id, thread, parent, role, content, status, meta, feedback, reason, created, words)
  on conflict (id) do nothing returning id`
const ATTACHED = `insert into message_files (message_id, file_id, position)
  select * from unnest($1::text[], $2::text[], $3::integer[])`
const LEAVES = `update threads set leaf_id = shown.leaf from unnest($1::text[], $2::text[]) as shown(id, leaf) where threads.id = shown.id`

/** With the names that its changes have here, so that what could be undone still can. */
function metaHere(session: Session, meta: ReplyMeta): ReplyMeta {
  const { tools, ...rest } = portableMeta(meta)
  if (!tools) return rest
  return { ...rest, tools: tools.map((tool) => (tool.undo ? { ...tool, undo: idIn(session, tool.undo) } : tool)) }
}

/** A message without a moment comes right after the one before it. */
const afterMoment = (at: string) => new Date(Math.min(Date.parse(at) + 1, LAST_MOMENT)).toISOString()

interface OpenThread {
  readonly thread: ArchivedThread
  id: string
  isNew: boolean
  /** A parent is one that came before in this thread: no branch leads in a circle or to another person's message. */
  readonly seen: Set<string>
  last: string | null
  lastAt: string
}

/** Takes in threads one after the other, many to a statement. Those that are here already get what they lack, and are else left alone. */
export interface ThreadWriter {
  open(thread: ArchivedThread): Promise<void>
  /** Of the thread that was opened last; false when none is. */
  add(message: ArchivedMessage): Promise<boolean>
  /** What comes next belongs to no thread. */
  close(): void
  end(): Promise<void>
}

/** `fileIds`: what the archive's files are called here. */
export function threadWriter(session: Session, fileIds: ReadonlyMap<string, string>): ThreadWriter {
  const { client, owner, tally } = session
  let current: OpenThread | null = null
  let opened: OpenThread[] = []
  let waiting: { to: OpenThread; message: ArchivedMessage }[] = []
  let ended: OpenThread[] = []
  let weight = 0

  async function writeThreads(): Promise<void> {
    if (opened.length === 0) return
    await settleIds(
      session,
      'threads',
      opened.map(({ thread }) => thread.id),
    )
    const rows = opened.map((one) => {
      const { thread } = one
      one.id = idIn(session, thread.id)
      const title = storable(thread.title)
      return {
        ...{ id: one.id, title, derived: thread.titleIsDerived, persona: thread.persona },
        space: thread.space === null ? null : storable(thread.space),
        model: thread.model === null ? null : storable(thread.model),
        ...{ pinned: thread.pinnedAt, archived: thread.archivedAt, deleted: thread.deletedAt },
        ...{ created: one.lastAt, updated: thread.updatedAt ?? one.lastAt, words: searchText(title) },
      }
    })
    const { rows: added } = await client.query<{ id: string }>({
      name: 'import-threads',
      text: THREADS,
      values: [
        owner,
        ...columns(rows, ['id', 'title', 'derived', 'space', 'persona', 'model', 'pinned', 'archived', 'deleted']),
        ...columns(rows, ['created', 'updated', 'words']),
      ],
    })
    const fresh = new Set(added.map(({ id }) => id))
    for (const one of opened) {
      one.isNew = fresh.delete(one.id)
      if (one.isNew) tally.added('threads')
      else tally.present('threads')
    }
    opened = []
  }

  function rowOf({ to, message }: { to: OpenThread; message: ArchivedMessage }) {
    const id = idIn(session, message.id)
    const parent = message.parentId === null ? null : idIn(session, message.parentId)
    const content = storable(message.content)
    to.lastAt = message.createdAt ?? afterMoment(to.lastAt)
    const row = {
      ...{ id, thread: to.id, parent: parent !== null && to.seen.has(parent) ? parent : null },
      ...{ role: message.role, content, status: portableStatus(message.status), feedback: message.feedback },
      meta: storableJson(metaHere(session, message.meta)),
      reason: message.feedbackReason === null ? null : storable(message.feedbackReason),
      ...{ created: to.lastAt, words: searchText(content) },
      files: message.files.flatMap((file) => fileIds.get(file) ?? []),
    }
    to.seen.add(id)
    to.last = id
    return row
  }

  async function writeMessages(): Promise<void> {
    if (waiting.length === 0) return
    await settleIds(
      session,
      'messages',
      waiting.map(({ message }) => message.id),
    )
    const rows = waiting.map(rowOf)
    const { rows: added } = await client.query<{ id: string }>({
      name: 'import-messages',
      text: MESSAGES,
      values: [
        owner,
        ...columns(rows, ['id', 'thread', 'parent', 'role', 'content', 'status', 'meta', 'feedback', 'reason']),
        ...columns(rows, ['created', 'words']),
      ],
    })
    const fresh = new Set(added.map(({ id }) => id))
    const attached = []
    for (const { id, files } of rows) {
      if (!fresh.delete(id)) {
        tally.present('messages')
        continue
      }
      tally.added('messages')
      attached.push(...files.map((file, at) => ({ id, file, position: at + 1 })))
    }
    if (attached.length > 0) await client.query(ATTACHED, columns(attached, ['id', 'file', 'position']))
    waiting = []
    weight = 0
  }

  async function writeLeaves(): Promise<void> {
    const shown = ended.flatMap(({ id, isNew, thread, seen, last }) => {
      const leaf = thread.leafId === null ? null : idIn(session, thread.leafId)
      const chosen = leaf !== null && seen.has(leaf) ? leaf : last
      return isNew && chosen !== null ? [{ id, chosen }] : []
    })
    if (shown.length > 0) await client.query(LEAVES, columns(shown, ['id', 'chosen']))
    ended = []
  }

  async function flush(): Promise<void> {
    await writeThreads()
    await writeMessages()
    await writeLeaves()
  }
  function close(): void {
    if (current) ended.push(current)
    current = null
  }
  return {
    async open(thread) {
      close()
      if (opened.length === GROUP) await flush()
      const lastAt = thread.createdAt ?? thread.updatedAt ?? new Date().toISOString()
      current = { thread, id: thread.id, isNew: false, seen: new Set(), last: null, lastAt }
      opened.push(current)
    },
    async add(message) {
      if (!current) return false
      waiting.push({ to: current, message })
      weight += message.content.length
      if (waiting.length === GROUP || weight > HEAVY) await flush()
      return true
    },
    close,
    async end() {
      close()
      await flush()
    },
  }
}

/** The rows' values by column, as `unnest` takes them. */
const columns = <R extends object>(rows: readonly R[], names: readonly (keyof R)[]) =>
  names.map((name) => rows.map((row) => row[name]))
