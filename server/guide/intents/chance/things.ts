import { shuffled } from '@atrium/domain/chance/draws'
import { type Randomness, secureRandomness } from '@atrium/domain/chance/randomness'
import { Exact } from '../../calculation/numbers.ts'
import { safe } from '../../markdown.ts'
import { defineIntent, type GuideLanguage } from '../intent.ts'
import { type WordsByLanguage, wordsIn } from '../words.ts'
import { codeBlock, replyOf, styleOf, writeNumber } from '../writing.ts'
import { countOf, THINGS_MAX } from './counts.ts'
import { examples, say } from './say.ts'
import words from './words.json' with { type: 'json' }

const TEXT_MAX = 100_000

/** What stands in lines, between commas, or between these words: “pizza, sushi or tacos”. */
function thingsIn(text: string, joined: WordsByLanguage, language: GuideLanguage): string[] {
  const cut = text.slice(0, TEXT_MAX)
  const lines = cut.split(/\r?\n/u)
  const parts = lines.filter((line) => line.trim() !== '').length > 1 ? lines : splitLine(cut, joined, language)
  return parts
    .map((part) =>
      part
        .replace(/^\s*(?:[-*•]|\d{1,4}[.)](?=\s))\s*/u, '')
        .replace(/[\s?？!！.。]+$/u, '')
        .trim(),
    )
    .filter((part) => part !== '')
}

function splitLine(text: string, joined: WordsByLanguage, language: GuideLanguage): string[] {
  const parts: string[] = []
  let at = 0
  for (const { index, length } of wordsIn(text, joined, language)) {
    if (index < at) continue
    parts.push(text.slice(at, index))
    at = index + length
  }
  parts.push(text.slice(at))
  return parts.flatMap((part) => part.split(/[,;，、；،]|\s\/\s/u))
}

/** What leads to the first choice and follows the last, in English; the words of other languages stand in the examples. */
const LEAD =
  /^(?:(?:so|hey|ok|hmm|well|please|pls)[, ]+)*(?:(?:should|shall|do|would|could|can|will) (?:i|we|you|he|she|they)(?: go for| choose| pick| take| have| get| watch| play| eat| order| buy| wear| cook| do)?|(?:what|which|who)(?: one)?(?: should| shall| do)?(?: i| we| you)?(?: \p{L}+)?,|(?:help me |please )?(?:choose|pick|decide|select|draw)(?: one| for me| for us| randomly| at random| a \p{L}+)*(?: from| between| of| out of| among)?|i(?:'m| am)? (?:can'?t|cannot) (?:decide|choose)(?: between)?,?|(?:we're |i'm )?torn between|between|either)\s+/iu
const TRAIL =
  /[\s,]+(?:tonight|today|tomorrow|now|please|pls|thanks|thx|you (?:decide|choose|pick|tell me)|for me|for us|pick one|choose one|which one|what do you think|at random|randomly|help(?: me)?(?: decide| choose)?|for (?:dinner|lunch|breakfast|the weekend))$/iu

function trimmed(things: readonly string[]): string[] {
  const [first = '', ...others] = things
  const all = [first.replace(LEAD, ''), ...others]
  const last = all.pop() ?? ''
  const end = last.replace(TRAIL, '').replace(TRAIL, '')
  return [...all, end]
    .map((thing) => thing.replace(/^(?:and|or)\s+/iu, '').trim())
    .filter(
      (thing) =>
        thing !== '' &&
        !/^(?:you (?:decide|choose|pick)|pick one|choose one|which one|please|pls|help me)$/iu.test(thing),
    )
}

/** The things that a sentence leaves to chance: behind its colon, in what was understood as choices, or around its “or”. */
function choicesIn(
  question: string,
  options: string | undefined,
  other: string | undefined,
  language: GuideLanguage,
): string[] {
  const line = question.slice(0, TEXT_MAX)
  const behind = /[:：](?!\d)\s*(?=\S)([\s\S]+)$/u.exec(line)?.[1]
  const both = options && other ? [`${options}\n${other}`, `${options}, ${other}`] : []
  // “Who should go first, Lena or Tom?”: the question is none of the choices.
  const asked = /^(?:who|whose|which|what|where|when)\b[^,]{1,60},\s*(.+)$/iu.exec(line)?.[1]
  for (const text of [behind, asked, ...both, options, other, line]) {
    if (!text) continue
    for (const joined of [words.or, words.and]) {
      const things = trimmed(
        text.includes('\n')
          ? thingsIn(text, joined, language).flatMap((one) => splitLine(one, joined, language))
          : thingsIn(text, joined, language),
      )
      if (things.length >= 2) return things
    }
  }
  return []
}

/** One of several things, or a few of them. */
export const pick = (random: Randomness = secureRandomness) =>
  defineIntent({
    id: 'chance.pick',
    slots: { options: { kind: 'text' }, other: { kind: 'text' }, list: { kind: 'block' }, count: { kind: 'number' } },
    examples: examples('chance.pick'),
    reply({ options, other, list, count }, context, language) {
      const number = (value: number) => writeNumber(new Exact(value), styleOf(context))
      const things = list
        ? thingsIn(list.text, words.or, language)
        : choicesIn(context.question, options, other, language)
      if (things.length < 2 || things.length > THINGS_MAX)
        return { markdown: say(language, 'pickAsk', { most: number(THINGS_MAX) }) }
      const wanted = countOf(count, things.length)
      if (wanted === null) return { markdown: say(language, 'pickTooFew', { there: number(things.length) }) }
      const picked = shuffled(things, random).slice(0, wanted)
      return replyOf([`**${picked.map(safe).join(', ')}**`, say(language, 'pickOf', { there: number(things.length) })])
    },
  })

/** A list in a random order, as a text to copy. */
export const shuffle = (random: Randomness = secureRandomness) =>
  defineIntent({
    id: 'chance.shuffle',
    slots: { items: { kind: 'text' }, list: { kind: 'block' } },
    examples: examples('chance.shuffle'),
    reply({ items, list }, context, language) {
      const things = thingsIn(list?.text ?? items ?? '', words.and, language)
      if (things.length < 2 || things.length > THINGS_MAX)
        return {
          markdown: say(language, 'shuffleAsk', { most: writeNumber(new Exact(THINGS_MAX), styleOf(context)) }),
        }
      return { markdown: codeBlock(shuffled(things, random).join('\n')) }
    },
  })
