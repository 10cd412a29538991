import type { Sentence } from '@atrium/contract/sentence'
import type { TextValues } from '@atrium/contract/texts'
import type { z } from 'zod'
import { saidIn } from '../texts.ts'

export type Issue = z.core.$ZodIssue

/** zod's own words, which are for programmers. What a schema says itself does not begin so. */
const ZODS = /^(?:Invalid\b|Too (?:big|small): expected|Unrecognized key)/
const isSentence = (text: string) => /^[A-Z].*[a-z.)]$/.test(text) && !ZODS.test(text)

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}
const UNITS: Readonly<Record<string, string>> = {
  string: ' characters',
  array: ' entries',
  set: ' entries',
  map: ' entries',
}
const number = (value: unknown) => Number(value).toLocaleString('en')

/** What is wrong, to be said after the field's name. */
function fault(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return 'is missing'
      return `takes ${KINDS[issue.expected] ?? 'something else'}`
    case 'too_big':
      if (issue.origin in UNITS) return `takes at most ${number(issue.maximum)}${UNITS[issue.origin]}`
      return `takes ${issue.inclusive === false ? 'less than' : 'at most'} ${number(issue.maximum)}`
    case 'too_small':
      if (issue.origin in UNITS)
        return Number(issue.minimum) === 1
          ? 'is empty'
          : `takes at least ${number(issue.minimum)}${UNITS[issue.origin]}`
      return `takes ${issue.inclusive === false ? 'more than' : 'at least'} ${number(issue.minimum)}`
    case 'invalid_value':
      return `takes ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.slice(0, 20).map(String).join(', ')}`
    case 'unrecognized_keys':
      return `does not know “${issue.keys.slice(0, 5).join('”, “')}”`
    case 'not_multiple_of':
      return `takes multiples of ${number(issue.divisor)}`
    case 'invalid_format':
      return ['regex', 'starts_with', 'ends_with', 'includes', 'lowercase', 'uppercase'].includes(issue.format)
        ? 'is not written as it should be'
        : `is no ${issue.format.replace('_', ' ')}`
    default:
      return 'does not fit'
  }
}

/** How the languages of `texts/` say it, which is less closely than the English does. */
function wordingOf(issue: Issue): { key: string; values?: TextValues } {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return { key: 'missing' }
      if (issue.expected === 'number') return { key: 'number' }
      return { key: issue.expected === 'int' ? 'whole' : 'misfit' }
    case 'too_big':
      return { key: issue.origin === 'string' ? 'tooLong' : 'atMost', values: { limit: Number(issue.maximum) } }
    case 'too_small':
      if (issue.origin in UNITS && Number(issue.minimum) === 1) return { key: 'empty' }
      return { key: issue.origin === 'string' ? 'tooShort' : 'atLeast', values: { limit: Number(issue.minimum) } }
    case 'invalid_value':
      return { key: 'oneOf', values: { limit: issue.values.slice(0, 20).map(String).join(', ') } }
    case 'invalid_format':
      return { key: 'format' }
    default:
      return { key: 'misfit' }
  }
}

const FOLDER = new URL('./texts/', import.meta.url).href

const worded = (issue: Issue, name: string, english: string): Sentence => {
  const { key, values } = wordingOf(issue)
  return { module: '', key, values: { ...values, name }, english, folder: FOLDER }
}

/** A sentence for whoever sent it: the schema's own, or one that names the field. */
export function issueSentence(issue: Issue): string | Sentence {
  if (isSentence(issue.message)) return issue.message
  const name = issue.path.join('.')
  const what = name === '' ? 'What was sent' : `The field “${name}”`
  if (!ZODS.test(issue.message)) return `${what} is not right: ${issue.message}`
  const english = `${what} ${fault(issue)}.`
  return name === '' ? english : worded(issue, name, english)
}

export const inEnglish = (sentence: string | Sentence): string =>
  typeof sentence === 'string' ? sentence : sentence.english

/** The same in a reader's language, where it is zod's; the schema's own stays as it is. */
export function issueIn(issue: Issue, language: string): string {
  const sentence = issueSentence(issue)
  return typeof sentence === 'string' ? sentence : saidIn(sentence, language)
}

/**
 * For somebody who fills in a form in another language than English, by the field's label: a schema's own sentence, which is English,
 * is said in general words as well.
 */
export function issueOfForm(issue: Issue, label: string, isMissing: boolean, language: string): string {
  const sentence = worded(issue, label, inEnglish(issueSentence(issue)))
  return saidIn(isMissing ? { ...sentence, key: 'missing' } : sentence, language)
}

/** Something that was typed and cannot be read as what its field takes. */
export const unreadable = (label: string, english: string): Sentence => ({
  module: '',
  key: 'format',
  values: { name: label },
  english,
  folder: FOLDER,
})

/** One field of a refused body, as the details of the refusal have it. */
export interface RefusedField {
  field: string
  message: string
  /** No JSON Schema can say it. */
  rule?: true
  [SAID]?: Sentence
}
const SAID: unique symbol = Symbol('said')

/** What is refused of a field; the sentence itself goes along unseen, for whoever knows the reader's language. */
export function refusedField(issue: Issue, field: string): RefusedField {
  const sentence = issueSentence(issue)
  return {
    field,
    message: inEnglish(sentence),
    ...(issue.code === 'custom' && { rule: true }),
    ...(typeof sentence !== 'string' && { [SAID]: sentence }),
  }
}

/** The details of a refusal for somebody who reads this language. */
export function detailsIn(
  details: Record<string, unknown> | undefined,
  language: string,
): Record<string, unknown> | undefined {
  const fields = details?.fields
  if (language === 'en' || !Array.isArray(fields)) return details
  const told = (fields as RefusedField[]).map((one) =>
    one[SAID] ? { ...one, message: saidIn(one[SAID], language) } : one,
  )
  return { ...details, fields: told }
}
