/** One word of a sentence, with its place in it. */
export interface Word {
  /** Folded: the form in which words are compared. */
  key: string
  from: number
  to: number
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
/** Scripts that are written without spaces, and so are cut into words by a dictionary. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const WORD =
  /\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}]+(?:['’‘ʼ._@-][\p{L}\p{M}]+)*|[#@+][\p{L}\p{N}\p{M}_-]+|\{\w+(?::[^{}]*)?\}|[=:→]|[-–—](?=\s)/gu

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ı: 'i', ł: 'l', ø: 'o', æ: 'ae', œ: 'oe', đ: 'd', ё: 'е' }
const ARABIC: Readonly<Record<string, string>> = { أ: 'ا', إ: 'ا', آ: 'ا', ى: 'ي', ة: 'ه', ؤ: 'و', ئ: 'ي' }

/**
 * A word as it is compared: lower case, without accents of Latin and Cyrillic letters, vowel marks of Arabic, apostrophes and
 * full stops. Marks that are letters of their own elsewhere (Devanagari, Japanese) stay.
 */
export const folded = (word: string): string =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ßıłøæœđё]/gu, (letter) => LETTERS[letter] as string)
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u0652\u0640]/gu, '')
    .normalize('NFC')
    .replace(/[أإآىةؤئ]/gu, (letter) => ARABIC[letter] as string)
    .replace(/['’‘ʼ.]/gu, '')

/** The words of a text in their order, at most `most` of them. */
export function wordsOf(text: string, most = 160): Word[] {
  const found: Word[] = []
  for (const match of text.matchAll(WORD)) {
    if (found.length >= most) break
    const [part] = match
    if (part.startsWith('{') || !UNSPACED.test(part)) {
      found.push({ key: folded(part), from: match.index, to: match.index + part.length })
      continue
    }
    for (const { segment, index } of segmenter.segment(part)) {
      if (found.length >= most) break
      const from = match.index + index
      found.push({ key: folded(segment), from, to: from + segment.length })
    }
  }
  return found
}
