// OpenRefine's key collision methods: what has the same key is probably meant to be the same
// (OpenRefine's documentation, “Clustering methods in-depth”).

import { latinised } from './folding.ts'

/** Without punctuation and control characters; those among them that part words are spaces. */
const plain = (text: string): string =>
  latinised(text.trim())
    .replace(/\u0085/g, ' ')
    .replace(/\p{P}|(?!\s)\p{Cc}/gu, '')

/** Words without case, accents, punctuation, order and repetition: `Cruise, Tom` and `tom cruise` have the same. */
export const fingerprint = (text: string): string =>
  [...new Set(plain(text).split(/\s+/u).filter(Boolean))].sort().join(' ')

/** Its pieces of `size` letters, sorted, each once: `Krzysztof` and `Krzy sztof` have the same. */
export function ngramFingerprint(text: string, size = 2): string {
  const letters = [...plain(text).replace(/\s+/gu, '')]
  const pieces = new Set<string>()
  for (let at = 0; at + size <= letters.length; at++) pieces.add(letters.slice(at, at + size).join(''))
  if (pieces.size === 0) return letters.join('')
  return [...pieces].sort().join('')
}

export type Method = 'fingerprint' | 'ngram'

export interface Cluster {
  /** The most frequent first: it is what the others are proposed to become. */
  values: { value: string; count: number }[]
  rows: number
}

export function clustersOf(
  counts: Iterable<{ value: string; count: number }>,
  method: Method = 'fingerprint',
  size = 2,
): Cluster[] {
  const keyOf = method === 'fingerprint' ? fingerprint : (text: string) => ngramFingerprint(text, size)
  const byKey = new Map<string, { value: string; count: number }[]>()
  for (const entry of counts) {
    const key = keyOf(entry.value)
    if (key === '') continue
    const same = byKey.get(key)
    if (same) same.push(entry)
    else byKey.set(key, [entry])
  }
  return [...byKey.values()]
    .filter((values) => values.length > 1)
    .map((values) => ({
      values: values.sort(
        (a, b) => b.count - a.count || a.value.length - b.value.length || (a.value < b.value ? -1 : 1),
      ),
      rows: values.reduce((sum, { count }) => sum + count, 0),
    }))
    .sort((a, b) => b.values.length - a.values.length || b.rows - a.rows)
}
