/*
 * FSRS-6, the model of memory, as the open-spaced-repetition project publishes it
 * (github.com/open-spaced-repetition/awesome-fsrs/wiki/The-Algorithm). It is written out here, beside the scheduler of ts-fsrs, since
 * fitting its parameters runs it over a whole history some hundred times.
 */

/** The parameters that fit most people. */
export const USUAL: readonly number[] = [
  0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629, 1.6483,
  0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
]
/** Between these each parameter means something. */
export const LEAST: readonly number[] = [
  0.001, 0.001, 0.001, 0.001, 1, 0.001, 0.001, 0.001, 0, 0, 0.001, 0.001, 0.001, 0.001, 0, 0, 1, 0, 0, 0, 0.1,
]
export const MOST: readonly number[] = [
  100, 100, 100, 100, 10, 4, 4, 0.75, 4.5, 0.8, 3.5, 5, 0.25, 0.9, 4, 1, 6, 2, 2, 0.8, 0.8,
]
/** How much each differs from person to person (standard deviation over the published collections). */
export const SPREAD: readonly number[] = [
  6.43, 9.66, 17.58, 27.85, 0.57, 0.28, 0.6, 0.12, 0.39, 0.18, 0.33, 0.3, 0.09, 0.16, 0.57, 0.25, 1.03, 0.31, 0.32,
  0.14, 0.27,
]

/** days */
const STABILITY_LEAST = 0.001
const STABILITY_MOST = 36_500

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** What happened to cards, one after the other: grades from 1 to 4, whole days since the review before (0 for a card's first). */
export interface Histories {
  grades: Uint8Array
  days: Uint16Array
  /** Where each card begins, and behind the last one the number of reviews. */
  starts: Uint32Array
}

/**
 * The probability that each review of one card would be remembered, before it was, into `into` from its beginning. Of the first and of
 * those of the day of another it means nothing.
 */
export function recallOf(
  { grades, days }: Histories,
  from: number,
  to: number,
  w: readonly number[],
  into: Float64Array,
) {
  const p = (at: number) => w[at] as number
  const decay = -p(20)
  const factor = 0.9 ** (1 / decay) - 1
  const base = (grade: number) => p(4) - Math.exp(p(5) * (grade - 1)) + 1
  const easiest = base(4)
  const [grow, forgetLeast] = [Math.exp(p(8)), Math.exp(p(17) * p(18))]
  let stability = 0
  let difficulty = 0
  for (let at = from; at < to; at++) {
    const grade = grades[at] as number
    const elapsed = days[at] as number
    if (at === from) {
      stability = within(p(grade - 1), STABILITY_LEAST, STABILITY_MOST)
      difficulty = within(base(grade), 1, 10)
      into[0] = 1
      continue
    }
    const recall = (1 + (factor * elapsed) / stability) ** decay
    into[at - from] = recall
    let next: number
    if (elapsed === 0) {
      const change = Math.exp(p(17) * (grade - 3 + p(18))) * stability ** -p(19)
      next = stability * (grade >= 2 ? Math.max(1, change) : change)
    } else if (grade === 1) {
      const left = p(11) * difficulty ** -p(12) * ((stability + 1) ** p(13) - 1) * Math.exp(p(14) * (1 - recall))
      next = Math.min(left, stability / forgetLeast)
    } else {
      const more = grow * (11 - difficulty) * stability ** -p(9) * (Math.exp(p(10) * (1 - recall)) - 1)
      next = stability * (1 + more * (grade === 2 ? p(15) : grade === 4 ? p(16) : 1))
    }
    stability = within(next, STABILITY_LEAST, STABILITY_MOST)
    const moved = difficulty - (p(6) * (grade - 3) * (10 - difficulty)) / 9
    difficulty = within(p(7) * (easiest - moved) + moved, 1, 10)
  }
}

export interface Fit {
  /** How many reviews were foretold. */
  reviews: number
  /** The mean of −ln of the probability that was given to what happened. Smaller is better. */
  logLoss: number
  /** How far foretold and real recall lie apart, 0–1, over groups of alike reviews (as Anki reports it). Smaller is better. */
  rmse: number
}

/** The group of a review: how long it was away, which of its days it is, how often it was forgotten before. After fsrs-rs, `r_matrix_index`. */
function groupOf(elapsed: number, length: number, lapses: number): number {
  const bin = (value: number, scale: number, step: number) =>
    Math.round(scale * step ** Math.floor(Math.log(value) / Math.log(step)))
  const away = bin(elapsed, 248, 3.62)
  const forgotten = lapses === 0 ? 0 : bin(lapses, 1.65, 1.73)
  return (away * 1000 + Math.min(999, bin(length, 1.99, 1.89))) * 1000 + Math.min(999, forgotten)
}

/** What probability is taken to be possible at most: none is certain. */
const SURE = 1e-7
const lossOf = (recall: number, isKnown: boolean) => -Math.log(Math.max(SURE, isKnown ? recall : 1 - recall))

/** How well these parameters foretell what happened. `weights` says how much each review speaks; 0 leaves it out. */
export function judge(histories: Histories, w: readonly number[], weights: Float64Array): Fit {
  const { grades, days, starts } = histories
  const recall = new Float64Array(longest(histories))
  const groups = new Map<number, { count: number; weight: number; foretold: number; real: number }>()
  let [reviews, weight, loss] = [0, 0, 0]
  for (let card = 0; card + 1 < starts.length; card++) {
    const [from, to] = [starts[card] as number, starts[card + 1] as number]
    recallOf(histories, from, to, w, recall)
    // Its days with reviews, the first one and this one counted.
    let [length, lapses] = [1, 0]
    for (let at = from + 1; at < to; at++) {
      const elapsed = days[at] as number
      if (elapsed === 0) continue
      length += 1
      const isKnown = (grades[at] as number) > 1
      const own = weights[at] as number
      if (own > 0) {
        const foretold = recall[at - from] as number
        loss += own * lossOf(foretold, isKnown)
        reviews += 1
        weight += own
        const key = groupOf(elapsed, length, lapses)
        const group = groups.get(key) ?? { count: 0, weight: 0, foretold: 0, real: 0 }
        group.count += 1
        group.weight += own
        group.foretold += foretold
        group.real += isKnown ? 1 : 0
        groups.set(key, group)
      }
      if (!isKnown) lapses += 1
    }
  }
  if (reviews === 0) return { reviews, logLoss: 0, rmse: 0 }
  let apart = 0
  for (const { count, weight: own, foretold, real } of groups.values()) apart += own * ((foretold - real) / count) ** 2
  return { reviews, logLoss: loss / weight, rmse: Math.sqrt(apart / weight) }
}

/** The later of two halves of one's reviews says more of today: from a quarter for the first to all for the last one, as fsrs-rs weighs. */
export const weightOf = (place: number, all: number): number => 0.25 + 0.75 * (all > 1 ? place / (all - 1) : 1) ** 3

/** Reviews of the card that has most of them. */
export function longest({ starts }: Histories): number {
  let most = 1
  for (let card = 0; card + 1 < starts.length; card++)
    most = Math.max(most, (starts[card + 1] as number) - (starts[card] as number))
  return most
}
