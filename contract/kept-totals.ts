/** Which rows are counted and added up together. */
export interface KeptTotals<F extends string = string> {
  /** Fields of one value, compared whole. Few values each, for every combination that occurs is a group. */
  by: readonly F[]
  /** Dates (as text) by their period; `gte` and `lte` of whole periods are answered. */
  every?: { readonly [K in F]?: 'month' | 'year' }
  /** Fields (lists too) of which only is told whether anything is in them: `{ transfer: null }`, `{ splits: [] }`. */
  filled?: readonly F[]
  /** Numbers of which only is told whether they are above 0: `{ gt: 0 }`, `{ lte: 0 }`. */
  signs?: readonly F[]
  /** The numbers that are added up. */
  sum: readonly F[]
}
