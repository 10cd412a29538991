import type { Exact } from '../../calculation/numbers.ts'

export const DICE_MAX = 100
export const SIDES_MAX = 1_000
export const COINS_MAX = 1_000
export const NUMBERS_MAX = 1_000
export const THINGS_MAX = 1_000
export const UUIDS_MAX = 100
export const PASSWORDS_MAX = 20
export const PASSWORD_MAX = 128
/** Numbers are drawn up to here on either side of nought: the range stays below the generator's 2^48. */
export const NUMBER_MAX = 100_000_000_000_000

/** A count of at least one; one where none was said; null where it is none, or too many. */
export function countOf(said: Exact | undefined, most: number, least = 1): number | null {
  if (!said) return 1
  return said.isInteger() && said.gte(least) && said.lte(most) ? said.toNumber() : null
}
