import type { GuideLanguage } from './intent.ts'

/** Words that mean one thing, by language. A star stands for any ending: `compound* daily`. */
export type WordsByLanguage = Readonly<Partial<Record<GuideLanguage, readonly string[]>>>

/** Scripts that write no spaces, or put endings at every word. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&')

const patterns = new WeakMap<readonly string[], RegExp>()

function patternOf(words: readonly string[]): RegExp {
  const known = patterns.get(words)
  if (known) return known
  const parts = [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => {
      const isOpen = word.endsWith('*')
      const bare = escaped(isOpen ? word.slice(0, -1) : word)
        .replaceAll('\\*', '\\p{L}*')
        .replaceAll(' ', '\\s+')
      const before = unspaced.test(word) ? '' : '(?<![\\p{L}\\p{M}])'
      const after = isOpen || unspaced.test(word) ? '' : '(?![\\p{L}\\p{M}])'
      return `${before}${bare}${after}`
    })
  const pattern = new RegExp(parts.join('|') || '(?!)', 'giu')
  patterns.set(words, pattern)
  return pattern
}

const listsOf = (words: WordsByLanguage, language: GuideLanguage): (readonly string[])[] =>
  [...new Set<GuideLanguage>([language, 'en'])].map((one) => words[one] ?? [])

export interface FoundWord {
  index: number
  length: number
}

/** Where a text says one of these words, in this language or in English, in the order of the text. */
export const wordsIn = (text: string, words: WordsByLanguage, language: GuideLanguage): FoundWord[] =>
  listsOf(words, language)
    .flatMap((list) =>
      [...text.matchAll(patternOf(list))].map((match) => ({ index: match.index, length: match[0].length })),
    )
    .sort((a, b) => a.index - b.index)

export const says = (text: string, words: WordsByLanguage, language: GuideLanguage): boolean =>
  wordsIn(text, words, language).length > 0
