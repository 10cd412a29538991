import { prefixed } from '@atrium/contract/brand'
import { storage } from '../platform/storage.ts'

const KEY = prefixed('recent_commands')
const KEPT = 6

/** Ids of the commands that were given last, the newest first. */
export const recentCommands = (): string[] => {
  const stored = storage.readJson<unknown>(KEY, [])
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, KEPT) : []
}

export function keepRecent(id: string): void {
  storage.writeJson(KEY, [id, ...recentCommands().filter((one) => one !== id)].slice(0, KEPT))
}
