/**
 * How many letters have to be added, left out, changed or swapped with their neighbour to make one text of another: optimal
 * string alignment, Damerau's distance in which no piece is changed twice. Infinity above `most`. The time grows with the
 * product of their lengths.
 */
export function editDistance(a: string, b: string, most: number): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > most) return Number.POSITIVE_INFINITY
  const far = most + 1
  let before: number[] = []
  let row = Array.from({ length: long.length + 1 }, (_, at) => Math.min(at, far))
  for (let i = 1; i <= short.length; i++) {
    const next = new Array<number>(long.length + 1).fill(far)
    if (i <= most) next[0] = i
    // Beyond this band the texts differ by more than `most` already.
    for (let j = Math.max(1, i - most); j <= Math.min(long.length, i + most); j++) {
      const isSame = short[i - 1] === long[j - 1]
      let least = Math.min(
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (row[j - 1] as number) + (isSame ? 0 : 1),
      )
      if (i > 1 && j > 1 && short[i - 1] === long[j - 2] && short[i - 2] === long[j - 1])
        least = Math.min(least, (before[j - 2] as number) + 1)
      next[j] = Math.min(least, far)
    }
    before = row
    row = next
  }
  const distance = row[long.length] as number
  return distance > most ? Number.POSITIVE_INFINITY : distance
}
