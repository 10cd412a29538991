import { termsOf } from './passages.ts'

/** Weights by term; its length as a vector is 1, or 0 when the text says nothing. */
export type Vector = ReadonlyMap<string, number>

/**
 * TF-IDF vectors of texts, as Salton and Buckley's “ltc” (1988): (1 + ln tf) × ln(N ÷ df), normalised. With one text, or a
 * term that all have, idf would be 0 and the texts alike in nothing: ln(1 + N ÷ df) is taken.
 */
export function vectorsOf(texts: readonly string[]): Vector[] {
  const counts = texts.map((text) => {
    const found = new Map<string, number>()
    for (const term of termsOf(text)) found.set(term, (found.get(term) ?? 0) + 1)
    return found
  })
  const frequency = new Map<string, number>()
  for (const terms of counts) for (const term of terms.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  return counts.map((terms) => {
    const weights = [...terms].map(
      ([term, tf]) => [term, (1 + Math.log(tf)) * Math.log(1 + texts.length / (frequency.get(term) ?? 1))] as const,
    )
    const length = Math.hypot(...weights.map(([, weight]) => weight))
    return new Map(weights.map(([term, weight]) => [term, length === 0 ? 0 : weight / length]))
  })
}

/** 0 for texts without a common word, 1 for the same words. */
export function cosine(a: Vector, b: Vector): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let sum = 0
  for (const [term, weight] of small) sum += weight * (large.get(term) ?? 0)
  return sum
}

/**
 * Groups of texts, by single pass: a text joins the group whose members it is most like on average, when that is at least the
 * threshold, else it begins one. By index, the largest group first, each with its most typical member first.
 */
export function groupTexts(vectors: readonly Vector[], threshold: number): number[][] {
  const groups: number[][] = []
  for (const [at, vector] of vectors.entries()) {
    let best: { group: number[]; likeness: number } | null = null
    for (const group of groups) {
      const likeness = group.reduce((sum, other) => sum + cosine(vector, vectors[other] as Vector), 0) / group.length
      if (likeness >= threshold && likeness > (best?.likeness ?? 0)) best = { group, likeness }
    }
    if (best) best.group.push(at)
    else groups.push([at])
  }
  const typical = (at: number, group: readonly number[]) =>
    group.reduce((sum, other) => sum + cosine(vectors[at] as Vector, vectors[other] as Vector), 0)
  return groups
    .map((group) => group.toSorted((a, b) => typical(b, group) - typical(a, group) || a - b))
    .sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0))
}

/** The words that weigh most over several texts, as they are first written. */
export function keywords(texts: readonly string[], vectors: readonly Vector[], most = 4): string[] {
  const sums = new Map<string, number>()
  for (const vector of vectors) for (const [term, weight] of vector) sums.set(term, (sums.get(term) ?? 0) + weight)
  const written = new Map<string, string>()
  for (const text of texts)
    for (const word of text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [])
      for (const term of termsOf(word)) if (!written.has(term)) written.set(term, word.toLowerCase().slice(0, 40))
  return [...sums]
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
    .slice(0, most)
    .map(([term]) => written.get(term) ?? term.slice(0, 40))
}
