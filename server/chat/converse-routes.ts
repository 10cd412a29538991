import { ChatReply, ChatRequest, Id, MobileChatRequest } from '@atrium/contract/chat'
import { type DescribedAnswer, Done, eventStream } from '@atrium/contract/described-call'
import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { RunInfo } from '@atrium/contract/runs'
import { z } from 'zod'
import { openEventStream } from '../platform/http/event-stream.ts'
import { type Call, type Route, route, SENT } from '../platform/http/route.ts'
import { runInfo } from '../platform/runs/store.ts'
import { RUN_EVENTS, view } from '../platform/runs/viewer.ts'
import type { Begun } from './begin.ts'
import { type Conversation, placeOf } from './conversation.ts'
import { clearMemory, PersonSummary, summarisePerson } from './memory.ts'
import type { ChatDeps } from './ports.ts'

/** bytes: the longest message in any alphabet, its instructions, and a small picture. A larger one is uploaded first. */
const BODY_MAX = 3 * 1024 * 1024

const chat = { tag: 'Chat', access: 'chat.use', limit: 'chat', bodyLimit: BODY_MAX } as const
/** Which thread and run the answer belongs to, told before its first word. */
const begunBy = {
  'X-Thread-Id': { description: 'The thread of the message.', schema: Id, always: true },
  'X-Run-Id': { description: 'The run that writes the reply.', schema: Id, always: true },
}
const reply = (content: DescribedAnswer['content']) => ({
  200: { description: 'The reply', content, headers: begunBy },
})
const streamed = reply(eventStream(RUN_EVENTS))
const whole = reply({ 'application/json': ChatReply })
const inPiecesOrWhole = reply({ 'application/json': ChatReply, ...eventStream(`With \`stream\`: ${RUN_EVENTS}`) })
const Person = z.object({ userId: z.string().min(1).max(128) })

function ownOnly(principal: Principal, userId: string): void {
  if (userId === principal.userId || (principal.kind === 'anonymous' && userId === 'anon')) return
  throw new AppError(
    principal.kind === 'anonymous' ? 'unauthenticated' : 'forbidden',
    principal.kind === 'anonymous' ? 'Please sign in first.' : 'You can only do this for yourself.',
  )
}

/** The chat calls of spec 7: all of them begin the same run; they differ in how they show it. */
export function converseRoutes(deps: ChatDeps, conversation: Conversation): Route[] {
  const { engine, db } = deps

  const stream = ({ outgoing, headers, log }: Call, begun: Begun) => {
    headers.set('x-thread-id', begun.threadId)
    headers.set('x-run-id', begun.runId)
    void view(engine, begun.runId, 0, openEventStream(outgoing, headers), log)
    return SENT
  }
  /** A reply in one piece, or streamed when the request says so. */
  const replyTo = async (call: Call<unknown, unknown, ChatRequest>, request: ChatRequest) => {
    const begun = await conversation.send(call.principal, request, placeOf(call.request))
    if (request.stream) return stream(call, begun)
    call.headers.set('x-thread-id', begun.threadId)
    call.headers.set('x-run-id', begun.runId)
    return conversation.outcome(begun)
  }

  return [
    route(
      {
        ...chat,
        method: 'POST',
        path: '/api/converse/stream',
        summary:
          'Sends a message; the reply as an event stream (chunk, status, meta, tool-result, done, error, [DONE])',
        body: ChatRequest,
        answers: streamed,
      },
      async (call) => stream(call, await conversation.send(call.principal, call.body, placeOf(call.request))),
    ),
    route(
      {
        ...chat,
        method: 'POST',
        path: '/api/converse',
        summary: 'Sends a message; the reply in one piece',
        body: ChatRequest,
        answers: whole,
      },
      (call) => replyTo(call, { ...call.body, stream: false }),
    ),
    route(
      {
        ...chat,
        method: 'POST',
        path: '/api/chat/send',
        summary: 'Sends a message, with `stream` as an event stream',
        body: ChatRequest,
        answers: inPiecesOrWhole,
      },
      (call) => replyTo(call, { ...call.body, spaceId: null }),
    ),
    route(
      {
        ...chat,
        method: 'POST',
        path: '/api/chat/complete',
        summary: 'Sends a message in a thread and a Space',
        body: ChatRequest,
        answers: inPiecesOrWhole,
      },
      (call) => replyTo(call, call.body),
    ),
    route(
      {
        ...chat,
        method: 'POST',
        path: '/api/industry/:spaceId/chat',
        summary: 'Sends a message in a Space',
        params: z.object({ spaceId: z.string().max(64) }),
        body: ChatRequest,
        answers: inPiecesOrWhole,
      },
      (call) => replyTo(call, { ...call.body, spaceId: call.params.spaceId }),
    ),
    route(
      {
        ...chat,
        method: 'POST',
        path: '/api/chat/message',
        summary: 'Sends a message from the mobile chat',
        body: MobileChatRequest,
        answers: whole,
      },
      async (call) => {
        const { message, messageId, industry, threadId } = call.body
        return replyTo(call as unknown as Call<unknown, unknown, ChatRequest>, {
          userId: 'anon',
          message,
          messageId,
          threadId,
          spaceId: industry,
        })
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/chat/stop',
        summary: 'Stops the reply to a message by the message’s id, when its run’s id has not arrived yet',
        tag: 'Chat',
        access: 'chat.use',
        limit: 'write',
        body: z.object({ messageId: z.uuid('A message’s id is a UUID.') }),
        answer: RunInfo,
      },
      async ({ principal, body }) => runInfo(await conversation.stopBegunBy(principal, body.messageId)),
    ),
    route(
      {
        method: 'GET',
        path: '/api/converse/summary/:userId',
        summary: 'What the assistant knows about you',
        tag: 'Memory',
        access: 'memory.own',
        limit: 'read',
        params: Person,
        answer: PersonSummary,
      },
      ({ principal, params }) => {
        ownOnly(principal, params.userId)
        return summarisePerson(db.$client, principal.owner, params.userId)
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/api/converse/memory/:userId',
        summary: 'Clears what the assistant remembers about you',
        tag: 'Memory',
        access: 'memory.own',
        limit: 'write',
        params: Person,
        answer: Done.extend({ cleared: z.number().int().min(0) }),
      },
      async ({ principal, params }) => {
        ownOnly(principal, params.userId)
        return { ok: true, cleared: await clearMemory(db.$client, principal.owner) }
      },
    ),
  ]
}
