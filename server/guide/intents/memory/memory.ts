import type { Remembered } from '../../guide.ts'
import { safe } from '../../markdown.ts'
import { plain, unended } from '../../phrasing.ts'
import { mannersOf } from '../../understanding/manners.ts'
import { wordsOf } from '../../understanding/words.ts'
import { defineIntent, type GuideLanguage, type Intent } from '../intent.ts'
import { replyOf } from '../writing.ts'
import { examples, say } from './say.ts'

const quoted = (text: string) => `“${safe(text)}”`

/** What a name makes a fact of: the sentence itself. */
const sentenceOf = (question: string): string => unended(plain(question).replace(/^(?:please|hi|hello|hey)[, ]+/iu, ''))

/** Keeps a fact about the person for later conversations. */
export const remember = defineIntent({
  id: 'memory.remember',
  slots: { fact: { kind: 'text' }, name: { kind: 'text' } },
  examples: examples('memory.remember'),
  async reply({ fact, name }, { memory, question }, language) {
    if (!memory) return { markdown: say(language, 'off') }
    const told = fact ? unended(fact) : name ? sentenceOf(question) : ''
    if (!told) return { markdown: say(language, 'whatToKeep') }
    await memory.remember(told)
    return { markdown: say(language, 'kept', { fact: safe(told) }) }
  },
})

/** The words that tell which memory is meant. */
function tellingWords(text: string, language: GuideLanguage): string[] {
  const { courtesy, pronouns, questions } = mannersOf(language)
  return wordsOf(text)
    .map(({ key }) => key)
    .filter((key) => !courtesy.has(key) && !pronouns.has(key) && !questions.has(key) && /[\p{L}\p{N}]/u.test(key))
}

/** Letters by which words of one stem are alike. */
const STEM = 5
const areAlike = (one: string, other: string): boolean =>
  one === other || (one.length >= STEM && other.length >= STEM && one.slice(0, STEM) === other.slice(0, STEM))

/** What is remembered that has all words of what is said, else those that have most of them. */
function meantBy(said: string, all: readonly Remembered[], language: GuideLanguage): Remembered[] {
  const sought = tellingWords(said, language)
  if (sought.length === 0) return []
  const shared = all.map((one) => {
    const own = tellingWords(one.text, language)
    return { one, share: sought.filter((word) => own.some((other) => areAlike(word, other))).length / sought.length }
  })
  const most = Math.max(0, ...shared.map(({ share }) => share))
  return most < 0.5 ? [] : shared.filter(({ share }) => share === most).map(({ one }) => one)
}

const SHOWN = 3

/** Forgets one thing; all of them are forgotten where they are seen first. */
export const forget = defineIntent({
  id: 'memory.forget',
  slots: { fact: { kind: 'text' } },
  examples: examples('memory.forget'),
  async reply({ fact }, { memory }, language) {
    if (!memory) return { markdown: say(language, 'off') }
    const all = await memory.known()
    if (all.length === 0) return { markdown: say(language, 'nothing') }
    if (!fact) return { markdown: say(language, 'all', { count: all.length }) }
    const [one, ...more] = meantBy(fact, all, language)
    if (!one) return { markdown: say(language, 'notThere') }
    if (more.length > 0) {
      const facts = [one, ...more].slice(0, SHOWN).map(({ text }) => quoted(text))
      return { markdown: say(language, 'which', { facts: facts.join(', ') }) }
    }
    await memory.forget(one.id)
    return { markdown: say(language, 'forgotten', { fact: safe(one.text) }) }
  },
})

const LISTED = 12

/** Everything that is remembered about the person, the newest first. */
export const known = defineIntent({
  id: 'memory.known',
  slots: {},
  examples: examples('memory.known'),
  async reply(_, { memory, personName }, language) {
    const name = personName ? say(language, 'name', { name: safe(personName) }) : null
    if (!memory) return replyOf([name, say(language, 'off')])
    const all = await memory.known()
    if (all.length === 0) return replyOf([name, say(language, 'nothing')])
    const rest = all.length - LISTED
    return replyOf([
      say(language, 'known'),
      all
        .slice(0, LISTED)
        .map(({ text }) => `- ${safe(text)}`)
        .join('\n'),
      rest > 0 ? say(language, 'knownMore', { count: rest }) : null,
      name,
    ])
  },
})

/** By which name the person is known here. */
export const ownName = defineIntent({
  id: 'memory.known',
  slots: {},
  examples: examples('memory.known.name'),
  reply: (_, { personName }, language) =>
    replyOf(
      personName
        ? [say(language, 'name', { name: safe(personName) }), say(language, 'place')]
        : [say(language, 'noName')],
    ),
})

export const memoryIntents: readonly Intent[] = [remember, forget, known, ownName]
