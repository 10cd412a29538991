import { addDays } from '@atrium/domain/dates/days'
import { atTime, dayOf, localAt, timeOfMinutes } from '@atrium/domain/dates/local-time'
import { WEEKDAY_PATTERN } from '@atrium/domain/dates/names'
import { z } from 'zod'
import type { Moment } from '../calendar/reading.ts'
import type { Mention } from '../understanding/mentions.ts'
import type { Field } from './fields.ts'
import type { Target } from './targets.ts'

type Day = Extract<Mention, { kind: 'date' }>
type Span = readonly [number, number]

export interface Clock {
  moment: Moment
  language: string
}

/** Whether a field reads days in words itself. */
export function takesWords({ action }: Target, slot: string): boolean {
  const shape = action.input instanceof z.ZodObject ? (action.input.shape[slot] as z.ZodType | undefined) : undefined
  return !shape || z.safeParse(shape, 'tomorrow').success
}

const PARTS: readonly [RegExp, string][] = [
  [/\bmorning\b/iu, '09:00'],
  [/\bafternoon\b/iu, '15:00'],
  [/\bevening\b/iu, '18:00'],
  [/\b(?:night|tonight|tonite|2nite)\b/iu, '20:00'],
]
/** An hour that says nothing of morning or afternoon. */
const BARE_HOUR = /(?:^|\b(?:at|@) ?)(\d{1,2})$/iu

/**
 * A day that was said, as a local time. “At 4” is in the afternoon: people say “4 am” when they mean it; and what is said of a part of the
 * day has an hour.
 */
export function localOf(mention: Day, sentence: string, { moment, language }: Clock): string {
  const text = sentence.slice(mention.from, mention.to)
  if (language !== 'en') return atTime(mention.value, mention.time ?? null)
  const time = mention.time ?? PARTS.find(([part]) => part.test(text))?.[1] ?? null
  const hour = Number(BARE_HOUR.exec(text)?.[1] ?? 0)
  if (!mention.time || hour < 1 || hour > 7) return atTime(mention.value, time)
  const later = timeOfMinutes((hour + 12) * 60)
  const now = localAt(moment.now, moment.zone)
  // Of an hour alone chrono-node has looked for the next: the morning's is over, the afternoon's may be to come.
  const isTimeAlone = /^(?:at |@ ?)?\d{1,2}$/iu.test(text)
  const today = dayOf(now)
  const day = isTimeAlone && mention.value === addDays(today, 1) && `${today}T${later}` > now ? today : mention.value
  return atTime(day, later)
}

const LED = /\b(?:on|by|due|at|before|for|from|starting|in|until|till|this|next|come)\s+(?:the\s+)?$/iu
const AMBIGUOUS =
  /^(?:sun|sat|mon|wed|mar|march|may|jan|jun|sec|second|now|a day|a week|a month|an hour|day|week|month)$/iu

/** Whether what may be a day is meant as one: “sun” of “sun cream” is none, nor is “Monday” of “Monday's notes”. */
export function isTelling({ from, to }: Day, sentence: string): boolean {
  const [text, after, before] = [sentence.slice(from, to), sentence.slice(to), sentence.slice(0, from)]
  if (/^['’]s\b/u.test(after)) return false
  return !AMBIGUOUS.test(text) || LED.test(before)
}

const BEFORE =
  /[\s,;:–-]*(?:\b(?:due(?: on| by)?|no later than|at the latest|by|on|at|for|until|till|before|from|this|come|and)\b[\s,:]*(?:the\s+)?)*$/iu
const AFTER = /^[\s,;:–-]*(?:(?:that |to )(?=\S)|(?:at the latest|latest)\b)?[\s,;:–-]*/iu

/** A day at an edge of a text, or anywhere where one is needed: the rest, and the day with the words before it that belong to it. */
export function cutFrom(
  text: string,
  [from, to]: Span,
  sentence: string,
  days: readonly Day[],
  isNeeded: boolean,
): { rest: string; day: Day; words: string } | null {
  const own = days.filter((one) => one.from >= from && one.to <= to && isTelling(one, sentence))
  for (const day of own.toReversed()) {
    const said = sentence.slice(day.from, day.to)
    const at = text.lastIndexOf(said)
    if (at < 0) continue
    const lead = EVERY.exec(text.slice(0, at))?.[0] ?? ''
    const [before, after] = [text.slice(0, at - lead.length), text.slice(at + said.length)]
    // What comes again is no single day: a field that reads words is told of it, else the text keeps it.
    if (/^\p{L}/u.test(after) || (lead !== '' && !isNeeded)) continue
    const [isFirst, isLast] = [before.replace(BEFORE, '') === '', after.replace(/[\s.,;!?]+/gu, '') === '']
    if (!isFirst && !isLast && !isNeeded) continue
    const rest = isFirst ? after.replace(AFTER, '') : `${before.replace(BEFORE, '')}${isLast ? '' : after}`
    if (rest.trim() === '') continue
    return { rest: rest.trim(), day, words: `${lead}${said}` }
  }
  return null
}

const EVERY = /\b(?:every|each)\s+(?:other\s+|second\s+|\d{1,2}\s+)?$/iu

const UNIT = `day|night|morning|evening|afternoon|week|weekday|weekend|month|quarter|year|${WEEKDAY_PATTERN}`
const REPEAT = new RegExp(
  `\\b(?:every|each)\\s+(?:single\\s+)?(?:other\\s+|second\\s+|third\\s+|\\d{1,2}\\s+)?(?:${UNIT})s?(?:(?:,| and|, and|&) (?:${WEEKDAY_PATTERN})s?)*(?=$|[\\s,.;!?])|\\b(?:daily|weekly|monthly|yearly|annually|fortnightly|biweekly)\\b`,
  'iu',
)
const OFTEN: Readonly<Record<string, string>> = {
  daily: 'every day',
  weekly: 'every week',
  monthly: 'every month',
  yearly: 'every year',
  annually: 'every year',
  fortnightly: 'every 2 weeks',
  biweekly: 'every 2 weeks',
}

/** How often something is to be, as English says it: “every other friday”, “daily”. */
export function recurrenceIn(sentence: string, language: string): { from: number; to: number; said: string } | null {
  const found = language === 'en' ? REPEAT.exec(sentence) : null
  if (!found) return null
  const words = found[0].toLowerCase()
  const said = (OFTEN[words] ?? words)
    .replace(/^each/u, 'every')
    .replace(/^every single/u, 'every')
    .replace(/^every (?:night|morning|evening|afternoon)s?$/u, 'every day')
  return { from: found.index, to: found.index + found[0].length, said }
}

const LEADING =
  /(?:\b(?:every|each)\s+(?:other\s+|second\s+|\d{1,2}\s+)?|\bfrom\s+|\bbetween\s+|\bnext\s+|\bthis\s+)$/iu
const LIMIT = /\b(?:by|until|till|before|within)\s+(?:the\s+)?$/iu
const TRAILING =
  /^(?:\s*[-–]\s*|\s+(?:to|until|till|and)\s+)\d{1,2}(?:[:.]\d\d)?\s?(?:[ap]m)?\b|^\s+(?:at\s+|@\s*)\d{1,2}(?:[:.]\d\d)?\s?(?:[ap]m)?\b/iu

/** “Tomorrow's” of “tomorrow's tasks”. */
const WHOSE = /\b(today|tomorrow|yesterday|week|weekend|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)['’]?s$/iu

/** What a field that reads words itself is told: with “every” before the day, with the end behind the hour, with “by” where it knows that. */
export function wholeWhen(said: string, [from, to]: Span, sentence: string, { description }: Field): string {
  const at = sentence.indexOf(said, Math.max(0, from - 1))
  if (at < 0 || at > to) return said
  const [before, after] = [sentence.slice(0, at), sentence.slice(at + said.length)]
  const isLimit = description?.includes('by ') === true
  const lead = LEADING.exec(before)?.[0] ?? (isLimit ? LIMIT.exec(before)?.[0] : undefined) ?? ''
  const rest = TRAILING.exec(after)?.[0] ?? ''
  return `${lead}${said.replace(WHOSE, '$1')}${rest}`.trim()
}
