import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Manners } from './matcher.ts'
import { folded, wordsOf } from './words.ts'

/** What is done to a number by a word: `plus`, `half`. */
export const FIGURES = ['plus', 'minus', 'times', 'over', 'half', 'double', 'triple', 'square', 'round'] as const
export type FigureWord = (typeof FIGURES)[number]

const Language = z.object({
  courtesy: z.string(),
  joiners: z.string(),
  alike: z.array(z.string()),
  pronouns: z.string(),
  cancel: z.array(z.string()),
  undo: z.array(z.string()).default([]),
  correct: z.string().default(''),
  again: z.string().default(''),
  ordinals: z.array(z.string()).default([]),
  last: z.string().default(''),
  items: z.string().default(''),
  questions: z.string().default(''),
  plural: z.string().default(''),
  figures: z.partialRecord(z.enum(FIGURES), z.string()).default({}),
})

const folder = new URL('./manners/', import.meta.url)

export interface LanguageManners extends Manners {
  /** Words that stand for something said before: `it`, `das`. */
  pronouns: ReadonlySet<string>
  /** Whole sentences that leave a question, as `spoken`: `never mind`. */
  cancel: ReadonlySet<string>
  /** What takes the last change back, as `spoken`, without courtesy: `take back`. */
  undo: ReadonlySet<string>
  /** Words that begin a correction: `no`, `i meant`. */
  correct: ReadonlySet<string>
  /** Words that ask the same of something else: `and`, `what about`. */
  again: ReadonlySet<string>
  /** Which of a list: 0 for `first`; -1 for `last`. */
  ordinals: ReadonlyMap<string, number>
  /** What a thing of any list may be called: `one`. */
  items: ReadonlySet<string>
  /** Pronouns for several things: `them`. */
  plural: ReadonlySet<string>
  /** Words that do something to a number: `half`. */
  figures: ReadonlyMap<string, FigureWord>
}

const known = new Map<string, LanguageManners>()
const none = Language.parse({ courtesy: '', joiners: '', alike: [], pronouns: '', cancel: [] })

/** A sentence as its bare words. */
export const spoken = (sentence: string): string =>
  wordsOf(sentence)
    .map(({ key }) => key)
    .join(' ')

/** The small words of a language, read once. */
export function mannersOf(language: string): LanguageManners {
  const before = known.get(language)
  if (before) return before
  const file = new URL(`${language}.json`, folder)
  const said = existsSync(file) ? Language.parse(JSON.parse(readFileSync(file, 'utf8'))) : none
  const words = (text: string) => new Set(text.split(' ').filter(Boolean).map(folded))
  const alike = new Map<string, string[]>()
  for (const group of said.alike.map((text) => text.split(' ').map(folded)))
    for (const word of group) alike.set(word, [...(alike.get(word) ?? []), ...group.filter((other) => other !== word)])
  const manners = {
    courtesy: words(said.courtesy),
    joiners: words(said.joiners),
    alike,
    pronouns: words(said.pronouns),
    cancel: new Set(said.cancel.map(spoken)),
    undo: new Set(said.undo.map(spoken)),
    correct: words(said.correct),
    again: words(said.again),
    ordinals: new Map([
      ...said.ordinals.flatMap((some, at) => some.split(' ').map((word) => [folded(word), at] as const)),
      ...[...words(said.last)].map((word) => [word, -1] as const),
    ]),
    items: words(said.items),
    questions: words(said.questions),
    plural: words(said.plural),
    figures: new Map(FIGURES.flatMap((one) => [...words(said.figures[one] ?? '')].map((word) => [word, one] as const))),
  }
  known.set(language, manners)
  return manners
}
