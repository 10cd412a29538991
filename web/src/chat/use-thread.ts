import type { Message, ThreadHistory } from '@atrium/contract/chat'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useChatNews } from './chat-news.ts'
import { NEW_THREAD } from './draft-store.ts'
import { type LiveReply, messagesWith } from './live-reply.ts'
import { reconcile, viewThread } from './thread-follow.ts'
import { threadQuery } from './thread-queries.ts'
import { onThread, readLive } from './thread-runtime.ts'

export interface ThreadView {
  /** What stores know the thread by: its id, or NEW_THREAD. */
  key: string
  thread: ThreadHistory | undefined
  messages: readonly Message[]
  live: LiveReply | null
  error: Error | null
  loading: boolean
  reload: () => void
}

const none: readonly Message[] = []

/** A thread as it is on screen: what the server has, and over it the reply that is being written. */
export function useThread(threadId: string | undefined): ThreadView {
  const key = threadId ?? NEW_THREAD
  const subscribe = useCallback((listener: () => void) => onThread(key, listener), [key])
  const live = useSyncExternalStore(subscribe, () => readLive(key))
  const { data, error, refetch } = useQuery({ ...threadQuery(key), enabled: threadId !== undefined })
  const thread = threadId === undefined ? undefined : data
  useEffect(() => viewThread(key), [key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new history is what there is to reconcile
  useEffect(() => reconcile(key), [key, data])
  useChatNews()
  const messages = useMemo(() => messagesWith(thread?.messages ?? none, live), [thread, live])
  return {
    key,
    thread,
    messages,
    live,
    error: threadId === undefined ? null : error,
    loading: threadId !== undefined && !thread && !error && !live,
    reload: () => void refetch(),
  }
}
