import { countText } from '@atrium/domain/text/counts'
import { Exact } from '../../calculation/numbers.ts'
import { passagesOf, sentencesOf } from '../../papers/passages.ts'
import { defineIntent, type GuideLanguage } from '../intent.ts'
import { refused, replyOf, TEXT_SLOT } from './result.ts'
import { examples, say } from './say.ts'

/** Words a minute of silent reading (Brysbaert, 2019, of English non-fiction). */
const READING_SPEED = 238

/** Line ends of one kind and blanks of one kind, with which sentences are found fast whatever stands there. */
export const evened = (text: string): string => text.replace(/\r\n?|[\u2028\u2029\v]/g, '\n').replace(/[^\S\n\f]/g, ' ')

function readingTime(words: number, language: GuideLanguage): string {
  const seconds = (words / READING_SPEED) * 60
  const [unit, amount] =
    seconds < 55 ? ['second', Math.max(5, Math.ceil(seconds / 5) * 5)] : ['minute', Math.round(seconds / 60)]
  return new Intl.NumberFormat(language, { style: 'unit', unit: String(unit), unitDisplay: 'long' }).format(
    Number(amount),
  )
}

export const count = defineIntent({
  id: 'text.count',
  slots: { ...TEXT_SLOT, limit: { kind: 'number' } },
  examples: examples('text.count'),
  reply: ({ text: block }, _context, language) => {
    const no = refused(block, language)
    if (no) return no
    const { words, characters, withoutSpaces, lines } = countText(block.text, language)
    const passages = passagesOf(evened(block.text))
    const sentences = sentencesOf(passages, language).length
    return {
      ...replyOf([
        say(language, 'count.words', { words }),
        [
          `- ${say(language, 'count.characters', { characters, withoutSpaces })}`,
          `- ${say(language, 'count.parts', { sentences, paragraphs: passages.length, lines })}`,
          `- ${say(language, 'count.time', { time: readingTime(words, language) })}`,
        ].join('\n'),
      ]),
      number: new Exact(words),
    }
  },
})
