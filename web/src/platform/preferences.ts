import { prefixed } from '@atrium/contract/brand'
import type { Preferences } from '@atrium/contract/profile'
import { useEffect, useSyncExternalStore } from 'react'
import { i18n, setLanguage } from '../i18n/index.ts'
import { api } from './api.ts'
import { useSession } from './session.ts'
import { storage } from './storage.ts'

/** What the page itself obeys, and keeps for the next visit's first paint. Language and theme have keepers of their own. */
export type PagePreferences = Pick<Preferences, 'density' | 'motion' | 'soulMode'>

const KEY = prefixed('preferences')
/** Spec 3: the chat sends it along from here. */
const SOUL = 'soulMode'
export const PREFERENCES = '/api/user/preferences'

const listeners = new Set<() => void>()
let shown = stored()
show(shown)
// Chosen in another tab, which may be a visitor's: the server tells them nothing.
addEventListener('storage', ({ key }) => {
  if (key === KEY || key === SOUL) show(stored())
})

function stored(): PagePreferences {
  const { density, motion } = storage.readJson<Partial<PagePreferences>>(KEY, {})
  return {
    density: density === 'compact' ? 'compact' : 'comfortable',
    motion: motion === 'reduced' ? 'reduced' : 'system',
    soulMode: storage.read(SOUL) === 'true',
  }
}

function show(next: PagePreferences): void {
  shown = next
  Object.assign(document.documentElement.dataset, { density: next.density, motion: next.motion })
  for (const listener of listeners) listener()
}

export function keepPreferences({ density, motion, soulMode }: PagePreferences): void {
  storage.writeJson(KEY, { density, motion })
  storage.write(SOUL, String(soulMode))
  show({ density, motion, soulMode })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const readPagePreferences = (): PagePreferences => shown

/** What the page obeys now. */
export const usePagePreferences = (): PagePreferences => useSyncExternalStore(subscribe, readPagePreferences)

/** Called when a preference has changed, with all of them. */
export function onPreferences(listener: (now: PagePreferences) => void): () => void {
  return subscribe(() => listener(shown))
}

/** The person's own preferences, from the server, win over what this browser had (as the theme does, spec 4.2). */
export async function loadServerPreferences(): Promise<void> {
  // A failure is no news: what is on screen is good.
  const answer = await api.get<Preferences | undefined>(PREFERENCES).catch(() => undefined)
  if (!answer?.density) return
  keepPreferences(answer)
  const asked = new URLSearchParams(location.search).has('lng')
  if (answer.language && answer.language !== i18n.language && !asked) await setLanguage(answer.language)
}

/** Once it is known who is here, their preferences are applied. */
export function useServerPreferences(): void {
  const { status, userId } = useSession()
  const who = status === 'authenticated' ? userId : null
  useEffect(() => {
    if (who) void loadServerPreferences()
  }, [who])
}
