/** No two live rows that agree in the texts of `by` meet in time (or in number): `from` belongs to the row, `to` no longer. */
export interface Exclusive<F extends string> {
  by: readonly F[]
  from: F
  /** Without a value the row has no end. */
  to: F
  /** Only rows whose fields have one of these values count. */
  when?: { readonly [K in F]?: readonly string[] }
}

export interface Constraints<F extends string> {
  exclude?: readonly Exclusive<F>[]
  /** A row whose field `once` is set (to more than '' or false) can be neither changed, but in the fields of `except`, nor removed. */
  immutable?: { once: F; except?: readonly F[] }
  /**
   * The core numbers the rows from 1 without a gap, for each series of `by`; nobody else can set the field, which is a number or null.
   * A row keeps its number in the trash: where it has to stay, declare it `immutable: { once: field }` besides.
   */
  numbered?: { field: F; by?: readonly F[] }
  /** The amounts of the live rows of one parent add up to zero when the action ends. */
  balanced?: { parent: F; amount: F }
}
