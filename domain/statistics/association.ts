import { mean, median } from './summary.ts'

type Pair = readonly [x: number, y: number]

function products(pairs: readonly Pair[]) {
  const mx = mean(pairs.map(([x]) => x))
  const my = mean(pairs.map(([, y]) => y))
  let xy = 0
  let xx = 0
  let yy = 0
  for (const [x, y] of pairs) {
    xy += (x - mx) * (y - my)
    xx += (x - mx) ** 2
    yy += (y - my) ** 2
  }
  return { mx, my, xy, xx, yy }
}

/** Pearson's r; null of fewer than two pairs, or where one of the two does not vary. */
export function correlation(pairs: readonly Pair[]): number | null {
  if (pairs.length < 2) return null
  const { xy, xx, yy } = products(pairs)
  return xx === 0 || yy === 0 ? null : xy / Math.sqrt(xx * yy)
}

/**
 * Median of the slopes of all pairs of points at 0, 1, 2 …: one odd value does not move it. P. K. Sen, “Estimates of the
 * regression coefficient based on Kendall’s tau” (1968). Null of fewer than two points. The time grows with their square.
 */
export function theilSen(values: readonly number[]): number | null {
  const slopes = values.flatMap((y, x) => values.slice(x + 1).map((later, step) => (later - y) / (step + 1)))
  return slopes.length === 0 ? null : median(slopes)
}
