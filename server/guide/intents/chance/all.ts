import { type Randomness, secureRandomness } from '@atrium/domain/chance/randomness'
import type { Intent } from '../intent.ts'
import { coin } from './coin.ts'
import { dice } from './dice.ts'
import { randomNumber } from './number.ts'
import { password, uuid } from './secrets.ts'
import { pick, shuffle } from './things.ts'

export const chanceIntentsWith = (random: Randomness): readonly Intent[] =>
  [coin, dice, randomNumber, pick, shuffle, password, uuid].map((intent): Intent => intent(random))

export const chanceIntents = chanceIntentsWith(secureRandomness)
