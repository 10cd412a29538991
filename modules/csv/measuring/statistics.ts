export interface Statistics {
  count: number
  sum: number
  mean: number
  min: number
  max: number
  /** Of a sample (n − 1); null with fewer than two. */
  variance: number | null
  deviation: number | null
  /** Quartiles between the two nearest values, as DuckDB's quantile_cont and R's type 7. */
  q1: number
  median: number
  q3: number
}

/** The value at a share of sorted numbers. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = (sorted.length - 1) * share
  const below = Math.floor(place)
  const low = sorted[below] as number
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number
  return low + (high - low) * (place - below)
}

/** Sums with what each addition lost, so that a million of them keep their last digits (Neumaier). */
export function sumOf(values: ArrayLike<number>): number {
  let sum = 0
  let lost = 0
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number
    const next = sum + value
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
  }
  return Number.isFinite(lost) ? sum + lost : sum
}

/** `sorted` ascending. */
export function statisticsOf(sorted: Float64Array): Statistics | null {
  const count = sorted.length
  if (count === 0) return null
  const sum = sumOf(sorted)
  const mean = sum / count
  let squares = 0
  for (const value of sorted) squares += (value - mean) ** 2
  const variance = count > 1 ? squares / (count - 1) : null
  return {
    count,
    sum,
    mean,
    min: sorted[0] as number,
    max: sorted[count - 1] as number,
    variance,
    deviation: variance === null ? null : Math.sqrt(variance),
    q1: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    q3: quantile(sorted, 0.75),
  }
}

/** Pearson's r of the pairs that have both; null when one of them does not vary. */
export function correlation(pairs: readonly (readonly [number, number])[]): number | null {
  if (pairs.length < 2) return null
  const mx = sumOf(pairs.map(([x]) => x)) / pairs.length
  const my = sumOf(pairs.map(([, y]) => y)) / pairs.length
  let xy = 0
  let xx = 0
  let yy = 0
  for (const [x, y] of pairs) {
    xy += (x - mx) * (y - my)
    xx += (x - mx) ** 2
    yy += (y - my) ** 2
  }
  return xx === 0 || yy === 0 ? null : xy / Math.sqrt(xx * yy)
}

export interface Bin {
  from: number
  to: number
  count: number
}

/** The next round number: 1, 2, 2.5, 5 and ten times as much. */
function roundStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw))
  const share = raw / power
  return (share <= 1 ? 1 : share <= 2 ? 2 : share <= 2.5 ? 2.5 : share <= 5 ? 5 : 10) * power
}

/** At most some twenty bars of equal, round width over sorted numbers; the last one has its upper end too. */
export function histogramOf(sorted: Float64Array, isWhole = false): Bin[] {
  const count = sorted.length
  if (count === 0) return []
  const min = sorted[0] as number
  const max = sorted[count - 1] as number
  if (min === max || !Number.isFinite(max - min)) return [{ from: min, to: max, count }]
  const wanted = Math.min(20, Math.max(5, Math.ceil(Math.log2(count) + 1)))
  const raw = (max - min) / wanted
  const step = isWhole ? Math.max(1, roundStep(raw)) : roundStep(raw)
  const first = Math.floor(min / step)
  // So near to each other, or so far from nought, that no round edge lies between them.
  if (!Number.isSafeInteger(first) || !(step > 1e-12)) return [{ from: min, to: max, count }]
  const last = Math.max(first, Math.ceil(max / step) - 1)
  // 0.1 × 3 is 0.30000000000000004: an edge is rounded to the digits of its step.
  const digits = Math.min(15, Math.max(0, 2 - Math.floor(Math.log10(step))))
  const edge = (at: number) => Number((at * step).toFixed(digits))
  const bins = Array.from({ length: last - first + 1 }, (_, at) => ({
    from: edge(first + at),
    to: edge(first + at + 1),
    count: 0,
  }))
  for (const value of sorted) {
    const at = Math.min(bins.length - 1, Math.max(0, Math.floor(value / step) - first))
    ;(bins[at] as Bin).count++
  }
  return bins
}
