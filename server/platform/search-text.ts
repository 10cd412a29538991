/** UTF-16 units of text that are indexed; what follows is not found by search. */
const TEXT_MAX = 200_000
/** Letters of one word; longer runs (base64, hashes) are cut, so that an index entry stays small. */
const WORD_MAX = 64
const QUERY_WORDS = 16

/** Without a locale: the dictionaries for Chinese, Japanese, Thai, Lao, Khmer and Burmese are chosen by script. */
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * Accents and vowel points of scripts that are read without them. In Indic scripts, Thai and kana, marks are letters
 * (U+3099 and U+309A turn か into が), so they stay.
 */
const ACCENTS =
  /[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309A]]/gv

/** Dictionaries hold names such as 東京タワー whole; people look for either half. */
const HAN_MEETS_KATAKANA = /(?<=\p{Script=Han})(?=\p{Script=Katakana})|(?<=[\p{Script=Katakana}ー])(?=\p{Script=Han})/gu

const fold = (word: string): string => word.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase()

const ASCII = /^[\0-\x7f]*$/

/** Texts of ASCII have no boundary within letters and digits, and nothing to fold but their case: an eighth of the time. */
function* wordsOf(text: string): Generator<string> {
  const most = text.slice(0, TEXT_MAX)
  if (!ASCII.test(most)) return yield* segmented(most)
  for (const [word] of most.toLowerCase().matchAll(/[a-z0-9]+/g)) yield word.slice(0, WORD_MAX)
}

function* segmented(text: string): Generator<string> {
  // One letter may stand for eighteen (ﷺ): what they come to is bounded as well.
  const plain = text.normalize('NFKC').slice(0, TEXT_MAX)
  for (const { segment, isWordLike } of segmenter.segment(plain)) {
    if (!isWordLike) continue
    for (const word of fold(segment.replace(HAN_MEETS_KATAKANA, ' ')).split(/[^\p{L}\p{N}\p{M}]+/u))
      if (/[\p{L}\p{N}]/u.test(word)) yield word.slice(0, WORD_MAX)
  }
}

/**
 * The words of a text as search compares them, joined by spaces: write it to a column as
 * `array_to_tsvector(string_to_array(…, ' '))`: PostgreSQL's own parser would drop letters that its locale does not know.
 */
export function searchText(text: string): string {
  return [...wordsOf(text)].join(' ')
}

/**
 * What a person typed as a `tsquery` (cast it): every word, the last one perhaps unfinished.
 * Null when there is no word in it.
 */
export function searchQuery(words: string): string | null {
  const found = [...wordsOf(words.slice(0, 1000))].slice(0, QUERY_WORDS)
  return found.length === 0 ? null : `${found.map((word) => `'${word}'`).join(' & ')}:*`
}
