import { prefixed } from '@atrium/contract/brand'
import { storage } from './storage.ts'

/**
 * Whose page this is: the id of the member or guest, '' for a visitor. Remembered, so that what the browser keeps for
 * each of them (drafts) is at hand before the server has said who is here.
 */
const KEY = prefixed('owner')

export interface OwnerChange {
  before: string
  now: string
  /** The same person under another name: what was theirs stays theirs. Otherwise they have left, and nothing of theirs may be seen. */
  takesAlong: boolean
}

let owner = storage.read(KEY) ?? ''
let left = 0
const listeners = new Set<(change: OwnerChange) => void>()

export const readOwner = (): string => owner

/** How often somebody has left this page. What was begun for one person must not be ended for another. */
export const departures = (): number => left

export function onOwnerChange(listener: (change: OwnerChange) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setOwner(now: string, takesAlong: boolean): void {
  if (now === owner) return
  const change = { before: owner, now, takesAlong }
  owner = now
  if (!takesAlong) left += 1
  if (now) storage.write(KEY, now)
  else storage.remove(KEY)
  for (const listener of listeners) listener(change)
}
