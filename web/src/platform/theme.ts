import type { Theme } from '@atrium/contract/accounts'
import { prefixed } from '@atrium/contract/brand'
import { useSyncExternalStore } from 'react'
import { api } from './api.ts'
import { storage } from './storage.ts'

export type { Theme }

/** Read by public/theme.js too, before the first paint. */
export const THEME_KEY = prefixed('theme')
const SAVE_DELAY = 150 // ms (spec 9)
const SERVER = '/api/user/preferences/theme'

const isTheme = (value: unknown): value is Theme => value === 'light' || value === 'dark' || value === 'system'

const systemDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let theme: Theme = stored()
let pending: ReturnType<typeof setTimeout> | undefined
let saving: Promise<unknown> | undefined
/** How many choices were made on this page. */
let choices = 0

function stored(): Theme {
  const value = storage.read(THEME_KEY)
  return isTheme(value) ? value : 'dark'
}

const shownFor = (value: Theme): 'light' | 'dark' =>
  value === 'system' ? (systemDark.matches ? 'dark' : 'light') : value

function show(next: Theme): void {
  theme = next
  const shown = shownFor(theme)
  const root = document.documentElement.classList
  root.toggle('dark', shown === 'dark')
  root.toggle('light', shown === 'light')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', shown === 'dark' ? '#141412' : '#fdfdfb')
  for (const listener of listeners) listener()
}

/** Applies the stored theme and follows the system and other tabs from now on. */
export function startTheme(): () => void {
  show(stored())
  const onSystem = () => show(theme)
  const onStorage = (event: StorageEvent) => event.key === THEME_KEY && show(stored())
  systemDark.addEventListener('change', onSystem)
  addEventListener('storage', onStorage)
  return () => {
    systemDark.removeEventListener('change', onSystem)
    removeEventListener('storage', onStorage)
  }
}

/** Shows and keeps the theme; the server gets it 150 ms later, one save at a time. A failure to save is only logged. */
export function setTheme(next: Theme): void {
  show(next)
  storage.write(THEME_KEY, next)
  choices += 1
  clearTimeout(pending)
  pending = setTimeout(() => {
    pending = undefined
    saving = api
      .put<unknown>(SERVER, { theme: next })
      .catch((cause: unknown) => console.error('The theme was not saved on the server.', cause))
  }, SAVE_DELAY)
}

/** The server's preference, when it has one, wins over the stored one. Failures are ignored (spec 8): the theme on screen is good. */
export async function loadServerTheme(): Promise<void> {
  if (pending !== undefined) return
  const before = choices
  await saving
  const answer = await api.get<{ theme?: unknown } | undefined>(SERVER).catch(() => undefined)
  // A choice made meanwhile is newer than the answer.
  if (!isTheme(answer?.theme) || choices !== before) return
  storage.write(THEME_KEY, answer.theme)
  show(answer.theme)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTheme(): { theme: Theme; shown: 'light' | 'dark'; setTheme: (theme: Theme) => void } {
  const current = useSyncExternalStore(subscribe, () => theme)
  const shown = useSyncExternalStore(subscribe, () => shownFor(theme))
  return { theme: current, shown, setTheme }
}
