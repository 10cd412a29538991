import type { z } from 'zod'

type Issue = z.core.$ZodIssue

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

/** A sentence for whoever sent it: the schema's own, or one that names the field. */
export function issueSentence(issue: Issue): string {
  if (isSentence(issue.message)) return issue.message
  const name = issue.path.join('.')
  const what = name === '' ? 'What was sent' : `The field “${name}”`
  return ZODS.test(issue.message) ? `${what} ${fault(issue)}.` : `${what} is not right: ${issue.message}`
}
