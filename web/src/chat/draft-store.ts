import { prefixed } from '@atrium/contract/brand'
import type { Attachment } from '@atrium/contract/chat'
import { onOwnerChange, readOwner } from '../platform/owner.ts'
import { storage } from '../platform/storage.ts'

/** What is kept of a composer: through reload, crash and sign-out. Each person's own, whoever else uses the browser. */
export interface Draft {
  text: string
  attachments: readonly Attachment[]
  /** It was sent under this id, and nobody knows whether it arrived. Sent again unchanged, it has the same, and is taken once. */
  messageId?: string
}

interface Kept extends Draft {
  /** A message on its way: it comes back unless the server says that it has it. */
  sending?: Draft
}

/** The key of the composer that has no thread yet. */
export const NEW_THREAD = 'new'
/** The same on the page of a Space. */
export const draftOf = (space: string): string => `space:${space}`
const WRITE_DELAY = 150 // ms of quiet before what is typed is written

const empty: Draft = { text: '', attachments: [] }
const kept = new Map<string, Kept>()
const dirty = new Set<string>()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

let owner = readOwner()

const keyOf = (key: string): string => prefixed(`draft_${owner || 'anon'}_${key}`)
const isEmpty = (draft: Draft): boolean => draft.text === '' && draft.attachments.length === 0

function load(key: string): Kept {
  const known = kept.get(key)
  if (known) return known
  const stored = storage.readJson<Partial<Kept> | null>(keyOf(key), null)
  let draft: Kept = {
    text: typeof stored?.text === 'string' ? stored.text : '',
    attachments: Array.isArray(stored?.attachments) ? stored.attachments : [],
    ...(typeof stored?.messageId === 'string' && { messageId: stored.messageId }),
  }
  // The page went away while this was being sent: nobody knows whether it arrived, so it is not lost.
  if (stored?.sending) draft = joined(stored.sending, draft)
  kept.set(key, draft)
  return draft
}

/** Two drafts as one. Only a message that is as it was sent is still the same message. */
function joined(first: Draft, second: Draft): Draft {
  if (isEmpty(second)) return first
  if (isEmpty(first)) return second
  return {
    text: [first.text, second.text].filter((text) => text !== '').join('\n\n'),
    attachments: [...first.attachments, ...second.attachments],
  }
}

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

export function writeDraft(key: string, change: Partial<Pick<Draft, 'text' | 'attachments'>>): void {
  const { messageId, ...before } = load(key)
  const after = { ...before, ...change }
  const isSame = after.text === before.text && after.attachments === before.attachments
  put(key, isSame && messageId ? { ...after, messageId } : after)
}

/** Empties the composer for a message that is being sent, and keeps the message aside. */
export function takeDraft(key: string, sending: Draft): void {
  put(key, { ...empty, sending }, true)
}

/** The server has the message. The draft of a new thread goes on as that of the thread it became. */
export function acceptDraft(key: string, threadId: string | null): void {
  const { sending: _, ...draft } = load(key)
  if (threadId && threadId !== key) {
    put(key, empty, true)
    if (!isEmpty(draft)) put(threadId, joined(load(threadId), draft), true)
  } else put(key, draft, true)
}

/** The message was refused: it stands in the composer again, before what was typed meanwhile. */
export function restoreDraft(key: string): void {
  const { sending, ...draft } = load(key)
  if (sending) put(key, joined(sending, draft), true)
}

/** Another person's drafts from now on. A visitor or guest who signs in takes theirs along. */
function changeOwner(now: string, takesAlong: boolean): void {
  flushDrafts()
  const start = keyOf('')
  const stored = storage.keys(start).map((key) => key.slice(start.length))
  const names = takesAlong ? [...new Set([...kept.keys(), ...stored])] : []
  const taken = names.map((name) => [name, load(name)] as const)
  for (const name of names) storage.remove(keyOf(name))
  kept.clear()
  owner = now
  for (const [name, draft] of taken) put(name, { sending: draft.sending, ...joined(draft, load(name)) })
  flushDrafts()
  for (const listener of listeners) listener()
}
onOwnerChange(({ now, takesAlong }) => changeOwner(now, takesAlong))

/** Forgets what is in memory, for tests: the next read is of the browser's storage. */
export function forgetDrafts(): void {
  flushDrafts()
  kept.clear()
}
