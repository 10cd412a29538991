import { isStopword, stem, words } from '../phrasing.ts'
import type { Sentence } from './passages.ts'

/** The ranking compares every sentence with every other; of longer texts the ones with the commonest words take part. */
const RANKED_MAX = 300
const DAMPING = 0.85
const ROUNDS = 30
const TOO_ALIKE = 0.55

interface Node {
  sentence: Sentence
  index: number
  stems: ReadonlySet<string>
  score: number
}

const LENGTH_MIN = 5
const LENGTH_MAX = 60
const SHORT = 9

/**
 * The sentences that carry a text, in their order: TextRank (Mihalcea and Tarau, 2004), with a small bonus for sentences that
 * open a paragraph, and without near-repetitions.
 */
export function keySentences(sentences: readonly Sentence[], count: number): Sentence[] {
  const nodes = candidates(sentences)
  rank(nodes)
  const chosen: Node[] = []
  for (const node of [...nodes].sort((a, b) => b.score - a.score || a.index - b.index)) {
    if (chosen.length >= count) break
    if (chosen.every((other) => overlap(node.stems, other.stems) < TOO_ALIKE)) chosen.push(node)
  }
  return chosen.sort((a, b) => a.index - b.index).map(({ sentence }) => sentence)
}

function candidates(sentences: readonly Sentence[]): Node[] {
  const nodes = sentences.flatMap((sentence, index): Node[] => {
    const all = words(sentence.text)
    // Headings, page numbers and table rows are no sentences.
    if (all.length < LENGTH_MIN || all.length > LENGTH_MAX * 2 || sentence.text.startsWith('|')) return []
    return [{ sentence, index, stems: new Set(all.filter((word) => !isStopword(word)).map(stem)), score: 1 }]
  })
  const kept =
    nodes.length > 0
      ? nodes
      : sentences.map((sentence, index) => ({
          sentence,
          index,
          stems: new Set(words(sentence.text).map(stem)),
          score: 1,
        }))
  if (kept.length <= RANKED_MAX) return kept
  const frequency = new Map<string, number>()
  for (const { stems } of kept) for (const word of stems) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  const weight = ({ stems }: Node) =>
    [...stems].reduce((sum, word) => sum + Math.log1p(frequency.get(word) ?? 0), 0) / Math.sqrt(Math.max(stems.size, 6))
  return kept
    .map((node) => ({ node, weight: weight(node) }))
    .sort((a, b) => b.weight - a.weight || a.node.index - b.node.index)
    .slice(0, RANKED_MAX)
    .map(({ node }) => node)
    .sort((a, b) => a.index - b.index)
}

function rank(nodes: Node[]): void {
  const size = nodes.length
  const rarity = rarities(nodes)
  const weights = nodes.map((a, i) => nodes.map((b, j) => (i === j ? 0 : similarity(a.stems, b.stems, rarity))))
  const sums = weights.map((row) => row.reduce((sum, weight) => sum + weight, 0))
  let scores = new Array<number>(size).fill(1)
  for (let round = 0; round < ROUNDS; round++) {
    scores = scores.map((_, i) => {
      let received = 0
      for (let j = 0; j < size; j++) {
        const weight = weights[j]?.[i] ?? 0
        if (weight > 0) received += (weight / (sums[j] as number)) * (scores[j] as number)
      }
      return 1 - DAMPING + DAMPING * received
    })
  }
  for (const [index, node] of nodes.entries()) {
    const length = words(node.sentence.text).length
    node.score =
      (scores[index] as number) *
      (node.sentence.opens ? 1.2 : 1) *
      (node.index === 0 ? 1.15 : 1) *
      (length > LENGTH_MAX ? 0.7 : length < SHORT ? 0.85 : 1)
  }
}

/** How much a word tells: words that stand in most sentences tell little. */
function rarities(nodes: readonly Node[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { stems } of nodes) for (const word of stems) counts.set(word, (counts.get(word) ?? 0) + 1)
  return new Map([...counts].map(([word, count]) => [word, Math.log(1 + nodes.length / count)]))
}

/** Shared words, by what they tell, against the length of both sentences, as in the TextRank paper. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>, rarity: ReadonlyMap<string, number>): number {
  if (a.size < 2 || b.size < 2) return 0
  let shared = 0
  for (const word of a) if (b.has(word)) shared += rarity.get(word) ?? 0
  return shared === 0 ? 0 : shared / (Math.log(a.size) + Math.log(b.size))
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  let shared = 0
  for (const word of a) if (b.has(word)) shared += 1
  return shared / Math.min(a.size, b.size)
}
