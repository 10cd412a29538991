import { type Dice, diceIn, rolled, writeDice } from '@atrium/domain/chance/dice'
import { type Randomness, secureRandomness } from '@atrium/domain/chance/randomness'
import { Exact } from '../../calculation/numbers.ts'
import { defineIntent } from '../intent.ts'
import { replyOf, styleOf, writeNumber } from '../writing.ts'
import { countOf, DICE_MAX, SIDES_MAX } from './counts.ts'
import { examples, say } from './say.ts'
import words from './words.json' with { type: 'json' }

const BONUS_MAX = 100_000

/** Dice, as players write them (2d6+1) or in words. */
export const dice = (random: Randomness = secureRandomness) =>
  defineIntent({
    id: 'chance.dice',
    slots: { count: { kind: 'number' }, sides: { kind: 'number', cues: words.cues.sides }, dice: { kind: 'text' } },
    examples: examples('chance.dice'),
    reply({ count, sides, dice: written }, context, language) {
      const number = (value: number) => writeNumber(new Exact(value), styleOf(context))
      const dice = diceIn(written ?? '') ?? diceIn(context.question) ?? inWords(count, sides)
      const isPlayable =
        dice &&
        dice.count >= 1 &&
        dice.count <= DICE_MAX &&
        dice.sides >= 2 &&
        dice.sides <= SIDES_MAX &&
        Math.abs(dice.bonus) < BONUS_MAX
      if (!isPlayable)
        return { markdown: say(language, 'diceRange', { most: number(DICE_MAX), sides: number(SIDES_MAX) }) }
      const faces = rolled(dice, random)
      const sum = faces.reduce((total, face) => total + face, dice.bonus)
      if (dice.count === 1 && dice.bonus === 0) return replyOf([`**${number(sum)}**`, writeDice(dice)], new Exact(sum))
      const bonus = dice.bonus === 0 ? '' : ` ${dice.bonus > 0 ? '+' : '−'} ${number(Math.abs(dice.bonus))}`
      return replyOf(
        [say(language, 'sum', { sum: number(sum) }), `${writeDice(dice)}: ${faces.map(number).join(' + ')}${bonus}`],
        new Exact(sum),
      )
    },
  })

function inWords(count: Exact | undefined, sides: Exact | undefined): Dice | null {
  const [dice, faces] = [countOf(count, DICE_MAX), sides ? countOf(sides, SIDES_MAX) : 6]
  return dice === null || faces === null ? null : { count: dice, sides: faces, bonus: 0 }
}
