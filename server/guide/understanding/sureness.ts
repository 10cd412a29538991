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
    target: { action: { effect: string }; module: { id: string } } | null
    isAboutOne: boolean
  }
}

/** A record whose name is in the sentence, or a part of it. */
export interface Thing {
  module: string
  part: number
  count: number
}
export type Judged<T> = T & {
  /** How likely it is meant, 0 to 1. */
  sure: number
  /** What that was judged by (`featuresOf`). */
  features: Features
}
export type Features = Readonly<Record<string, number>>

/** Weight of a word from which on it says something. */
export const TELLING = 1

const within = (value: number) => Math.max(0, Math.min(1, value))
const odds = (share: number) => Math.log((share + 1e-3) / (1 - share + 1e-3))

const mostOf = (things: readonly Thing[]): Pick<Thing, 'part' | 'count'> =>
  things.reduce(
    (best, one) => (one.part > best.part || (one.part === best.part && one.count > best.count) ? one : best),
    {
      part: 0,
      count: 0,
    },
  )

/** What speaks for one of them, beside the best of the others. */
export function featuresOf(one: Likely, others: readonly Likely[], things: readonly Thing[]): Features {
  const most = (of: 'aligned' | 'likely') =>
    others.reduce((best, other) => (other === one ? best : Math.max(best, other[of])), 0)
  const aligned = within(one.aligned)
  const { target, isAboutOne } = one.meant
  const changes = target !== null && target.action.effect !== 'read'
  // A single word of a name is in any sentence of somebody who has many things.
  const said = things.filter(({ count }) => count > 1)
  const own = mostOf(said.filter(({ module }) => module === target?.module.id))
  const other = mostOf(said.filter(({ module }) => module !== target?.module.id))
  const telling = one.weights.filter((weight) => weight >= TELLING).length
  return {
    aligned,
    likely: one.likely,
    likelyOdds: odds(one.likely),
    alignedAhead: aligned - within(most('aligned')),
    likelyAhead: Math.log((one.likely + 1e-3) / (most('likely') + 1e-3)),
    coverage: within(one.coverage),
    both: aligned * one.likely,
    none: one.none,
    telling: Math.min(telling, 4) / 4,
    left: within(one.left),
    isAction: target === null ? 0 : 1,
    changes: changes ? 1 : 0,
    thing: own.part,
    thingWords: Math.min(own.count, 4) / 4,
    isAboutThing: isAboutOne ? own.part : 0,
    makesThing: changes && !isAboutOne ? own.part : 0,
    otherThing: other.part,
    words: one.words / 25,
    unsaid: one.example.pieces.filter((piece) => 'slot' in piece && one.captured[piece.slot] === undefined).length,
    taken: one.taken,
  }
}

/** What is said to the word, with words that say something, needs no other sign: a module with few examples is heard beside many. */
function isToTheWord({ aligned, likely, weights, left, captured }: Likely): boolean {
  const telling = weights.filter((weight) => weight >= TELLING).length
  if (left >= 0.1) return false
  // “Spent 12.50 at Lidl on groceries”: one word tells, and all the rest is what it needs.
  const isFilled = aligned >= 0.97 && telling === 1 && likely >= 0.15 && Object.keys(captured).length >= 2
  return isFilled || (aligned >= 0.95 && telling >= 2)
}
const TO_THE_WORD = 0.85
/** Weight of a word by which few things are known. */
const RARE = 3

/** “Todo: water the plants”: one word tells, everything else is what it needs, and nothing speaks for none of it. */
function isAllSaid({ aligned, likely, none, weights, left, coverage, captured }: Likely): boolean {
  if (aligned < 0.97 || left >= 0.02 || coverage < 0.99 || Object.keys(captured).length === 0) return false
  return (likely > none ? likely >= 0.1 : likely >= 0.35) && weights.some((weight) => weight >= RARE)
}
const ALL_SAID = 0.62

/** How sure it may be at most: where hardly a word of any example was said, letters alone speak for it. */
const mayBe = ({ aligned, coverage, likely }: Likely): number =>
  aligned < 0.02 && coverage < 0.05 ? 0.2 : aligned < 0.1 && coverage < 0.25 && likely < 0.9 ? 0.4 : 1

/** How likely each is meant, the likeliest first. */
export const judged = <T extends Likely>(all: readonly T[], things: readonly Thing[] = []): Judged<T>[] =>
  all
    .map((one) => {
      const features = featuresOf(one, all, things)
      return {
        ...one,
        features,
        sure: Math.max(
          isToTheWord(one) ? TO_THE_WORD : isAllSaid(one) ? ALL_SAID : 0,
          Math.min(mayBe(one), likelihood(learned, features)),
        ),
      }
    })
    .sort((a, b) => b.sure - a.sure)

/** How sure it has to be that something is done: what changes something more than what is looked up. */
const LEAST = { change: 0.6, read: 0.45, own: 0.45 } as const

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
