import { inARow } from '../study-day.ts'
import type { Context } from './decks.ts'
import { daysOf } from './study.ts'

/** Days that are read at a time: a list of a store is bounded. */
const WINDOW = 30

/** Days in a row with a review, however long ago they began; of these decks alone when they are given. */
export async function streakOf(context: Context, decks?: ReadonlySet<string>): Promise<number> {
  const days = await daysOf(context)
  const today = days.dayOf(context.now)
  const done = new Set<number>()
  for (let from = today - WINDOW + 1; ; from -= WINDOW) {
    const at = { gte: days.startOf(from).toISOString(), lt: days.startOf(from + WINDOW).toISOString() }
    for await (const review of context.store.reviews.each({ where: { at } }))
      if (!decks || decks.has(review.deck)) done.add(days.dayOf(new Date(review.at)))
    const streak = inARow(done, today)
    const first = (done.has(today) ? today : today - 1) - streak + 1
    if (first > from) return streak
  }
}
