/** A day, or a day and a time on some clock: `2026-11-02`, `2026-11-02T09:00`. */
export type Local = string
/** `2026-11-02` */
export type Day = string

export const isDay = (local: Local): boolean => local.length === 10
export const dayOf = (local: Local): Day => local.slice(0, 10)
export const timeOf = (local: Local): string => local.slice(11)

const wall = (local: Local): number => Date.parse(isDay(local) ? `${local}T00:00Z` : `${local}Z`)
const localAt = (wallClock: number): Local => new Date(wallClock).toISOString().slice(0, 16)

/** On a clock that never changes: summer time does not come into it. */
export const addMinutes = (local: Local, minutes: number): Local => {
  const moved = localAt(wall(local) + minutes * 60_000)
  return isDay(local) ? dayOf(moved) : moved
}
export const addDays = (local: Local, days: number): Local => addMinutes(local, days * 1440)
/** Minutes of a clock that never changes. */
export const minutesBetween = (from: Local, to: Local): number => (wall(to) - wall(from)) / 60_000
export const daysBetween = (from: Local, to: Local): number => minutesBetween(dayOf(from), dayOf(to)) / 1440
/** 1 is Monday, 7 Sunday. */
export const weekdayOf = (local: Local): number => ((new Date(wall(dayOf(local))).getUTCDay() + 6) % 7) + 1
