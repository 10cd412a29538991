import { prefixed } from '@atrium/contract/brand'
import type { PersonaKey } from '@atrium/contract/chat'
import { useSyncExternalStore } from 'react'
import { storage } from '../platform/storage.ts'

/** What a person chose for messages to come (spec 3, "Local browser storage"). */
export interface ChatPreferences {
  persona: PersonaKey
  /** A model id. */
  model: string
  fusion: boolean
  soul: boolean
}

/** DEFAULT_MODEL of contract/models.ts, which the browser cannot import without zod. */
const DEFAULT_MODEL = 'gpt-4o-mini'
const MODE = prefixed('mode')
const MODEL = 'selectedModel'
const FUSION = 'fusionMode'
const SOUL = 'soulMode'
const CONVERSATION = 'conversationId'

const personas: readonly PersonaKey[] = ['personal', 'hustler', 'smb', 'enterprise']

/** Spec 4.4: names of earlier versions, and anything unknown. */
function migrated(stored: string | null): PersonaKey {
  if (stored === 'industry') return 'smb'
  return personas.find((one) => one === stored) ?? 'personal'
}

function load(): ChatPreferences {
  const model = storage.read(MODEL)?.trim()
  if (!model) storage.write(MODEL, DEFAULT_MODEL)
  return {
    persona: migrated(storage.read(MODE)),
    model: model || DEFAULT_MODEL,
    fusion: storage.read(FUSION) === 'true',
    soul: storage.read(SOUL) === 'true',
  }
}

let preferences: ChatPreferences | undefined
const listeners = new Set<() => void>()

export const readPreferences = (): ChatPreferences => {
  preferences ??= load()
  return preferences
}

export function setPreferences(change: Partial<ChatPreferences>): void {
  preferences = { ...readPreferences(), ...change }
  storage.write(MODE, preferences.persona)
  storage.write(MODEL, preferences.model)
  storage.write(FUSION, String(preferences.fusion))
  storage.write(SOUL, String(preferences.soul))
  for (const listener of listeners) listener()
}

export function usePreferences(): ChatPreferences {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readPreferences)
}

/** Spec 5: a stored conversation id must be non-blank, otherwise a new one is made. */
export function conversationId(): string {
  const stored = storage.read(CONVERSATION)?.trim()
  if (stored) return stored
  const made = crypto.randomUUID()
  storage.write(CONVERSATION, made)
  return made
}
