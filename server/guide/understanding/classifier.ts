import { createPause } from '@atrium/contract/pauses'

/** A sentence with what it means, as words. */
export interface Taught {
  /** Index of what it means. */
  of: number
  tokens: readonly string[]
}

/** Times that each sentence is shown; more where there are few. */
const EPOCHS = 12
const LEAST_STEPS = 20_000
const RATE = 0.5

/** Words, pairs of neighbours and beginnings of long words. */
function featuresOf(tokens: readonly string[]): string[] {
  const found = new Set<string>()
  for (const [at, token] of tokens.entries()) {
    found.add(token)
    found.add(`${tokens[at - 1] ?? '^'} ${token}`)
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

export interface Classifier {
  /** How likely each meaning is, by its index; they add up to 1. */
  likely(tokens: readonly string[]): Float32Array
  /** Whether a word stands in any of the sentences that it was taught. */
  knows(token: string): boolean
}

/**
 * Multinomial logistic regression by stochastic gradient descent: some 0.1 ms of training a
 * sentence, for a hundred meanings. Others are let in between.
 */
export async function teach(sentences: readonly Taught[], meanings: number): Promise<Classifier> {
  const index = new Map<string, number>()
  const rows = sentences.map(({ of, tokens }) => {
    const features = featuresOf(tokens).map((feature) => {
      const known = index.get(feature) ?? index.size
      index.set(feature, known)
      return known
    })
    return { of, features, step: 1 / Math.sqrt(features.length) }
  })
  // Feature by feature, so that a sentence touches few stretches of memory.
  const weights = new Float32Array(index.size * meanings)
  const scores = new Float32Array(meanings)
  const score = (features: readonly number[]) => {
    scores.fill(0)
    for (const feature of features) {
      const from = feature * meanings
      for (let at = 0; at < meanings; at++) scores[at] = (scores[at] as number) + (weights[from + at] as number)
    }
    let most = Number.NEGATIVE_INFINITY
    for (const one of scores) if (one > most) most = one
    let sum = 0
    for (let at = 0; at < meanings; at++) {
      const value = Math.exp((scores[at] as number) - most)
      scores[at] = value
      sum += value
    }
    for (let at = 0; at < meanings; at++) scores[at] = (scores[at] as number) / sum
  }
  const next = inOrder(1)
  const pause = createPause()
  const epochs = rows.length === 0 ? 0 : Math.max(EPOCHS, Math.ceil(LEAST_STEPS / rows.length))
  for (let epoch = 0; epoch < epochs; epoch++) {
    const rate = RATE / (1 + (epoch * EPOCHS * 0.3) / epochs)
    for (let count = 0; count < rows.length; count++) {
      await pause()
      const { of, features, step } = rows[next(rows.length)] as (typeof rows)[number]
      score(features)
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
  return {
    knows: (token) => index.has(token),
    likely(tokens) {
      score(featuresOf(tokens).flatMap((feature) => index.get(feature) ?? []))
      return scores.slice()
    },
  }
}
