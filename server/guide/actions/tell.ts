import type { Action, ResultTemplateList } from '@atrium/contract/module'
import type { GuideContext } from '../guide.ts'
import { say } from './outcome.ts'

const ROWS_MAX = 20
const FIELD = /\{(\w+)\}/g
/** A piece that is left out when it has nothing to say; not the words of a link, which an address follows. */
const PIECE = /\[([^\][]*\{\w+\}[^\][]*)\](?!\()/g

type Entry = Record<string, unknown>
type Locale = Pick<GuideContext, 'now' | 'timeZone' | 'locale'>

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** The fields that a sentence names. */
export const fieldsIn = (sentence: string): string[] => [...sentence.matchAll(FIELD)].map(([, name]) => name as string)

function filled(sentence: string, values: Entry, locale: Locale): string {
  const said = (text: string) => text.replace(FIELD, (_, name: string) => say(values[name], locale))
  const whole = sentence.replace(PIECE, (_, piece: string) =>
    fieldsIn(piece).some((name) => isEmpty(values[name])) ? '' : piece,
  )
  return said(whole)
}

function toldList(resultTemplate: ResultTemplateList, output: unknown, values: Entry, locale: Locale): string {
  const found = resultTemplate.list === undefined ? output : isEntry(output) ? output[resultTemplate.list] : null
  const rows = Array.isArray(found) ? found.filter(isEntry) : []
  const after = resultTemplate.after ? filled(resultTemplate.after, values, locale) : ''
  if (rows.length === 0) return [filled(resultTemplate.none, values, locale), after].filter(Boolean).join('\n\n')
  const lines = rows.slice(0, ROWS_MAX).map((row) => `- ${filled(resultTemplate.each, { ...values, ...row }, locale)}`)
  const rest = rows.length - ROWS_MAX
  if (rest > 0) lines.push(`- …and ${rest.toLocaleString('en')} more.`)
  return [lines.join('\n'), after].filter(Boolean).join('\n\n')
}

/** The result of an action in the words that its module has for it. */
export function tell(
  resultTemplate: NonNullable<Action['resultTemplate']>,
  input: Readonly<Entry>,
  output: unknown,
  locale: Locale,
): string {
  const values = { ...input, ...(isEntry(output) ? output : {}) }
  return typeof resultTemplate === 'string'
    ? filled(resultTemplate, values, locale)
    : toldList(resultTemplate, output, values, locale)
}
