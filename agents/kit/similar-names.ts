const LEGAL_FORMS =
  /\b(?:incorporated|inc|llc|llp|ltd|limited|ltda|lda|kft|plc|corporation|corp|company|co|gmbh|mbh|ag|kg|ug|ohg|se|sa|sas|sarl|srl|spa|bv|nv|oy|oyj|ab|as|aps|pty|pte|kk|sl|holding|holdings|group)\b/g

/** Lower case, without accents and signs: `Dr. José  Núñez` is `dr jose nunez`. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** A company's name without its legal form: `Müller & Söhne GmbH` is `muller sohne`. */
export function companyKey(name: string): string {
  const plain = folded(name.replace(/\b([A-Za-z])\.(?=[A-Za-z]\.)/g, '$1'))
  return plain.replace(LEGAL_FORMS, ' ').replace(/\s+/g, ' ').trim() || plain
}

function jaro(a: string, b: string): number {
  if (a === b) return 1
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const taken = new Set<number>()
  const found: number[] = []
  for (let at = 0; at < a.length; at++)
    for (let there = Math.max(0, at - reach); there < Math.min(b.length, at + reach + 1); there++)
      if (!taken.has(there) && a[at] === b[there]) {
        taken.add(there)
        found.push(at)
        break
      }
  const matches = found.length
  if (matches === 0) return 0
  const inB = [...taken].sort((x, y) => x - y)
  const swapped = found.filter((at, n) => a[at] !== b[inB[n] ?? -1]).length / 2
  return (matches / a.length + matches / b.length + (matches - swapped) / matches) / 3
}

/**
 * Jaro–Winkler similarity of two strings, 0 to 1: Winkler, “String Comparator Metrics and Enhanced Decision Rules in the
 * Fellegi-Sunter Model of Record Linkage” (1990), with his prefix scale of 0.1 over at most four letters.
 */
export function jaroWinkler(a: string, b: string): number {
  if (a === '' || b === '') return a === b ? 1 : 0
  const similar = jaro(a, b)
  let prefix = 0
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix++
  return similar + prefix * 0.1 * (1 - similar)
}

/** Names of people, whatever the order of first and last: `Lovelace, Ada` and `Ada Lovelace` are 1. */
export function nameSimilarity(a: string, b: string): number {
  const sorted = (name: string) => folded(name).split(' ').sort().join(' ')
  return Math.max(jaroWinkler(folded(a), folded(b)), jaroWinkler(sorted(a), sorted(b)))
}
