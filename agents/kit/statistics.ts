export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
/** NaN of none. */
export const meanOf = (values: readonly number[]): number => sumOf(values) / values.length

/**
 * The value below which a share (0 to 1) of the values lies, between neighbours by straight line: Hyndman and Fan's type 7,
 * as spreadsheets' PERCENTILE.INC. NaN of none.
 */
export function percentileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? low
  return low + (high - low) * (at - Math.floor(at))
}
export const medianOf = (values: readonly number[]): number => percentileOf(values, 0.5)

/** Rounded to so many digits behind the point, without the dust of binary fractions. */
export const rounded = (value: number, digits = 1): number =>
  Math.round((value + Number.EPSILON) * 10 ** digits) / 10 ** digits

/** The rows by what a function says of each, in the order in which the groups first appear. */
export function groupedBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
