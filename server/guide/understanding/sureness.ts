import { readFileSync } from 'node:fs'
import type { Piece } from './example.ts'
import { type Boosted, likelihood } from './trees.ts'

/** Learned from the corpus by `npm run bench sureness`. */
const learned = JSON.parse(readFileSync(new URL('./sureness.json', import.meta.url), 'utf8')) as Boosted

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
  /** Words of the sentence. */
  words: number
  /** What part of the sentence its slots take. */
  taken: number
  example: { pieces: readonly Piece[] }
  meant: {
    examples: readonly string[]
    target: { action: { effect: string }; module: { id: string } } | null
    isAboutOne: boolean
  }
}

/** A record whose name is in the sentence, or a part of it. */
export interface Held {
  module: string
  part: number
  count: number
}
export type Judged<T> = T & {
  /** How likely it is meant, 0 to 1. */
  sure: number
  /** What that was judged by (`featuresOf`). */
  features: readonly number[]
}

/** Weight of a word from which on it says something. */
export const TELLING = 1

const within = (value: number) => Math.max(0, Math.min(1, value))
const odds = (share: number) => Math.log((share + 1e-3) / (1 - share + 1e-3))

const mostHeld = (held: readonly Held[]): Pick<Held, 'part' | 'count'> =>
  held.reduce(
    (best, one) => (one.part > best.part || (one.part === best.part && one.count > best.count) ? one : best),
    {
      part: 0,
      count: 0,
    },
  )

/** What speaks for one of them, beside the best of the others. */
export function featuresOf(one: Likely, others: readonly Likely[], held: readonly Held[]): number[] {
  const most = (of: 'aligned' | 'likely') =>
    others.reduce((best, other) => (other === one ? best : Math.max(best, other[of])), 0)
  const aligned = within(one.aligned)
  const { target, isAboutOne } = one.meant
  const changes = target !== null && target.action.effect !== 'read'
  const own = mostHeld(held.filter(({ module }) => module === target?.module.id))
  const other = mostHeld(held.filter(({ module }) => module !== target?.module.id))
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
    target === null ? 0 : 1,
    changes ? 1 : 0,
    own.part,
    Math.min(own.count, 4) / 4,
    isAboutOne ? own.part : 0,
    isAboutOne && own.part === 1 && own.count > 1 ? 1 : 0,
    changes && !isAboutOne ? own.part : 0,
    other.part,
    Math.min(other.count, 4) / 4,
    one.words / 25,
    one.example.pieces.filter((piece) => 'slot' in piece && one.captured[piece.slot] === undefined).length,
    one.taken,
    Math.log(1 + one.meant.examples.length) / 8,
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
export const judged = <T extends Likely>(all: readonly T[], held: readonly Held[] = []): Judged<T>[] =>
  all
    .map((one) => {
      const features = featuresOf(one, all, held)
      return { ...one, features, sure: Math.max(isToTheWord(one) ? TO_THE_WORD : 0, likelihood(learned, features)) }
    })
    .sort((a, b) => b.sure - a.sure)

/** How sure it has to be that something is done: what changes something more than what is looked up. */
const LEAST = { change: 0.65, read: 0.45, own: 0.45 } as const

type Sure = { sure: number; meant: { target: { action: { effect: string } } | null } }

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
