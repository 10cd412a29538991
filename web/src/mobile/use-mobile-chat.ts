import type { ChatReply, Message } from '@atrium/contract/chat'
import { sentences } from '@atrium/contract/sentences'
import { useCallback, useEffect, useState } from 'react'
import { askToSignIn } from '../accounts/sign-in-request.ts'
import { conversationId, currentThread, keepCurrentThread, readPreferences } from '../chat/chat-preferences.ts'
import { acceptDraft, readDraft, restoreDraft, takeDraft } from '../chat/draft-store.ts'
import { isActive } from '../chat/live-reply.ts'
import { sendIn, stopReply } from '../chat/thread-actions.ts'
import { refreshThread, refreshThreads, threadQuery } from '../chat/thread-queries.ts'
import { type ThreadView, useThread } from '../chat/use-thread.ts'
import { ApiError, api } from '../platform/api.ts'
import { departures, onOwnerChange, readOwner } from '../platform/owner.ts'
import { queryClient } from '../platform/query.ts'
import { uuid } from '../platform/uuid.ts'
import type { Focus } from './mobile-focus.ts'

/** The mobile composer's draft, whatever conversation it goes to. */
export const MOBILE_DRAFT = 'mobile'

/** What only this screen knows. `after` is how many messages of the thread stand before it. */
export type Local = { id: string; after: number } & (
  | { kind: 'note'; text: string }
  /** A message that the history does not have: on its way, answered a moment ago, or refused. `id` is what it was sent as. */
  | {
      kind: 'exchange'
      text: string
      single: boolean
      reply?: ChatReply
      fault?: { sentence: string; detail?: string }
    }
)
export type Exchange = Extract<Local, { kind: 'exchange' }>

export interface MobileChat {
  threadId: string | undefined
  view: ThreadView
  locals: readonly Local[]
  busy: boolean
  send: () => void
  again: (exchange: Exchange) => void
  stop: () => Promise<void>
  note: (text: string) => void
  startAnew: () => void
  /** Messages whose reply came in one piece: an empty one reads otherwise (spec 7). */
  isSingle: (userMessageId: string | null) => boolean
}

/** Whether the history has it. The server gives it an id of its own, which is unknown until the answer is there; the news may come first. */
const isKnown = ({ reply, text, after }: Exchange, messages: readonly Message[]): boolean =>
  messages.some(
    ({ id, role, content }, at) => id === reply?.userMessageId || (at >= after && role === 'user' && content === text),
  )

/** The mobile chat's conversation (spec 4.4): streamed in personal mode, one request in industry mode and for commands. */
export function useMobileChat(focus: Focus): MobileChat {
  const [threadId, setThreadId] = useState(() => currentThread() ?? undefined)
  const [locals, setLocals] = useState<readonly Local[]>([])
  const [singles, setSingles] = useState<ReadonlySet<string>>(new Set())
  const view = useThread(threadId)
  const { key, messages, live } = view
  const waiting = locals.find(
    (one): one is Exchange => one.kind === 'exchange' && one.single && !one.reply && !one.fault,
  )
  const busy = isActive(live) || waiting !== undefined

  const open = (id: string) => {
    keepCurrentThread(id)
    setThreadId(id)
  }
  const startAnew = useCallback(() => {
    keepCurrentThread(null)
    setThreadId(undefined)
    setLocals([])
  }, [])
  useEffect(
    () =>
      onOwnerChange(({ takesAlong }) => {
        if (!takesAlong) startAnew()
      }),
    [startAnew],
  )

  // A thread that is gone (deleted, or another person's) is no place to go on.
  const gone = threadId !== undefined && view.error instanceof ApiError && view.error.status === 404
  useEffect(() => {
    if (!gone) return
    keepCurrentThread(null)
    setThreadId(undefined)
  }, [gone])

  const change = (id: string, news: Partial<Exchange>) =>
    setLocals((all) => all.map((one) => (one.id === id && one.kind === 'exchange' ? { ...one, ...news } : one)))
  const remove = (id: string) => setLocals((all) => all.filter((one) => one.id !== id))

  const stream = async (id: string, text: string, isSecond = false): Promise<void> => {
    const era = departures()
    const { model, persona, fusion, soul } = readPreferences()
    const options = {
      userId: readOwner() || 'anon',
      conversationId: conversationId(),
      preferredModel: view.thread?.model ?? model,
      persona: view.thread?.persona ?? persona,
      fusionMode: fusion,
      soulMode: soul,
      messageId: id,
    }
    const sent = await sendIn(key, threadId ?? null, { text, attachments: [], options })
    if (departures() !== era) return
    if ('threadId' in sent) {
      acceptDraft(MOBILE_DRAFT, null)
      open(sent.threadId)
      return
    }
    const { status = 0, sentence, detail } = sent.refused
    // Stopped before the server had it: silent (spec 8), and the message stands in the composer again.
    if (!sentence) return restoreDraft(MOBILE_DRAFT)
    if (!isSecond && (await askToSignIn(status))) return stream(id, text, true)
    const fault = { sentence, detail }
    setLocals((all) => [...all, { kind: 'exchange', id, after: messages.length, text, single: false, fault }])
  }

  const request = async (id: string, text: string): Promise<void> => {
    const era = departures()
    setLocals((all) => [...all, { kind: 'exchange', id, after: messages.length, text, single: true }])
    try {
      const { industry, view: mode } = focus
      const reply = await api.post<ChatReply>('/api/chat/message', {
        message: text,
        industry: mode === 'industries' ? (industry?.key ?? null) : null,
        mode,
        messageId: id,
        threadId: threadId ?? null,
      })
      if (departures() !== era) return
      acceptDraft(MOBILE_DRAFT, null)
      const { userMessageId } = reply
      if (userMessageId) setSingles((all) => new Set(all).add(userMessageId))
      change(id, { reply })
      void refreshThreads()
      await (threadId === reply.threadId
        ? refreshThread(threadId)
        : queryClient.prefetchQuery(threadQuery(reply.threadId)))
      if (departures() === era) open(reply.threadId)
    } catch (cause) {
      if (departures() !== era) return
      console.error('A message could not be sent.', cause)
      const detail = cause instanceof ApiError && cause.status > 0 ? cause.sentence : undefined
      change(id, { fault: { sentence: sentences.mobileRequest, detail } })
    }
  }

  const deliver = (id: string, text: string) =>
    void (focus.view === 'industries' || text.startsWith('/') ? request(id, text) : stream(id, text))

  return {
    threadId,
    view,
    locals: locals.filter((one) => one.kind === 'note' || !isKnown(one, messages)),
    busy,
    send: () => {
      const { text, messageId } = readDraft(MOBILE_DRAFT)
      if (text.trim() === '' || busy) return
      const id = messageId ?? uuid()
      takeDraft(MOBILE_DRAFT, { text, attachments: [], messageId: id })
      deliver(id, text.trim())
    },
    again: ({ id, text }) => {
      if (busy) return
      remove(id)
      deliver(id, text)
    },
    stop: async () => {
      if (waiting) await api.post('/api/chat/stop', { messageId: waiting.id })
      else await stopReply(key)
    },
    note: (text) => setLocals((all) => [...all, { kind: 'note', id: uuid(), after: messages.length, text }]),
    startAnew,
    isSingle: (id) => id !== null && singles.has(id),
  }
}
