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
  /** For each word of the pattern the numbers of the atoms that fill it. */
  slots: number[][]
  ordered: boolean
  /** True when its words are found in letters, not between spaces. */
  undivided: boolean
}

export interface Atom {
  text: string
  form: 'word' | 'stem' | 'ending' | 'part'
  undivided: boolean
}

export interface Lexicon {
  atoms: Atom[]
  patterns: Pattern[]
  /** For each atom the patterns and their slots that it fills. */
  uses: { pattern: number; slot: number }[][]
  languagesOf: Set<string>[]
  /** Atoms that are frequent words: alone they make no turn of speech. */
  common: Set<number>
  /** By language the words for oneself, folded. */
  first: Map<string, Set<string>>
}

/** The words of all languages in one table: a message is read once for all of them. Languages are added one by one. */
export function createCompiler(): { lexicon: Lexicon; add: (language: string, own: LanguageSigns) => void } {
  const lexicon: Lexicon = { atoms: [], patterns: [], uses: [], languagesOf: [], common: new Set(), first: new Map() }
  const numbers = new Map<string, number>()
  /** As written: most words stand in many patterns, and folding is the dear part. */
  const written = new Map<string, number>()
  const create = (word: string, language: string): number => {
    const bare = word.replace(/^\*|\*$/g, '')
    const starts = word.startsWith('*')
    const ends = word.endsWith('*')
    const text = fold(bare).replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    if (!text) throw new Error(`${language}: “${word}” is no word.`)
    const undivided = isUndivided(text)
    const form = starts ? (ends ? 'part' : 'ending') : ends ? 'stem' : 'word'
    const key = `${form} ${text}`
    const known = numbers.get(key)
    if (known !== undefined) return known
    const number = lexicon.atoms.push({ text, form, undivided }) - 1
    numbers.set(key, number)
    lexicon.uses.push([])
    lexicon.languagesOf.push(new Set())
    return number
  }
  const atom = (word: string, language: string): number => {
    const number = written.get(word) ?? create(word, language)
    written.set(word, number)
    lexicon.languagesOf[number]?.add(language)
    return number
  }
  const add = (language: string, own: LanguageSigns, weight: Weight, danger: Danger | null, sign: string) => {
    const ordered = sign.startsWith('>')
    const slots = (ordered ? sign.slice(1) : sign)
      .trim()
      .split(/\s+/)
      .map((word) => {
        const names = word.split('|').flatMap((name) => {
          const listed = name.startsWith('@') ? own.words[name.slice(1)] : name
          if (!listed) throw new Error(`${language}: there is no list ${name}.`)
          return listed.split(/\s+/)
        })
        return [...new Set(names.map((name) => atom(name, language)))]
      })
    const undivided = slots.every((slot) => slot.every((one) => lexicon.atoms[one]?.undivided))
    const pattern = lexicon.patterns.push({ language, danger, weight, slots, ordered, undivided }) - 1
    slots.forEach((slot, index) => {
      for (const one of slot) lexicon.uses[one]?.push({ pattern, slot: index })
    })
  }
  return {
    lexicon,
    add: (language, own) => {
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
