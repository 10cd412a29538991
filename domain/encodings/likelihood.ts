import { FREQUENT_SIGNS, LETTER_PAIRS } from './letters.ts'
import type { Encoding } from './names.ts'

// How likely a text is, in bits by a model of pairs of letters (Shannon 1948): the encoding of bytes is the one that reads the
// likeliest text out of them. Costs are of the same bytes, and so can be compared.

const WEST = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'no', 'fi', 'et']
const CENTRAL = ['pl', 'cs', 'sk', 'hu', 'ro', 'sl', 'hr', 'de']
const CYRILLIC = ['ru', 'uk', 'bg']

/** The languages that are kept in an encoding. Of encodings that read the same text the first is taken. */
export const LANGUAGES: readonly (readonly [encoding: Encoding, letters: readonly string[], signs?: string])[] = [
  ['windows-1252', WEST],
  ['windows-1250', CENTRAL],
  ['windows-1251', CYRILLIC],
  ['windows-1253', ['el']],
  ['windows-1254', ['tr']],
  ['windows-1255', ['he']],
  ['windows-1256', ['ar']],
  ['windows-1257', ['lv', 'lt', 'et']],
  ['windows-1258', ['vi']],
  ['windows-874', ['th']],
  ['iso-8859-15', WEST],
  ['iso-8859-2', CENTRAL],
  ['iso-8859-5', CYRILLIC],
  ['iso-8859-6', ['ar']],
  ['iso-8859-7', ['el']],
  ['iso-8859-8', ['he']],
  ['iso-8859-13', ['lv', 'lt', 'et']],
  ['koi8-r', ['ru', 'bg']],
  ['koi8-u', ['uk']],
  ['shift_jis', ['en'], 'ja'],
  ['euc-jp', ['en'], 'ja'],
  ['gb18030', ['en'], 'zh-Hans'],
  ['big5', ['en'], 'zh-Hant'],
  ['euc-kr', ['en'], 'ko'],
]

const BLANK = 32
/** Bits for a pair that the model has not seen: of letters that the language has, and of others. */
const UNSEEN = 11
const FOREIGN = 16
const SIGN_UNSEEN = 17

interface Model {
  costs: Map<number, number>
  letters: Set<number>
}

const models = new Map<string, Model>()
function modelOf(language: string): Model {
  const known = models.get(language)
  if (known) return known
  const model: Model = { costs: new Map(), letters: new Set() }
  for (const row of (LETTER_PAIRS[language] ?? '').split('|')) {
    const first = row.charCodeAt(0)
    model.letters.add(first)
    for (let at = 1; at < row.length; at += 2) {
      const second = row.charCodeAt(at)
      model.letters.add(second)
      model.costs.set(first * 65_536 + second, Number(row[at + 1]) + 0.5)
    }
  }
  models.set(language, model)
  return model
}

const ranks = new Map<string, Map<number, number>>()
/** Bits of a sign of Chinese, Japanese or Korean by its rank in the language (Zipf), or in the one where it is most frequent. */
function signCost(code: number, language: string | undefined): number {
  if (language === undefined) return Math.min(...Object.keys(FREQUENT_SIGNS).map((one) => signCost(code, one)))
  let known = ranks.get(language)
  if (!known) {
    known = new Map([...(FREQUENT_SIGNS[language] ?? '')].map((sign, rank) => [sign.charCodeAt(0), rank]))
    ranks.set(language, known)
  }
  const rank = known.get(code)
  return rank === undefined ? SIGN_UNSEEN : Math.log2(rank + 2) + 4
}

const isSign = (code: number) =>
  (code >= 0x3001 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3) || (code >= 0xff01 && code <= 0xffe6)
const USUAL = new Set([...'“”„‘’‚–—…«»\u00a0•'].map((sign) => sign.charCodeAt(0)))
const KNOWN = new Set([...'€£°§¿¡©®™²³№´·½ºª×'].map((sign) => sign.charCodeAt(0)))
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NONE = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f-\x9f\uE000-\uF8FF\uFFFD\uFFFE\uFFFF]|\p{Cn}/u
const LETTER = /[\p{L}\p{M}]/u

/** Whether a sign stands beside another. */
const isSignWord = (text: string, at: number) => isSign(text.charCodeAt(at - 1)) || isSign(text.charCodeAt(at + 1))

/** A text as letters and blanks, and the bits of all else in it, its signs those of a language; null when no text has such characters. */
export function lettersOf(text: string, signs?: string): { letters: Uint16Array; bits: number } | null {
  if (NONE.test(text)) return null
  const low = text.toLowerCase()
  const letters = new Uint16Array(low.length)
  let bits = 0
  for (let at = 0; at < low.length; at++) {
    const code = low.charCodeAt(at)
    letters[at] = BLANK
    if (code < 128) {
      if (code >= 97 && code <= 122) letters[at] = code
    } else if (isSign(code)) bits += code >= 0xff61 && code <= 0xff9f ? SIGN_UNSEEN : signCost(code, signs)
    else if (LETTER.test(low[at] as string)) letters[at] = code
    else bits += USUAL.has(code) ? 6 : KNOWN.has(code) ? 9 : FOREIGN
    // A sign within a word, and a capital behind a small letter, are what a wrong encoding makes.
    const isWithin = LETTER.test(low[at - 1] ?? '') && LETTER.test(low[at + 1] ?? '')
    if (code >= 128 && letters[at] === BLANK && code !== 0x2019 && isWithin && !isSignWord(low, at))
      bits += isSign(code) && signCost(code, signs) < SIGN_UNSEEN ? 3 : 8
  }
  if (low.length === text.length)
    for (let at = 1; at < low.length; at++)
      if (low[at] !== text[at] && low[at - 1] === text[at - 1] && letters[at - 1] !== BLANK) bits += 8
  return { letters, bits }
}

/** The bits of letters in the language that they fit best. */
export function bitsIn(letters: Uint16Array, languages: readonly string[]): number {
  let least = Number.POSITIVE_INFINITY
  for (const language of languages) {
    const { costs, letters: own } = modelOf(language)
    let bits = 0
    let before = BLANK
    for (const code of letters) {
      if (code !== BLANK || before !== BLANK)
        bits += costs.get(before * 65_536 + code) ?? (own.has(before) && own.has(code) ? UNSEEN : FOREIGN)
      before = code
    }
    if (bits < least) least = bits
  }
  return least
}

/** Bits by which an encoding is rarer in the world than windows-1252: what decides where a text of a few words could be either. */
export const rarityOf = (encoding: Encoding): number =>
  encoding === 'windows-1252' ? 0 : encoding.startsWith('iso') ? 4 : 3

export const ALL_LANGUAGES: readonly string[] = Object.keys(LETTER_PAIRS)
