import type { GuideContext } from '../guide.ts'
import { plain } from '../phrasing.ts'
import type { Understood } from '../understanding/understand.ts'
import { fieldsOf } from './fields.ts'

/**
 * The values of fields that take the sentence itself, without what stands in other slots: “sort orders by date” is “sort by date” of
 * the dataset orders. For what a module reads in its own words.
 */
export function sentenceValues(
  { meant: { target }, places }: Pick<Understood, 'meant' | 'places'>,
  captured: Readonly<Record<string, string>>,
  context: GuideContext,
): Record<string, string> {
  const names = target ? fieldsOf(target.action).flatMap(({ name, isSentence }) => (isSentence ? [name] : [])) : []
  const said = names.filter((name) => captured[name] !== undefined)
  if (said.length === 0) return {}
  const sentence = plain(context.question)
  const others = Object.entries(places)
    .filter(([slot]) => !names.includes(slot) && captured[slot] !== undefined)
    .map(([, place]) => place)
    .sort((a, b) => a[0] - b[0])
  let rest = ''
  let at = 0
  for (const [from, to] of others) {
    rest += sentence.slice(at, from)
    at = to
  }
  rest += sentence.slice(at)
  const told = rest.replace(/\s+/gu, ' ').trim()
  return Object.fromEntries(said.map((name) => [name, told]))
}
