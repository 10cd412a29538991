import type { Review } from '../records.ts'
import { type Histories, weightOf } from './model.ts'

export interface Answer {
  card: string
  /** milliseconds since 1970 */
  at: number
  /** Its day of study. */
  day: number
  grade: Review['grade']
  state: Review['state']
}

export interface Answers {
  histories: Histories
  /** milliseconds since 1970, of each review */
  times: Float64Array
}

const isLearning = ({ state }: Answer) => state === 'new' || state === 'learning'

/** A card's answers from where it was learnt the last time: what was before that was forgotten, and without it its memory is not known. */
function learntSince(answers: readonly Answer[]): readonly Answer[] {
  const last = answers.findLastIndex(isLearning)
  if (last < 0) return []
  const before = answers.findLastIndex((one, at) => at < last && !isLearning(one))
  return answers.slice(before + 1)
}

/** The histories of cards out of all answers, in the order of time. */
export function historiesOf(answers: readonly Answer[]): Answers {
  const cards = [...Map.groupBy(answers, ({ card }) => card).values()]
    .map(learntSince)
    .filter(({ length }) => length > 1)
  const all = cards.flat()
  let next = 0
  const starts = Uint32Array.from([0, ...cards.map(({ length }) => (next += length))])
  const firsts = new Set(starts)
  return {
    histories: {
      grades: Uint8Array.from(all, ({ grade }) => grade),
      days: Uint16Array.from(all, ({ day }, at) =>
        firsts.has(at) ? 0 : Math.min(65_535, Math.max(0, day - (all[at - 1]?.day ?? day))),
      ),
      starts,
    },
    times: Float64Array.from(all, ({ at }) => at),
  }
}

/** Parts of the reviews, in the order of time: each is foretold with parameters that were made of those before it. */
const PARTS = 5

export interface Weights {
  /** All that can be foretold, the later the heavier. */
  all: Float64Array
  /** For each part but the first: those before it, the later the heavier, and those of it, each as heavy. */
  splits: { earlier: Float64Array; part: Float64Array }[]
  /** How many can be foretold. */
  count: number
}

/** How much each review speaks. A card's first, and those on the day of another, are not foretold. */
export function weightsOf({ histories, times }: Answers): Weights {
  const { days } = histories
  const order = [...days.keys()].filter((at) => (days[at] as number) > 0)
  order.sort((a, b) => (times[a] as number) - (times[b] as number))
  const weighed = (places: readonly number[], weight: (place: number) => number) => {
    const weights = new Float64Array(days.length)
    for (const [place, at] of places.entries()) weights[at] = weight(place)
    return weights
  }
  const rising = (places: readonly number[]) => weighed(places, (place) => weightOf(place, places.length))
  const cut = (part: number) => Math.round((order.length * part) / PARTS)
  const splits = Array.from({ length: PARTS - 1 }, (_, at) => ({
    earlier: rising(order.slice(0, cut(at + 1))),
    part: weighed(order.slice(cut(at + 1), cut(at + 2)), () => 1),
  }))
  return { all: rising(order), splits, count: order.length }
}
