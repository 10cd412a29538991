import { prefixed } from '@atrium/contract/brand'
import { useSyncExternalStore } from 'react'
import { onOwnerChange } from './owner.ts'
import { storage } from './storage.ts'

/** Where the person works: '' for their own things, `team:<id>` for a team's. Each call says it. Remembered by the browser. */
const KEY = prefixed('scope')

let scope = storage.read(KEY) ?? ''
const listeners = new Set<() => void>()

export const readScope = (): string => scope

export function setScope(next: string): void {
  if (next === scope) return
  scope = next
  if (next) storage.write(KEY, next)
  else storage.remove(KEY)
  for (const listener of listeners) listener()
}

/**
 * Works elsewhere for as long as one page is open: nothing of it is remembered. Answers what goes back to where the person was.
 */
export function enterScope(next: string): () => void {
  const before = scope
  scope = next
  for (const listener of listeners) listener()
  return () => {
    if (scope !== next) return
    scope = before
    for (const listener of listeners) listener()
  }
}

// Somebody else's teams are not theirs.
onOwnerChange(() => setScope(''))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useScope = (): string => useSyncExternalStore(subscribe, readScope)
