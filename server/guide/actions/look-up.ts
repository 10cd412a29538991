import { isDeed, isFormOf, isLikeWord, isSlipOf } from '@atrium/domain/names/word-forms'
import type { NamedRow } from '../../records/named.ts'
import type { GuideContext } from '../guide.ts'
import { mannersOf, spoken } from '../understanding/manners.ts'
import { smallIn } from '../understanding/small-words.ts'
import type { Understood } from '../understanding/understand.ts'
import { folded, wordsOf } from '../understanding/words.ts'
import type { Target } from './targets.ts'

export type Found =
  | { kind: 'none' }
  | {
      kind: 'one'
      id: string
      title: string
      at: string | null
      /** The sentence says every word of its name that tells something, and more than one. */
      isWhole: boolean
    }
  /** Something is called alike, and not so: nothing is done with it unasked. */
  | { kind: 'near'; title: string }
  | { kind: 'several'; titles: readonly string[] }

/** The collection that an action is about: the one that its name ends with, or else the module's first. */
function collectionOf({ name, module }: Target): string | undefined {
  const names = Object.keys(module.collections)
  const last = /[A-Z][a-z]+$/u.exec(name)?.[0].toLowerCase()
  return (last && names.find((one) => one.toLowerCase().startsWith(last.slice(0, -1)))) || names[0]
}

/** Words for having done something, whatever it was. */
const ANY_DEED = new Set(
  'finished completed done did ticked crossed checked marked closed sorted wrapped managed settled handled dealt got taken gone made been had knocked polished'.split(
    ' ',
  ),
)
/** Actions by which something is done with. */
const DOES = /^(?:done|complete|finish|check|tick)/u

/** “Called” of “I called the vet”: the word before what is done, which is part of its name. */
function deedBefore(sentence: string, from: number): string | undefined {
  const word = wordsOf(sentence.slice(0, from)).at(-1)?.key
  return word !== undefined && isDeed(word) && !ANY_DEED.has(word) ? word : undefined
}

/** The record that words mean: of several whose names hold them, the one that is called just so. */
export async function lookUp(
  words: string,
  { meant, language, places, mentions }: Understood,
  sentence: string,
  context: GuideContext,
): Promise<Found> {
  const { target } = meant
  if (!target) return { kind: 'none' }
  const collection = collectionOf(target)
  if (collection === undefined) return { kind: 'none' }
  const small = smallIn(language)
  const { courtesy } = mannersOf(language)
  const bare: string = spoken(words)
    .split(' ')
    .filter((word) => !courtesy.has(word) && !/^["“”'=:-]$/u.test(word))
    .join(' ')
  const look = async (said: string): Promise<Found> => {
    if (said.trim() === '') return { kind: 'none' }
    return foundIn(await context.named(target.module.id, { collection, words: said, small }), said, sentence, small)
  }
  const days = mentions.flatMap(({ kind, from, to }) =>
    kind === 'date' ? wordsOf(sentence.slice(from, to)).map(({ key }) => key) : [],
  )
  const isAllSaid = (title: string) => isCalled(title, bare, new Set([...small, ...days, ...ANY_DEED]))
  const place = places.id ?? places.title
  const deed = DOES.test(target.name) && language === 'en' && place ? deedBefore(sentence, place[0]) : undefined
  if (deed) {
    const found = await look(`${deed} ${bare}`)
    if (found.kind !== 'none') return found
  }
  for (const said of new Set<string>([words, bare])) {
    const found = await look(said)
    if (found.kind === 'none') continue
    if (found.kind === 'one' && target.action.effect !== 'read' && !isAllSaid(found.title))
      return { kind: 'near', title: found.title }
    // “I called mum” is not “Buy a gift for mum”.
    return deed && found.kind === 'one' && !isWhole(found.title, said, small, 0.5) ? { kind: 'none' } : found
  }
  return { kind: 'none' }
}

/** Whether everything that was said of a thing is in its name: “pay rent november” is not “Pay rent december”. */
function isCalled(title: string, said: string, small: ReadonlySet<string>): boolean {
  const own = wordsOf(title).map(({ key }) => key)
  return wordsOf(said).every(
    ({ key }) => small.has(key) || own.some((word) => isFormOf(key, word) || isSlipOf(key, word)),
  )
}

function foundIn(rows: readonly NamedRow[], said: string, sentence: string, small: ReadonlySet<string>): Found {
  const [first] = rows
  if (!first) return { kind: 'none' }
  const exact = rows.filter(({ title }) => folded(title) === folded(said))
  const [one, ...more] = exact.length > 0 ? exact : rows
  // What was done and is to be done again is called the same.
  if (
    one &&
    (more.length === 0 || (exact.length === 0 && more.every(({ title }) => folded(title) === folded(one.title))))
  )
    return { kind: 'one', ...one, isWhole: isWhole(one.title, sentence, small, 1) }
  return { kind: 'several', titles: rows.slice(0, 3).map(({ title }) => title) }
}

/** Whether that part of a name was said; the whole of a single word is little. */
function isWhole(title: string, said: string, small: ReadonlySet<string>, part: number): boolean {
  const asked = wordsOf(said).map(({ key }) => key)
  const own = wordsOf(title).flatMap(({ key }) => (small.has(key) ? [] : [key]))
  const told = own.filter((word) => asked.some((one) => isLikeWord(one, word)))
  return told.length >= own.length * part && (part < 1 || own.length > 1)
}

const NOT_YET =
  /\?\s*$|\b(?:not|never|no|without|\w+n't|(?:is|are|was|were|do|does|did|have|has|had|ca|wo)nt|need|needs|have to|has to|must|should|shall|will|want|wants|going to|gonna|gotta|can|could|would|may|might|let|please|pls|if|when|who|what|which|why|how|where|until|till|til|tomorrow|next|by|add|put|remind|remember|list)\b/iu

/**
 * What a sentence says to have been done, by its whole name: “I have called the plumber this morning” where “Call the plumber”
 * is to be done. English only; what is to be, is asked or is not so is left alone.
 */
export async function doneIn(
  sentence: string,
  targets: readonly Target[],
  context: GuideContext,
): Promise<{ target: Target; title: string } | null> {
  if (NOT_YET.test(sentence) || !wordsOf(sentence).some(({ key }) => isDeed(key))) return null
  const small = smallIn('en')
  const found: { target: Target; title: string }[] = []
  for (const target of targets) {
    const collection = collectionOf(target)
    if (target.name !== 'done' || collection === undefined) continue
    const rows = await context.named(target.module.id, { collection, words: sentence, small, isWithin: true })
    for (const title of new Set(rows.map((row) => row.title))) found.push({ target, title })
  }
  const [only, ...others] = found
  return only && others.length === 0 ? only : null
}
