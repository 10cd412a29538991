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

/** Reads the rule of a task: of days, as a task has them. Throws RecurrenceError with the reason. */
function parseTaskRule(text: string): DayRule {
  if (text.length > LONGEST) throw new RecurrenceError(`it is longer than ${LONGEST} characters`)
  const rule = parseRule(text)
  if (/^(?:SECOND|MINUTE|HOUR)/.test(rule.frequency))
    throw new RecurrenceError(`FREQ=${rule.frequency} is finer than a task needs`)
  const unsupported = rule.byWeekNo.length > 0 ? 'BYWEEKNO' : rule.byYearDay.length > 0 ? 'BYYEARDAY' : null
  if (unsupported) throw new RecurrenceError(`${unsupported} is not supported`)
  if (!isDayRule(rule)) throw new RecurrenceError('only days are supported, without times and other calendars')
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
