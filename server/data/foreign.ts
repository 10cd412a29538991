import { z } from 'zod'
import { deriveTitle } from '../chat/derive-title.ts'
import { type ArchivedMessage, type ArchivedThread, LAST_MOMENT, MESSAGE_MAX } from './format.ts'
import { ownCopyOf } from './session.ts'

/** A conversation of another service, in our shape: each message after the one that it answers. */
export interface Conversation {
  thread: ArchivedThread
  messages: ArchivedMessage[]
}

/** A message as the services' formats are brought to: `key` and `parent` are their own ids. */
export interface Said {
  key: string
  parent: string | null
  role: 'user' | 'assistant'
  text: string
  /** ms since 1970; null when it was not kept */
  at: number | null
  model?: string | undefined
}

/** ms; each message of a conversation comes at least one later than the one that it answers */
const ROOM = 366 * 24 * 60 * 60 * 1000

/** ms since 1970 of a date as text; null when it is none, or none that can be kept */
export function momentOf(text: string | null | undefined): number | null {
  const at = text ? Date.parse(text) : Number.NaN
  return at > 0 && at < LAST_MOMENT - ROOM ? at : null
}

interface Named {
  owner: string
  /** The service, and the conversation's id there. */
  key: string
  title: string | null | undefined
  createdAt: number | null
  updatedAt: number | null
  leaf: string | null
}

/** Puts it together. A message is never older than the one that it answers, so that the order is kept. */
export function conversationOf(
  { owner, key, title, createdAt, updatedAt, leaf }: Named,
  said: readonly Said[],
): Conversation {
  const idOf = (message: string) => ownCopyOf(owner, `${key} ${message}`)
  const times = new Map<string, number>()
  const began = createdAt ?? said.find(({ at }) => at !== null)?.at ?? updatedAt ?? Date.now()
  const messages = said.map(({ key: own, parent, role, text, at, model }): ArchivedMessage => {
    if (text.length > MESSAGE_MAX) throw new Error('A message of it is too long.')
    const before = parent === null ? began - 1 : (times.get(parent) ?? began)
    const time = Math.max(at ?? 0, before + 1)
    times.set(own, time)
    return {
      id: idOf(own),
      parentId: parent === null ? null : idOf(parent),
      role,
      content: text,
      status: 'complete',
      meta: model && role === 'assistant' ? { model } : {},
      feedback: null,
      feedbackReason: null,
      files: [],
      createdAt: new Date(time).toISOString(),
    }
  })
  const last = times.values().reduce((latest, time) => Math.max(latest, time), began)
  const name = title?.trim() || deriveTitle(said[0]?.text ?? '')
  const thread: ArchivedThread = {
    id: ownCopyOf(owner, key),
    title: name.slice(0, 200).toWellFormed() || 'Imported conversation',
    titleIsDerived: false,
    space: null,
    persona: 'personal',
    model: null,
    pinnedAt: null,
    archivedAt: null,
    deletedAt: null,
    leafId: leaf === null ? (messages.at(-1)?.id ?? null) : idOf(leaf),
    createdAt: new Date(began).toISOString(),
    updatedAt: new Date(updatedAt ?? last).toISOString(),
  }
  return { thread, messages }
}

export const Key = z.string().min(1).max(200)
