import { linesOf } from './counts.ts'

export const upperCase = (text: string, language: string): string => text.toLocaleUpperCase(language)
export const lowerCase = (text: string, language: string): string => text.toLocaleLowerCase(language)

/** Words that English titles keep small but at their ends (Chicago Manual of Style, 8.159, and AP for what is longer). */
const SMALL = new Set('a an and as at but by en for if in nor of off on or per so the to up v via vs yet'.split(' '))

function capitalised(word: string, language: string): string {
  // Dutch ij is one letter: IJsland.
  const length = language === 'nl' && /^ij/i.test(word) ? 2 : (word.codePointAt(0) ?? 0) > 0xffff ? 2 : 1
  return word.slice(0, length).toLocaleUpperCase(language) + word.slice(length)
}

const isShouted = (text: string) => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)
/** NASA, iPhone, McDonald: capitals that are part of the name. */
const hasOwnCapitals = (word: string) => /.\p{Lu}/u.test(word)

const WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’]*/gu

/** Every word with a capital; in English the small words without. What has capitals of its own keeps them. */
export function titleCase(text: string, language: string): string {
  const isLoud = isShouted(text)
  return linesOf(text)
    .map((line) => {
      const words = [...line.matchAll(WORD)]
      const last = words.length - 1
      let count = -1
      return line.replace(WORD, (word, at: number) => {
        count += 1
        if (!isLoud && hasOwnCapitals(word)) return word
        const lower = word.toLocaleLowerCase(language)
        const isStart = count === 0 || count === last || /[:.!?—]\s*["“‘']?$/u.test(line.slice(Math.max(0, at - 4), at))
        return language === 'en' && !isStart && SMALL.has(lower) ? lower : capitalised(lower, language)
      })
    })
    .join('\n')
}

/**
 * A capital at the beginning of each sentence and line, small letters elsewhere but in words with capitals of their own. German
 * nouns keep theirs, and what is all capitals loses them.
 */
export function sentenceCase(text: string, language: string): string {
  const isLoud = isShouted(text)
  let isStart = true
  let at = 0
  let result = ''
  for (const match of text.matchAll(WORD)) {
    const between = text.slice(at, match.index)
    const word = match[0]
    if (/[.!?…。！？]["”’')\]]*\s|[\r\n]/u.test(between) || /[。！？]/u.test(between)) isStart = true
    const isKept =
      (!isLoud && (hasOwnCapitals(word) || language === 'de')) ||
      (language === 'en' && /^I(?:['’](?:m|d|ve|ll))?$/iu.test(word))
    const shape = isKept
      ? language === 'en' && word.startsWith('i') && !hasOwnCapitals(word)
        ? `I${word.slice(1)}`
        : word
      : word.toLocaleLowerCase(language)
    result += between + (isStart && !hasOwnCapitals(shape) ? capitalised(shape, language) : shape)
    isStart = false
    at = match.index + word.length
  }
  return result + text.slice(at)
}

/** `parseHTTPResponse_v2` is parse, HTTP, Response, v2. */
const nameWords = (line: string): string[] =>
  line
    .replace(/['’]/g, '')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

const byLine = (text: string, name: (words: readonly string[]) => string): string =>
  linesOf(text)
    .map((line) => name(nameWords(line)))
    .join('\n')

/** `due date of invoice` is `dueDateOfInvoice`; each line is a name. */
export const camelCase = (text: string): string =>
  byLine(text, (words) => words.map((word, at) => (at === 0 ? word : capitalised(word, 'en'))).join(''))
export const snakeCase = (text: string): string => byLine(text, (words) => words.join('_'))
export const kebabCase = (text: string): string => byLine(text, (words) => words.join('-'))
