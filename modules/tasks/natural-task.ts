import { addDays, type Day } from '@atrium/domain/dates/days'
import { atTime, dayOf, type LocalTime, localAt, timeOf } from '@atrium/domain/dates/local-time'
import { formatRule } from '@atrium/domain/recurrence/rule'
import { dayOfMonth, findDue, PREPOSITION } from './natural-due.ts'
import { isRule, parseRecurrence } from './recurrence.ts'
import { firstDue } from './recurrence-dates.ts'
import { anchored, findRecurrence } from './recurrence-words.ts'
import { beginReading, type Part, type Reading, readTags, type Span, type Tags, understood } from './task-tags.ts'

export interface NaturalTask extends Tags {
  title: string
  due: LocalTime | null
  recurrence: string | null
  parts: Part[]
}

/** `until Christmas`, `for 5 times` behind a recurrence. */
function findEnd(reading: Reading, now: Date, timeZone: string): { count: number | null; until: Day | null } {
  const times = /\b(?:for\s+)?(\d{1,3})\s+times\b/i.exec(reading.text)
  if (times && Number(times[1]) > 0) {
    understood(reading, 'recurrence', { start: times.index, end: times.index + times[0].length })
    return { count: Number(times[1]), until: null }
  }
  const word = /\b(?:until|till|ending(?:\s+on)?)\s+/i.exec(reading.text)
  if (!word) return { count: null, until: null }
  const rest = findDue(reading.text.slice(word.index + word[0].length), now, timeZone)
  const span = rest.spans[0]
  if (!rest.day || !span || span.start > 4) return { count: null, until: null }
  understood(reading, 'recurrence', { start: word.index, end: word.index + word[0].length + span.end })
  return { count: null, until: rest.day }
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
 * Dates are English (chrono) and mean the person's own clock. Words in "double quotes" are left alone. A part of another task names no project.
 */
export function readTask(sentence: string, now: Date, timeZone: string, isPart = false): NaturalTask {
  const clock = localAt(now, timeZone)
  const today = dayOf(clock)
  const reading = beginReading(sentence)
  const tags = readTags(reading, isPart)
  const found = findRecurrence(reading.text)
  if (found) understood(reading, 'recurrence', found)
  const end = found ? findEnd(reading, now, timeZone) : null
  let said = findDue(reading.text, now, timeZone, found ? [found] : [])
  if (!said.day) {
    const numbered = dayOfMonth(reading.text, today)
    if (numbered) said = { ...said, day: numbered.day, spans: [...said.spans, numbered.span] }
  }
  for (const span of said.spans) understood(reading, 'due', span)
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

/** A sentence whose date is given beside it: its #project, @context and !priority are read, and every other word stays as it is. */
export function readTitle(sentence: string, isPart = false): NaturalTask {
  const reading = beginReading(sentence)
  const tags = readTags(reading, isPart)
  const title = reading.parts.length > 0 ? titleOf(reading, sentence) : sentence.trim()
  return { title: title || sentence.trim(), due: null, recurrence: null, ...tags, parts: reading.parts }
}

function withEnd(recurrence: string, first: Day, end: { count: number | null; until: Day | null } | null): string {
  const parsed = parseRecurrence(recurrence)
  return isRule(parsed) ? formatRule({ ...anchored(parsed, first), ...end }) : recurrence
}
