import { isDated } from '../kinds.ts'
import type { Profile } from '../measuring/profile.ts'

/** How a number of a column is said: dates as days. */
export function saidValue({ type }: Pick<Profile, 'type'>, value: number | undefined): string | null {
  if (value === undefined) return null
  if (!isDated(type)) return String(Math.round(value * 1e6) / 1e6)
  const iso = new Date(value).toISOString()
  return type === 'date' ? iso.slice(0, 10) : iso.slice(0, 19)
}
