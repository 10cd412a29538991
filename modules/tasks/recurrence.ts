import type { Interval } from '@atrium/domain/recurrence/interval'
import { parseRule, RecurrenceError, type Rule } from '@atrium/domain/recurrence/rule'
import { type DayRule, isDayRule } from '@atrium/domain/recurrence/rule-days'

/** todo.txt's `rec:`: counted from the day it was done, or with `strict` (`+`) from the day it was due. */
export interface StrictInterval extends Interval {
  strict: boolean
}

const UNITS = { d: 'day', b: 'business day', w: 'week', m: 'month', y: 'year' } as const
/** Characters of a rule that a task can keep. */
const LONGEST = 300

const FINER = { HOURLY: 'hour', MINUTELY: 'minute', SECONDLY: 'second' } as const

/** Why a task cannot come again so (RFC 5545, 3.3.10, and what a task is); null when it can. */
function reasonAgainst(rule: Rule): string | null {
  if (rule.frequency in FINER)
    return `a task comes again by days, weeks, months or years, not by the ${FINER[rule.frequency as keyof typeof FINER]}`
  if (rule.byHour.length + rule.byMinute.length + rule.bySecond.length > 0)
    return 'a task has one time of day, that of its due date; make a task for each time'
  if (rule.calendar !== null || rule.skip !== 'OMIT') return 'only the Gregorian calendar is followed'
  if (rule.byWeekNo.length > 0 && rule.frequency !== 'YEARLY') return 'BYWEEKNO goes with FREQ=YEARLY alone'
  if (rule.byYearDay.length > 0 && rule.frequency !== 'YEARLY') return 'BYYEARDAY goes with FREQ=YEARLY alone'
  if (rule.byWeekNo.length > 0 && rule.byDay.some(({ ordinal }) => ordinal !== 0))
    return 'BYWEEKNO goes with weekdays, not with the first or last of them'
  return null
}

/** Reads the rule of a task: of days, as a task has them. Throws RecurrenceError with the reason. */
function parseTaskRule(text: string): DayRule {
  if (text.length > LONGEST) throw new RecurrenceError(`it is longer than ${LONGEST} characters`)
  const rule = parseRule(text)
  const reason = reasonAgainst(rule)
  if (reason !== null) throw new RecurrenceError(reason)
  if (!isDayRule(rule)) throw new RecurrenceError('a task comes again on days')
  if (rule.interval > 999) throw new RecurrenceError(`INTERVAL=${rule.interval} is not between 1 and 999`)
  if (rule.count !== null && rule.count > 9999)
    throw new RecurrenceError(`COUNT=${rule.count} is not between 1 and 9999`)
  return { ...rule, until: rule.until?.slice(0, 10) ?? null }
}

export function parseInterval(text: string): StrictInterval | null {
  const found = /^(?:rec:)?(\+?)(\d{1,3})([dbwmy])$/.exec(text.trim())
  if (!found || Number(found[2]) === 0) return null
  return { strict: found[1] === '+', every: Number(found[2]), unit: UNITS[found[3] as keyof typeof UNITS] }
}

export const formatInterval = ({ strict, every, unit }: StrictInterval): string =>
  `rec:${strict ? '+' : ''}${every}${unit[0]}`

/** How a task says that it comes again: an RRULE's value, or `rec:` and an interval. Throws RecurrenceError. */
export function parseRecurrence(text: string): DayRule | StrictInterval {
  if (!text.startsWith('rec:')) return parseTaskRule(text)
  const interval = parseInterval(text)
  if (!interval) throw new RecurrenceError(`${text} is not rec: with a number and d, b, w, m or y`)
  return interval
}

export const isRule = <R extends Rule>(recurrence: R | StrictInterval): recurrence is R => 'frequency' in recurrence
