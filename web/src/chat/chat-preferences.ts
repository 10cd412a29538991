import { prefixed } from '@atrium/contract/brand'
import type { PersonaKey } from '@atrium/contract/chat'
import { useSyncExternalStore } from 'react'
import { onOwnerChange } from '../platform/owner.ts'
import { onPreferences } from '../platform/preferences.ts'
import { storage } from '../platform/storage.ts'
import { uuid } from '../platform/uuid.ts'

/** What a person chose for messages to come (spec 3, "Local browser storage"). */
export interface ChatPreferences {
  persona: PersonaKey
  /** A model id. */
  model: string
  fusion: boolean
  soul: boolean
}

/** contract/models.ts has it too, which the browser cannot import without zod; a test holds them equal. */
export const DEFAULT_MODEL = 'gpt-4o-mini'
const MODE = prefixed('mode')
const MODEL = 'selectedModel'
const FUSION = 'fusionMode'
const SOUL = 'soulMode'
const CONVERSATION = 'conversationId'
const THREAD = 'currentThreadId'

/** The keys of contract/catalogue/personas.ts in their order, without their texts; a test holds them equal. */
export const personaKeys: readonly PersonaKey[] = ['personal', 'hustler', 'smb', 'enterprise']

export const NEXT_PERSONA = 'alt+P'
export const PREVIOUS_PERSONA = 'alt+shift+P'

/** Spec 4.4: names of earlier versions, and anything unknown. */
function migrated(stored: string | null): PersonaKey {
  if (stored === 'industry') return 'smb'
  return personaKeys.find((one) => one === stored) ?? 'personal'
}

/** Spec 4.4: toggling goes round, forwards or backwards. */
export function nextPersona(persona: PersonaKey, step: 1 | -1 = 1): PersonaKey {
  const at = personaKeys.indexOf(persona) + step + personaKeys.length
  return personaKeys[at % personaKeys.length] as PersonaKey
}

function load(): ChatPreferences {
  const model = storage.read(MODEL)?.trim()
  if (!model) storage.write(MODEL, DEFAULT_MODEL)
  const stored = storage.read(MODE)
  const persona = migrated(stored)
  if (stored !== null && stored !== persona) storage.write(MODE, persona)
  return {
    persona,
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
  // Nothing else: another tab may have chosen the rest since.
  const { persona, model, fusion, soul } = change
  if (persona !== undefined) storage.write(MODE, persona)
  if (model !== undefined) storage.write(MODEL, model)
  if (fusion !== undefined) storage.write(FUSION, String(fusion))
  if (soul !== undefined) storage.write(SOUL, String(soul))
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
  const made = uuid()
  storage.write(CONVERSATION, made)
  return made
}

/** Spec 4.4: the id that the server gave a new thread is kept as the current thread's; null clears it. */
export function keepCurrentThread(id: string | null): void {
  if (id) storage.write(THREAD, id)
  else storage.remove(THREAD)
}

export const currentThread = (): string | null => storage.read(THREAD)

onOwnerChange(({ takesAlong }) => {
  if (takesAlong) return
  keepCurrentThread(null)
  storage.remove(CONVERSATION)
})

// Chosen in the settings: here, in another tab or on another device.
onPreferences(({ soulMode }) => {
  if (soulMode !== readPreferences().soul) setPreferences({ soul: soulMode })
})
addEventListener('storage', ({ key, newValue }) => {
  if (key === FUSION) setPreferences({ fusion: newValue === 'true' })
})

/** Reads what is stored anew, for tests. */
export function forgetPreferences(): void {
  preferences = undefined
}
