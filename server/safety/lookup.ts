import { createNearIndex } from './near-index.ts'
import type { Atom, Lexicon } from './signs.ts'

/** Shorter words have too many neighbours of other meaning. */
const FUZZY_FROM = 5
/** From here a wrong letter is forgiven, too, not only a missing, doubled or swapped one. */
const WRONG_LETTER_FROM = 6
const WORD_MAX = 30

/** Particles that Arabic and Hebrew write together with the word. */
const ARABIC_PREFIX = /^(?:وال|بال|فال|كال|لل|ال|و|ف|ب|ل|ك|ه|ح)(?=.{2})/u
const HEBREW_PREFIX = /^(?:וה|שה|מה|כש|ו|ה|ב|ל|מ|ש|כ)(?=.{2})/u

function* withoutOne(word: string): Generator<string> {
  for (let i = 0; i < word.length; i++) yield word.slice(0, i) + word.slice(i + 1)
}

/** At most one letter missing, too many, swapped with the next, or (in longer words) wrong. Both begin alike. */
function isTypo(word: string, meant: string): boolean {
  if (word[0] !== meant[0]) return false
  let i = 0
  while (i < word.length && word[i] === meant[i]) i++
  const rest = word.slice(i)
  const other = meant.slice(i)
  if (rest.slice(1) === other || rest === other.slice(1)) return true
  if (rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2)) return true
  return meant.length >= WRONG_LETTER_FROM && rest.slice(1) === other.slice(1)
}

/** Finds the atoms that a written word is, or is meant to be; `take` takes in what the lexicon has got since. */
export function createLookup(lexicon: Lexicon): { take: () => void; find: (word: string) => number[] } {
  const { atoms, languagesOf } = lexicon
  const { word: words, stem: stems } = lexicon.numbers
  const parts: [string, number, boolean][] = []
  const nearWords = createNearIndex()
  const nearStems = createNearIndex()
  let longestStem = 0
  let taken = 0
  const index = (number: number) => {
    const { text, form, undivided } = atoms[number] as Atom
    if (undivided) return
    if (form === 'ending' || form === 'part') return void parts.push([text, number, form === 'ending'])
    if (form === 'stem') longestStem = Math.max(longestStem, text.length)
    if (text.length < FUZZY_FROM) return
    const near = form === 'word' ? nearWords : nearStems
    near.put(text, number)
    for (const shorter of withoutOne(text)) near.put(shorter, number)
  }
  /** Of words that stand between spaces: the others are looked for as letters. */
  const divided = (number: number | undefined): number | undefined =>
    number === undefined || atoms[number]?.undivided ? undefined : number

  function exact(word: string, found: Set<number>): void {
    const add = (number: number | undefined) => number !== undefined && found.add(number)
    add(divided(words.get(word)))
    for (let length = Math.min(word.length, longestStem); length > 0; length--)
      add(divided(stems.get(word.slice(0, length))))
    for (const [part, number, ending] of parts)
      if (ending ? word.endsWith(part) : word.includes(part)) found.add(number)
  }

  function fuzzy(word: string, found: Set<number>): void {
    // A word that a language knows is no slip of another word of the same language.
    const known = new Set([...found].flatMap((number) => [...(languagesOf[number] ?? [])]))
    const take = (candidates: readonly number[], written: string) => {
      for (const number of candidates) {
        const { text } = atoms[number] as { text: string }
        if (found.has(number) || !isTypo(written, text)) continue
        // One language that knows it is enough: “sorry” would be “story” in all that have both.
        if ([...(languagesOf[number] ?? [])].some((language) => known.has(language))) continue
        found.add(number)
      }
    }
    take(nearWords.find(word), word)
    for (const shorter of withoutOne(word)) take(nearWords.find(shorter), word)
    for (let length = FUZZY_FROM - 1; length <= Math.min(word.length, longestStem + 1); length++) {
      const start = word.slice(0, length)
      take(nearStems.find(start), start)
      for (const shorter of withoutOne(start)) take(nearStems.find(shorter), start)
    }
  }

  const find = (written: string): number[] => {
    const word = written.slice(0, WORD_MAX)
    const found = new Set<number>()
    exact(word, found)
    const prefix = /\p{Script=Arabic}/u.test(word)
      ? ARABIC_PREFIX
      : /\p{Script=Hebrew}/u.test(word)
        ? HEBREW_PREFIX
        : null
    if (prefix?.test(word)) exact(word.replace(prefix, ''), found)
    if (word.length >= FUZZY_FROM - 1) fuzzy(word, found)
    return [...found]
  }

  return {
    find,
    take: () => {
      for (; taken < atoms.length; taken++) index(taken)
    },
  }
}
