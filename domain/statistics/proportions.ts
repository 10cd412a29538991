// Statistics of shares: who did of those who could. Two-sided throughout.

/** ln Γ(x) for x > 0: Lanczos' approximation (g = 7, n = 9), 15 digits. */
function logGamma(x: number): number {
  const c = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ]
  const z = x - 1
  const t = z + 7.5
  const sum = c.slice(1).reduce((total, part, at) => total + part / (z + at + 1), c[0] as number)
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum)
}

/** Q(a, x), the upper regularised incomplete gamma function: series below a + 1, Lentz's continued fraction above (DLMF 8.7, 8.9). */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1
  const front = Math.exp(a * Math.log(x) - x - logGamma(a))
  if (x < a + 1) {
    let term = 1 / a
    let sum = term
    for (let n = 1; n < 1000 && Math.abs(term) > Math.abs(sum) * 1e-15; n++) {
      term *= x / (a + n)
      sum += term
    }
    return Math.max(0, 1 - front * sum)
  }
  const tiny = 1e-300
  let b = x + 1 - a
  let c = 1 / tiny
  let d = 1 / b
  let h = d
  for (let n = 1; n < 1000; n++) {
    const an = -n * (n - a)
    b += 2
    d = an * d + b
    if (Math.abs(d) < tiny) d = tiny
    c = b + an / c
    if (Math.abs(c) < tiny) c = tiny
    d = 1 / d
    h *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return front * h
}

/** The chance of a chi-square at least this large. */
export const chiSquareTail = (value: number, degrees: number): number => upperGamma(degrees / 2, value / 2)

/** The chance of a normal value this far from 0 on either side. */
export const twoSided = (z: number): number => upperGamma(0.5, (z * z) / 2)

/** The normal value below which a share p lies: bisection on the distribution, to 1e-12. */
export function normalQuantile(p: number): number {
  if (p <= 0 || p >= 1) return p <= 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  if (p < 0.5) return -normalQuantile(1 - p)
  let [low, high] = [0, 40]
  while (high - low > 1e-12) {
    const middle = (low + high) / 2
    if (1 - twoSided(middle) / 2 < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

export interface Count {
  /** Those who did. */
  hits: number
  /** Those who could. */
  of: number
}
export const rateOf = ({ hits, of }: Count): number => (of > 0 ? hits / of : 0)

/** Wilson's score interval of a share (E. B. Wilson 1927): 95 % unless told. */
export function wilson({ hits, of }: Count, confidence = 0.95): [low: number, high: number] {
  if (of === 0) return [0, 1]
  const z = normalQuantile(0.5 + confidence / 2)
  const p = hits / of
  const middle = (p + (z * z) / (2 * of)) / (1 + (z * z) / of)
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of))
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}

/** Newcombe's hybrid score interval of a difference b − a (R. G. Newcombe 1998, method 10). */
export function differenceInterval(a: Count, b: Count, confidence = 0.95): [low: number, high: number] {
  const [la, ua] = wilson(a, confidence)
  const [lb, ub] = wilson(b, confidence)
  const [pa, pb] = [rateOf(a), rateOf(b)]
  return [pb - pa - Math.hypot(pb - lb, ua - pa), pb - pa + Math.hypot(ub - pb, pa - la)]
}

/** z of the difference b − a with the pooled share, and its p. Null when there is nobody, or all or none did. */
export function twoProportions(a: Count, b: Count): { z: number; p: number } | null {
  const pooled = (a.hits + b.hits) / (a.of + b.of)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a.of + 1 / b.of))
  if (!(error > 0) || !Number.isFinite(error)) return null
  const z = (rateOf(b) - rateOf(a)) / error
  return { z, p: twoSided(z) }
}

/**
 * People needed in each group to see a change from one share to another (J. L. Fleiss, "Statistical Methods for Rates and
 * Proportions", without continuity correction).
 */
export function peopleNeeded(from: number, to: number, { alpha = 0.05, power = 0.8 } = {}): number {
  const [za, zb] = [normalQuantile(1 - alpha / 2), normalQuantile(power)]
  const mean = (from + to) / 2
  const spread = za * Math.sqrt(2 * mean * (1 - mean)) + zb * Math.sqrt(from * (1 - from) + to * (1 - to))
  return Math.ceil((spread / (to - from)) ** 2)
}

/** The smallest rise over a share that so many people in each group can show; null when none below 1 can. */
export function smallestRise(from: number, people: number, power = 0.8): number | null {
  if (from <= 0 || from >= 1 || peopleNeeded(from, 0.999999, { power }) > people) return null
  let [low, high] = [from, 0.999999]
  for (let n = 0; n < 60; n++) {
    const middle = (low + high) / 2
    if (peopleNeeded(from, middle, { power }) > people) low = middle
    else high = middle
  }
  return high - from
}

/** Holm's step-down adjustment of several p (S. Holm 1979), in the order given. */
export function holm(ps: readonly number[]): number[] {
  const order = ps.map((p, at) => ({ p, at })).sort((a, b) => a.p - b.p)
  const adjusted: number[] = []
  let highest = 0
  for (const [rank, { p, at }] of order.entries()) {
    highest = Math.min(1, Math.max(highest, p * (ps.length - rank)))
    adjusted[at] = highest
  }
  return adjusted
}

/** The 95 % interval of a count that happened so often (F. Garwood 1936, exact Poisson limits). */
export function countInterval(count: number, confidence = 0.95): [low: number, high: number] {
  const tail = (1 - confidence) / 2
  const solve = (share: number, shape: number) => {
    let [low, high] = [0, count + 10 * Math.sqrt(count + 1) + 20]
    for (let n = 0; n < 100; n++) {
      const middle = (low + high) / 2
      if (1 - upperGamma(shape, middle) < share) low = middle
      else high = middle
    }
    return (low + high) / 2
  }
  return [count === 0 ? 0 : solve(tail, count), solve(1 - tail, count + 1)]
}
