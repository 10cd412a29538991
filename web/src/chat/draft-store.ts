import { prefixed } from '@atrium/contract/brand'
import type { Attachment } from '@atrium/contract/chat'
import { storage } from '../platform/storage.ts'

/** What is kept of a composer: through reload, crash and sign-out. */
export interface Draft {
  text: string
  attachments: readonly Attachment[]
}

interface Kept extends Draft {
  /** A message on its way: it comes back unless the server says that it has it. */
  sending?: Draft
}

/** The key of the composer that has no thread yet. */
export const NEW_THREAD = 'new'
const WRITE_DELAY = 150 // ms of quiet before what is typed is written

const empty: Draft = { text: '', attachments: [] }
const kept = new Map<string, Kept>()
const dirty = new Set<string>()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

const keyOf = (key: string): string => prefixed(`draft_${key}`)
const isEmpty = (draft: Draft): boolean => draft.text === '' && draft.attachments.length === 0

function load(key: string): Kept {
  const known = kept.get(key)
  if (known) return known
  const stored = storage.readJson<Partial<Kept> | null>(keyOf(key), null)
  let draft: Kept = {
    text: typeof stored?.text === 'string' ? stored.text : '',
    attachments: Array.isArray(stored?.attachments) ? stored.attachments : [],
  }
  // The page went away while this was being sent: nobody knows whether it arrived, so it is not lost.
  if (stored?.sending) draft = joined(stored.sending, draft)
  kept.set(key, draft)
  return draft
}

const joined = (first: Draft, second: Draft): Draft => ({
  text: [first.text, second.text].filter((text) => text !== '').join('\n\n'),
  attachments: [...first.attachments, ...second.attachments],
})

function put(key: string, draft: Kept, now = false): void {
  kept.set(key, draft)
  dirty.add(key)
  if (now) flushDrafts()
  else timer ??= setTimeout(flushDrafts, WRITE_DELAY)
  for (const listener of listeners) listener()
}

/** Writes what is waiting to be written. */
export function flushDrafts(): void {
  clearTimeout(timer)
  timer = undefined
  for (const key of dirty) {
    const draft = kept.get(key) ?? empty
    if (isEmpty(draft) && !('sending' in draft && draft.sending)) storage.remove(keyOf(key))
    else storage.writeJson(keyOf(key), draft)
  }
  dirty.clear()
}
addEventListener('pagehide', flushDrafts)
document.addEventListener('visibilitychange', flushDrafts)

export function onDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const readDraft = (key: string): Draft => load(key)

export function writeDraft(key: string, change: Partial<Draft>): void {
  put(key, { ...load(key), ...change })
}

/** Empties the composer for a message that is being sent, and keeps the message aside. */
export function takeDraft(key: string, sending: Draft): void {
  put(key, { ...empty, sending }, true)
}

/** The server has the message. The draft of a new thread goes on as that of the thread it became. */
export function acceptDraft(key: string, threadId: string | null): void {
  const { text, attachments } = load(key)
  if (threadId && threadId !== key) {
    put(key, empty, true)
    if (text !== '' || attachments.length > 0) put(threadId, joined(load(threadId), { text, attachments }), true)
  } else put(key, { text, attachments }, true)
}

/** The message was refused: it stands in the composer again, before what was typed meanwhile. */
export function restoreDraft(key: string): void {
  const { sending, text, attachments } = load(key)
  if (sending) put(key, joined(sending, { text, attachments }), true)
}

/** Forgets what is in memory, for tests: the next read is of the browser's storage. */
export function forgetDrafts(): void {
  flushDrafts()
  kept.clear()
}
