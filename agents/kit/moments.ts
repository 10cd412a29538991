import { DAY_MS, dayNumber } from '@atrium/domain/dates/days'
import { readDate } from '@atrium/domain/dates/written'

/**
 * A moment as logs write it (`2026-03-15T22:04:11Z`, `2026-03-15 22:04`, `15.3.2026 22:04:11 +01:00`, seconds or milliseconds
 * since 1970), in milliseconds since 1970. Without a zone it is read as UTC; null when it is none.
 */
export function momentIn(text: string): number | null {
  const clean = text.trim()
  if (clean.length > 40) return null
  if (/^\d{10}$/.test(clean)) return Number(clean) * 1000
  if (/^\d{13}$/.test(clean)) return Number(clean)
  const read = readDate(clean, { order: /^\d{1,2}\./.test(clean) ? 'dmy' : 'mdy' })
  if (!read?.time || read.rest !== '') return null
  return dayNumber(read.day) * DAY_MS + read.time.ms - (read.time.offset ?? 0) * 60_000
}

/** `2026-03-15 22:04` in UTC. */
export const minuteOf = (moment: number): string => new Date(moment).toISOString().slice(0, 16).replace('T', ' ')

/** `45 s`, `12 min`, `3.5 h`, `2.1 d`. */
export function lasting(milliseconds: number): string {
  const minutes = milliseconds / 60_000
  if (minutes < 1) return `${Math.round(milliseconds / 1000)} s`
  if (minutes < 120) return `${Math.round(minutes)} min`
  return minutes < 48 * 60 ? `${(minutes / 60).toFixed(1)} h` : `${(minutes / 1440).toFixed(1)} d`
}
