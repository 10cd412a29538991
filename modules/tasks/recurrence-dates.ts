import { addDays, type Day, dayParts } from '@atrium/domain/dates/days'
import { atTime, type LocalTime as Due, dayOf, timeOf } from '@atrium/domain/dates/local-time'
import { addInterval, intervalsBetween } from '@atrium/domain/recurrence/interval'
import { formatRule } from '@atrium/domain/recurrence/rule'
import { daysOfRule, LAST_YEAR } from '@atrium/domain/recurrence/rule-days'
import { isRule, parseRecurrence, type StrictInterval } from './recurrence.ts'

/** Counted from the first day each time, so that the 31st comes back after a short month. */
function nextStrict(interval: StrictInterval, from: Day, today: Day): Day | null {
  let times = Math.max(1, intervalsBetween(interval, from, today))
  let day = addInterval(from, interval, times)
  while (day !== null && day < today) day = addInterval(from, interval, ++times)
  return day
}

/**
 * When a task that was done today is due again, and its recurrence from then on (COUNT goes down); null when it was the last.
 * What was missed is not made up for: the next one is never before today.
 */
export function nextDue(recurrence: string, due: Due | null, today: Day): { due: Due; recurrence: string } | null {
  const parsed = parseRecurrence(recurrence)
  const from = due === null ? today : dayOf(due)
  const time = due === null ? null : timeOf(due)
  if (!isRule(parsed)) {
    const day = parsed.strict ? nextStrict(parsed, from, today) : addInterval(today, parsed)
    return day === null || dayParts(day).year >= LAST_YEAR ? null : { due: atTime(day, time), recurrence }
  }
  const tomorrow = addDays(from, 1)
  if (parsed.count === null) {
    for (const day of daysOfRule(parsed, from, { from: today > from ? today : tomorrow }))
      return { due: atTime(day, time), recurrence }
    return null
  }
  let passed = 0
  for (const day of daysOfRule(parsed, from)) {
    if (day > from && day >= today)
      return { due: atTime(day, time), recurrence: formatRule({ ...parsed, count: parsed.count - passed }) }
    passed++
  }
  return null
}

/** The first day on or after `from` that the recurrence allows; "every other Friday" begins on the next Friday. */
export function firstDue(recurrence: string, from: Day): Day | null {
  const parsed = parseRecurrence(recurrence)
  if (!isRule(parsed)) return from
  const lists = [parsed.byDay, parsed.byMonthDay, parsed.byWeekNo, parsed.byYearDay]
  const isByDay = lists.some((list) => list.length > 0)
  for (const day of daysOfRule({ ...parsed, interval: isByDay ? 1 : parsed.interval }, from)) return day
  return null
}
