import { addDays, type Day, dayParts, daysInMonth, isoWeekday, makeDay } from '@atrium/domain/dates/days'
import { dayOf, localAt } from '@atrium/domain/dates/local-time'
import { offsetMinutes } from '@atrium/domain/dates/wall-clock'
import * as chrono from 'chrono-node'
import type { Span } from './task-tags.ts'
import { type NumberRange, rangesIn } from './time-range.ts'

export const PREPOSITION = /\b(?:on|by|due|at|before|for|from|starting|beginning|in|until|till)(?:\s+the)?\s+$/i
const AMBIGUOUS = /^(?:sun|sat|mon|wed|mar|march|may|march of|may of|jan|jun|sec|second)$/i

/** Things that chrono takes for a time and people do not mean as one. */
function isMeant(result: chrono.ParsedResult, text: string): boolean {
  const said = result.text
  const year = result.start.get('year') ?? 0
  if (year < 1900 || year >= 9990) return false // an essay on 14 July 1789
  const before = text.slice(0, result.index)
  const after = text.slice(result.index + said.length)
  const isLed = PREPOSITION.test(before)
  if (/^['’]s\b/.test(after)) return false // Monday's notes
  if (/[\da-f]-?$/i.test(before) || /^-?[\da-f]{3}/i.test(after)) return false // figures within an id
  if (/^(?:last|past|previous|now)\b/i.test(said)) return false
  if (/^weekend$/i.test(said) && !isLed) return false // plan a weekend in the mountains
  if (/\b(?:version|v|chapter|page|no\.?|number|room)\s*$/i.test(before)) return false
  if (/^\d+\s*(?:to|-|–)\s*\d+$/i.test(said)) return false // chapters 3 to 5
  if (/^[\d.]+\s*(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|weeks?|months?|years?)\b/i.test(said))
    return false // wait 5 minutes
  if (AMBIGUOUS.test(said) && !isLed && !/^\s*$/.test(after)) return false // buy sun cream
  const isBareMonth = ['day', 'weekday', 'year', 'hour'].every((part) => !result.start.isCertain(part as 'day'))
  if (isBareMonth && result.start.isCertain('month') && !isLed && !/^(?:this|next|in)\b/i.test(said)) return false
  return true
}

const DAY_TIMES: [RegExp, string][] = [
  [/\bmorning\b/i, '09:00'],
  [/\bafternoon\b/i, '15:00'],
  [/\bevening\b/i, '18:00'],
  [/\b(?:night|tonight)\b/i, '20:00'],
]

function timeIn(result: chrono.ParsedResult): string | null {
  const part = DAY_TIMES.find(([pattern]) => pattern.test(result.text))
  const start = result.start
  if (!start.isCertain('hour')) return part ? part[1] : null
  const minute = String(start.get('minute') ?? 0).padStart(2, '0')
  const hour = start.get('hour') ?? 0
  // "at 5" is in the afternoon: people say "5 am" when they mean it
  const isBare = !start.isCertain('meridiem') && hour >= 1 && hour < 8 && !/\d:\d|\bnoon|midnight/i.test(result.text)
  return `${String(isBare ? hour + 12 : hour).padStart(2, '0')}:${minute}`
}

/** The result without the blanks and commas at its ends. */
function spanOf({ index, text }: chrono.ParsedResult): Span {
  const start = index + (text.length - text.replace(/^[\s,;.]+/, '').length)
  return { start, end: index + text.replace(/[\s,;.]+$/, '').length }
}

/** The day of a result. "This weekend" is today when it is Saturday or Sunday, where chrono looks ahead by a week. */
function dayIn(result: chrono.ParsedResult, today: Day): Day | null {
  const { start } = result
  if (/\bthis weekend\b/i.test(result.text))
    return isoWeekday(today) === 7 ? today : addDays(today, 6 - isoWeekday(today))
  return makeDay(start.get('year') ?? 0, start.get('month') ?? 0, start.get('day') ?? 0)
}

export interface FoundDue {
  day: Day | null
  time: string | null
  spans: Span[]
}

/** Blanked words would tear a date from what stands beside it, and half a range would be taken for a time. */
function forChrono(text: string, ranges: readonly NumberRange[]): string {
  let masked = text.replace(/ {3,}/g, (run) => ` ${'·'.repeat(run.length - 2)} `)
  for (const { start, end } of ranges) masked = masked.slice(0, start) + '·'.repeat(end - start) + masked.slice(end)
  return masked
}

const isBeside = (text: string, one: Span, other: Span): boolean => {
  const [first, second] = one.start < other.start ? [one, other] : [other, one]
  return /^[\s,]*(?:(?:on|at|from|between)\s+)?$/i.test(text.slice(first.end, second.start))
}

/** The last date and the last time in a text. `said` are spans understood as a recurrence, beside which "10-11" is a time too. */
export function findDue(text: string, now: Date, timeZone: string, said: readonly Span[] = []): FoundDue {
  const reference = { instant: now, timezone: offsetMinutes(now, timeZone) }
  const ranges = rangesIn(text)
  const results = chrono
    .parse(forChrono(text, ranges), reference, { forwardDate: true })
    .filter((result) => isMeant(result, text))
  const dated = results.filter(({ start }) =>
    ['day', 'weekday', 'month'].some((part) => start.isCertain(part as 'day')),
  )
  const dateResult = dated.at(-1)
  const dates = [...(dateResult ? [spanOf(dateResult)] : []), ...said]
  const range = ranges.findLast(
    (one) => one.time !== null && (one.isCertain || dates.some((date) => isBeside(text, one, date))),
  )
  const timeResult = range
    ? undefined
    : dateResult?.start.isCertain('hour')
      ? dateResult
      : results.filter((one) => !dated.includes(one)).at(-1)
  const day = dateResult ? dayIn(dateResult, dayOf(localAt(now, timeZone))) : null
  const time = range?.time ?? (dateResult && timeIn(dateResult)) ?? (timeResult && timeIn(timeResult)) ?? null
  if (day === null && time === null) return { day, time, spans: [] }
  const found = [...new Set([dateResult, timeResult])].filter((result) => result !== undefined).map(spanOf)
  return { day, time, spans: range ? [...found, range] : found }
}

/** "on the 1st": the next such day of a month. */
export function dayOfMonth(text: string, today: Day): { day: Day; span: Span } | null {
  const found = /\b(?:on|by|due|before)\s+the\s+(\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:floor|time|of))/i.exec(text)
  const date = Number(found?.[1])
  if (!found || date < 1 || date > 31) return null
  const { year, month } = dayParts(today)
  for (let n = 0; n < 12; n++) {
    const at = { year: year + Math.floor((month - 1 + n) / 12), month: ((month - 1 + n) % 12) + 1 }
    if (date > daysInMonth(at.year, at.month)) continue
    const day = makeDay(at.year, at.month, date)
    if (day && day >= today) return { day, span: { start: found.index, end: found.index + found[0].length } }
  }
  return null
}
