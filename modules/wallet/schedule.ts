import { type Day, daysBetween } from '@atrium/domain/dates/days'
import { workingDayFrom, workingDayUpTo } from '@atrium/domain/dates/working-days'
import { addInterval } from '@atrium/domain/recurrence/interval'
import type { Schedule } from './records.ts'

type Recurring = Pick<Schedule, 'start' | 'unit' | 'every' | 'weekend' | 'until'>

/** The day that its calendar says, before weekends are avoided. */
export const plainDay = ({ start, unit, every }: Recurring, index: number): Day | null =>
  unit === 'once' ? start : addInterval(start, { every, unit }, index)

/** Its occurrence by number, from 0; null when it has ended. The 31st is the last day of shorter months and the 31st again after. */
export function occurrence(schedule: Recurring, index: number): Day | null {
  if (schedule.unit === 'once' && index > 0) return null
  const plain = plainDay(schedule, index)
  if (plain === null || plain >= '9989-01-01' || (schedule.until !== null && plain > schedule.until)) return null
  if (schedule.weekend === 'keep') return plain
  return schedule.weekend === 'before' ? workingDayUpTo(plain) : workingDayFrom(plain)
}

/** The next one to be entered; null when it has ended. */
export const nextDay = (schedule: Recurring & Pick<Schedule, 'past'>): Day | null => occurrence(schedule, schedule.past)

/** How a schedule stands: overdue, due within a week, later, over. */
export function stateOf(next: Day | null, today: Day): 'over' | 'overdue' | 'today' | 'soon' | 'later' {
  if (next === null) return 'over'
  const days = daysBetween(today, next)
  if (days < 0) return 'overdue'
  if (days === 0) return 'today'
  return days <= 7 ? 'soon' : 'later'
}

/** How many of its occurrences come before a day. It looks at few of them: one of every day may have begun centuries ago. */
export function countBefore(schedule: Recurring, day: Day): number {
  const isBefore = (index: number) => {
    const found = occurrence(schedule, index)
    return found !== null && found < day
  }
  let [low, high] = [0, 1]
  while (isBefore(high - 1)) [low, high] = [high, high * 2]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** All occurrences still to come up to a day. */
export function comingUp(schedule: Recurring & Pick<Schedule, 'past'>, until: Day, most = 400): Day[] {
  const days: Day[] = []
  for (let index = schedule.past; days.length < most; index++) {
    const day = occurrence(schedule, index)
    if (day === null || day > until) break
    days.push(day)
  }
  return days
}
