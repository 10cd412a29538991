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

/** One of several things, or a few of them. */
export const pick = (random: Randomness = secureRandomness) =>
  defineIntent({
    id: 'chance.pick',
    slots: { options: { kind: 'text' }, list: { kind: 'block' }, count: { kind: 'number' } },
    examples: examples('chance.pick'),
    reply({ options, list, count }, context, language) {
      const number = (value: number) => writeNumber(new Exact(value), styleOf(context))
      const things = thingsIn(list?.text ?? options ?? '', words.or, language)
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
