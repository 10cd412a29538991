const segments = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Sentences of a prose text; a line break after a full line, a heading or a list item ends one too. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/\n\s*\n|\n(?=\s*(?:[-*•#]|\d+[.)]))/)
    .flatMap((paragraph) => [...segments.segment(paragraph.replace(/\s+/g, ' '))].map(({ segment }) => segment.trim()))
    .filter((sentence) => /\p{L}/u.test(sentence))

/** Words with a letter in them; `don't` and `follow-up` are one each. Numbers alone are none. */
export const wordsOf = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? []).filter((word) => /\p{L}/u.test(word))

/**
 * Syllables of an English word, by its groups of vowels, without the silent e at the end. An estimate, right for about nine
 * words of ten; at least 1.
 */
export function syllablesIn(word: string): number {
  const plain = word.toLowerCase().replace(/[^a-z]/g, '')
  if (plain.length <= 3) return 1
  const spoken = plain.replace(/(?:[^laeiouy]es|[^td]ed|[^laeiouy]e)$/, (ending) => ending.charAt(0)).replace(/^y/, '')
  return Math.max(1, spoken.match(/[aeiouy]{1,2}/g)?.length ?? 1)
}

export interface Readability {
  words: number
  sentences: number
  /** Words of a sentence, on average. */
  wordsPerSentence: number
  /** Flesch Reading Ease: 206.835 − 1.015 × words/sentences − 84.6 × syllables/words. 60 to 70 is plain English. */
  ease: number
  /** Flesch–Kincaid grade, in years of school in the United States: 0.39 × words/sentences + 11.8 × syllables/words − 15.59. */
  grade: number
}

/**
 * How easily an English text reads: R. Flesch, "A New Readability Yardstick" (1948); J. P. Kincaid et al., Research Branch
 * Report 8-75 (1975). Null under 30 words: the formulas say nothing of less.
 */
export function readabilityOf(text: string): Readability | null {
  const words = wordsOf(text)
  const sentences = sentencesOf(text).length
  if (words.length < 30 || sentences === 0) return null
  const length = words.length / sentences
  const syllables = words.reduce((sum, word) => sum + syllablesIn(word), 0) / words.length
  return {
    words: words.length,
    sentences,
    wordsPerSentence: length,
    ease: 206.835 - 1.015 * length - 84.6 * syllables,
    grade: 0.39 * length + 11.8 * syllables - 15.59,
  }
}

/** Flesch's own names for his scale. */
export const easeName = (ease: number): string =>
  ease >= 90
    ? 'very easy'
    : ease >= 80
      ? 'easy'
      : ease >= 70
        ? 'fairly easy'
        : ease >= 60
          ? 'plain English'
          : ease >= 50
            ? 'fairly difficult'
            : ease >= 30
              ? 'difficult'
              : 'very difficult'

const COMMON = new Set(
  'a about after all also an and any are as at be because been but by can could do does for from get had has have he her his how i if in into is it its just like may me more most my no not now of on one only or other our out over she should so some such than that the their them then there these they this to up us use very was we were what when where which who why will with would you your'.split(
    ' ',
  ),
)
/** Words that say what a text is about, in lower case. */
export const topicWords = (text: string): string[] =>
  wordsOf(text)
    .map((word) => word.toLowerCase().replace(/['’]s$/, ''))
    .filter((word) => word.length > 2 && !COMMON.has(word))
