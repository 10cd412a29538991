import { type Day, isDay } from '@atrium/domain/dates/days'
import { formatRule, type Rule } from '@atrium/domain/recurrence/rule'
import { formatInterval, isRule, parseRecurrence, type StrictInterval } from './recurrence.ts'
import { recurrenceLabel } from './recurrence-label.ts'
import { AND, DAY_NAME, MONTH_NAME, monthsNamed, NUMBER, numberNamed, weekdayNamed } from './recurrence-vocabulary.ts'
import { findRecurrence } from './recurrence-words.ts'

export interface SaidRecurrence {
  /** Null when nothing in the text says "again". */
  recurrence: string | null
  /** What was understood, in the person's own words. */
  understood: string
  /** Words that mean nothing here; empty when the whole text was understood. */
  rest: string
}

const WEEKS_FROM = new RegExp(`\\bweeks\\s+from\\s+(${DAY_NAME})`, 'i')
const TIMES = new RegExp(`\\b(?:for\\s+)?(${NUMBER}|\\d{4})\\s+times?\\b`, 'i')
const UNTIL = /\b(?:until|till|ending(?:\s+on)?)\s+(.+)$/i
const IN_MONTHS = new RegExp(`^in\\s+(${MONTH_NAME}(?:${AND}${MONTH_NAME})*)$`, 'i')

const NUMBERS = `\\d{1,3}(?:${AND}\\d{1,3})*`
const IN_WEEKS = new RegExp(`\\bin\\s+weeks?\\s+(${NUMBERS})(?!\\s+weeks?)\\b`, 'i')
const ON_YEAR_DAYS = new RegExp(`\\bon\\s+(?:the\\s+)?days?\\s+(${NUMBERS})\\s+of\\s+the\\s+year\\b`, 'i')

/** The numbers, where each is one of the first `most`. */
function numbersIn(text: string, most: number): number[] | null {
  const numbers = [...new Set((text.match(/\d+/g) ?? []).map(Number))]
  return numbers.every((number) => number >= 1 && number <= most) ? numbers : null
}

const trimmed = (text: string) => text.replace(/^[\s,;.]+|[\s,;.]+$/g, '')
const isoDay = (words: string): Day | null => (isDay(words) ? words : null)

/**
 * Reads a text that is a recurrence and nothing else: "every 2 weeks on Friday and Sunday, 5 times", "monthly until Christmas".
 * Everything that recurrenceLabel writes is understood. `dayNamed` reads the day of an end.
 */
export function readRecurrence(said: string, dayNamed: (words: string) => Day | null = isoDay): SaidRecurrence {
  let text = said.replace(/\s+/g, ' ').trim()
  const ends: Partial<Rule> = {}
  const take = (pattern: RegExp, accept: (words: string) => boolean) => {
    const found = pattern.exec(text)
    if (found && accept(trimmed(found[1] as string)))
      text = trimmed(text.slice(0, found.index)) + text.slice(found.index + found[0].length)
    return found
  }
  const from = take(WEEKS_FROM, (day) => {
    ends.weekStart = weekdayNamed(day)
    return true
  })
  const yearDays = take(ON_YEAR_DAYS, (words) => {
    ends.byYearDay = numbersIn(words, 366) ?? []
    return ends.byYearDay.length > 0
  })
  const times = take(TIMES, (count) => {
    ends.count = numberNamed(count)
    return ends.count > 0
  })
  // Behind the times: “in week 1, 5 times”.
  const inWeeks = take(IN_WEEKS, (words) => {
    ends.byWeekNo = numbersIn(words, 53) ?? []
    return ends.byWeekNo.length > 0
  })
  const until = take(UNTIL, (words) => {
    ends.until = dayNamed(words)
    return ends.until !== null
  })
  text = trimmed(text)
  const found = findRecurrence(text)
  if (!found) return { recurrence: null, understood: '', rest: trimmed(said) }
  const meant = parseRecurrence(found.recurrence)
  const rest = trimmed(`${text.slice(0, found.start)} ${text.slice(found.end)}`)
  const understood = text.slice(found.start, found.end)
  if (!isRule(meant)) {
    const end = trimmed([from, times, until].map((clause) => clause?.[0] ?? '').join(' '))
    return { recurrence: formatInterval(meant), understood, rest: rest || end }
  }
  const months = meant.byMonth.length === 0 ? IN_MONTHS.exec(rest) : null
  const ofYear = [ends.byYearDay?.length ? yearDays : null, ends.byWeekNo?.length ? inWeeks : null].filter(
    (one) => one !== null,
  )
  if (meant.frequency !== 'YEARLY' && ofYear.length > 0)
    return {
      recurrence: formatRule(meant),
      understood,
      rest: trimmed(`${rest} ${ofYear.map(([words]) => words).join(' ')}`),
    }
  const rule = { ...meant, ...ends, ...(months && { byMonth: monthsNamed(months[1] as string) }) }
  return { recurrence: formatRule(rule), understood, rest: months ? '' : rest }
}

const sorted = <T extends number | string>(values: readonly T[]): T[] =>
  values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))

/** What a rule means, so that two that mean the same are equal. */
function meaning(recurrence: string): Rule | StrictInterval {
  const rule = parseRecurrence(recurrence)
  if (!isRule(rule)) return rule
  const [day] = rule.byDay
  const [position = 0] = rule.bySetPosition
  const isNth =
    day?.ordinal === 0 && rule.byDay.length === 1 && rule.bySetPosition.length === 1 && rule.byMonthDay.length === 0
  const plain =
    rule.frequency === 'MONTHLY' && isNth && Math.abs(position) <= 5
      ? { ...rule, byDay: [{ ...day, ordinal: position }], bySetPosition: [] }
      : rule
  return {
    ...plain,
    byMonth: sorted(plain.byMonth),
    byMonthDay: sorted(plain.byMonthDay),
    byWeekNo: sorted(plain.byWeekNo),
    byYearDay: sorted(plain.byYearDay),
    byDay: plain.byDay.toSorted((a, b) => a.ordinal - b.ordinal || a.weekday - b.weekday),
    bySetPosition: sorted(plain.bySetPosition),
    // only "every other week" and weeks of a year ask where a week begins
    weekStart: plain.byWeekNo.length > 0 || (plain.frequency === 'WEEKLY' && plain.interval > 1) ? plain.weekStart : 1,
  }
}

export const isSameRecurrence = (one: string, other: string): boolean =>
  JSON.stringify(meaning(one)) === JSON.stringify(meaning(other))

/** A recurrence as a person can edit it: in words where the words say all of it, else the rule itself. */
export function editableRecurrence(recurrence: string): string {
  const label = recurrenceLabel(recurrence)
  if (label === recurrence) return recurrence
  const { recurrence: read, rest } = readRecurrence(label)
  return read !== null && rest === '' && isSameRecurrence(read, recurrence) ? label : recurrence
}
