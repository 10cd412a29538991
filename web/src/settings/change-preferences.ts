import type { Preferences, PreferencesChange } from '@atrium/contract/profile'
import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { setLanguage } from '../i18n/index.ts'
import { api } from '../platform/api.ts'
import { keepPreferences, PREFERENCES, readPagePreferences } from '../platform/preferences.ts'
import { lastRole } from '../platform/session.ts'
import { setTheme } from '../platform/theme.ts'

type Change = z.infer<typeof PreferencesChange>

/**
 * Takes effect at once, and is kept here; with a session on the server too, for the person's other devices. Throws when
 * the server refuses: what is on screen then goes back to what it was.
 */
export async function changePreferences(client: QueryClient, change: Change): Promise<void> {
  const before = readPagePreferences()
  const { density = before.density, motion = before.motion, soulMode = before.soulMode } = change
  keepPreferences({ density, motion, soulMode })
  if (change.theme) setTheme(change.theme)
  if (change.language) await setLanguage(change.language)
  if (!lastRole(client)) return
  try {
    client.setQueryData([PREFERENCES], await api.patch<Preferences>(PREFERENCES, change))
  } catch (error) {
    keepPreferences(before)
    throw error
  }
}
