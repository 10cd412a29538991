import type { Attachment, ChatReply, Message, ThreadHistory } from '@atrium/contract/chat'
import type { RunInfo } from '@atrium/contract/runs'
import { ApiError, api, authHeaders } from '../platform/api.ts'
import { queryClient } from '../platform/query.ts'
import { followRun, type OutgoingMessage, sendMessage } from '../platform/run-stream.ts'
import type { StreamFailure } from '../platform/stream-failure.ts'
import { draftMessage, isActive, type LiveReply, messagesWith, newLive } from './live-reply.ts'
import { follow, handlersFor, type Place } from './thread-follow.ts'
import { refreshThread, refreshThreads, threadKey } from './thread-queries.ts'
import { drop, named, runtimeOf, tell, update } from './thread-runtime.ts'

export interface Sending {
  text: string
  attachments: readonly Attachment[]
  options: Omit<OutgoingMessage, 'message' | 'attachments' | 'threadId'>
}

export type Sent = { threadId: string } | { refused: StreamFailure }

/** Sends a message. Settles when the server has accepted or refused it; the reply goes on by itself. */
export function sendIn(key: string, threadId: string | null, sending: Sending): Promise<Sent> {
  const runtime = runtimeOf(key)
  runtime.stream?.abort()
  const messages = queryClient.getQueryData<ThreadHistory>(threadKey(key))?.messages ?? []
  const attachments = [...sending.attachments]
  const user = draftMessage('user', { content: sending.text, parentId: messages.at(-1)?.id, attachments })
  runtime.live = newLive({
    user,
    reply: draftMessage('assistant', { parentId: user.id }),
    known: new Set(messages.map(({ id }) => id)),
    sentAs: sending.options.messageId ?? null,
  })
  tell(key)
  return new Promise((resolve) => {
    const place: Place = { key }
    const handlers = handlersFor(place, {
      onAccepted: (id) => {
        resolve({ threadId: id ?? place.key })
        // A reply that waited for a decision is over: what it asked for is declined.
        if (messages.some(({ status }) => status === 'waiting')) void refreshThread(place.key)
      },
      onRefused: (refused) => resolve({ refused }),
    })
    const message = {
      ...sending.options,
      message: sending.text,
      threadId,
      attachments: attachments.map(({ id }) => id),
    }
    const stream = sendMessage(message, handlers, { headers: authHeaders })
    runtimeOf(place.key).stream = stream
    // Left before the server had answered: the message is in the composer again.
    void stream.finished.then(() => resolve({ refused: { sentence: '' } }))
  })
}

async function begin(threadId: string, path: string, body: unknown, live: LiveReply): Promise<void> {
  const runtime = runtimeOf(threadId)
  runtime.stream?.abort()
  runtime.live = live
  tell(threadId)
  try {
    const { runId, messageId, userMessageId } = await api.post<ChatReply>(path, body)
    if (runtime.live?.reply.id !== live.reply.id) {
      // Stopped before the server had answered.
      await api.post(`/api/runs/${encodeURIComponent(runId)}/stop`)
      return
    }
    named(live.reply.id, messageId)
    if (userMessageId && live.user) named(live.user.id, userMessageId)
    update(threadId, {
      runId,
      user: live.user && userMessageId ? { ...live.user, id: userMessageId } : live.user,
      reply: { ...live.reply, id: messageId, runId },
    })
    runtime.stream = followRun(runId, 0, handlersFor({ key: threadId }), {
      headers: authHeaders,
      text: live.reply.content,
    })
  } catch (error) {
    drop(threadId)
    throw error
  }
}

const messagesOf = (threadId: string): Message[] =>
  queryClient.getQueryData<ThreadHistory>(threadKey(threadId))?.messages ?? []
const knownIn = (threadId: string): Set<string> => new Set(messagesOf(threadId).map(({ id }) => id))

/** Writes a person's message anew, as a branch beside the old one. */
export function editMessage(threadId: string, message: Message, text: string): Promise<void> {
  const user = draftMessage('user', { content: text, parentId: message.parentId, attachments: message.attachments })
  const live = newLive({
    user,
    reply: draftMessage('assistant', { parentId: user.id }),
    known: knownIn(threadId),
    hideFrom: message.id,
  })
  return begin(
    threadId,
    `/api/messages/${encodeURIComponent(message.id)}/edit`,
    { message: text, attachments: message.attachments.map(({ id }) => id) },
    live,
  )
}

/** Asks for another reply, as a branch beside the one there is. */
export function regenerate(threadId: string, message: Message, preferredModel?: string): Promise<void> {
  const live = newLive({
    reply: draftMessage('assistant', { parentId: message.parentId }),
    known: knownIn(threadId),
    hideFrom: message.id,
  })
  return begin(
    threadId,
    `/api/messages/${encodeURIComponent(message.id)}/regenerate`,
    preferredModel ? { preferredModel } : {},
    live,
  )
}

/** Goes on where a stopped or interrupted reply ended. */
export function continueReply(threadId: string, message: Message): Promise<void> {
  const live = newLive({
    reply: { ...message, status: 'streaming', meta: { ...message.meta, error: undefined } },
    known: knownIn(threadId),
  })
  return begin(threadId, `/api/messages/${encodeURIComponent(message.id)}/continue`, {}, live)
}

/** Shows another branch. */
export async function selectBranch(threadId: string, messageId: string): Promise<void> {
  const history = await api.post<ThreadHistory>(`/api/messages/${encodeURIComponent(messageId)}/select`)
  queryClient.setQueryData(threadKey(threadId), history)
}

/** Looks for a lost reply again. */
export function reconnect(threadId: string): void {
  const { live } = runtimeOf(threadId)
  if (live?.runId) follow(threadId, live.runId, messagesWith(messagesOf(threadId), live))
}

/** Stops what a message began that had gone out before its run was known. The message may never have arrived. */
async function stopSent(messageId: string): Promise<void> {
  try {
    const { threadId } = await api.post<RunInfo>('/api/chat/stop', { messageId })
    if (threadId) void refreshThread(threadId)
    void refreshThreads()
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

/** Stops the reply: by its run, or by the message that began it while the run is not known. */
export async function stopReply(key: string): Promise<void> {
  const runtime = runtimeOf(key)
  const { live } = runtime
  if (!live || !isActive(live) || live.stopping) return
  const { runId, sentAs } = live
  if (!runId) {
    runtime.stream?.abort()
    drop(key)
    return sentAs ? stopSent(sentAs) : undefined
  }
  update(key, { stopping: true })
  try {
    await api.post(`/api/runs/${encodeURIComponent(runId)}/stop`)
  } catch (error) {
    update(key, { stopping: false })
    throw error
  }
}
