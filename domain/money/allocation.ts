/**
 * A sum of minor units by weights, so that the parts add up to it: each gets the whole of its share, and what is left goes
 * by one to the largest remainders, the earlier first among equals (Hamilton's method). Weights are whole; where all are 0
 * the parts are equal. Throws a RangeError for a negative or broken weight, a broken total, and no weights at all.
 */
export function allocate(total: number, weights: readonly number[]): number[] {
  if (!Number.isSafeInteger(total)) throw new RangeError(`${total} is no whole number of minor units`)
  if (weights.length === 0 || !weights.every((weight) => Number.isSafeInteger(weight) && weight >= 0))
    throw new RangeError('Weights are whole and not negative, and there is at least one')
  const given = weights.every((weight) => weight === 0) ? weights.map(() => 1n) : weights.map(BigInt)
  const whole = given.reduce((sum, weight) => sum + weight, 0n)
  const size = BigInt(Math.abs(total))
  const parts = given.map((weight) => Number((size * weight) / whole))
  const remainders = given.map((weight) => (size * weight) % whole)
  let left = Math.abs(total) - parts.reduce((sum, part) => sum + part, 0)
  // among equals the earlier stays first: sorting is stable
  const order = given.map((_, at) => at).sort((a, b) => Number((remainders[b] as bigint) - (remainders[a] as bigint)))
  for (const at of order) {
    if (left === 0) break
    parts[at] = (parts[at] as number) + 1
    left--
  }
  return total < 0 ? parts.map((part) => -part || 0) : parts
}
