import { between } from './draws.ts'
import type { Randomness } from './randomness.ts'

export interface Dice {
  count: number
  sides: number
  /** Added to the sum */
  bonus: number
}

/** `2d6`, `d20`, `3d8+2`; also as written in German (W), Polish (k), Italian, French and Spanish (d) and Dutch (d). */
const notation = /(?<![\p{L}\p{N}])(\d{1,4})?[dDwWkK](\d{1,5})(?:\s?([+\-−])\s?(\d{1,5}))?(?![\p{L}\p{N}])/u

/** Dice in a text as players write them; null where it has none. */
export function diceIn(text: string): Dice | null {
  const found = notation.exec(text)
  if (!found) return null
  const [, count, sides, sign, bonus] = found
  return { count: Number(count ?? 1), sides: Number(sides), bonus: bonus ? Number(bonus) * (sign === '+' ? 1 : -1) : 0 }
}

/** `2d6+3` */
export const writeDice = ({ count, sides, bonus }: Dice): string =>
  `${count}d${sides}${bonus === 0 ? '' : bonus > 0 ? `+${bonus}` : `−${-bonus}`}`

export const rolled = ({ count, sides }: Dice, random: Randomness): number[] =>
  Array.from({ length: count }, () => between(1, sides, random))
