// What clocks show, without a zone: `2026-10-05T15:00`, or a whole day, `2026-10-05` (ISO 8601). They compare and sort as text.
import { type Day, dayNumber, dayOfNumber } from './days.ts'
import { instantOfWall, wallClockAt } from './wall-clock.ts'

/** `2026-10-05T15:00`, or the whole day `2026-10-05`. */
export type LocalTime = string

const MINUTE = 60_000
const DAY_MINUTES = 1_440
const two = (value: number) => (value < 10 ? `0${value}` : String(value))

export const isWholeDay = (local: LocalTime): boolean => local.length === 10
export const dayOf = (local: LocalTime): Day => local.slice(0, 10)
/** `15:00`, or null for a whole day. */
export const timeOf = (local: LocalTime): string | null => (isWholeDay(local) ? null : local.slice(11, 16))
export const atTime = (day: Day, time: string | null): LocalTime => (time === null ? day : `${day}T${time}`)

/** Minutes since midnight of `09:30`. */
export const minutesOfTime = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
/** `09:30` of 570, which is 0 to 1439. */
export const timeOfMinutes = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/** Minutes since 1970-01-01T00:00 on a clock that never changes; a whole day counts from its midnight. */
const minuteNumber = (local: LocalTime): number =>
  dayNumber(local) * DAY_MINUTES + (isWholeDay(local) ? 0 : minutesOfTime(local.slice(11)))
function localOfNumber(minutes: number): LocalTime {
  const day = Math.floor(minutes / DAY_MINUTES)
  return `${dayOfNumber(day)}T${timeOfMinutes(minutes - day * DAY_MINUTES)}`
}

/**
 * On a clock that never changes: summer time does not come into it. A whole day stays one, and moves by whole days only.
 * Throws a RangeError outside of the years 1 to 9999.
 */
export function addMinutes(local: LocalTime, minutes: number): LocalTime {
  const moved = localOfNumber(minuteNumber(local) + Math.floor(minutes))
  return isWholeDay(local) ? dayOf(moved) : moved
}
/** Minutes of a clock that never changes; negative when `to` is before `from`. */
export const minutesBetween = (from: LocalTime, to: LocalTime): number => minuteNumber(to) - minuteNumber(from)

/** What the clocks of a zone show at an instant, to the minute. Throws a RangeError where there is no such zone. */
export const localAt = (instant: Date, zone: string): LocalTime =>
  localOfNumber(Math.floor(wallClockAt(instant.getTime(), zone) / MINUTE))
/** The day that it is in a zone at an instant. Throws as `localAt`. */
export const dayAt = (instant: Date, zone: string): Day => dayOf(localAt(instant, zone))
/**
 * When the clocks of a zone show this; for a whole day its midnight. A time that clocks skip counts as so much later, of one
 * that comes twice the first is taken (RFC 5545, 3.3.5). Throws as `localAt`.
 */
export const instantOf = (local: LocalTime, zone: string): Date =>
  new Date(instantOfWall(minuteNumber(local) * MINUTE, zone))
/** The same instant on the clocks of another zone; a whole day stays as it is. */
export const changeZone = (local: LocalTime, from: string, to: string): LocalTime =>
  isWholeDay(local) || from === to ? local : localAt(instantOf(local, from), to)
