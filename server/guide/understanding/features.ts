import type { Word } from './words.ts'

/** What a sentence is compared by: its words with their neighbours, and the letters of its words. */
export interface Features {
  words: readonly string[]
  letters: readonly string[]
}

/** Letters that are looked at together; in scripts without spaces words are short and so are those. */
const SPANS = { least: 3, most: 4 }
const UNSPACED = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u
/** A figure tells by standing there, not by its value. */
const FIGURE = /^\p{N}[\p{N}.,:]*$/u

function lettersOf(word: string): string[] {
  const edged = `_${word}_`
  const found: string[] = []
  const least = UNSPACED.test(word) ? 1 : SPANS.least
  for (let span = least; span <= SPANS.most && span <= edged.length; span++)
    for (let at = 0; at + span <= edged.length; at++) found.push(edged.slice(at, at + span))
  return found
}

/** A sentence by its words (`Word.key`); `kinds` are what the values in it are: `DATE`. */
export function featuresOf(keys: readonly Word['key'][], kinds: readonly string[]): Features {
  const words = keys.map((key) => (FIGURE.test(key) ? '0' : key))
  const pairs = words.flatMap((word, at) => (at > 0 ? [`${words[at - 1]} ${word}`] : []))
  return {
    words: [...words, ...pairs, ...kinds.map((kind) => `+${kind}`)],
    letters: words.flatMap((word) => (word === '0' || word.startsWith('{') ? [] : lettersOf(word))),
  }
}
