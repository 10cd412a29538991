import type { Counts } from './module.ts'
import type { Review } from './records.ts'

/** What the answers of the last weeks came to, by what the card was when it was asked. */
export interface Answered {
  state: Review['state']
  count: number
  /** milliseconds, all together */
  took: number
}

/** milliseconds that a card takes about whom nothing is known: what Anki reports of most of its users */
const USUAL_MS = 10_000

/**
 * About how many minutes these cards take, at least one, by the person's own pace: a new card is asked again until it is learnt, and one
 * that was forgotten until it is known again, so their later answers count to the cards that they began with.
 */
export function minutesFor(counts: Counts, answered: readonly Answered[]): number {
  const of = (state: Review['state']) => answered.find((one) => one.state === state) ?? { count: 0, took: 0 }
  const [fresh, learning, review, relearning] = [of('new'), of('learning'), of('review'), of('relearning')]
  const each = (took: number, cards: number) => (took > 0 && cards > 0 ? took / cards : USUAL_MS)
  const ms =
    counts.new * each(fresh.took + learning.took, fresh.count) +
    counts.due * each(review.took + relearning.took, review.count) +
    counts.learning * each(learning.took + relearning.took, learning.count + relearning.count)
  return Math.max(1, Math.round(ms / 60_000))
}
