import type { Message } from '@atrium/contract/chat'
import { createContext, use } from 'react'

export interface Editing {
  id: string
  text: string
}

/** What a message can ask of its thread. Failures are told in a toast by whoever provides it. */
export interface ThreadActions {
  threadId: string | null
  /** A reply is being written: nothing else can be asked for. */
  busy: boolean
  isAdmin: boolean
  startEdit: (message: Message) => void
  changeEdit: (text: string) => void
  cancelEdit: () => void
  saveEdit: (message: Message, text: string) => void
  regenerate: (message: Message, model?: string) => void
  continueReply: (message: Message) => void
  select: (messageId: string) => void
  reconnect: () => void
}

export const ThreadContext = createContext<ThreadActions | null>(null)

export function useThreadActions(): ThreadActions {
  const actions = use(ThreadContext)
  if (!actions) throw new Error('A message must stand inside a ThreadContext.')
  return actions
}
