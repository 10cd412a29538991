import { between, distinct } from '@atrium/domain/chance/draws'
import { type Randomness, secureRandomness } from '@atrium/domain/chance/randomness'
import { Exact } from '../../calculation/numbers.ts'
import { defineIntent } from '../intent.ts'
import { says } from '../words.ts'
import { replyOf, styleOf, writeNumber } from '../writing.ts'
import { countOf, NUMBER_MAX, NUMBERS_MAX } from './counts.ts'
import { examples, say } from './say.ts'
import words from './words.json' with { type: 'json' }

const first = new Exact(1)
const last = new Exact(100)

const DIGITS = /(?<![\p{L}\d])(\d{1,2}|two|three|four|five|six)[- ]?digits?(?![\p{L}])/iu
const SAID: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, six: 6 }
const BELOW = /\b(?:under|below|less than|smaller than)\s+\p{N}/iu

/** “A 3 digit number” is 100 to 999; below 20 ends with 19. */
function rangeOf({ from, to }: { from?: Exact | undefined; to?: Exact | undefined }, question: string) {
  const digits = DIGITS.exec(question)?.[1]?.toLowerCase()
  const length = digits ? (SAID[digits] ?? Number(digits)) : 0
  if (length >= 1 && length <= 14)
    return {
      low: length === 1 ? new Exact(0) : new Exact(10).pow(length - 1),
      high: new Exact(10).pow(length).minus(1),
    }
  return { low: from ?? first, high: to ? (BELOW.test(question) ? to.minus(1) : to) : last }
}

/** Random whole numbers of a range; 1 to 100 where none is said. */
export const randomNumber = (random: Randomness = secureRandomness) =>
  defineIntent({
    id: 'chance.number',
    slots: {
      from: { kind: 'number', cues: words.cues.from },
      to: { kind: 'number', cues: words.cues.to },
      count: { kind: 'number', cues: words.cues.count },
    },
    examples: examples('chance.number'),
    reply(values, context, language) {
      const { count } = values
      const { low, high } = rangeOf(values, context.question)
      const style = styleOf(context)
      const number = (value: number) => writeNumber(new Exact(value), style)
      const isRange = [low, high].every((one) => one.isInteger() && one.abs().lte(NUMBER_MAX)) && low.lte(high)
      if (!isRange) return { markdown: say(language, 'numberRange', { most: number(NUMBER_MAX) }) }
      const wanted = countOf(count, NUMBERS_MAX)
      if (wanted === null) return { markdown: say(language, 'numberCount', { most: number(NUMBERS_MAX) }) }
      const [from, to] = [low.toNumber(), high.toNumber()]
      const range = { from: number(from), to: number(to) }
      const isDistinct = wanted > 1 && says(context.question, words.different, language)
      if (isDistinct && to - from + 1 < wanted)
        return { markdown: say(language, 'numberTooFew', { ...range, there: number(to - from + 1) }) }
      const drawn = isDistinct
        ? distinct(wanted, from, to, random)
        : Array.from({ length: wanted }, () => between(from, to, random))
      // A comma that groups digits would run into the one between numbers.
      const shown = drawn.map(number).join(wanted > 1 && to >= 1_000 ? '; ' : ', ')
      return replyOf(
        [`**${shown}**`, say(language, 'numberFrom', range)],
        wanted === 1 ? new Exact(drawn[0] as number) : undefined,
      )
    },
  })
