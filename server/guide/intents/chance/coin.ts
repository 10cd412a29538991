import { between } from '@atrium/domain/chance/draws'
import { type Randomness, secureRandomness } from '@atrium/domain/chance/randomness'
import { Exact } from '../../calculation/numbers.ts'
import { defineIntent } from '../intent.ts'
import { replyOf, styleOf, writeNumber } from '../writing.ts'
import { COINS_MAX, countOf } from './counts.ts'
import { examples, say } from './say.ts'

/** Heads or tails, once or often. */
export const coin = (random: Randomness = secureRandomness) =>
  defineIntent({
    id: 'chance.coin',
    slots: { count: { kind: 'number' } },
    examples: examples('chance.coin'),
    reply({ count }, context, language) {
      const number = (value: number) => writeNumber(new Exact(value), styleOf(context))
      const tosses = countOf(count, COINS_MAX)
      if (tosses === null) return { markdown: say(language, 'coinRange', { most: number(COINS_MAX) }) }
      const heads = Array.from({ length: tosses }, () => between(0, 1, random)).filter((side) => side === 0).length
      if (tosses === 1) return { markdown: `**${say(language, heads === 1 ? 'heads' : 'tails')}**` }
      const found = say(language, 'coinCount', { heads: number(heads), tails: number(tosses - heads) })
      return replyOf([found], new Exact(heads))
    },
  })
