import { atTime, dayAt, instantOf } from '@atrium/domain/dates/local-time'
import { numberStyle } from '@atrium/domain/numbers/number-style'
import { readNumber } from '../calculation/numbers.ts'
import { quantityAt } from '../calculation/tokens.ts'
import { findDates, fromComponents, type Moment, type ReadDate, readDate } from '../calendar/reading.ts'
import { readTime } from '../calendar/times.ts'
import { stem, words } from '../phrasing.ts'
import { folded } from '../understanding/words.ts'
import { currencyCode, monthOfDay } from './coded.ts'
import type { Field } from './fields.ts'

/** A value for a field, or a sentence about why the text is none. */
export type Coerced = { value: unknown } | { problem: string }

const yes = new Set(['yes', 'y', 'true', 'on', 'yep', 'yeah', 'sure', '1', 'done'])
const no = new Set(['no', 'n', 'false', 'off', 'nope', '0'])

/** Turns words into the field's type: numbers in the person's notation, dates as ISO text, choices by name. */
export async function coerce(field: Field, said: string, moment: Moment): Promise<Coerced> {
  const text = said.trim()
  switch (field.kind) {
    case 'string': {
      const value = unquoted(text)
      return value === '' ? { problem: `The ${field.label} cannot be empty.` } : { value }
    }
    case 'number':
    case 'integer':
      return number(field, text, moment.locale)
    case 'boolean': {
      const word = text.toLowerCase().replace(/[.!]+$/u, '')
      if (yes.has(word)) return { value: true }
      return no.has(word)
        ? { value: false }
        : { problem: `The ${field.label} is yes or no, and I could not tell which “${short(text)}” is.` }
    }
    case 'date':
    case 'datetime': {
      const read = await readDate(text.replace(/^(?:due |by |until |before |for |from )/iu, ''), moment, 'future')
      return read
        ? { value: isoOf(field, read, moment) }
        : {
            problem: `I could not read “${short(text)}” as a date for the ${field.label}. Write it like “tomorrow”, “Friday at 3pm” or “1 March”.`,
          }
    }
    case 'month': {
      const written = /^\d{4}-\d{2}$/u.test(text) ? text : null
      const read = written ? null : await readDate(text, moment, 'nearest')
      const value = written ?? (read && monthOfDay(read.day, text, dayAt(moment.now, moment.zone)))
      return value
        ? { value }
        : { problem: `I could not read “${short(text)}” as the ${field.label}. Write it like “December” or “2026-11”.` }
    }
    case 'currency': {
      const value = currencyCode(text)
      return value
        ? { value }
        : {
            problem: `I could not read “${short(text)}” as a currency for the ${field.label}. Write its three letters, such as EUR.`,
          }
    }
    case 'time': {
      const time = readTime(text.replace(/^at /iu, ''))
      return time
        ? { value: `${time}:00` }
        : {
            problem: `I could not read “${short(text)}” as a time for the ${field.label}. Write it like “3pm” or “15:30”.`,
          }
    }
    case 'choice': {
      const option = field.said.get(folded(text).replaceAll(/[_-]/g, ' ')) ?? choose(text, field.options)
      return option
        ? { value: option }
        : { problem: `The ${field.label} is one of ${listed(field.options)}; “${short(text)}” is not.` }
    }
    case 'list': {
      const items = text
        .split(text.includes('\n') ? '\n' : /\s*[,;]\s*(?:and\s+)?|\s+and\s+/iu)
        .map(unquoted)
        .filter(Boolean)
      if (field.options.length === 0)
        return items.length > 0 ? { value: items } : { problem: `The ${field.label} cannot be empty.` }
      const chosen = items.map((item) => choose(item, field.options))
      const wrong = items.find((_, index) => chosen[index] === null)
      return wrong === undefined
        ? { value: chosen }
        : { problem: `The ${field.label} takes ${listed(field.options)}; “${short(wrong)}” is none of them.` }
    }
    case 'other':
      return { problem: `The ${field.label} cannot be said in a sentence.` }
  }
}

export const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text)
const unquoted = (text: string): string =>
  text.replace(/^"(.*)"$|^'(.*)'$/su, (_, a: string | undefined, b: string | undefined) => a ?? b ?? '').trim()
export const listed = (options: readonly string[]): string =>
  options.length < 2
    ? `“${options[0] ?? ''}”`
    : `${options
        .slice(0, -1)
        .map((option) => `“${option}”`)
        .join(', ')} or “${options.at(-1)}”`

function number(field: Field, text: string, locale: string): Coerced {
  const style = numberStyle(locale)
  const bare = text.replace(/^[$€£¥₹]\s?|\s?[$€£¥₹%]$/gu, '')
  const worded = quantityAt(bare, 0, style)
  const value = readNumber(bare, style) ?? (worded?.end === bare.length ? worded.value : null)
  if (!value) return { problem: `I could not read “${short(text)}” as a number for the ${field.label}.` }
  if (field.kind === 'integer' && !value.isInteger())
    return { problem: `The ${field.label} is a whole number, and ${short(text)} is not.` }
  return { value: value.toNumber() }
}

/** The option that a person means: "in progress" is `in_progress`, "high" is `high`, "hi" is none. */
function choose(text: string, options: readonly string[]): string | null {
  const normal = (word: string) =>
    words(
      word
        .replace(/([\p{Ll}])(\p{Lu})/gu, '$1 $2')
        .replaceAll('_', ' ')
        .replaceAll('-', ' '),
    )
      .map(stem)
      .join(' ')
  const said = normal(text)
  if (said === '') return null
  const exact = options.filter((option) => normal(option) === said)
  if (exact.length === 1) return exact[0] as string
  const begun = options.filter((option) => said.length >= 3 && normal(option).startsWith(said))
  return begun.length === 1 ? (begun[0] as string) : null
}

/** ISO text of a date for a schema that wants one. A day without a time ends at 23:59 where it is a limit, and begins at 09:00 elsewhere. */
export function isoOf(field: Field, read: ReadDate, moment: Moment): string {
  const { day, time } = read
  if (field.kind === 'date') return day
  const limit = /\b(?:due|deadline|end|ends|until|by|expires?|before)\b/u.test(field.label)
  return instantOf(atTime(day, time ?? (limit ? '23:59' : '09:00')), moment.zone).toISOString()
}

/** A date at the end of a text: "buy milk by Friday" → "buy milk" and Friday. Words that merely resemble a month stay. */
export async function splitDate(
  text: string,
  field: Field,
  moment: Moment,
): Promise<{ rest: string; value: string } | null> {
  const results = await findDates(text, moment, 'future')
  const last = results.at(-1)
  if (!last || last.index === 0 || last.end) return null
  const end = last.index + last.text.length
  if (text.slice(end).replace(/[\s.!?]+/gu, '') !== '') return null
  const certain = last.start.isCertain('day') || last.start.isCertain('weekday') || last.start.isCertain('hour')
  if (!certain || /^\d+$/u.test(last.text.trim())) return null
  const read = fromComponents(last.start, last.text, moment, 'future')
  const rest = text
    .slice(0, last.index)
    .replace(/[\s,]*\b(?:due(?: on| by)?|by|on|at|for|until|before|from|this|the)?[\s,:]*$/iu, '')
    .trim()
  return read && rest !== '' ? { rest, value: isoOf(field, read, moment) } : null
}
