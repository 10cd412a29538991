import { setTimeout as sleep } from 'node:timers/promises'
import { personaOf } from '@atrium/contract/catalogue/personas'
import { spaceOf } from '@atrium/contract/catalogue/spaces'
import {
  type ChatReply,
  type ChatRequest,
  type ErrorEvent,
  FILE_ADDRESS,
  type PersonaKey,
  type ReplyMeta,
} from '@atrium/contract/chat'
import { AppError, type ErrorCode, errorStatus } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { SCOPE_HEADER } from '@atrium/contract/teams'
import { requirePlan } from '../accounts/plan.ts'
import { languageOf } from '../platform/language.ts'
import { findRun, type RunRow, readFrames } from '../platform/runs/store.ts'
import { dateFormat } from '../platform/time-zone.ts'
import { readPreferences } from '../preferences/preferences.ts'
import { spaceOfMessage } from '../spaces/restrictions.ts'
import { type Begun, BUSY, beginReply, begunBy } from './begin.ts'
import { branchOfThread, type MessageRow, ownMessage } from './messages.ts'
import type { ChatDeps } from './ports.ts'
import type { Handoff } from './reply.ts'
import { ReplyInput } from './reply-input.ts'
import { ownThread, type ThreadRow } from './threads.ts'

/** What the request's headers say about the person's place. */
export interface Place {
  timeZone: string
  locale: string
  /** `team:<id>`; null for the person's own. */
  scope: string | null
}

export function placeOf(request: Request): Place {
  const timeZone = request.headers.get('x-time-zone') ?? 'UTC'
  const scope = request.headers.get(SCOPE_HEADER) || null
  return { timeZone: dateFormat(timeZone) ? timeZone : 'UTC', locale: languageOf(request), scope }
}

/** How often, and how many ms apart, a message is looked for that may still be on its way. */
const LOOKS = 4
const LOOK_AGAIN_MS = 150

const DATA_ADDRESS = /^data:(image\/[a-z]+);base64,(.*)$/s

/** Everything that begins, changes or ends a reply. */
export function createConversation(deps: ChatDeps, handoffs: Map<string, Handoff>) {
  const pool = deps.db.$client
  const prefersMemory = async (userId: string | null): Promise<boolean> =>
    userId !== null && (await readPreferences(deps.db, userId)).soulMode

  /** Throws `tier_required` when the caller's plan does not have this persona. */
  const requirePersona = (principal: Principal, persona: PersonaKey) =>
    requirePlan(deps.db, principal, { persona }, `The persona ${personaOf(persona).name}`)

  /** The files that a message brings: those uploaded before (the caller's own) and the image in the request itself. */
  async function filesOf(
    principal: Principal,
    request: Pick<ChatRequest, 'attachments' | 'attachedImage'>,
  ): Promise<string[]> {
    const { attachedImage: image } = request
    const uploaded = image && FILE_ADDRESS.test(image) ? image.slice('/api/files/'.length) : null
    const ids = [...new Set([...(request.attachments ?? []), ...(uploaded ? [uploaded] : [])])]
    if (ids.length > 0) {
      const found = new Set((await deps.files.readText(principal.owner, ids)).map((file) => file.id))
      if (ids.some((id) => !found.has(id)))
        throw new AppError('not_found', 'An attached file was not found. Attach it again, please.')
    }
    if (!image || uploaded) return ids
    const [, mime = '', base64 = ''] = DATA_ADDRESS.exec(image) ?? []
    const saved = await deps.files.saveBytes(
      principal.owner,
      `image.${mime.split('/')[1]}`,
      mime,
      Buffer.from(base64, 'base64'),
    )
    return [...ids, saved.id]
  }

  /**
   * A thread has one reply at a time: a call that still waits for the person's word is declined by whatever follows it;
   * a reply that is being written refuses it.
   */
  async function leaveWaiting(threadId: string): Promise<void> {
    const { rows } = await pool.query<RunRow>(
      `select * from runs where thread_id = $1 and kind = 'chat' and status in ('queued', 'running', 'waiting')`,
      [threadId],
    )
    if (rows.some((run) => run.status !== 'waiting')) throw new AppError('conflict', BUSY)
    for (const run of rows) await deps.engine.stop(run)
  }

  async function send(principal: Principal, request: ChatRequest, place: Place): Promise<Begun> {
    // Whoever says who they are and is nobody any more would find their words in a stranger's thread.
    if (principal.userId === null && request.userId !== 'anon')
      throw new AppError('unauthenticated', 'Your session has ended. Please sign in again.')
    if (place.scope) await deps.actions.enter(principal, place.scope)
    if (request.spaceId && !spaceOf(request.spaceId)) throw new AppError('not_found', 'That Space was not found.')
    const [existing, earlier] = request.threadId
      ? await Promise.all([ownThread(pool, principal, request.threadId), branchOfThread(pool, request.threadId)])
      : [null, undefined]
    if (existing?.active_run_id) {
      // Sent again because its acceptance was lost on the way: its reply is the one being written.
      const begun = request.messageId && (await begunBy(pool, principal.owner, request.messageId))
      if (begun) return begun
      await leaveWaiting(existing.id)
    }
    const persona = request.persona ?? existing?.persona ?? 'personal'
    const { space, settles } = await spaceOfMessage(pool, existing?.space ?? null, request.spaceId ?? null)
    await requirePersona(principal, persona)
    const thread = existing ? { ...existing, space } : { space, persona }
    if (existing && settles) await pool.query('update threads set space = $2 where id = $1', [existing.id, space])
    return beginReply(deps, handoffs, {
      principal,
      thread,
      user: {
        id: request.messageId,
        text: request.message,
        parentId: existing?.leaf_id ?? null,
        fileIds: await filesOf(principal, request),
      },
      answers: null,
      earlier,
      continues: null,
      preferredModel: request.preferredModel ?? existing?.model ?? null,
      persona,
      systemPrompt: request.systemPrompt ?? null,
      soulMode: request.soulMode ?? (await prefersMemory(principal.userId)),
      ...place,
    })
  }

  /** What a reply is asked for again: in the manner of the reply `before` it, where there is one. */
  async function again(
    thread: ThreadRow,
    before: Pick<MessageRow, 'run_id'> | null,
    place: Place,
    preferredModel?: string | null,
  ) {
    const { rows } = before?.run_id
      ? await pool.query<RunRow>('select input from runs where id = $1', [before.run_id])
      : { rows: [] }
    const former = ReplyInput.partial().safeParse(rows[0]?.input ?? {}).data
    return {
      thread,
      preferredModel: preferredModel ?? thread.model,
      persona: thread.persona,
      systemPrompt: former?.systemPrompt ?? null,
      soulMode: former?.soulMode ?? false,
      ...place,
    }
  }

  /** The message and its thread, when its role is the one wanted. */
  async function messageOf(
    principal: Principal,
    id: string,
    role: MessageRow['role'],
    wrong: string,
  ): Promise<[MessageRow, ThreadRow]> {
    const message = await ownMessage(pool, principal, id)
    if (message.role !== role) throw new AppError('bad_request', wrong)
    await requirePersona(principal, (await ownThread(pool, principal, message.thread_id)).persona)
    await leaveWaiting(message.thread_id)
    return [message, await ownThread(pool, principal, message.thread_id)]
  }

  /** Why a run failed, as its log says: the code of its last event. */
  async function codeOf(runId: string): Promise<ErrorCode> {
    const last = (await readFrames(pool, runId, 0)).at(-1)
    const code = last?.type === 'error' ? (JSON.parse(last.json) as ErrorEvent).code : ''
    return Object.hasOwn(errorStatus, code) ? (code as ErrorCode) : 'provider_failed'
  }

  return {
    send,

    /**
     * Stops what a message of this person began, for a client that left before it was told the run's id. Its message may
     * still be on its way, on another connection, so it is looked for a few times.
     */
    async stopBegunBy(principal: Principal, messageId: string): Promise<RunRow> {
      for (let look = 1; ; look++) {
        const begun = await begunBy(pool, principal.owner, messageId)
        const run = begun && (await findRun(pool, begun.runId))
        if (run) {
          await deps.engine.stop(run)
          return (await findRun(pool, run.id)) ?? run
        }
        if (look === LOOKS) throw new AppError('not_found', 'That message was not found.')
        await sleep(LOOK_AGAIN_MS)
      }
    },

    /** A new version of a message: a branch beside the old one, answered anew. */
    async edit(
      principal: Principal,
      id: string,
      change: { message: string; attachments?: string[] | null },
      place: Place,
    ): Promise<Begun> {
      const [message, thread] = await messageOf(principal, id, 'user', 'Only your own messages can be edited.')
      const fileIds = change.attachments
        ? await filesOf(principal, { attachments: change.attachments })
        : message.file_ids
      const { rows: replies } = await pool.query<Pick<MessageRow, 'run_id'>>(
        'select run_id from messages where parent_id = $1 order by created_at desc limit 1',
        [id],
      )
      return beginReply(deps, handoffs, {
        principal,
        user: { text: change.message, parentId: message.parent_id, fileIds },
        answers: null,
        continues: null,
        ...(await again(thread, replies[0] ?? null, place)),
      })
    },

    /** Another reply to the same message: a branch beside the old reply. */
    async regenerate(principal: Principal, id: string, preferredModel: string | null, place: Place): Promise<Begun> {
      const [message, thread] = await messageOf(principal, id, 'assistant', 'Only replies can be regenerated.')
      return beginReply(deps, handoffs, {
        principal,
        user: null,
        answers: message.parent_id,
        continues: null,
        ...(await again(thread, message, place, preferredModel)),
      })
    },

    /** Goes on with a reply that was stopped or cut. */
    async continue(principal: Principal, id: string, place: Place): Promise<Begun> {
      const [message, thread] = await messageOf(principal, id, 'assistant', 'Only replies can be continued.')
      if (message.status === 'streaming') throw new AppError('conflict', 'This reply is still being written.')
      if (message.status === 'complete') throw new AppError('conflict', 'This reply is complete already.')
      return beginReply(deps, handoffs, {
        principal,
        user: null,
        answers: message.parent_id,
        continues: message,
        ...(await again(thread, message, place)),
      })
    },

    /** Resolves when the run has ended or waits, with the reply as it is then. */
    async outcome(begun: Begun): Promise<ChatReply> {
      await new Promise<void>((done, failed) => {
        const look = async () => {
          const run = await findRun(pool, begun.runId)
          if (run?.status === 'queued' || run?.status === 'running') return
          unlisten()
          done()
        }
        const lookSafely = () =>
          look().catch((error) => {
            unlisten()
            failed(error)
          })
        const unlisten = deps.engine.listen(begun.runId, (one) => {
          if (one === null) void lookSafely()
        })
        void lookSafely()
      })
      const { rows } = await pool.query<{ content: string; meta: ReplyMeta }>(
        'select content, meta from messages where id = $1',
        [begun.messageId],
      )
      const { content = '', meta = {} } = rows[0] ?? {}
      if (meta.error && !content) throw new AppError(await codeOf(begun.runId), meta.error)
      return { ...begun, text: content, response: content, meta }
    },
  }
}

export type Conversation = ReturnType<typeof createConversation>
