import { personaOf } from '@atrium/contract/catalogue/personas'
import { spaceOf } from '@atrium/contract/catalogue/spaces'
import {
  ChatReply,
  DEFAULT_THREAD_TITLE,
  EMPTY_MESSAGE,
  Feedback,
  Id,
  MESSAGE_MAX,
  NewThread,
  SearchHit,
  Thread,
  ThreadChange,
  ThreadHistory,
  ThreadList,
} from '@atrium/contract/chat'
import { Done } from '@atrium/contract/described-call'
import { AppError } from '@atrium/contract/errors'
import { Allowances } from '@atrium/contract/spaces'
import { z } from 'zod'
import { requirePlan } from '../accounts/plan.ts'
import { type Route, route } from '../platform/http/route.ts'
import { uuid } from '../platform/ids.ts'
import { ownRun } from '../platform/runs/routes.ts'
import { refuseLeaving } from '../spaces/restrictions.ts'
import { allowancesOf, revokeAllowance } from './allowances.ts'
import type { Begun } from './begin.ts'
import { type Conversation, placeOf } from './conversation.ts'
import { history, ownMessage, selectBranch, setFeedback } from './messages.ts'
import type { ChatDeps } from './ports.ts'
import { searchThreads } from './search.ts'
import { asThread, changeThread, createThread, deleteThread, listThreads, ownThread, restoreThread } from './threads.ts'

const ById = z.object({ id: Id })
const own = { tag: 'Threads', access: 'thread.own' } as const
const flag = z.enum(['true', 'false'], 'Give true or false.').transform((text) => text === 'true')
const begunReply = (begun: Begun): ChatReply => ({ ...begun, text: '', response: '', meta: {} })

/** What a client needs around the chat calls: threads, branches, feedback, search. */
export function threadRoutes(deps: ChatDeps, conversation: Conversation): Route[] {
  const { db, live } = deps
  const pool = db.$client
  return [
    route(
      {
        ...own,
        method: 'GET',
        path: '/api/threads',
        summary: 'Your threads, newest first',
        limit: 'read',
        query: z.object({
          cursor: z.string().max(300).optional(),
          archived: flag.optional(),
          space: z.string().max(64).optional(),
        }),
        answer: ThreadList,
      },
      ({ principal, query }) =>
        listThreads(pool, principal.owner, {
          cursor: query.cursor,
          archived: query.archived ?? false,
          space: query.space,
        }),
    ),
    route(
      {
        ...own,
        method: 'POST',
        path: '/api/threads',
        summary: 'Starts an empty thread',
        limit: 'write',
        body: NewThread,
        bodyOptional: true,
        answer: Thread,
        status: 201,
      },
      async ({ principal, body }) => {
        if (body.space && !spaceOf(body.space)) throw new AppError('not_found', 'That Space was not found.')
        const row = await createThread(pool, principal.owner, {
          id: uuid(),
          title: body.title || DEFAULT_THREAD_TITLE,
          derived: !body.title,
          space: body.space ?? null,
        })
        live.tell(principal.owner, { topic: 'threads' })
        return asThread(row)
      },
    ),
    route(
      {
        ...own,
        method: 'GET',
        path: '/api/threads/search',
        summary: 'Threads and messages that hold these words',
        limit: 'read',
        query: z.object({ q: z.string('Give q, the words to look for.').max(500) }),
        answer: z.object({ hits: z.array(SearchHit) }),
      },
      async ({ principal, query }) => ({
        hits: await searchThreads(pool, principal.owner, query.q),
      }),
    ),
    route(
      {
        ...own,
        method: 'GET',
        path: '/api/chat/thread/:id',
        summary: 'A thread and the branch on show',
        limit: 'read',
        params: ById,
        answer: ThreadHistory,
      },
      async ({ principal, params }) => {
        const row = await ownThread(pool, principal, params.id)
        return { ...asThread(row), messages: await history(pool, row.id, row.leaf_id) }
      },
    ),
    route(
      {
        ...own,
        method: 'PATCH',
        path: '/api/threads/:id',
        summary: 'Renames, pins, archives a thread, or changes its persona, model or Space',
        limit: 'write',
        params: ById,
        body: ThreadChange,
        answer: Thread,
      },
      async ({ principal, params, body }) => {
        if (body.space && !spaceOf(body.space)) throw new AppError('not_found', 'That Space was not found.')
        if (body.persona)
          await requirePlan(db, principal, { persona: body.persona }, `The persona ${personaOf(body.persona).name}`)
        if (body.space !== undefined) {
          const { space, leaf_id: said } = await ownThread(pool, principal, params.id)
          if (said) await refuseLeaving(pool, space, body.space)
        }
        const row = await changeThread(pool, principal, params.id, body)
        live.tell(principal.owner, { topic: 'threads' })
        return asThread(row)
      },
    ),
    route(
      {
        ...own,
        method: 'DELETE',
        path: '/api/threads/:id',
        summary: 'Moves a thread to the trash, where it stays for 30 days',
        limit: 'write',
        params: ById,
      },
      async ({ principal, params }) => {
        const row = await ownThread(pool, principal, params.id)
        if (row.active_run_id) await deps.engine.stop(await ownRun(db, principal, row.active_run_id))
        await deleteThread(pool, principal, params.id)
        live.tell(principal.owner, { topic: 'threads' })
        return { ok: true }
      },
    ),
    route(
      {
        ...own,
        method: 'POST',
        path: '/api/threads/:id/restore',
        summary: 'Takes a thread out of the trash',
        limit: 'write',
        params: ById,
        answer: Thread,
      },
      async ({ principal, params }) => {
        const thread = await restoreThread(pool, principal, params.id)
        live.tell(principal.owner, { topic: 'threads' })
        return thread
      },
    ),
    route(
      {
        ...own,
        method: 'GET',
        path: '/api/threads/:id/allowances',
        summary: 'What the assistant may do in a thread without asking',
        limit: 'read',
        params: ById,
        answer: Allowances,
      },
      async ({ principal, params }) => {
        await ownThread(pool, principal, params.id)
        const allowed = await allowancesOf(pool, params.id, principal.owner)
        const known = new Map(deps.actions.tools().map(({ action, summary }) => [action, summary]))
        return { actions: [...allowed].map((action) => ({ action, summary: known.get(action) ?? action })) }
      },
    ),
    route(
      {
        ...own,
        method: 'DELETE',
        path: '/api/threads/:id/allowances/:action',
        summary: 'Has the assistant ask again before it does this in a thread',
        limit: 'write',
        params: ById.extend({ action: z.string().min(1).max(200) }),
        answer: Done,
      },
      async ({ principal, params }) => {
        await ownThread(pool, principal, params.id)
        await revokeAllowance(pool, params.id, principal.owner, params.action)
        live.tell(principal.owner, { topic: 'thread', id: params.id })
        return { ok: true }
      },
    ),
    route(
      {
        ...own,
        method: 'POST',
        path: '/api/messages/:id/edit',
        summary: 'A new version of your message, answered anew; the old branch is kept. Follow runId for the reply',
        limit: 'chat',
        params: ById,
        body: z.object({
          message: z
            .string('The message must be text.')
            .max(MESSAGE_MAX)
            .refine((text) => text.trim() !== '', EMPTY_MESSAGE),
          attachments: z.array(Id).max(20).nullish(),
        }),
        answer: ChatReply,
      },
      async ({ principal, params, body, request }) =>
        begunReply(await conversation.edit(principal, params.id, body, placeOf(request))),
    ),
    route(
      {
        ...own,
        method: 'POST',
        path: '/api/messages/:id/regenerate',
        summary: 'Another reply to the same message; the old one is kept',
        limit: 'chat',
        params: ById,
        body: z.object({ preferredModel: z.string().max(200).nullish() }),
        bodyOptional: true,
        answer: ChatReply,
      },
      async ({ principal, params, body, request }) =>
        begunReply(await conversation.regenerate(principal, params.id, body.preferredModel ?? null, placeOf(request))),
    ),
    route(
      {
        ...own,
        method: 'POST',
        path: '/api/messages/:id/continue',
        summary: 'Goes on with a reply that was stopped or interrupted',
        limit: 'chat',
        params: ById,
        answer: ChatReply,
      },
      async ({ principal, params, request }) =>
        begunReply(await conversation.continue(principal, params.id, placeOf(request))),
    ),
    route(
      {
        ...own,
        method: 'POST',
        path: '/api/messages/:id/select',
        summary: 'Shows the branch through this message',
        limit: 'write',
        params: ById,
        answer: ThreadHistory,
      },
      async ({ principal, params }) => {
        const message = await ownMessage(pool, principal, params.id)
        const leaf = await selectBranch(pool, message)
        live.tell(principal.owner, { topic: 'thread', id: message.thread_id })
        const row = await ownThread(pool, principal, message.thread_id)
        return { ...asThread(row), messages: await history(pool, row.id, leaf) }
      },
    ),
    route(
      {
        ...own,
        method: 'PUT',
        path: '/api/messages/:id/feedback',
        summary: 'Thumbs up or down on a reply, with a reason',
        limit: 'write',
        params: ById,
        body: Feedback,
        answer: Done,
      },
      async ({ principal, params, body }) => {
        const message = await ownMessage(pool, principal, params.id)
        if (message.role !== 'assistant') throw new AppError('bad_request', 'Feedback is for replies.')
        await setFeedback(pool, params.id, body.value, body.reason ?? null)
        live.tell(principal.owner, { topic: 'thread', id: message.thread_id })
        return { ok: true }
      },
    ),
  ]
}
