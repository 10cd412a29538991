/** A tree that asks one feature after another: a leaf's worth, or which feature, the threshold from which on it goes right, left and right. */
export type Tree = number | readonly [feature: number, threshold: number, left: Tree, right: Tree]

/** Trees whose worths add up to the logarithm of the odds (gradient boosting; Friedman, 2001). */
export interface Boosted {
  /** What the features are called, in the order in which trees count them. */
  features: readonly string[]
  start: number
  trees: readonly Tree[]
}

function worthOf(tree: Tree, values: readonly number[]): number {
  if (typeof tree === 'number') return tree
  const [feature, threshold, left, right] = tree
  return worthOf((values[feature] as number) < threshold ? left : right, values)
}

/** 0 to 1. Throws where something is judged by a feature that is not there: trees are learned anew when features change. */
export function likelihood({ features, start, trees }: Boosted, by: Readonly<Record<string, number>>): number {
  const values = features.map((name) => {
    const value = by[name]
    if (value === undefined) throw new Error(`What is judged has no “${name}”: run the bench “sureness” again.`)
    return value
  })
  const sum = trees.reduce<number>((total, tree) => total + worthOf(tree, values), start)
  return 1 / (1 + Math.exp(-sum))
}
