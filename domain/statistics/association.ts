import { median } from './summary.ts'

/**
 * Median of the slopes of all pairs of points at 0, 1, 2 …: one odd value does not move it. P. K. Sen, “Estimates of the
 * regression coefficient based on Kendall’s tau” (1968). Null of fewer than two points. The time grows with their square.
 */
export function theilSen(values: readonly number[]): number | null {
  const slopes = values.flatMap((y, x) => values.slice(x + 1).map((later, step) => (later - y) / (step + 1)))
  return slopes.length === 0 ? null : median(slopes)
}
