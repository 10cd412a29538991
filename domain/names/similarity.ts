import { folded } from './folding.ts'

/** Characters of a name that are compared; the time grows with their square. */
const LONGEST = 256

function jaro(a: string, b: string): number {
  if (a === b) return 1
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const isTaken = new Uint8Array(b.length)
  const found: number[] = []
  for (let at = 0; at < a.length; at++)
    for (let there = Math.max(0, at - reach); there < Math.min(b.length, at + reach + 1); there++)
      if (!isTaken[there] && a[at] === b[there]) {
        isTaken[there] = 1
        found.push(at)
        break
      }
  const matches = found.length
  if (matches === 0) return 0
  let swapped = 0
  let there = 0
  for (const at of found) {
    while (!isTaken[there]) there++
    if (a[at] !== b[there]) swapped++
    there++
  }
  // Half of those out of order, rounded down: as Winkler's program counts.
  const moved = Math.floor(swapped / 2)
  return (matches / a.length + matches / b.length + (matches - moved) / matches) / 3
}

/**
 * Jaro–Winkler similarity of two strings, 0 to 1: Winkler, “String Comparator Metrics and Enhanced Decision Rules in the
 * Fellegi-Sunter Model of Record Linkage” (1990), with his prefix scale of 0.1 over at most four letters. The first 256
 * characters are compared.
 */
export function jaroWinkler(one: string, other: string): number {
  const [a, b] = [one.slice(0, LONGEST), other.slice(0, LONGEST)]
  if (a === '' || b === '') return a === b ? 1 : 0
  const similar = jaro(a, b)
  let prefix = 0
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix++
  return similar + prefix * 0.1 * (1 - similar)
}

/** Names of people, whatever the order of first and last: `Lovelace, Ada` and `Ada Lovelace` are 1. */
export function nameSimilarity(a: string, b: string): number {
  const sorted = (name: string) => name.split(' ').sort().join(' ')
  const [one, other] = [folded(a.slice(0, LONGEST)), folded(b.slice(0, LONGEST))]
  return Math.max(jaroWinkler(one, other), jaroWinkler(sorted(one), sorted(other)))
}
