/** A tree that asks one feature after another: a leaf's worth, or the feature, the least value that goes right, and what follows left and right. */
export type Tree = number | readonly [feature: number, least: number, left: Tree, right: Tree]

/** Trees whose worths add up to the logarithm of the odds (gradient boosting; Friedman, 2001). */
export interface Boosted {
  start: number
  trees: readonly Tree[]
}

function worthOf(tree: Tree, features: readonly number[]): number {
  if (typeof tree === 'number') return tree
  const [feature, least, left, right] = tree
  return worthOf((features[feature] ?? 0) < least ? left : right, features)
}

/** 0 to 1 */
export function likelihood({ start, trees }: Boosted, features: readonly number[]): number {
  const sum = trees.reduce<number>((total, tree) => total + worthOf(tree, features), start)
  return 1 / (1 + Math.exp(-sum))
}
