import { sureness as learned } from './weights.ts'

/** What is judged of something that a sentence may mean. */
export interface Likely {
  aligned: number
  likely: number
  none: number
  coverage: number
  /** What part of what was said the example does not say. */
  left: number
  weights: readonly number[]
  captured: Readonly<Record<string, string>>
  meant: { target: { action: { effect: string } } | null }
}
/** How likely it is meant, 0 to 1. */
export type Judged<T> = T & { sure: number }

/** Weight of a word from which on it says something. */
export const TELLING = 1

const within = (value: number) => Math.max(0, Math.min(1, value))
const odds = (share: number) => Math.log((share + 1e-3) / (1 - share + 1e-3))

/** What speaks for one of them, beside the best of the others. */
export function featuresOf(one: Likely, others: readonly Likely[]): number[] {
  const most = (of: 'aligned' | 'likely') =>
    others.reduce((best, other) => (other === one ? best : Math.max(best, other[of])), 0)
  const aligned = within(one.aligned)
  const telling = one.weights.filter((weight) => weight >= TELLING).length
  return [
    aligned,
    aligned ** 2,
    one.likely,
    odds(one.likely),
    aligned - within(most('aligned')),
    Math.log((one.likely + 1e-3) / (most('likely') + 1e-3)),
    within(one.coverage),
    aligned * one.likely,
    one.none,
    Math.min(telling, 4) / 4,
    within(one.left),
    one.meant.target === null ? 0 : 1,
    one.meant.target && one.meant.target.action.effect !== 'read' ? 1 : 0,
  ]
}

/** What is said to the word, with words that say something, needs no other sign: a module with few examples is heard beside many. */
function isToTheWord({ aligned, likely, weights, left, captured }: Likely): boolean {
  const telling = weights.filter((weight) => weight >= TELLING).length
  if (left >= 0.1) return false
  // “Spent 12.50 at Lidl on groceries”: one word tells, and all the rest is what it needs.
  const isFilled = aligned >= 0.97 && telling === 1 && likely >= 0.15 && Object.keys(captured).length >= 2
  return isFilled || (aligned >= 0.95 && telling >= 2)
}
const TO_THE_WORD = 0.8

/** How likely each is meant, the likeliest first. */
export const judged = <T extends Likely>(all: readonly T[]): Judged<T>[] =>
  all
    .map((one) => {
      const sum = featuresOf(one, all).reduce(
        (total, value, at) => total + value * (learned.weights[at] ?? 0),
        learned.bias,
      )
      return { ...one, sure: Math.max(isToTheWord(one) ? TO_THE_WORD : 0, 1 / (1 + Math.exp(-sum))) }
    })
    .sort((a, b) => b.sure - a.sure)

/** How sure it has to be that something is done: what changes something more than what is looked up. */
const LEAST = { change: 0.65, read: 0.45, own: 0.45 } as const

type Sure = Judged<Pick<Likely, 'meant'>>

/** Whether a sentence is taken at its word. */
export function isSure({ sure, meant }: Sure): boolean {
  const effect = meant.target?.action.effect
  return sure >= LEAST[effect === undefined ? 'own' : effect === 'read' ? 'read' : 'change']
}

/** Whether what it may mean is worth offering. */
export const isFair = ({ sure }: Sure): boolean => sure >= 0.25

/** Whether another is looked at beside the best: what it names may be there. */
export const isNear = (best: Sure, other: Sure): boolean => other.sure >= Math.max(0.1, best.sure / 4)

/** Two that are likely alike are both offered. */
export const areEqual = (one: Sure, other: Sure): boolean => other.sure > one.sure * 0.9
