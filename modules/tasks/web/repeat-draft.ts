import { type Day, dayParts, daysInMonth, isoWeekday } from '@atrium/domain/dates/days'
import { formatRule, newRule, parseRule, RecurrenceError, type Rule } from '@atrium/domain/recurrence/rule'
import { parseInterval } from '../recurrence.ts'

/** What the form for a recurrence holds. */
export interface RepeatDraft {
  every: number
  unit: 'day' | 'week' | 'month' | 'year'
  /** Counted from the day it is due, or from the day it was done. */
  from: 'due' | 'done'
  /** Of a week: 1 is Monday. */
  weekdays: readonly number[]
  /** Of a month: its date, such a weekday of it, or its last day. */
  monthly: 'date' | 'weekday' | 'last'
  ends: 'never' | 'until' | 'count'
  until: string
  count: number
}

const UNITS = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const
const LETTERS = { day: 'd', week: 'w', month: 'm', year: 'y' } as const

/** Which such weekday of its month a day is: 2 for the second Tuesday, -1 for the last where it is the fifth. */
export function ordinalOf(day: Day): number {
  const { date } = dayParts(day)
  return date > 28 ? -1 : Math.ceil(date / 7)
}

const isLastDay = (day: Day): boolean => {
  const { year, month, date } = dayParts(day)
  return date === daysInMonth(year, month)
}

export const newDraft = (day: Day): RepeatDraft => ({
  ...{ every: 1, unit: 'week', from: 'due', weekdays: [isoWeekday(day)], ends: 'never', until: '', count: 10 },
  monthly: isLastDay(day) ? 'last' : 'date',
})

/** The form of a rule; null of one with more in it than the form has, which stays as it is unless another is made. */
export function draftOf(rule: string, day: Day): RepeatDraft | null {
  const fresh = newDraft(day)
  const interval = rule.startsWith('rec:') ? parseInterval(rule) : null
  if (interval) {
    if (interval.unit === 'business day') return null
    return { ...fresh, every: interval.every, unit: interval.unit, from: interval.strict ? 'due' : 'done' }
  }
  try {
    const read = parseRule(rule)
    const unit = (Object.keys(UNITS) as RepeatDraft['unit'][]).find((one) => UNITS[one] === read.frequency)
    if (!unit) return null
    const draft: RepeatDraft = {
      ...{ ...fresh, every: read.interval, unit, monthly: monthlyOf(read, fresh) },
      weekdays: unit === 'week' && read.byDay.length > 0 ? read.byDay.map(({ weekday }) => weekday) : fresh.weekdays,
      ends: read.until ? 'until' : read.count ? 'count' : 'never',
      until: read.until?.slice(0, 10) ?? '',
      count: read.count ?? fresh.count,
    }
    return ruleOf(draft, day) === formatRule({ ...read, until: read.until?.slice(0, 10) ?? null }) ? draft : null
  } catch (error) {
    if (error instanceof RecurrenceError) return null
    throw error
  }
}

function monthlyOf({ byDay, byMonthDay }: Rule, fresh: RepeatDraft): RepeatDraft['monthly'] {
  if (byDay.length > 0) return 'weekday'
  if (byMonthDay.join() === '-1') return 'last'
  return byMonthDay.length > 0 ? 'date' : fresh.monthly
}

/** The rule that the form makes, with the day it begins on for what the form does not ask. */
export function ruleOf(draft: RepeatDraft, day: Day): string {
  const { every, unit, from, monthly } = draft
  if (from === 'done') return `rec:${every}${LETTERS[unit]}`
  const { date } = dayParts(day)
  const ends = {
    until: draft.ends === 'until' && draft.until !== '' ? draft.until : null,
    count: draft.ends === 'count' ? draft.count : null,
  }
  const days: Partial<Rule> =
    unit === 'week'
      ? { byDay: [...draft.weekdays].sort((a, b) => a - b).map((weekday) => ({ ordinal: 0, weekday })) }
      : unit !== 'month'
        ? {}
        : monthly === 'last'
          ? { byMonthDay: [-1] }
          : monthly === 'weekday'
            ? { byDay: [{ ordinal: ordinalOf(day), weekday: isoWeekday(day) }] }
            : // The 29th to 31st fall on the last day of a shorter month.
              date > 28
              ? { byMonthDay: Array.from({ length: date - 27 }, (_, at) => 28 + at), bySetPosition: [-1] }
              : { byMonthDay: [date] }
  return formatRule(newRule(UNITS[unit], { interval: every, ...days, ...ends }))
}
