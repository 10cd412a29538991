import * as chrono from 'chrono-node'
import {
  addDays,
  atTime,
  type Day,
  type Due,
  dayOf,
  daysIn,
  localTime,
  makeDay,
  offsetMinutes,
  parts,
  timeOf,
  weekday,
} from './calendar-days.ts'
import { firstDue, formatRule, parseRecurrence } from './recurrence.ts'
import { anchored, findRecurrence } from './recurrence-words.ts'

export type PartKind = 'due' | 'recurrence' | 'priority' | 'project' | 'context'

/** A piece of the sentence and what it was understood as, for the preview. */
export interface Part {
  kind: PartKind
  start: number
  end: number
}

export interface NaturalTask {
  title: string
  due: Due | null
  recurrence: string | null
  priority: string | null
  project: string | null
  contexts: string[]
  parts: Part[]
}

interface Span {
  start: number
  end: number
}

/** Blanks what was understood, so that nothing is understood twice and every index stays. */
const blank = (text: string, { start, end }: Span) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)

const PRIORITIES: Record<string, string> = { high: 'A', medium: 'B', med: 'B', low: 'C', 1: 'A', 2: 'B', 3: 'C' }
const TAG = '[\\p{L}][\\p{L}\\p{M}\\p{N}_-]*'

interface Reading {
  text: string
  parts: Part[]
}

function take(reading: Reading, kind: PartKind, pattern: RegExp, accept: (found: RegExpExecArray) => void): void {
  for (let found = pattern.exec(reading.text); found; found = pattern.exec(reading.text)) {
    const lead = found[0].length - found[0].trimStart().length
    const span = { start: found.index + lead, end: found.index + found[0].length }
    accept(found)
    reading.parts.push({ kind, ...span })
    reading.text = blank(reading.text, span)
  }
}

const PREPOSITION = /\b(?:on|by|due|at|before|for|from|starting|beginning|in|until|till)(?:\s+the)?\s+$/i
const AMBIGUOUS = /^(?:sun|sat|mon|wed|mar|march|may|march of|may of|jan|jun|sec|second)$/i

/** Things that chrono takes for a time and people do not mean as one. */
function isMeant(result: chrono.ParsedResult, text: string): boolean {
  const said = result.text
  const before = text.slice(0, result.index)
  const after = text.slice(result.index + said.length)
  const isLed = PREPOSITION.test(before)
  if (/^['’]s\b/.test(after)) return false // Monday's notes
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
  if (/\bthis weekend\b/i.test(result.text)) return weekday(today) === 0 ? today : addDays(today, 6 - weekday(today))
  return makeDay(start.get('year') ?? 0, start.get('month') ?? 0, start.get('day') ?? 0)
}

interface FoundDue {
  day: Day | null
  time: string | null
  spans: Span[]
}

function findDue(text: string, now: Date, timeZone: string): FoundDue {
  const reference = { instant: now, timezone: offsetMinutes(now, timeZone) }
  const results = chrono.parse(text, reference, { forwardDate: true }).filter((result) => isMeant(result, text))
  const dated = results.filter(({ start }) =>
    ['day', 'weekday', 'month'].some((part) => start.isCertain(part as 'day')),
  )
  const dateResult = dated.at(-1)
  const timeResult = dateResult?.start.isCertain('hour')
    ? dateResult
    : results.filter((one) => !dated.includes(one)).at(-1)
  const spans = [...new Set([dateResult, timeResult])].filter((result) => result !== undefined).map(spanOf)
  const day = dateResult ? dayIn(dateResult, dayOf(localTime(now, timeZone))) : null
  const time = (dateResult && timeIn(dateResult)) ?? (timeResult && timeIn(timeResult)) ?? null
  if (day === null && time === null) return { day, time, spans: [] }
  return { day, time, spans }
}

/** "on the 1st": the next such day of a month. */
function dayOfMonth(text: string, today: Day): { day: Day; span: Span } | null {
  const found = /\b(?:on|by|due|before)\s+the\s+(\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:floor|time|of))/i.exec(text)
  const date = Number(found?.[1])
  if (!found || date < 1 || date > 31) return null
  const { year, month } = parts(today)
  for (let n = 0; n < 12; n++) {
    const at = { year: year + Math.floor((month - 1 + n) / 12), month: ((month - 1 + n) % 12) + 1 }
    if (date > daysIn(at.year, at.month)) continue
    const day = makeDay(at.year, at.month, date)
    if (day && day >= today) return { day, span: { start: found.index, end: found.index + found[0].length } }
  }
  return null
}

/** `until Christmas`, `for 5 times` behind a recurrence. */
function findEnd(reading: Reading, now: Date, timeZone: string): { count: number | null; until: Day | null } {
  const times = /\b(?:for\s+)?(\d{1,3})\s+times\b/i.exec(reading.text)
  const understood = (start: number, end: number) => {
    reading.parts.push({ kind: 'recurrence', start, end })
    reading.text = blank(reading.text, { start, end })
  }
  if (times && Number(times[1]) > 0) {
    understood(times.index, times.index + times[0].length)
    return { count: Number(times[1]), until: null }
  }
  const word = /\b(?:until|till|ending(?:\s+on)?)\s+/i.exec(reading.text)
  if (!word) return { count: null, until: null }
  const rest = findDue(reading.text.slice(word.index + word[0].length), now, timeZone)
  const span = rest.spans[0]
  if (!rest.day || !span || span.start > 4) return { count: null, until: null }
  understood(word.index, word.index + word[0].length + span.end)
  return { count: null, until: rest.day }
}

function readTags(reading: Reading): Pick<NaturalTask, 'priority' | 'project' | 'contexts'> {
  let priority: string | null = null
  let project: string | null = null
  const contexts: string[] = []
  take(reading, 'project', new RegExp(`(?:^|\\s)[#+](${TAG})`, 'u'), (found) => {
    project = found[1] as string
  })
  take(reading, 'context', new RegExp(`(?:^|\\s)@(${TAG})`, 'u'), (found) => {
    if (!contexts.includes(found[1] as string)) contexts.push(found[1] as string)
  })
  take(reading, 'priority', /(?:^|\s)!(high|medium|med|low|[1-3]|[a-z])(?=\s|$)/i, (found) => {
    const word = (found[1] as string).toLowerCase()
    priority = PRIORITIES[word] ?? word.toUpperCase()
  })
  take(reading, 'priority', /(?:^|\s)p([1-3])(?=\s|$)/i, (found) => {
    priority = PRIORITIES[found[1] as string] ?? null
  })
  take(reading, 'priority', /^\(([A-Z])\)(?=\s)/, (found) => {
    priority = found[1] as string
  })
  return { priority, project, contexts }
}

/** What stays when the understood words are gone, without the "on" and "by" that led to them. */
function titleOf(reading: Reading, original: string): string {
  const kept: number[] = []
  for (let at = 0; at < original.length; at++) if (reading.text[at] !== ' ' || original[at] === ' ') kept.push(at)
  let title = kept.map((at) => original[at]).join('')
  for (const part of [...reading.parts].sort((a, b) => b.start - a.start)) {
    if (part.kind !== 'due' && part.kind !== 'recurrence') continue
    const led = PREPOSITION.exec(original.slice(0, part.start))
    if (led) title = removeAt(title, original, kept, { start: led.index, end: part.start })
  }
  return title
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.;!?])/g, '$1')
    .replace(/^[\s,;–-]+|[\s,;–-]+$/g, '')
}

function removeAt(title: string, original: string, kept: readonly number[], span: Span): string {
  const word = original.slice(span.start, span.end)
  const at = kept.indexOf(span.start)
  return at >= 0 && title.slice(at, at + word.length).trim() === word.trim()
    ? title.slice(0, at) + title.slice(at + word.length)
    : title
}

/**
 * Reads a task as people type it: `call Anna tomorrow 3pm #home @phone !high`, `pay rent every month on the 1st`.
 * Dates are English (chrono) and mean the person's own clock. Words in "double quotes" are left alone.
 */
export function readTask(sentence: string, now: Date, timeZone: string): NaturalTask {
  const clock = localTime(now, timeZone)
  const today = dayOf(clock)
  const hidden = sentence.replace(/"[^"]*"/g, (quoted) => '"'.repeat(quoted.length))
  const reading: Reading = { text: hidden, parts: [] }
  const tags = readTags(reading)
  const found = findRecurrence(reading.text)
  if (found) {
    reading.parts.push({ kind: 'recurrence', start: found.start, end: found.end })
    reading.text = blank(reading.text, found)
  }
  const end = found ? findEnd(reading, now, timeZone) : null
  let said = findDue(reading.text, now, timeZone)
  if (!said.day) {
    const numbered = dayOfMonth(reading.text, today)
    if (numbered) said = { ...said, day: numbered.day, spans: [...said.spans, numbered.span] }
  }
  for (const span of said.spans) {
    reading.parts.push({ kind: 'due', ...span })
    reading.text = blank(reading.text, span)
  }
  const first = said.day ?? (said.time !== null && said.time <= (timeOf(clock) ?? '') ? addDays(today, 1) : today)
  const isDue = said.day !== null || said.time !== null || found !== null
  const recurrence = found ? withEnd(found.recurrence, first, end) : null
  const day = recurrence ? (firstDue(recurrence, first) ?? first) : first
  const title = titleOf(reading, sentence)
  return {
    title: title || sentence.trim(),
    due: isDue ? atTime(day, said.time) : null,
    recurrence,
    ...tags,
    parts: reading.parts.sort((a, b) => a.start - b.start),
  }
}

function withEnd(recurrence: string, first: Day, end: { count: number | null; until: Day | null } | null): string {
  const parsed = parseRecurrence(recurrence)
  return 'frequency' in parsed ? formatRule({ ...anchored(parsed, first), ...end }) : recurrence
}
