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
export function histogramOf(sorted: ArrayLike<number>, isWhole = false): Bin[] {
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
  for (let n = 0; n < count; n++) {
    const value = sorted[n] as number
    const at = Math.min(bins.length - 1, Math.max(0, Math.floor(value / step) - first))
    ;(bins[at] as Bin).count++
  }
  return bins
}
