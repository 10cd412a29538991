import type { Turn } from '../guide.ts'
import type { LanguageManners } from '../understanding/manners.ts'
import { type Word, wordsOf } from '../understanding/words.ts'

type Entry = Record<string, unknown>
const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a person calls a row: the first of its fields that names things. */
const NAMES = ['title', 'name', 'front', 'payee', 'subject', 'label', 'path']
export function nameOf(row: unknown): string | null {
  if (!isEntry(row)) return null
  const named = NAMES.map((name) => row[name]).find((value) => typeof value === 'string' && value !== '')
  return typeof named === 'string' ? named : null
}

/** The rows that an output lists: itself, or the first list in it whose rows have names. */
export function listedIn(output: unknown): readonly unknown[] {
  if (Array.isArray(output)) return output
  if (!isEntry(output)) return []
  const lists = Object.values(output).filter(Array.isArray)
  return lists.find((list) => list.some((row) => nameOf(row) !== null)) ?? []
}

/** The one thing that an action was about: its result, or the one thing in it. */
function singleIn(output: unknown): string | null {
  const own = nameOf(output)
  if (own) return own
  const rows = listedIn(output)
  if (rows.length === 1) return nameOf(rows[0])
  return isEntry(output)
    ? (Object.values(output)
        .map(nameOf)
        .find((name) => name !== null) ?? null)
    : null
}

/** A sentence with a thing's own name in the place of “it”. */
export interface Referred {
  sentence: string
  name: string
}

/** Longer sentences say what they mean. */
const MOST_WORDS = 12

/** The sentence with “the second one” or “it” replaced by what they stand for in the last answer; null where they stand for nothing. */
export function referredIn(sentence: string, turns: readonly Turn[], manners: LanguageManners): Referred | null {
  const done = turns.at(-1)?.done?.at(-1)
  const words = wordsOf(sentence, MOST_WORDS + 1)
  if (!done || words.length < 2 || words.length > MOST_WORDS) return null
  return ordinalIn(sentence, words, listedIn(done.output), manners) ?? pronounIn(sentence, words, done.output, manners)
}

function ordinalIn(
  sentence: string,
  words: readonly Word[],
  rows: readonly unknown[],
  { ordinals, items, joiners, courtesy }: LanguageManners,
): Referred | null {
  for (const [at, { key, from, to }] of words.entries()) {
    const which = ordinals.get(key)
    const name = which === undefined ? null : nameOf(rows.at(which))
    const next = words[at + 1]
    if (!name || (next && !items.has(next.key) && !joiners.has(next.key) && !courtesy.has(next.key))) continue
    const before = words[at - 1]
    const begin = before && courtesy.has(before.key) ? before.from : from
    const end = next && items.has(next.key) ? next.to : to
    return { sentence: `${sentence.slice(0, begin)}${name}${sentence.slice(end)}`, name }
  }
  return null
}

/** “It”, which stands for the one thing that the last answer was about. */
function pronounIn(
  sentence: string,
  words: readonly Word[],
  output: unknown,
  { pronouns }: LanguageManners,
): Referred | null {
  const name = singleIn(output)
  const word = words.find(({ key }) => pronouns.has(key))
  return word && name ? { sentence: `${sentence.slice(0, word.from)}${name}${sentence.slice(word.to)}`, name } : null
}
