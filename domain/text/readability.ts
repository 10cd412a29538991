// How easy a text is to read, by the measure that was published for its language.

/** Reading ease is `base - sentence * (words per sentence) - word * (syllables per word)`. */
interface Measure {
  name: string
  base: number
  sentence: number
  word: number
}

/**
 * en: Flesch 1948. de: Amstad 1978. es: Szigriszt-Pazos 1993. fr: Kandel and Moles 1958. it: Franchina and Vacca 1986. nl: Douma
 * 1960. pt: Martins and others 1996. ru: Oborneva 2006.
 */
const MEASURES = {
  en: { name: 'Flesch', base: 206.835, sentence: 1.015, word: 84.6 },
  de: { name: 'Flesch–Amstad', base: 180, sentence: 1, word: 58.5 },
  es: { name: 'Flesch–Szigriszt', base: 206.835, sentence: 1, word: 62.3 },
  fr: { name: 'Kandel–Moles', base: 207, sentence: 1.015, word: 73.6 },
  it: { name: 'Flesch–Vacca', base: 217, sentence: 1.3, word: 60 },
  nl: { name: 'Flesch–Douma', base: 206.835, sentence: 0.93, word: 77 },
  pt: { name: 'Flesch–Martins', base: 248.835, sentence: 1.015, word: 84.6 },
  ru: { name: 'Flesch–Oborneva', base: 206.835, sentence: 1.3, word: 60.1 },
} satisfies Record<string, Measure>

export type ReadingLanguage = keyof typeof MEASURES

/** From the easiest to the hardest, by Flesch's own table. */
export const READING_BANDS = ['veryEasy', 'easy', 'fairlyEasy', 'plain', 'fairlyHard', 'hard', 'veryHard'] as const
export type ReadingBand = (typeof READING_BANDS)[number]
const BOUNDS = [90, 80, 70, 60, 50, 30]

export interface ReadingLevel {
  measure: string
  ease: number
  band: ReadingBand
  /** The year of an American school that reads it (Flesch and Kincaid 1975); null for other languages. */
  grade: number | null
  wordsPerSentence: number
  syllablesPerWord: number
}

export function readingLevel(
  { words, sentences, syllables }: { words: number; sentences: number; syllables: number },
  language: ReadingLanguage,
): ReadingLevel {
  const measure = MEASURES[language]
  const wordsPerSentence = words / sentences
  const syllablesPerWord = syllables / words
  const ease = measure.base - measure.sentence * wordsPerSentence - measure.word * syllablesPerWord
  const at = BOUNDS.findIndex((bound) => ease >= bound)
  return {
    measure: measure.name,
    ease,
    band: READING_BANDS[at < 0 ? BOUNDS.length : at] as ReadingBand,
    grade: language === 'en' ? 0.39 * wordsPerSentence + 11.8 * syllablesPerWord - 15.59 : null,
    wordsPerSentence,
    syllablesPerWord,
  }
}

export const isReadingLanguage = (language: string): language is ReadingLanguage => Object.hasOwn(MEASURES, language)
