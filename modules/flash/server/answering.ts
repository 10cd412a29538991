import type { CardRow, DeckRow, Memory, Review } from '../records.ts'
import type { Context } from './decks.ts'

export const memoryOf = ({
  state,
  due,
  stability,
  difficulty,
  step,
  reps,
  lapses,
  interval,
  lastReview,
}: Memory): Memory => ({
  ...{ state, due, stability, difficulty, step, reps, lapses, interval, lastReview },
})

/** What a review row says of the step from one memory to the next. */
export const stepOf = (before: Memory, after: Memory) => ({
  state: before.state,
  from: before.interval,
  to: after.interval,
  before: memoryOf(before),
})

const isLapse = ({ state, grade }: Pick<Review, 'state' | 'grade'>) => grade === 1 && state === 'review'
/** Whether the card was forgotten so often, with this answer, that it is suspended. */
export const isLeech = (answer: Pick<Review, 'state' | 'grade'>, { lapses }: Memory, { leechAfter }: DeckRow) =>
  isLapse(answer) && leechAfter > 0 && lapses >= leechAfter

/** Marks the card's note as one that is forgotten again and again, or as none any more. */
export async function markLeech(card: Pick<CardRow, 'note'>, on: boolean, { store }: Context): Promise<void> {
  const [note] = await store.notes.list({ where: { guid: card.note }, limit: 1 })
  if (!note || note.tags.includes('leech') === on) return
  const others = note.tags.filter((tag) => tag !== 'leech')
  await store.notes.update(note.id, { tags: on ? [...others, 'leech'] : others })
}
