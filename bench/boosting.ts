import type { Boosted, Tree } from '../server/guide/understanding/trees.ts'

/** What was seen, and whether it was so: 1 or 0. */
export interface Seen {
  features: Readonly<Record<string, number>>
  is: number
}

const TREES = 120
/** What of a tree's advice is taken. */
const RATE = 0.06
const LEAVES = 12
/** Rows that a leaf holds at least. */
const FEWEST = 30
/** Keeps a leaf's worth small where few rows speak for it. */
const DAMPING = 1
/** Places at which a feature may be divided. */
const BINS = 48

interface Leaf {
  rows: number[]
  /** The best way to divide it. */
  split: Split | null
  put(tree: Tree): void
}

interface Split {
  gain: number
  feature: number
  threshold: number
}

/** The values at which a feature divides the rows into parts of alike size. */
function thresholdsOf(values: Float64Array): number[] {
  values.sort()
  const places = new Set<number>()
  for (let at = 1; at < BINS; at++) places.add(values[Math.floor((values.length * at) / BINS)] as number)
  return [...places].filter((one) => one > (values[0] as number))
}

const rounded = (value: number): number => Number(value.toPrecision(5))

/** Learns by gradient boosting with logistic loss, each tree grown leaf by leaf where it gains most. The same rows give the same trees. */
export function boosted(rows: readonly Seen[]): Boosted {
  const features = Object.keys(rows[0]?.features ?? {})
  const size = features.length
  const columns = features.map((name) => Float64Array.from(rows, (row) => row.features[name] as number))
  const thresholds = columns.map((values) => thresholdsOf(values.slice()))
  const binned = columns.map((values, feature) =>
    Uint8Array.from(values, (value) => (thresholds[feature] as number[]).filter((one) => value >= one).length),
  )
  const share = rows.reduce((sum, { is }) => sum + is, 0) / rows.length
  const start = rounded(Math.log(share / (1 - share)))
  const sums = rows.map(() => start)
  const trees: Tree[] = []
  for (let count = 0; count < TREES; count++) {
    const likely = sums.map((sum) => 1 / (1 + Math.exp(-sum)))
    const gradient = rows.map(({ is }, at) => is - (likely[at] as number))
    const hessian = likely.map((one) => one * (1 - one))
    const worth = (those: readonly number[]) => {
      const [up, down] = [
        those.reduce((sum, at) => sum + (gradient[at] as number), 0),
        those.reduce((sum, at) => sum + (hessian[at] as number), 0),
      ]
      return { up, down, score: up ** 2 / (down + DAMPING) }
    }
    const splitOf = (those: readonly number[]): Split | null => {
      if (those.length < FEWEST * 2) return null
      const whole = worth(those)
      let best: Split | null = null
      for (let feature = 0; feature < size; feature++) {
        const order = thresholds[feature] as number[]
        const ups = new Float64Array(order.length + 1)
        const downs = new Float64Array(order.length + 1)
        const counts = new Float64Array(order.length + 1)
        for (const at of those) {
          const bin = (binned[feature] as Uint8Array)[at] as number
          ups[bin] = (ups[bin] as number) + (gradient[at] as number)
          downs[bin] = (downs[bin] as number) + (hessian[at] as number)
          counts[bin] = (counts[bin] as number) + 1
        }
        let [up, down, before] = [0, 0, 0]
        for (let bin = 0; bin < order.length; bin++) {
          up += ups[bin] as number
          down += downs[bin] as number
          before += counts[bin] as number
          if (before < FEWEST || those.length - before < FEWEST) continue
          const gain = up ** 2 / (down + DAMPING) + (whole.up - up) ** 2 / (whole.down - down + DAMPING) - whole.score
          if (gain > (best?.gain ?? 1e-6)) best = { gain, feature, threshold: order[bin] as number }
        }
      }
      return best
    }
    let tree: Tree = 0
    const first = rows.map((_, at) => at)
    const leaves: Leaf[] = [
      {
        rows: first,
        split: splitOf(first),
        put: (one) => {
          tree = one
        },
      },
    ]
    while (leaves.length < LEAVES) {
      const next = leaves.reduce<Leaf | null>(
        (best, one) => (one.split && one.split.gain > (best?.split?.gain ?? 0) ? one : best),
        null,
      )
      if (!next?.split) break
      leaves.splice(leaves.indexOf(next), 1)
      const { feature, threshold } = next.split
      const node: [number, number, Tree, Tree] = [feature, threshold, 0, 0]
      next.put(node)
      for (const side of [2, 3] as const) {
        const those = next.rows.filter((at) => (columns[feature]?.[at] as number) < threshold === (side === 2))
        leaves.push({
          rows: those,
          split: splitOf(those),
          put: (one) => {
            node[side] = one
          },
        })
      }
    }
    for (const { rows: those, put } of leaves) {
      const { up, down } = worth(those)
      const value = rounded((RATE * up) / (down + DAMPING))
      put(value)
      for (const at of those) sums[at] = (sums[at] as number) + value
    }
    trees.push(tree)
  }
  return { features, start, trees }
}
