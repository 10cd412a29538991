import { createPause } from '@atrium/contract/pauses'
import type { Features } from './features.ts'

/** A sentence with what it means. */
export interface Taught {
  /** Index of what it means. */
  of: number
  features: Features
}

/** What errors cost against how large the weights are (`C` of a support vector machine). */
const COST = 0.5
/** From so many sentences on, each counts alike; one that stands alone so many times as much. */
const FEW = { of: 60, most: 4 }
/** Times that the sentences that are looked at are gone through for one meaning, at first and when more have come. */
const PASSES = [4, 3, 3] as const
/** From so many sentences on, what stands in one alone is of no use. */
const MANY = 1_500
/** Sentences that one meaning is told from at first, at least. */
const LOOKED_AT = 2_000
/** How far on its side a sentence has to stand not to be looked at again. */
const FAR = 0.1
/** Steps in which a weight is kept. */
const STEPS = 127
/** How much likelier what is told apart by 1 is. */
const SHARPNESS = 4

/** What was learned: a weight for each feature and meaning, feature by feature, so that a sentence touches few stretches of memory. */
export interface Learned {
  meanings: number
  /** Words first, then letters. */
  words: readonly string[]
  letters: readonly string[]
  /** By feature: the logarithm of how rare it is. */
  rarity: Float32Array
  /** By feature: what a step of its weights is worth. */
  worth: Float32Array
  weights: Int8Array
  /** By meaning. */
  bias: Float32Array
}

export interface Classifier {
  /** How likely each meaning is, by its index; they add up to 1. */
  likely(features: Features): Float32Array
}

/** A sentence as numbers: which features, how much of each. */
interface Row {
  at: Int32Array
  by: Float32Array
}

type Index = ReadonlyMap<string, number>

/** The features of one kind with their weights: the logarithm of how often, times how rare, of length 1 together. */
function weighed(all: readonly string[], index: Index, rarity: Float32Array): [number, number][] {
  const counts = new Map<number, number>()
  for (const one of all) {
    const at = index.get(one)
    if (at !== undefined) counts.set(at, (counts.get(at) ?? 0) + 1)
  }
  const some = [...counts].map(([at, count]): [number, number] => [at, (1 + Math.log(count)) * (rarity[at] as number)])
  const length = Math.hypot(...some.map(([, by]) => by)) || 1
  return some.map(([at, by]) => [at, by / length])
}

function rowOf({ words, letters }: Features, byWord: Index, byLetters: Index, rarity: Float32Array): Row {
  const some = [...weighed(words, byWord, rarity), ...weighed(letters, byLetters, rarity)]
  return { at: Int32Array.from(some, ([at]) => at), by: Float32Array.from(some, ([, by]) => by) }
}

/** In how many sentences each feature stands; those that stand in fewer than `least` are left out. */
function counted(sentences: readonly (readonly string[])[], least: number): [string, number][] {
  const counts = new Map<string, number>()
  for (const features of sentences)
    for (const feature of new Set(features)) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= least)
}

/** Always the same order: Lehmer's generator with the multiplier of Park and Miller. */
function inOrder(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/**
 * A linear support vector machine for each meaning against all others, by dual coordinate descent (Hsieh et al., 2008, with squared
 * loss), over words, pairs of words and letters weighed by how rare they are. Others are let in between.
 */
export async function teach(sentences: readonly Taught[], meanings: number): Promise<Learned> {
  const least = sentences.length > MANY ? 2 : 1
  const words = counted(
    sentences.map(({ features }) => features.words),
    least,
  )
  const letters = counted(
    sentences.map(({ features }) => features.letters),
    least,
  )
  const all = [...words, ...letters]
  const rarity = Float32Array.from(all, ([, count]) => 1 + Math.log((1 + sentences.length) / (1 + count)))
  const byWord = new Map(words.map(([word], at) => [word, at]))
  const byLetters = new Map(letters.map(([one], at) => [one, at + words.length]))
  const rows = sentences.map(({ features }) => rowOf(features, byWord, byLetters, rarity))
  const squares = rows.map(({ by }) => by.reduce((sum, one) => sum + one * one, 1))
  const size = all.length
  const weights = new Float32Array(size * meanings)
  const bias = new Float32Array(meanings)
  const pause = createPause()
  for (let meaning = 0; meaning < meanings; meaning++) {
    await pause()
    const own = machineOf(meaning, sentences, rows, squares, size)
    bias[meaning] = own[size] as number
    for (let at = 0; at < size; at++) weights[at * meanings + meaning] = own[at] as number
  }
  const shown = (some: readonly [string, number][]) => some.map(([feature]) => feature)
  return { meanings, words: shown(words), letters: shown(letters), rarity, bias, ...inSteps(weights, size, meanings) }
}

/** What means it, and of the other sentences those that are most like it: the rest is looked at when it is told wrongly (`hard`). */
function nearest(meaning: number, sentences: readonly Taught[], rows: readonly Row[], size: number): Int32Array {
  const middle = new Float32Array(size)
  for (const [number, { at, by }] of rows.entries())
    if ((sentences[number] as Taught).of === meaning)
      for (let k = 0; k < at.length; k++)
        middle[at[k] as number] = (middle[at[k] as number] as number) + (by[k] as number)
  const likeness = Float32Array.from(rows, ({ at, by }, number) => {
    if ((sentences[number] as Taught).of === meaning) return Number.POSITIVE_INFINITY
    let sum = 0
    for (let k = 0; k < at.length; k++) sum += (middle[at[k] as number] as number) * (by[k] as number)
    return sum
  })
  const own = likeness.reduce((count, one) => count + (one === Number.POSITIVE_INFINITY ? 1 : 0), 0)
  const looked = own + Math.max(LOOKED_AT, own * 4)
  const least = likeness.toSorted().at(-looked) ?? Number.NEGATIVE_INFINITY
  return Int32Array.from([...rows.keys()].filter((number) => (likeness[number] as number) >= least))
}

/** Sentences that are told wrongly, or hardly rightly: those that were looked at and count, and others that turn out to be like it. */
function hard(
  meaning: number,
  own: Float32Array,
  sentences: readonly Taught[],
  rows: readonly Row[],
  alphas: Float32Array,
) {
  const bias = own[own.length - 1] as number
  const found: number[] = []
  for (const [number, row] of rows.entries()) {
    const sign = (sentences[number] as Taught).of === meaning ? 1 : -1
    if ((alphas[number] as number) > 0 || sign * scoreOf(row, own, bias) < 1) found.push(number)
  }
  return Int32Array.from(found)
}

function scoreOf({ at, by }: Row, own: Float32Array, bias: number): number {
  let score = bias
  for (let k = 0; k < at.length; k++) score += (own[at[k] as number] as number) * (by[k] as number)
  return score
}

/** The weights of one meaning, its bias last. */
function machineOf(
  meaning: number,
  sentences: readonly Taught[],
  rows: readonly Row[],
  squares: readonly number[],
  size: number,
): Float32Array {
  const own = new Float32Array(size + 1)
  // Most sentences mean something else: it begins there, so that few have to push.
  own[size] = -1
  const alphas = new Float32Array(rows.length)
  const next = inOrder(meaning + 1)
  const count = sentences.reduce((sum, { of }) => sum + (of === meaning ? 1 : 0), 0)
  // What few sentences say counts more, so that it is heard beside what many say.
  const heard = Math.min(FEW.most, Math.max(1, Math.sqrt(FEW.of / Math.max(1, count))))

  /** Moves the plane until this sentence stands as far on its side as it is worth; whether it is to be looked at again. */
  function put(number: number, isFirst: boolean): boolean {
    const row = rows[number] as Row
    const sign = (sentences[number] as Taught).of === meaning ? 1 : -1
    const soft = 1 / (2 * COST * (sign > 0 ? heard : 1))
    const before = alphas[number] as number
    const slope = sign * scoreOf(row, own, own[size] as number) - 1 + before * soft
    // Far on its side: it is not looked at again.
    if (before === 0 && slope > 0) return isFirst || slope < FAR
    const after = Math.max(before - slope / ((squares[number] as number) + soft), 0)
    const step = (after - before) * sign
    if (Math.abs(step) < 1e-6) return true
    alphas[number] = after
    own[size] = (own[size] as number) + step
    for (let k = 0; k < row.at.length; k++) {
      const place = row.at[k] as number
      own[place] = (own[place] as number) + step * (row.by[k] as number)
    }
    return true
  }

  for (const [round, passes] of PASSES.entries()) {
    let left = round === 0 ? nearest(meaning, sentences, rows, size) : hard(meaning, own, sentences, rows, alphas)
    for (let pass = 0; pass < passes; pass++) {
      for (let at = left.length - 1; at > 0; at--) {
        const other = next(at + 1)
        const one = left[at] as number
        left[at] = left[other] as number
        left[other] = one
      }
      left = left.filter((number) => put(number, pass === 0))
    }
  }
  return own
}

function inSteps(weights: Float32Array, size: number, meanings: number): Pick<Learned, 'worth' | 'weights'> {
  const worth = new Float32Array(size)
  const steps = new Int8Array(weights.length)
  for (let feature = 0; feature < size; feature++) {
    const from = feature * meanings
    let most = 0
    for (let at = from; at < from + meanings; at++) most = Math.max(most, Math.abs(weights[at] as number))
    worth[feature] = most / STEPS
    if (most === 0) continue
    for (let at = from; at < from + meanings; at++) steps[at] = Math.round(((weights[at] as number) / most) * STEPS)
  }
  return { worth, weights: steps }
}

export function classifierOf({ meanings, words, letters, rarity, worth, weights, bias }: Learned): Classifier {
  const byWord = new Map(words.map((word, at) => [word, at]))
  const byLetters = new Map(letters.map((one, at) => [one, at + words.length]))
  return {
    likely(features) {
      const scores = bias.slice()
      const row = rowOf(features, byWord, byLetters, rarity)
      for (const [k, feature] of row.at.entries()) {
        const [from, by] = [feature * meanings, (row.by[k] as number) * (worth[feature] as number)]
        for (let at = 0; at < meanings; at++) scores[at] = (scores[at] as number) + by * (weights[from + at] as number)
      }
      return toLikelihoods(scores)
    },
  }
}

/** Makes scores likelihoods. */
function toLikelihoods(scores: Float32Array): Float32Array {
  let most = Number.NEGATIVE_INFINITY
  for (const one of scores) if (one > most) most = one
  let sum = 0
  for (const [at, one] of scores.entries()) {
    const value = Math.exp((one - most) * SHARPNESS)
    scores[at] = value
    sum += value
  }
  for (const [at, one] of scores.entries()) scores[at] = one / sum
  return scores
}
