import { wordsOf } from '@atrium/domain/text/counts'
import { languageOfWords } from '@atrium/domain/text/language'
import { isReadingLanguage, readingLevel } from '@atrium/domain/text/readability'
import { syllablesOf } from '@atrium/domain/text/syllables'
import { passagesOf, sentencesOf } from '../../papers/passages.ts'
import { defineIntent, type GuideLanguage } from '../intent.ts'
import { evened } from './count.ts'
import { type Result, refused, replyWith, TEXT_SLOT } from './result.ts'
import { examples, say } from './say.ts'

/** Flesch took samples of a hundred words. */
const ENOUGH = 100

/** By the language of the text, not of the question. */
function levelOf(text: string, language: GuideLanguage): Result {
  const words = wordsOf(text, language).filter((word) => /\p{L}/u.test(word))
  const own = languageOfWords(words)
  if (own === null) return { said: say(language, 'level.unknown') }
  if (!isReadingLanguage(own)) {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(own) ?? own
    return { said: say(language, 'level.none', { language: name }) }
  }
  const sentences = Math.max(1, sentencesOf(passagesOf(evened(text)), own).length)
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word, own), 0)
  const found = readingLevel({ words: words.length, sentences, syllables }, own)
  const show = (value: number) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value)
  const figures = { sentence: show(found.wordsPerSentence), syllables: show(found.syllablesPerWord) }
  return {
    said: [
      say(language, 'level.done', {
        ease: show(Math.max(0, Math.min(100, found.ease))),
        band: say(language, `level.${found.band}`),
        measure: found.measure,
      }),
      say(language, 'level.figures', figures),
      ...(found.grade === null ? [] : [say(language, 'level.grade', { grade: show(Math.max(0, found.grade)) })]),
      ...(words.length < ENOUGH ? [say(language, 'level.few', { words: words.length })] : []),
    ],
  }
}

export const level = defineIntent({
  id: 'text.level',
  // Whose age is said is told the grade, from which it follows.
  slots: { ...TEXT_SLOT, age: { kind: 'number' } },
  examples: examples('text.level'),
  reply: ({ text }, _context, language) =>
    refused(text, language) ?? replyWith(levelOf(text.text, language), text.name, language),
})
