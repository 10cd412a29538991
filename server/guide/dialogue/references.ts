import type { Turn } from '../guide.ts'
import type { LanguageManners } from '../understanding/manners.ts'
import { wordsOf } from '../understanding/words.ts'

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

/** The sentence with “the second one” and “it” replaced by what they stand for; null where they stand for nothing. */
export function referredIn(sentence: string, turns: readonly Turn[], manners: LanguageManners): string | null {
  const done = turns.findLast((turn) => turn.done && turn.done.length > 0)?.done?.at(-1)
  if (!done) return null
  const words = wordsOf(sentence)
  const rows = listedIn(done.output)
  for (const [at, { key, from }] of words.entries()) {
    const which = manners.ordinals.get(key)
    if (which === undefined || rows.length === 0) continue
    const next = words[at + 1]
    const isLastWord = at === words.length - 1
    if (
      !isLastWord &&
      !(next && (manners.items.has(next.key) || manners.joiners.has(next.key) || manners.courtesy.has(next.key)))
    )
      continue
    const name = nameOf(rows.at(which))
    if (!name) continue
    const before = words[at - 1]
    const begin = before && manners.courtesy.has(before.key) ? before.from : from
    const end = next && manners.items.has(next.key) ? next.to : (words[at]?.to as number)
    return `${sentence.slice(0, begin)}${name}${sentence.slice(end)}`
  }
  const at = words.findIndex(({ key }) => manners.pronouns.has(key))
  const name = singleIn(done.output)
  const word = words[at]
  if (!word || !name || words.length < 2) return null
  return `${sentence.slice(0, word.from)}${name}${sentence.slice(word.to)}`
}
