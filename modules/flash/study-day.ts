import { DAY_MS } from '@atrium/domain/dates/days'
import { instantOfWall, wallClockAt } from '@atrium/domain/dates/wall-clock'

const HOUR_MS = 3_600_000

/** Days of study in one time zone. A day is its number since 1 January 1970. */
export interface StudyDays {
  /** The wall clock, moved so that each day of study begins at midnight UTC: what the scheduler counts days by. */
  clock(at: Date): number
  dayOf(at: Date): number
  /** The moment at which this day of study begins. */
  startOf(day: number): Date
}

/** `startsAt` is the hour at which a day of study begins on the person's clock: what is learnt past midnight belongs to the evening. */
export function studyDays(timeZone: string, startsAt: number): StudyDays {
  const clock = (at: Date) =>
    wallClockAt(at.getTime(), timeZone) + (((at.getTime() % 1000) + 1000) % 1000) - startsAt * HOUR_MS
  return {
    clock,
    dayOf: (at) => Math.floor(clock(at) / DAY_MS),
    startOf: (day) => new Date(instantOfWall(day * DAY_MS + startsAt * HOUR_MS, timeZone)),
  }
}

/** How many of these days are in a row up to today, or up to yesterday: a day that is not over breaks nothing. */
export function inARow(done: { has(day: number): boolean }, today: number): number {
  let streak = 0
  for (let day = done.has(today) ? today : today - 1; done.has(day); day--) streak += 1
  return streak
}
