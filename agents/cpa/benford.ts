export interface Benford {
  /** Amounts that were counted: those with a first digit, from 10 minor units up. */
  counted: number
  digits: { digit: number; expected: number; actual: number; z: number }[]
  /** Mean absolute deviation of the nine shares. */
  mad: number
  verdict: 'close' | 'acceptable' | 'marginal' | 'nonconforming'
}

/** Fewer amounts than this say nothing about first digits (Nigrini wants 300 at least, better 1,000). */
export const BENFORD_LEAST = 300

/** The share of amounts that begin with a digit from 1 to 9: log10(1 + 1/d). */
export const benfordShare = (digit: number): number => Math.log10(1 + 1 / digit)

/**
 * The first-digit test of Benford's law, with the bounds of the mean absolute deviation and the z statistic with continuity
 * correction of M. Nigrini, Benford's Law (Wiley 2012), tables 7.1 and 5.1. Null below 300 amounts. It points, it never
 * proves.
 */
export function benfordOf(amounts: readonly number[]): Benford | null {
  const firsts = amounts.map((amount) => Math.abs(amount)).filter((amount) => amount >= 10)
  if (firsts.length < BENFORD_LEAST) return null
  const counts = new Map<number, number>()
  for (const amount of firsts) {
    const digit = Number(String(Math.round(amount))[0])
    counts.set(digit, (counts.get(digit) ?? 0) + 1)
  }
  const n = firsts.length
  const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => {
    const expected = benfordShare(digit)
    const actual = (counts.get(digit) ?? 0) / n
    const away = Math.abs(actual - expected)
    const corrected = away > 1 / (2 * n) ? away - 1 / (2 * n) : away
    return { digit, expected, actual, z: corrected / Math.sqrt((expected * (1 - expected)) / n) }
  })
  const mad = digits.reduce((sum, { expected, actual }) => sum + Math.abs(actual - expected), 0) / 9
  const verdict = mad <= 0.006 ? 'close' : mad <= 0.012 ? 'acceptable' : mad <= 0.015 ? 'marginal' : 'nonconforming'
  return { counted: n, digits, mad, verdict }
}
