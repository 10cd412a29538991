import { z } from 'zod'
import { fold, isUndivided } from './folding.ts'

/** What somebody may be in, the most urgent first. */
export const dangers = [
  'fire',
  'overdose',
  'medical',
  'child',
  'suicide',
  'violence',
  // Somebody who is afraid of what they may do to others, or means to do it.
  'others',
  'self-harm',
] as const
export type Danger = (typeof dangers)[number]

const Patterns = z.array(z.string().min(1)).default([])

/**
 * How people of one language say it. A pattern is a few words in any order close together; `>` before it keeps the order.
 * A word may be `stem*`, `*ending`, `*part*`, `one|another`, or `@class`, a word of a list in `words`.
 */
export const LanguageSigns = z.strictObject({
  /** Frequent words, which tell the language. */
  common: z.string().default(''),
  /** Words for oneself, where a language says them: what is given to be translated or summarised is a report without them. */
  first: z.string().default(''),
  words: z.record(z.string(), z.string()).default({}),
  signs: z.partialRecord(
    z.enum(dangers),
    z.strictObject({
      /** Said of oneself or somebody near, with no other reading: only quoting takes it back. */
      certain: Patterns,
      /** Taken back by a subject that is a text, a game, a study, a thing. */
      likely: Patterns,
      /** Two of them together. */
      hint: Patterns,
    }),
  ),
  /** Turns of speech and objects that only sound like it: their words do not count. */
  harmless: Patterns,
  /** What the sentence is about when it is about no person: takes back what is likely. */
  subject: Patterns,
  /** Translating, quoting, titles: takes back what is certain, too. */
  quoting: Patterns,
})
export type LanguageSigns = z.infer<typeof LanguageSigns>

export type Weight = 'certain' | 'likely' | 'hint' | 'harmless' | 'subject' | 'quoting'

export interface Pattern {
  language: string
  danger: Danger | null
  weight: Weight
  /** For each word of the pattern the numbers of the atoms that fill it; slots of the same words are the same list. */
  slots: (readonly number[])[]
  ordered: boolean
  /** True when its words are found in letters, not between spaces. */
  undivided: boolean
}

export interface Atom {
  text: string
  form: 'word' | 'stem' | 'ending' | 'part'
  undivided: boolean
}

/** More words than any pattern has. */
export const SLOTS = 64

export interface Lexicon {
  atoms: Atom[]
  patterns: Pattern[]
  /** For each atom the patterns and their slots that it fills: `pattern * SLOTS + slot`. */
  uses: number[][]
  /** For each atom the languages that know it; atoms of the same languages share one set. */
  languagesOf: ReadonlySet<string>[]
  /** The atoms by their form and text. */
  numbers: Record<Atom['form'], Map<string, number>>
  /** Atoms that are frequent words: alone they make no turn of speech. */
  common: Set<number>
  /** By language the words for oneself, folded. */
  first: Map<string, Set<string>>
}

/** The words of all languages in one table: a message is read once for all of them. Languages are added one by one. */
export function createCompiler(): { lexicon: Lexicon; add: (language: string, own: LanguageSigns) => void } {
  const numbers = { word: new Map(), stem: new Map(), ending: new Map(), part: new Map() }
  const shared = { numbers, common: new Set<number>(), first: new Map() }
  const lexicon: Lexicon = { ...shared, atoms: [], patterns: [], uses: [], languagesOf: [] }
  /** Of the language at hand, as written: most words stand in many patterns, and folding is the dear part. */
  const written = new Map<string, number>()
  /** Of the language at hand, the slots as written. */
  const alternatives = new Map<string, readonly number[]>()
  const languageSets = new Map<string, ReadonlySet<string>>()
  const withLanguage = (known: ReadonlySet<string>, language: string): ReadonlySet<string> => {
    if (known.has(language)) return known
    const languages = [...known, language]
    const key = languages.join(' ')
    const set = languageSets.get(key) ?? new Set(languages)
    languageSets.set(key, set)
    return set
  }
  const create = (word: string, language: string): number => {
    const bare = word.replace(/^\*|\*$/g, '')
    const starts = word.startsWith('*')
    const ends = word.endsWith('*')
    const text = fold(bare).replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    if (!text) throw new Error(`${language}: “${word}” is no word.`)
    const undivided = isUndivided(text)
    const form = starts ? (ends ? 'part' : 'ending') : ends ? 'stem' : 'word'
    const known = numbers[form].get(text)
    if (known !== undefined) return known
    const number = lexicon.atoms.push({ text, form, undivided }) - 1
    numbers[form].set(text, number)
    lexicon.uses.push([])
    lexicon.languagesOf.push(new Set())
    return number
  }
  const atom = (word: string, language: string): number => {
    const number = written.get(word) ?? create(word, language)
    written.set(word, number)
    lexicon.languagesOf[number] = withLanguage(lexicon.languagesOf[number] as ReadonlySet<string>, language)
    return number
  }
  const slotOf = (word: string, language: string, own: LanguageSigns): readonly number[] => {
    const names = word.split('|').flatMap((name) => {
      const listed = name.startsWith('@') ? own.words[name.slice(1)] : name
      if (!listed) throw new Error(`${language}: there is no list ${name}.`)
      return listed.split(/\s+/)
    })
    const slot = alternatives.get(word) ?? [...new Set(names.map((name) => atom(name, language)))]
    alternatives.set(word, slot)
    return slot
  }
  const add = (language: string, own: LanguageSigns, weight: Weight, danger: Danger | null, sign: string) => {
    const ordered = sign.startsWith('>')
    const slots = (ordered ? sign.slice(1) : sign)
      .trim()
      .split(/\s+/)
      .map((word) => slotOf(word, language, own))
    if (slots.length > SLOTS) throw new Error(`${language}: “${sign}” has more than ${SLOTS} words.`)
    const undivided = slots.every((slot) => slot.every((one) => lexicon.atoms[one]?.undivided))
    const pattern = lexicon.patterns.push({ language, danger, weight, slots, ordered, undivided }) - 1
    slots.forEach((slot, index) => {
      for (const one of slot) lexicon.uses[one]?.push(pattern * SLOTS + index)
    })
  }
  return {
    lexicon,
    add: (language, own) => {
      written.clear()
      alternatives.clear()
      if (own.first) lexicon.first.set(language, new Set(fold(own.first).split(/\s+/)))
      for (const word of own.common.split(/\s+/)) if (word) lexicon.common.add(atom(word, language))
      for (const danger of dangers)
        for (const weight of ['certain', 'likely', 'hint'] as const)
          for (const sign of own.signs[danger]?.[weight] ?? []) add(language, own, weight, danger, sign)
      for (const weight of ['harmless', 'subject', 'quoting'] as const)
        for (const sign of own[weight]) add(language, own, weight, null, sign)
    },
  }
}
