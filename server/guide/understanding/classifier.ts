import { createPause } from '@atrium/contract/pauses'

/** A sentence with what it means, as words. */
export interface Taught {
  /** Index of what it means. */
  of: number
  tokens: readonly string[]
}

/** Times that each sentence is shown, at most and at least: few sentences more often. */
const EPOCHS = { most: 60, least: 6 }
const STEPS = 60_000
const RATE = 0.5
/** From so many sentences on, what stands in one alone tells nothing. */
const MANY = 6_000
/** Steps in which the weight of a feature is kept. */
const STEPS_OF_WEIGHT = 127

/** Words, pairs of neighbours, pairs with one between, and beginnings of long words. */
function featuresOf(tokens: readonly string[]): string[] {
  const found = new Set<string>()
  for (const [at, token] of tokens.entries()) {
    found.add(token)
    found.add(`${tokens[at - 1] ?? '^'} ${token}`)
    if (at > 1) found.add(`${tokens[at - 2]} … ${token}`)
    if (token.length > 5 && token === token.toLowerCase()) found.add(`~${token.slice(0, 5)}`)
  }
  found.add(`${tokens.at(-1) ?? '^'} $`)
  return [...found]
}

/** Always the same order: Lehmer's generator with the multiplier of Park and Miller. */
function inOrder(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** What was learned: a weight for each feature and meaning, feature by feature, so that a sentence touches few stretches of memory. */
export interface Learned {
  meanings: number
  features: readonly string[]
  /** Of a feature: what a step of its weights is worth. */
  worth: Float32Array
  weights: Int8Array
}

export interface Classifier {
  /** How likely each meaning is, by its index; they add up to 1. */
  likely(tokens: readonly string[]): Float32Array
  /** Whether a word stands in the sentences that it was taught. */
  knows(token: string): boolean
}

/** Makes scores likelihoods. */
function toLikelihoods(scores: Float32Array): void {
  let most = Number.NEGATIVE_INFINITY
  for (const one of scores) if (one > most) most = one
  let sum = 0
  for (let at = 0; at < scores.length; at++) {
    const value = Math.exp((scores[at] as number) - most)
    scores[at] = value
    sum += value
  }
  for (let at = 0; at < scores.length; at++) scores[at] = (scores[at] as number) / sum
}

/** Multinomial logistic regression by stochastic gradient descent. Others are let in between. */
export async function teach(sentences: readonly Taught[], meanings: number): Promise<Learned> {
  const all = sentences.map(({ tokens }) => featuresOf(tokens))
  const counts = new Map<string, number>()
  for (const features of all) for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const least = sentences.length > MANY ? 2 : 1
  const index = new Map(
    [...counts].flatMap(([feature, count]) => (count >= least ? [feature] : [])).map((feature, at) => [feature, at]),
  )
  const rows = sentences.map(({ of }, at) => {
    const features = (all[at] as string[]).flatMap((feature) => index.get(feature) ?? [])
    return { of, features, step: 1 / Math.sqrt(features.length || 1) }
  })
  const weights = new Float32Array(index.size * meanings)
  const scores = new Float32Array(meanings)
  const next = inOrder(1)
  const pause = createPause()
  const epochs = rows.length === 0 ? 0 : Math.min(EPOCHS.most, Math.max(EPOCHS.least, Math.ceil(STEPS / rows.length)))
  for (let epoch = 0; epoch < epochs; epoch++) {
    const rate = RATE / (1 + (epoch * 4) / epochs)
    for (let count = 0; count < rows.length; count++) {
      await pause()
      const { of, features, step } = rows[next(rows.length)] as (typeof rows)[number]
      scores.fill(0)
      for (const feature of features) {
        const from = feature * meanings
        for (let at = 0; at < meanings; at++) scores[at] = (scores[at] as number) + (weights[from + at] as number)
      }
      toLikelihoods(scores)
      for (let at = 0; at < meanings; at++) {
        const error = (scores[at] as number) - (at === of ? 1 : 0)
        if (Math.abs(error) < 1e-3) continue
        const change = rate * error * step
        for (const feature of features) {
          const place = feature * meanings + at
          weights[place] = (weights[place] as number) - change
        }
      }
    }
  }
  return inSteps(weights, [...index.keys()], meanings)
}

function inSteps(weights: Float32Array, features: readonly string[], meanings: number): Learned {
  const worth = new Float32Array(features.length)
  const steps = new Int8Array(weights.length)
  for (let feature = 0; feature < features.length; feature++) {
    const own = weights.subarray(feature * meanings, (feature + 1) * meanings)
    let most = 0
    for (const one of own) most = Math.max(most, Math.abs(one))
    worth[feature] = most / STEPS_OF_WEIGHT
    if (most > 0)
      for (const [at, one] of own.entries()) steps[feature * meanings + at] = Math.round((one / most) * STEPS_OF_WEIGHT)
  }
  return { meanings, features, worth, weights: steps }
}

export function classifierOf({ meanings, features, worth, weights }: Learned): Classifier {
  const index = new Map(features.map((feature, at) => [feature, at]))
  return {
    knows: (token) => index.has(token),
    likely(tokens) {
      const scores = new Float32Array(meanings)
      for (const name of featuresOf(tokens)) {
        const feature = index.get(name)
        if (feature === undefined) continue
        const [from, by] = [feature * meanings, worth[feature] as number]
        for (let at = 0; at < meanings; at++) scores[at] = (scores[at] as number) + by * (weights[from + at] as number)
      }
      toLikelihoods(scores)
      return scores
    },
  }
}
