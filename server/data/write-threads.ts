import type { ReplyMeta } from '@atrium/contract/chat'
import { storable, storableJson } from '../platform/runs/storable.ts'
import { searchText } from '../platform/search-text.ts'
import { type ArchivedMessage, type ArchivedThread, LAST_MOMENT, portableMeta, portableStatus } from './format.ts'
import { idIn, type Session, settleIds } from './session.ts'

const THREAD = `insert into threads (id, owner_id, title, title_is_derived, space, persona, model, pinned_at, archived_at, deleted_at,
    leaf_id, created_at, updated_at, search)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, null, $11, $12, array_to_tsvector(string_to_array($13, ' ')))
  on conflict (id) do nothing`
const MESSAGE = `insert into messages (id, thread_id, owner_id, parent_id, role, content, status, meta, feedback, feedback_reason,
    created_at, search)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, array_to_tsvector(string_to_array($12, ' ')))
  on conflict (id) do nothing`
const ATTACHED = `insert into message_files (message_id, file_id, position)
  select $1, f.id, f.n from unnest($2::text[]) with ordinality as f(id, n)`

/** With the names that its changes have here, so that what could be undone still can. */
function metaHere(session: Session, meta: ReplyMeta): ReplyMeta {
  const { tools, ...rest } = portableMeta(meta)
  if (!tools) return rest
  return { ...rest, tools: tools.map((tool) => (tool.undo ? { ...tool, undo: idIn(session, tool.undo) } : tool)) }
}

/** A message without a moment comes right after the one before it. */
const afterMoment = (at: string) => new Date(Math.min(Date.parse(at) + 1, LAST_MOMENT)).toISOString()

/** A thread being written: its messages come after it, each after the one that it answers. */
export interface OpenThread {
  write(messages: readonly ArchivedMessage[]): Promise<void>
  close(): Promise<void>
}

/** Its id has been settled. `fileIds`: what the archive's files are called here. Threads that are here already get what they lack, and are else left alone. */
export async function openThread(
  session: Session,
  thread: ArchivedThread,
  fileIds: ReadonlyMap<string, string>,
): Promise<OpenThread> {
  const { client, owner, tally } = session
  const threadId = idIn(session, thread.id)
  const title = storable(thread.title)
  const createdAt = thread.createdAt ?? thread.updatedAt ?? new Date().toISOString()
  const values = [
    threadId,
    owner,
    title,
    thread.titleIsDerived,
    thread.space === null ? null : storable(thread.space),
    thread.persona,
    thread.model === null ? null : storable(thread.model),
    thread.pinnedAt,
    thread.archivedAt,
    thread.deletedAt,
    createdAt,
    thread.updatedAt ?? createdAt,
    searchText(title),
  ]
  const { rowCount } = await client.query({ name: 'import-thread', text: THREAD, values })
  const isNew = rowCount === 1
  if (isNew) tally.added('threads')
  else tally.present('threads')
  // A parent is one that came before in this thread: no branch leads in a circle or to another person's message.
  const seen = new Set<string>()
  let last: string | null = null
  let lastAt = createdAt

  return {
    async write(messages) {
      const ids = messages.map(({ id }) => id)
      await settleIds(session, 'messages', ids)
      for (const message of messages) {
        const id = idIn(session, message.id)
        const parent = message.parentId === null ? null : idIn(session, message.parentId)
        const content = storable(message.content)
        lastAt = message.createdAt ?? afterMoment(lastAt)
        const { rowCount: written } = await client.query({
          name: 'import-message',
          text: MESSAGE,
          values: [
            id,
            threadId,
            owner,
            parent !== null && seen.has(parent) ? parent : null,
            message.role,
            content,
            portableStatus(message.status),
            storableJson(metaHere(session, message.meta)),
            message.feedback,
            message.feedbackReason === null ? null : storable(message.feedbackReason),
            lastAt,
            searchText(content),
          ],
        })
        const files = message.files.flatMap((file) => fileIds.get(file) ?? [])
        if (written && files.length > 0) await client.query(ATTACHED, [id, files])
        if (written) tally.added('messages')
        else tally.present('messages')
        seen.add(id)
        last = id
      }
    },
    async close() {
      if (!isNew) return
      const leaf = thread.leafId === null ? null : idIn(session, thread.leafId)
      const shown = leaf !== null && seen.has(leaf) ? leaf : last
      if (shown === null) return
      await client.query('update threads set leaf_id = $2 where id = $1', [threadId, shown])
    },
  }
}
