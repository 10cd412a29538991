import type { Randomness } from './randomness.ts'

/** The numbers of a range are fewer than this, so that a generator of 48 bits reaches each of them. */
export const RANGE_MAX = 2 ** 48 - 1

/** A whole number from `from` to `to`, both included. */
export const between = (from: number, to: number, random: Randomness): number => from + random.below(to - from + 1)

/** The items in a random order: Fisher and Yates, as Durstenfeld wrote it (CACM 7, 1964, algorithm 235). */
export function shuffled<T>(items: readonly T[], random: Randomness): T[] {
  const order = [...items]
  for (let last = order.length - 1; last > 0; last--) {
    const at = random.below(last + 1)
    const kept = order[last] as T
    order[last] = order[at] as T
    order[at] = kept
  }
  return order
}

/** So many different numbers of a range that has at least as many, in random order: Floyd's algorithm, then shuffled. */
export function distinct(count: number, from: number, to: number, random: Randomness): number[] {
  const drawn = new Set<number>()
  for (let top = to - count + 1; top <= to; top++) {
    const number = between(from, top, random)
    drawn.add(drawn.has(number) ? top : number)
  }
  return shuffled([...drawn], random)
}
