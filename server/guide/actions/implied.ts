import { impliedIn } from '../../records/module-texts.ts'
import type { GuideContext } from '../guide.ts'
import { plain } from '../phrasing.ts'
import type { Understood } from '../understanding/understand.ts'
import { wordsOf } from '../understanding/words.ts'
import { fieldsOf } from './fields.ts'

interface Found {
  value: string
  /** In the words of the sentence. */
  from: number
  to: number
}

/** The longest of these phrases that stands in the words. */
function longestIn(words: readonly string[], phrases: Readonly<Record<string, readonly string[]>>): Found | null {
  let best: Found | null = null
  for (const [value, those] of Object.entries(phrases))
    for (const phrase of those) {
      const said = wordsOf(phrase).map(({ key }) => key)
      const from = words.findIndex((_, at) => said.every((key, index) => words[at + index] === key))
      if (from >= 0 && said.length > 0 && said.length > (best ? best.to - best.from : 0))
        best = { value, from, to: from + said.length }
    }
  return best
}

/**
 * What words of the sentence say besides what its slots take: “hide the category” that it is to be hidden, “without a category” that
 * none is meant. A slot that took these very words has their value; another that took no more than them said nothing, and is null.
 */
export function impliedValues(
  { meant: { target }, places, language }: Pick<Understood, 'meant' | 'places' | 'language'>,
  captured: Readonly<Record<string, string>>,
  context: GuideContext,
): Record<string, string | null> {
  const implied = target && { ...impliedIn(target.module, language)[target.name] }
  if (!target || !implied) return {}
  const sentence = plain(context.question)
  const words = wordsOf(sentence)
  const names = new Set(fieldsOf(target.action).map(({ name }) => name))
  const values: Record<string, string | null> = {}
  for (const [field, phrases] of Object.entries(implied)) {
    const found = names.has(field)
      ? longestIn(
          words.map(({ key }) => key),
          phrases,
        )
      : null
    if (!found) continue
    const [from, to] = [words[found.from]?.from ?? 0, words[found.to - 1]?.to ?? 0]
    const others = Object.entries(places).filter(
      ([slot, [start, end]]) => slot !== field && captured[slot] !== undefined && start < to && from < end,
    )
    // What stands among the words of another slot says nothing of this one: “rename the category hide and seek”.
    const isOthers = others.some(([, [start, end]]) => start < from || to < end)
    const place = places[field]
    const isOwn = captured[field] === undefined || !place || (place[0] < to && from < place[1])
    if (isOthers || !isOwn) continue
    values[field] = found.value
    for (const [slot] of others) values[slot] ??= null
  }
  return values
}
