import { addDays, isoWeekday } from '@atrium/domain/dates/days'
import { minutesOfTime } from '@atrium/domain/dates/local-time'

/** An appointment on one clock: `2026-03-16T09:00`. */
export interface Appointment {
  id: string
  title: string
  start: string
  end: string
  place: string
}

export interface WeekIssue {
  kind: 'conflict' | 'no buffer' | 'outside hours' | 'weekend' | 'too many meetings' | 'no time to focus'
  when: string
  what: string
  next: string
}

const minuteOf = (local: string) => Date.parse(`${local}:00Z`) / 60_000
const timeOf = (local: string) => local.slice(11, 16)
const dayPart = (local: string) => local.slice(0, 10)
export const lengthOf = ({ start, end }: Pick<Appointment, 'start' | 'end'>): number =>
  Math.max(0, minuteOf(end) - minuteOf(start))

export interface DayLoad {
  day: string
  meetings: number
  minutes: number
  /** The longest stretch free within the hours of work, minutes. */
  longestFree: number
  /** Free stretches of at least 90 minutes. */
  focusBlocks: number
}

/** Stretches of a day within the hours in which nothing is, in minutes since midnight. */
export function freeStretches(
  appointments: readonly Appointment[],
  day: string,
  hours: { from: number; to: number },
): { from: number; to: number }[] {
  const busy = appointments
    .filter(({ start, end }) => dayPart(start) <= day && dayPart(end) >= day)
    .map(({ start, end }) => ({
      from: dayPart(start) < day ? 0 : minutesOfTime(timeOf(start)),
      to: dayPart(end) > day ? 1_440 : minutesOfTime(timeOf(end)),
    }))
    .sort((a, b) => a.from - b.from)
  const free: { from: number; to: number }[] = []
  let at = hours.from
  for (const one of busy) {
    if (one.from > at) free.push({ from: at, to: Math.min(one.from, hours.to) })
    at = Math.max(at, one.to)
  }
  if (at < hours.to) free.push({ from: at, to: hours.to })
  return free.filter(({ from, to }) => to > from)
}

/** Ninety minutes: the length of one undisturbed stretch of work (C. Newport, Deep Work). */
export const FOCUS_MINUTES = 90

export function dayLoads(
  appointments: readonly Appointment[],
  from: string,
  days: number,
  hours: { from: number; to: number },
): DayLoad[] {
  return Array.from({ length: days }, (_, at) => {
    const day = addDays(from, at)
    const mine = appointments.filter(({ start }) => dayPart(start) === day)
    const free = freeStretches(appointments, day, hours)
    return {
      day,
      meetings: mine.length,
      minutes: mine.reduce((sum, one) => sum + lengthOf(one), 0),
      longestFree: Math.max(0, ...free.map((one) => one.to - one.from)),
      focusBlocks: free.filter((one) => one.to - one.from >= FOCUS_MINUTES).length,
    }
  })
}

export interface WeekRules {
  hours: { from: number; to: number }
  bufferMinutes: number
  /** Minutes of meetings a day that are too many. */
  loadMinutes: number
}

/** What stands against a week, in the order of days. */
export function weekIssues(
  appointments: readonly Appointment[],
  loads: readonly DayLoad[],
  { hours, bufferMinutes, loadMinutes }: WeekRules,
): WeekIssue[] {
  const sorted = appointments.toSorted((a, b) => a.start.localeCompare(b.start))
  const issues: WeekIssue[] = []
  for (const [at, one] of sorted.entries()) {
    const when = one.start.replace('T', ' ')
    for (const other of sorted.slice(at + 1)) {
      if (other.start >= one.end) break
      issues.push({
        kind: 'conflict',
        when: other.start.replace('T', ' '),
        what: `“${other.title}” begins before “${one.title}” ends (${timeOf(one.end)}).`,
        next: 'Move or decline one of them.',
      })
    }
    const next = sorted.slice(at + 1).find(({ start }) => start >= one.end)
    const gap = next ? minuteOf(next.start) - minuteOf(one.end) : Number.POSITIVE_INFINITY
    if (next && gap < bufferMinutes)
      issues.push({
        kind: 'no buffer',
        when: next.start.replace('T', ' '),
        what: `${gap} minutes between “${one.title}” and “${next.title}”${one.place && next.place && one.place !== next.place ? `, from ${one.place} to ${next.place}` : ''}.`,
        next: `End the first ${bufferMinutes - gap} minutes earlier, or begin the second later.`,
      })
    if (isoWeekday(dayPart(one.start)) > 5)
      issues.push({
        kind: 'weekend',
        when,
        what: `“${one.title}” is on a weekend.`,
        next: 'Keep it only if you want to.',
      })
    else if (
      minutesOfTime(timeOf(one.start)) < hours.from ||
      minutesOfTime(timeOf(one.end)) > hours.to ||
      dayPart(one.end) > dayPart(one.start)
    )
      issues.push({
        kind: 'outside hours',
        when,
        what: `“${one.title}”, ${timeOf(one.start)}–${timeOf(one.end)}, is outside your hours.`,
        next: 'Propose a time within them.',
      })
  }
  for (const { day, minutes, focusBlocks, meetings } of loads) {
    if (minutes > loadMinutes)
      issues.push({
        kind: 'too many meetings',
        when: day,
        what: `${(minutes / 60).toFixed(1)} hours of meetings.`,
        next: 'Shorten, move or give away one.',
      })
    if (focusBlocks === 0 && meetings > 0 && isoWeekday(day) <= 5)
      issues.push({
        kind: 'no time to focus',
        when: day,
        what: `No ${FOCUS_MINUTES} minutes in a row are free.`,
        next: 'Move appointments together.',
      })
  }
  return issues.sort((a, b) => a.when.localeCompare(b.when))
}
