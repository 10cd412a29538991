import { quantile } from '@atrium/domain/statistics/summary'

/** Runs of a simulation: enough that the 95th percentile moves by less than a week. */
const RUNS = 5_000
const WEEKS_MAX = 260

/** A generator of shares from 0 to 1 (mulberry32) that says the same for the same seed, so that a forecast can be repeated. */
function shares(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const seedOf = (numbers: readonly number[]) =>
  numbers.reduce((seed, one) => Math.imul(seed ^ (one + 0x9e3779b9), 0x01000193), 0x811c9dc5)

export interface DeliveryForecast {
  /** Weeks until all are done, with a certainty of 50, 85 and 95 %. */
  weeks: Readonly<Record<'p50' | 'p85' | 'p95', number>>
  /** Runs that did not end in five years. */
  endless: number
}

/**
 * When so many cards will be done, by Monte Carlo simulation: each week of the future is a week of the past drawn by chance
 * (T. Magennis, D. Vacanti). Null without a finished card. The same numbers always give the same answer.
 */
export function whenDone(remaining: number, weekly: readonly number[]): DeliveryForecast | null {
  if (weekly.every((count) => count === 0)) return null
  const next = shares(seedOf([remaining, ...weekly]))
  let endless = 0
  const ends = Array.from({ length: RUNS }, () => {
    let left = remaining
    let weeks = 0
    while (left > 0 && weeks < WEEKS_MAX) {
      left -= weekly[Math.floor(next() * weekly.length)] ?? 0
      weeks++
    }
    if (left > 0) endless++
    return weeks
  })
  const at = (share: number) => Math.ceil(quantile(ends, share))
  return { weeks: { p50: at(0.5), p85: at(0.85), p95: at(0.95) }, endless }
}

/** How many cards will be done in so many weeks, with a certainty of 50, 85 and 95 %. */
export function howMany(weeks: number, weekly: readonly number[]): Readonly<Record<'p50' | 'p85' | 'p95', number>> {
  const next = shares(seedOf([weeks, -1, ...weekly]))
  const sums = Array.from({ length: RUNS }, () => {
    let sum = 0
    for (let week = 0; week < weeks; week++) sum += weekly[Math.floor(next() * weekly.length)] ?? 0
    return sum
  })
  const at = (share: number) => Math.floor(quantile(sums, 1 - share))
  return { p50: at(0.5), p85: at(0.85), p95: at(0.95) }
}
