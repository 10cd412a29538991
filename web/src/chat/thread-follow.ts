import type { Message, ThreadHistory } from '@atrium/contract/chat'
import { authHeaders } from '../platform/api.ts'
import { queryClient } from '../platform/query.ts'
import type { RunHandlers } from '../platform/reply-log.ts'
import { followRun } from '../platform/run-stream.ts'
import type { StreamFailure } from '../platform/stream-failure.ts'
import {
  draftMessage,
  isFollowed,
  isSettledIn,
  messagesWith,
  newLive,
  withDone,
  withMeta,
  withTool,
} from './live-reply.ts'
import { changeThread, refreshThread, refreshThreads, threadKey } from './thread-queries.ts'
import { drop, named, runtimeOf, runtimes, tell, update } from './thread-runtime.ts'

/** Streams of threads that nobody looks at. Over HTTP/1.1 a browser has six connections to a server, for all tabs. */
const BACKGROUND_STREAMS = 2

/** A place that knows its own name, because a new thread gets one while it streams. */
export interface Place {
  key: string
}

export function handlersFor(
  place: Place,
  hooks: { onAccepted?: (threadId: string | null) => void; onRefused?: (failure: StreamFailure) => void } = {},
): RunHandlers {
  let accepted = hooks.onAccepted === undefined
  const live = () => runtimeOf(place.key).live
  return {
    onAccepted: ({ threadId, runId }) => {
      accepted = true
      if (threadId && threadId !== place.key) rename(place, threadId)
      update(place.key, { runId })
      hooks.onAccepted?.(threadId)
    },
    onStatus: (status, text) => {
      if (status === 'idle') return
      const now = live()
      if (now && (now.status !== status || now.statusText !== text)) update(place.key, { status, statusText: text })
    },
    onConnection: (connection) => live()?.connection !== connection && update(place.key, { connection }),
    onWaiting: (waiting) => update(place.key, { waiting }),
    onText: (content) => {
      const now = live()
      if (now) update(place.key, { reply: { ...now.reply, content } }, true)
    },
    onMeta: (meta) => {
      const now = live()
      if (!now) return
      if (meta.messageId) named(now.reply.id, meta.messageId)
      if (meta.userMessageId && now.user) named(now.user.id, meta.userMessageId)
      update(place.key, {
        runId: meta.runId ?? now.runId,
        user: now.user && meta.userMessageId ? { ...now.user, id: meta.userMessageId } : now.user,
        reply: {
          ...now.reply,
          id: meta.messageId ?? now.reply.id,
          runId: meta.runId ?? now.reply.runId,
          parentId: meta.userMessageId ?? now.reply.parentId,
          meta: withMeta(now.reply.meta, meta),
        },
      })
    },
    onTool: (tool) => {
      const now = live()
      if (now) update(place.key, { reply: { ...now.reply, meta: withTool(now.reply.meta, tool) } })
    },
    onDone: (done) => {
      const now = live()
      if (!now) return
      if (done?.messageId) named(now.reply.id, done.messageId)
      if (done?.title) changeThread(place.key, { title: done.title })
      settle(place.key, withDone(now.reply, done))
    },
    onError: (failure) => {
      const now = live()
      if (!now) return
      if (!accepted) {
        drop(place.key)
        hooks.onRefused?.(failure)
        return
      }
      const lost = failure.status !== undefined || failure.code === undefined
      const reply: Message = {
        ...now.reply,
        status: lost ? 'interrupted' : 'failed',
        meta: { ...now.reply.meta, error: failure.sentence },
      }
      update(place.key, { status: 'error', failure, reply })
      // The run has failed and the server knows it; when only the connection was lost, the run goes on.
      if (!lost) settle(place.key, reply)
    },
  }
}

function rename(place: Place, threadId: string): void {
  const runtime = runtimeOf(place.key)
  runtimes.delete(place.key)
  runtimes.set(threadId, { ...runtime, viewers: runtimes.get(threadId)?.viewers ?? 0 })
  const before = place.key
  place.key = threadId
  tell(before)
  tell(threadId)
  void refreshThreads()
}

/** The reply has ended: it goes into the history at once, and the server's own version follows. */
function settle(key: string, reply: Message): void {
  const runtime = runtimeOf(key)
  if (!runtime.live) return
  const ended = { ...runtime.live, reply }
  runtime.live = ended
  runtime.stream = null
  tell(key)
  const put = queryClient.setQueryData<ThreadHistory>(
    threadKey(key),
    (history) => history && { ...history, activeRunId: null, messages: [...messagesWith(history.messages, ended)] },
  )
  if (put && !ended.failure) drop(key)
  changeThread(key, { activeRunId: null })
  void refreshThread(key).then(() => reconcile(key))
  void refreshThreads()
}

/** Lets go of a live reply that the history knows the end of, and follows a run that another tab or device began. */
export function reconcile(key: string): void {
  const history = queryClient.getQueryData<ThreadHistory>(threadKey(key))
  if (!history) return
  const runtime = runtimeOf(key)
  if (runtime.live && isSettledIn(history.messages, runtime.live)) drop(key)
  const { activeRunId } = history
  if (!activeRunId || runtime.viewers === 0 || isFollowed(runtime.live)) return
  if (runtime.live?.runId === activeRunId && runtime.live.failure) return
  // A run that waits for the person says nothing until they decide; the server's news tells when it goes on.
  if (
    history.messages.some(
      ({ runId, role, status }) => runId === activeRunId && role === 'assistant' && status === 'waiting',
    )
  )
    return
  follow(key, activeRunId, history.messages)
}

/** Follows a run from its first event. What the history has of the reply is where the text begins. */
export function follow(key: string, runId: string, messages: readonly Message[]): void {
  const runtime = runtimeOf(key)
  runtime.stream?.abort()
  const known = messages.find((message) => message.runId === runId && message.role === 'assistant')
  const reply = known
    ? { ...known, status: 'streaming' as const }
    : { ...draftMessage('assistant', { parentId: messages.at(-1)?.id }), runId }
  runtime.live = newLive({
    runId,
    reply,
    known: new Set(messages.map(({ id }) => id)),
    startedAt: Date.parse(reply.createdAt),
    waiting: known?.status === 'waiting',
  })
  runtime.stream = followRun(runId, 0, handlersFor({ key }), { headers: authHeaders, text: reply.content })
  tell(key)
}

/** Counts a screen that shows the thread. The last one to leave keeps the stream, while there are few. */
export function viewThread(key: string): () => void {
  runtimeOf(key).viewers += 1
  reconcile(key)
  return () => {
    const runtime = runtimes.get(key)
    if (!runtime) return
    runtime.viewers -= 1
    const background = [...runtimes].filter(
      ([, one]) => one.viewers === 0 && one.stream && isFollowed(one.live) && one.live?.runId,
    )
    for (const [other, { stream }] of background.slice(0, -BACKGROUND_STREAMS)) {
      stream?.abort()
      drop(other)
      // What it knew went with it: the thread is read anew when it is opened.
      void refreshThread(other)
    }
  }
}

/** The server's news about a thread: a run has begun or ended, in this tab or another. */
export function hearOfThread(key: string): void {
  // While this tab streams the reply it knows more than the history does, and reads the history at the end anyway.
  if (isFollowed(runtimeOf(key).live)) return
  void refreshThread(key).then(() => reconcile(key))
}
