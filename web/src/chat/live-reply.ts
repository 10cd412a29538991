import type { Attachment, DoneEvent, Message, MetaEvent, ReplyMeta, ToolResult } from '@atrium/contract/chat'
import type { StreamConnection, StreamStatus } from '../platform/reply-log.ts'
import type { StreamFailure } from '../platform/stream-failure.ts'

/** A reply that is being written, and what the screen shows of it before the history knows. */
export interface LiveReply {
  /** null until the server has accepted. */
  runId: string | null
  /** The id that the message went out under. */
  sentAs: string | null
  status: StreamStatus
  statusText?: string
  connection: StreamConnection
  failure: StreamFailure | null
  stopping: boolean
  /** The run waits for a person's decision; meanwhile one can write something else. */
  waiting: boolean
  /** ms since 1970 */
  startedAt: number
  /** The person's message, until the history has it. */
  user: Message | null
  /** Messages that the history had before: what is new in it afterwards came from this. */
  known: ReadonlySet<string>
  /** A regenerated or edited message: it and what follows it belong to another branch. */
  hideFrom: string | null
  reply: Message
}

/** Whether the run is open and this tab follows it. */
export const isFollowed = (live: LiveReply | null): boolean =>
  live !== null && (live.status === 'thinking' || live.status === 'typing')

/** Whether the reply is being written. */
export const isActive = (live: LiveReply | null): boolean => isFollowed(live) && !live?.waiting

let counter = 0
export const localId = (): string => `local-${++counter}`

export function draftMessage(
  role: Message['role'],
  parts: { content?: string; parentId?: string | null; attachments?: Attachment[] },
): Message {
  return {
    id: localId(),
    parentId: parts.parentId ?? null,
    role,
    content: parts.content ?? '',
    status: role === 'assistant' ? 'streaming' : 'complete',
    runId: null,
    createdAt: new Date().toISOString(),
    attachments: parts.attachments ?? [],
    meta: {},
    feedback: null,
    siblings: [],
  }
}

export function newLive(parts: Partial<LiveReply> & Pick<LiveReply, 'reply'>): LiveReply {
  return {
    runId: null,
    sentAs: null,
    status: 'thinking',
    connection: 'open',
    failure: null,
    stopping: false,
    waiting: false,
    startedAt: Date.now(),
    user: null,
    known: new Set(),
    hideFrom: null,
    ...parts,
  }
}

/** The messages on show: the history with the live reply laid over it. */
export function messagesWith(history: readonly Message[], live: LiveReply | null): readonly Message[] {
  if (!live) return history
  const cut = live.hideFrom ? history.findIndex(({ id }) => id === live.hideFrom) : -1
  const base = cut >= 0 ? history.slice(0, cut) : [...history]
  const at = base.findIndex((message) => isReplyOf(message, live))
  if (at >= 0) {
    const kept = base[at] as Message
    base[at] = {
      ...kept,
      ...live.reply,
      parentId: kept.parentId,
      siblings: kept.siblings,
      feedback: kept.feedback,
      createdAt: kept.createdAt,
    }
    return base
  }
  const { user } = live
  if (
    user &&
    !base.some(
      (message) =>
        message.id === user.id || (isNew(message, live) && message.role === 'user' && message.content === user.content),
    )
  ) {
    base.push(user)
  }
  base.push(live.reply)
  return base
}

const isNew = (message: Message, live: LiveReply): boolean => !live.known.has(message.id)

const isReplyOf = (message: Message, live: LiveReply): boolean =>
  message.id === live.reply.id || (live.runId !== null && message.role === 'assistant' && message.runId === live.runId)

/** Whether the history already holds how this reply ended, so that the live one can go. */
export function isSettledIn(history: readonly Message[], live: LiveReply): boolean {
  if (isFollowed(live)) return false
  const message = history.find((one) => isReplyOf(one, live))
  return message !== undefined && message.status !== 'streaming'
}

export function withMeta(meta: ReplyMeta, news: Partial<MetaEvent>): ReplyMeta {
  const { threadId: _thread, runId: _run, messageId: _message, userMessageId: _user, ...facts } = news
  return { ...meta, ...facts, tools: facts.tools ?? meta.tools, attachments: facts.attachments ?? meta.attachments }
}

export function withTool(meta: ReplyMeta, tool: ToolResult): ReplyMeta {
  const tools = meta.tools ?? []
  const at = tools.findIndex(({ callId }) => callId === tool.callId)
  return { ...meta, tools: at < 0 ? [...tools, tool] : tools.map((one, index) => (index === at ? tool : one)) }
}

export function withDone(reply: Message, done: DoneEvent | null): Message {
  if (!done) return { ...reply, status: 'complete' }
  const extra: ReplyMeta = {
    ...(done.mode ? { mode: done.mode as ReplyMeta['mode'] } : {}),
    ...(done.attachments ? { attachments: done.attachments } : {}),
  }
  const meta = withMeta(withMeta(reply.meta, extra), done.meta ?? {})
  return { ...reply, id: done.messageId ?? reply.id, status: done.status ?? 'complete', meta }
}
