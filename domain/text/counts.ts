import { recent } from '../recent.ts'

/** How much there is of a text. */
export interface TextCounts {
  words: number
  /** As people see them: an emoji of several code points is one. Line ends are none. */
  characters: number
  withoutSpaces: number
  lines: number
}

const segmenter = recent(60, (key: string) => {
  const [granularity, language] = key.split(' ') as ['word' | 'grapheme', string]
  return new Intl.Segmenter(language, { granularity })
})

/** A text without these has as many characters as code points. */
const COMPOSED = /\p{M}|\u200d|[\u1100-\u11ff]|[\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}]/u

export function characterCount(text: string): number {
  let count = 0
  if (COMPOSED.test(text)) for (const _ of segmenter('grapheme en').segment(text)) count += 1
  else for (const _ of text) count += 1
  return count
}

/** The characters of a text as people see them. */
export const charactersOf = (text: string): string[] =>
  COMPOSED.test(text) ? Array.from(segmenter('grapheme en').segment(text), ({ segment }) => segment) : [...text]

const isHyphen = (sign: string) => sign === '-' || sign === '\u2010' || sign === '\u2011'

/**
 * The words of a text (UAX #29, with a dictionary where a script has no spaces). Words with a hyphen between them are one, as
 * word processors count.
 */
export function wordsOf(text: string, language: string): string[] {
  const words: string[] = []
  let joint = ''
  let isBehindWord = false
  for (const { segment, isWordLike } of segmenter(`word ${language}`).segment(text)) {
    if (!isWordLike) {
      joint = isBehindWord && isHyphen(segment) ? segment : ''
      isBehindWord = false
      continue
    }
    if (joint) words[words.length - 1] += joint + segment
    else words.push(segment)
    joint = ''
    isBehindWord = true
  }
  return words
}

const BREAK = /\r\n|[\r\n\u2028\u2029]/g

/** The lines of a text; a line end behind the last begins no further one. */
export const linesOf = (text: string): string[] => {
  if (text === '') return []
  const lines = text.split(BREAK)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

export function countText(text: string, language: string): TextCounts {
  return {
    words: wordsOf(text, language).length,
    characters: characterCount(text.replace(BREAK, '')),
    withoutSpaces: characterCount(text.replace(/\s/g, '')),
    lines: linesOf(text).length,
  }
}
