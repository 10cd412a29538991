import type { Piece } from './example.ts'
import type { Word } from './words.ts'

/** What the words of a sentence weigh, and how much one is a word of an example. */
export interface Weights {
  /** Of a word of the examples. */
  ofPiece(word: string): number
  /** What it costs that a slot takes these words: a little, so that those of the example are found before. */
  ofText(from: number, to: number): number
  /** What it costs that a word of the example was not said that leads to a slot. */
  ofUnled(word: string): number
  /** What is lost where the example has a slot for which nothing was said. */
  ofUnsaid(slot: string): number
  /** Of a word of the sentence that no piece stands for: nothing for courtesy, much for what no example knows. */
  ofLeft(at: number): number
  /** 0 to 1 */
  likeness(at: number, word: string): number
  /** Where the value ends that a slot takes from this word on, if its kind is one that is read; null for free text. */
  valueAt(slot: string, at: number): number | null | 'text'
}

export interface Alignment {
  /** 1 where everything that the example says was said and nothing else. */
  score: number
  /** What part of the example's words was said. */
  coverage: number
  /** What the words weigh that stand for nothing in the example. */
  left: number
  /** The words that each slot takes, from and to. */
  slots: ReadonlyMap<string, readonly [number, number]>
}

/** What it is worth that a slot finds a value of its kind. */
const VALUE = 0.3

type Step = readonly ['piece' | 'unsaid' | 'left' | 'slot', number, number]

/**
 * Lays a sentence along an example so that most of what the example says is found in it, in its order, and the slots take what
 * stands between. O(words² × pieces).
 */
export function align(words: readonly Word[], pieces: readonly Piece[], weights: Weights): Alignment {
  const [rows, columns] = [words.length + 1, pieces.length + 1]
  const best = new Float64Array(rows * columns).fill(Number.NEGATIVE_INFINITY)
  const steps = new Array<Step | undefined>(rows * columns)
  const offer = (i: number, j: number, score: number, step: Step) => {
    const at = i * columns + j
    if (score <= (best[at] as number)) return
    best[at] = score
    steps[at] = step
  }
  best[0] = 0
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      const score = best[i * columns + j] as number
      if (score === Number.NEGATIVE_INFINITY) continue
      const piece = pieces[j]
      if (i < words.length) offer(i + 1, j, score - weights.ofLeft(i), ['left', i, j])
      if (!piece) continue
      if ('word' in piece) {
        const next = pieces[j + 1]
        const unled = next && 'slot' in next ? weights.ofUnled(piece.word) : 0
        offer(i, j + 1, score - unled, ['unsaid', i, j])
        if (i >= words.length) continue
        const like = weights.likeness(i, piece.word)
        if (like > 0) offer(i + 1, j + 1, score + like * weights.ofPiece(piece.word), ['piece', i, j])
        continue
      }
      offer(i, j + 1, score - weights.ofUnsaid(piece.slot), ['unsaid', i, j])
      if (i >= words.length) continue
      const end = weights.valueAt(piece.slot, i)
      if (end === 'text')
        for (let to = i + 1; to <= words.length; to++) offer(to, j + 1, score - weights.ofText(i, to), ['slot', i, j])
      else if (end !== null) offer(end, j + 1, score + VALUE, ['slot', i, j])
    }
  return traced(words.length, pieces, steps, columns, best, weights)
}

function traced(
  length: number,
  pieces: readonly Piece[],
  steps: readonly (Step | undefined)[],
  columns: number,
  best: Float64Array,
  weights: Weights,
): Alignment {
  const slots = new Map<string, readonly [number, number]>()
  let [i, j] = [length, pieces.length]
  let said = 0
  let left = 0
  let values = 0
  for (let step = steps[i * columns + j]; step; step = steps[i * columns + j]) {
    const [kind, from, to] = step
    const piece = pieces[to]
    if (kind === 'slot' && piece && 'slot' in piece) {
      slots.set(piece.slot, [from, i])
      if (weights.valueAt(piece.slot, from) !== 'text') values++
    }
    if (kind === 'piece' && piece && 'word' in piece)
      said += weights.ofPiece(piece.word) * weights.likeness(from, piece.word)
    if (kind === 'left') left += weights.ofLeft(from)
    ;[i, j] = [from, to]
  }
  const whole = pieces.reduce((sum, piece) => sum + ('word' in piece ? weights.ofPiece(piece.word) : 0), 0)
  const total = best[length * columns + pieces.length] as number
  const most = whole + VALUE * values
  return { score: most > 0 ? total / most : 0, coverage: whole > 0 ? said / whole : 0, left, slots }
}
