import { Preferences, type PreferencesChange } from '@atrium/contract/profile'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../accounts/tables.ts'
import type { Queryable } from '../platform/database/connect.ts'
import { preferences } from './tables.ts'

export const DEFAULTS: Preferences = {
  language: null,
  theme: null,
  density: 'comfortable',
  motion: 'system',
  soulMode: false,
}

/** What the person has chosen, and the defaults for the rest. */
export async function readPreferences(on: Queryable, userId: string): Promise<Preferences> {
  const [row] = await on
    .select({
      theme: users.theme,
      language: preferences.language,
      density: preferences.density,
      motion: preferences.motion,
      soulMode: preferences.soulMode,
    })
    .from(users)
    .leftJoin(preferences, eq(preferences.userId, users.id))
    .where(eq(users.id, userId))
  const chosen = Object.entries(row ?? {}).filter(([, value]) => value !== null)
  const read = Preferences.safeParse({ ...DEFAULTS, ...Object.fromEntries(chosen) })
  // A language may have left the catalogue since it was chosen.
  return read.success ? read.data : { ...DEFAULTS, theme: Preferences.shape.theme.catch(null).parse(row?.theme) }
}

/** Keeps what is given and leaves the rest as it is. */
export async function changePreferences(
  on: Queryable,
  userId: string,
  { theme, ...rest }: z.infer<typeof PreferencesChange>,
): Promise<void> {
  if (theme !== undefined) await on.update(users).set({ theme }).where(eq(users.id, userId))
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return
  await on
    .insert(preferences)
    .values({ userId, ...given })
    .onConflictDoUpdate({ target: preferences.userId, set: given })
}
