import type { Clause } from './contract-text.ts'

// What changed between two versions, clause by clause: the longest common subsequence (Hunt and McIlroy 1976) of clauses, and
// those that were rewritten joined by their number or their words.

export interface Change {
  kind: 'changed' | 'added' | 'taken out'
  before: Clause | null
  after: Clause | null
  /** Numbers, amounts and dates that are not the same any more. */
  figures: string
  /** Words that bind differently: `may` became `shall`. */
  force: string
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const wordsOf = (text: string) => new Set(plain(text).split(' '))
const figuresIn = (text: string) => text.match(/\d[\d.,]*\d|\d/g) ?? []
const forceOf = (text: string) =>
  (text.match(/\b(shall not|must not|may not|shall|must|may|will|unlimited|sole|exclusive|irrevocable)\b/gi) ?? []).map(
    (word) => word.toLowerCase(),
  )

/** Jaccard: the share of their words that both have. */
function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let both = 0
  for (const word of left) if (right.has(word)) both++
  return both / (left.size + right.size - both || 1)
}

/** Pairs of places that are the same in both, in order. */
function common(a: readonly string[], b: readonly string[]): [number, number][] {
  const pairs: [number, number][] = []
  let [from, endA, endB] = [0, a.length, b.length]
  while (from < endA && from < endB && a[from] === b[from]) pairs.push([from, from++])
  const tail: [number, number][] = []
  while (endA > from && endB > from && a[endA - 1] === b[endB - 1]) tail.unshift([--endA, --endB])
  const [rows, columns] = [endA - from, endB - from]
  const lengths = new Uint16Array((rows + 1) * (columns + 1))
  const at = (row: number, column: number) => row * (columns + 1) + column
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      lengths[at(row, column)] =
        a[from + row] === b[from + column]
          ? (lengths[at(row + 1, column + 1)] ?? 0) + 1
          : Math.max(lengths[at(row + 1, column)] ?? 0, lengths[at(row, column + 1)] ?? 0)
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    if (a[from + row] === b[from + column]) pairs.push([from + row++, from + column++])
    else if ((lengths[at(row + 1, column)] ?? 0) >= (lengths[at(row, column + 1)] ?? 0)) row++
    else column++
  }
  return [...pairs, ...tail]
}

const differing = (before: readonly string[], after: readonly string[]): string => {
  const rest = [...after]
  const gone = before.filter((one) => {
    const found = rest.indexOf(one)
    if (found >= 0) rest.splice(found, 1)
    return found < 0
  })
  return gone.length + rest.length === 0 ? '' : `${gone.join(', ') || 'none'} → ${rest.join(', ') || 'none'}`
}

/** Clauses further apart than so many are looked at only when they have the same number. */
const NEAR = 40
/** Clauses that are alike at least so much are one that was rewritten. */
const REWRITTEN = 0.4

/** In the order of the later version; what was taken out stands last. */
export function changesBetween(before: readonly Clause[], after: readonly Clause[]): Change[] {
  const texts = (clauses: readonly Clause[]) => clauses.map(({ text }) => plain(text))
  const pairs = common(texts(before), texts(after))
  const [keptBefore, keptAfter] = [new Set(pairs.map(([a]) => a)), new Set(pairs.map(([, b]) => b))]
  const placed = (clause: Clause, at: number) => ({ clause, at, words: wordsOf(clause.text) })
  const gone = before.map(placed).filter(({ at }) => !keptBefore.has(at))
  const changes = after
    .map(placed)
    .filter(({ at }) => !keptAfter.has(at))
    .map(({ clause, at, words }): Change => {
      const hasNumber = (old: Clause) => old.number !== '' && old.number === clause.number
      const best = gone
        .filter((old) => Math.abs(old.at - at) <= NEAR || hasNumber(old.clause))
        .map((old) => ({ old, share: likeness(old.words, words) + (hasNumber(old.clause) ? 0.2 : 0) }))
        .sort((a, b) => b.share - a.share)[0]
      if (!best || best.share < REWRITTEN) return { kind: 'added', before: null, after: clause, figures: '', force: '' }
      gone.splice(gone.indexOf(best.old), 1)
      const old = best.old.clause
      return {
        kind: 'changed',
        before: old,
        after: clause,
        figures: differing(figuresIn(old.text), figuresIn(clause.text)),
        force: differing(forceOf(old.text), forceOf(clause.text)),
      }
    })
  return [
    ...changes,
    ...gone.map(({ clause }): Change => ({ kind: 'taken out', before: clause, after: null, figures: '', force: '' })),
  ]
}
