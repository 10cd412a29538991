import type { Counts } from './module.ts'
import type { Card, Deck, Review } from './records.ts'
import type { StudyDays } from './study-day.ts'

export type StudyCard = Pick<
  Card,
  'key' | 'note' | 'deck' | 'position' | 'state' | 'due' | 'suspended' | 'buriedUntil' | 'lastReview'
> & { id: string }
export type StudyDeck = Pick<Deck, 'name' | 'newPerDay' | 'reviewsPerDay' | 'burySiblings'> & { id: string }

/** Cards in learning come this much before their time when nothing else is left, as in Anki. */
export const LEARN_AHEAD_MS = 20 * 60_000

export interface Study {
  /** Due by the minute, the longest waiting first. */
  learning: StudyCard[]
  /** Due by the day. */
  review: StudyCard[]
  fresh: StudyCard[]
  /** In learning, not due yet. */
  waiting: StudyCard[]
}

/** A deck and those inside it. */
export const isWithin = (name: string, deck: string): boolean => name === deck || name.startsWith(`${deck}::`)

const isLearning = ({ state }: StudyCard) => state === 'learning' || state === 'relearning'
const ordOf = (key: string) => Number(key.slice(key.lastIndexOf(':') + 1))
const noteOf = (key: string) => key.slice(0, key.lastIndexOf(':'))

/** The same order all day, another tomorrow: what was learnt together is not asked together. */
function shuffled(key: string, day: number): number {
  let hash = 2166136261 ^ day
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 16777619)
  return hash >>> 0
}

/** What of these cards can be asked today, before any limit. `reviewed` is what was done since the day of study began. */
export function studyOf(
  cards: readonly StudyCard[],
  decks: ReadonlyMap<string, StudyDeck>,
  reviewed: readonly Pick<Review, 'card'>[],
  now: Date,
  days: StudyDays,
): Study {
  const today = days.dayOf(now)
  const time = now.getTime()
  const open = cards.filter(
    (card) => !card.suspended && !(card.buriedUntil && Date.parse(card.buriedUntil) > time) && decks.has(card.deck),
  )
  const seen = new Map<string, string>()
  for (const { card } of reviewed) seen.set(noteOf(card), card)
  const learning = open.filter(isLearning).sort((a, b) => Date.parse(a.due) - Date.parse(b.due))
  for (const card of learning) seen.set(card.note, card.key)

  /** A note's other cards wait for another day, where the deck says so. */
  const first = (card: StudyCard) => {
    const other = seen.get(card.note)
    if (other !== undefined && other !== card.key && decks.get(card.deck)?.burySiblings) return false
    seen.set(card.note, card.key)
    return true
  }
  const due = open.filter((card) => card.state === 'review' && Date.parse(card.due) <= time)
  const order = new Map(due.map((card) => [card.id, shuffled(card.key, today)]))
  const dayOf = new Map(due.map((card) => [card.id, days.dayOf(new Date(card.due))]))
  const at = (map: Map<string, number>, card: StudyCard) => map.get(card.id) ?? 0
  due.sort((a, b) => at(dayOf, a) - at(dayOf, b) || at(order, a) - at(order, b))
  // A note's cards come one after the other, the first template first.
  const inTurn = (a: StudyCard, b: StudyCard) =>
    a.position - b.position || Number(a.note > b.note) - Number(a.note < b.note) || ordOf(a.key) - ordOf(b.key)
  const fresh = open.filter((card) => card.state === 'new').sort(inTurn)
  return {
    learning: learning.filter((card) => Date.parse(card.due) <= time),
    waiting: learning.filter((card) => Date.parse(card.due) > time),
    review: due.filter(first),
    fresh: fresh.filter(first),
  }
}

/** New cards begun, and reviews done, by deck. */
export function doneBy(
  reviewed: readonly Pick<Review, 'deck' | 'state'>[],
): Map<string, { fresh: number; review: number }> {
  const done = new Map<string, { fresh: number; review: number }>()
  for (const { deck, state } of reviewed) {
    const entry = done.get(deck) ?? { fresh: 0, review: 0 }
    if (state === 'new') entry.fresh += 1
    else if (state === 'review') entry.review += 1
    done.set(deck, entry)
  }
  return done
}

/** Takes what the daily limits leave: each deck's own, and that of the deck that was chosen (`root`). */
export function withinLimits(
  { fresh, review, ...rest }: Study,
  decks: readonly StudyDeck[],
  root: StudyDeck | null,
  done: ReadonlyMap<string, { fresh: number; review: number }>,
): Study {
  const inside = root ? decks.filter((deck) => isWithin(deck.name, root.name)) : decks
  const left = (kind: 'fresh' | 'review', limit: 'newPerDay' | 'reviewsPerDay') => {
    const by = new Map(inside.map((deck) => [deck.id, Math.max(0, deck[limit] - (done.get(deck.id)?.[kind] ?? 0))]))
    const doneInside = inside.reduce((sum, { id }) => sum + (done.get(id)?.[kind] ?? 0), 0)
    let whole = root ? Math.max(0, root[limit] - doneInside) : Number.POSITIVE_INFINITY
    return (card: StudyCard) => {
      const own = by.get(card.deck)
      if (!own || whole < 1) return false
      by.set(card.deck, own - 1)
      whole -= 1
      return true
    }
  }
  const of = (card: StudyCard) => inside.some((deck) => deck.id === card.deck)
  return {
    learning: rest.learning.filter(of),
    waiting: rest.waiting.filter(of),
    review: review.filter(left('review', 'reviewsPerDay')),
    fresh: fresh.filter(left('fresh', 'newPerDay')),
  }
}

export const countsOf = ({ fresh, learning, waiting, review }: Study): Counts => ({
  new: fresh.length,
  learning: learning.length + waiting.length,
  due: review.length,
})

/** One line of cards to ask: learning first, new ones spread among the reviews, and at the end what may come early. */
export function inOrder({ learning, review, fresh, waiting }: Study, now: Date): StudyCard[] {
  const mixed: StudyCard[] = []
  const every = fresh.length > 0 ? (review.length + fresh.length) / fresh.length : 0
  let taken = 0
  for (let at = 0; at < review.length + fresh.length; at++) {
    const isTurn = taken < fresh.length && at >= Math.floor(taken * every + every / 2)
    const card = isTurn || at - taken >= review.length ? fresh[taken] : review[at - taken]
    if (card === fresh[taken]) taken += 1
    if (card) mixed.push(card)
  }
  const ahead = waiting.filter((card) => Date.parse(card.due) - now.getTime() <= LEARN_AHEAD_MS)
  return [...learning, ...mixed, ...ahead]
}
