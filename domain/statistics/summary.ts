// Figures of lists of numbers. All are NaN of none; the numbers may be in any order but where they are called sorted.

type Numbers = ArrayLike<number>

/** With what each addition lost, so that a million of them keep their last digits: A. Neumaier (1974). 0 of none. */
export function sum(values: Numbers): number {
  let total = 0
  let lost = 0
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number
    const next = total + value
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total
    total = next
  }
  return Number.isFinite(lost) ? total + lost : total
}

export const mean = (values: Numbers): number => sum(values) / values.length

/** Of a sample (n − 1), in two passes; NaN of fewer than two. */
export function variance(values: Numbers): number {
  if (values.length < 2) return Number.NaN
  const centre = mean(values)
  const off = Float64Array.from(values, (value) => value - centre)
  // What the rounding of the mean left over is taken off again: Chan, Golub and LeVeque (1983), 1.7.
  return (sum(off.map((one) => one * one)) - sum(off) ** 2 / values.length) / (values.length - 1)
}

/** Of a sample (n − 1); NaN of fewer than two. */
export const standardDeviation = (values: Numbers): number => Math.sqrt(variance(values))

const ascending = (values: Numbers): Float64Array => Float64Array.from(values).sort()

/** The value below which a share (0 to 1) of sorted values lies: Hyndman and Fan's type 7, as R, NumPy, DuckDB's quantile_cont and PERCENTILE.INC. */
export function quantileOfSorted(sorted: Numbers, share: number): number {
  const place = (sorted.length - 1) * share
  const below = Math.floor(place)
  const low = sorted[below] ?? Number.NaN
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low
  // Between infinities of one sign there is no straight line.
  return low === high ? low : low + (high - low) * (place - below)
}

/** As `quantileOfSorted`, of values in any order. */
export const quantile = (values: Numbers, share: number): number => quantileOfSorted(ascending(values), share)

export const median = (values: Numbers): number => quantile(values, 0.5)

export interface Summary {
  count: number
  sum: number
  mean: number
  min: number
  max: number
  /** Of a sample (n − 1); null with fewer than two. */
  variance: number | null
  deviation: number | null
  /** Quartiles by `quantileOfSorted`. */
  q1: number
  median: number
  q3: number
}

/** `sorted` ascending; null of none. */
export function summaryOf(sorted: Numbers): Summary | null {
  const count = sorted.length
  if (count === 0) return null
  const total = sum(sorted)
  const spread = count > 1 ? variance(sorted) : null
  return {
    count,
    sum: total,
    mean: total / count,
    min: sorted[0] as number,
    max: sorted[count - 1] as number,
    variance: spread,
    deviation: spread === null ? null : Math.sqrt(spread),
    q1: quantileOfSorted(sorted, 0.25),
    median: quantileOfSorted(sorted, 0.5),
    q3: quantileOfSorted(sorted, 0.75),
  }
}
