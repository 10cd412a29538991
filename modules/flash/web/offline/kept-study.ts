import type { Asked, MediaFiles } from '../../module.ts'
import type { KeptCard, KeptCards } from '../../offline-actions.ts'
import { countsOf, doneBy, inOrder, LEARN_AHEAD_MS, studyOf, withinLimits } from '../../queue.ts'
import { review, waits } from '../../scheduling.ts'
import { studyDays } from '../../study-day.ts'
import type { KeptStep } from './database.ts'

type Reviewed = KeptCards['reviewed'][number] & { at: string }

/** The kept cards as what was done since has left them. */
export function cardsAfter(kept: KeptCards, steps: readonly Pick<KeptStep, 'act' | 'before'>[]) {
  const days = studyDays(kept.timeZone, kept.dayStartsAt)
  const decks = new Map(kept.decks.map((deck) => [deck.id, deck]))
  const cards = new Map(kept.cards.map((card) => [card.id, card]))
  let reviewed: (Reviewed & { answer?: string })[] = kept.reviewed.map((one) => ({ ...one, at: kept.at }))
  const isHere = new Set(steps.map(({ act }) => act.id))
  const back = new Set(steps.flatMap(({ act }) => (act.kind === 'takeBack' ? [act.answer] : [])))
  const change = (id: string, more: Partial<KeptCard>) => {
    const card = cards.get(id)
    if (card) cards.set(id, { ...card, ...more })
  }
  for (const { act, before } of steps) {
    // What is taken back, and stands among these steps, was never done.
    if (back.has(act.id)) continue
    if (act.kind === 'takeBack') {
      if (!isHere.has(act.answer) && before) cards.set(before.id, before)
      reviewed = reviewed.filter(({ answer }) => answer !== act.answer)
      continue
    }
    const card = cards.get(act.card)
    const deck = decks.get(card?.deck ?? '')
    if (!card || !deck) continue
    const at = new Date(act.at)
    if (act.kind === 'bury')
      change(card.id, { buriedUntil: act.on ? days.startOf(days.dayOf(at) + 1).toISOString() : null })
    else if (act.kind === 'suspend') change(card.id, { suspended: act.on })
    else {
      const memory = review(card, act.grade, at, { options: deck, days, key: card.key })
      const isLapse = act.grade === 1 && card.state === 'review'
      const leech = isLapse && deck.leechAfter > 0 && memory.lapses >= deck.leechAfter
      change(card.id, { ...memory, buriedUntil: null, suspended: card.suspended || leech })
      reviewed.push({ card: card.key, deck: card.deck, state: card.state, at: act.at, answer: act.id })
    }
  }
  return { cards: [...cards.values()], reviewed, days }
}

export interface KeptQueue {
  cards: Asked[]
  counts: ReturnType<typeof countsOf>
  nextDue: string | null
}

/** What is to be asked now of the kept cards: as the server would say it. */
export function keptQueue(
  kept: KeptCards,
  steps: readonly Pick<KeptStep, 'act' | 'before'>[],
  { deck, now, media }: { deck: string | null; now: Date; media: MediaFiles },
): KeptQueue {
  const { cards, reviewed, days } = cardsAfter(kept, steps)
  const today = days.dayOf(now)
  const done = reviewed.filter(({ at }) => days.dayOf(new Date(at)) === today)
  const decks = new Map(kept.decks.map((one) => [one.id, one]))
  const root = kept.decks.find(({ id, name }) => id === deck || name === deck) ?? null
  const study = withinLimits(studyOf(cards, decks, done, now, days), kept.decks, root, doneBy(done))
  const byId = new Map(cards.map((card) => [card.id, card]))
  const later = study.waiting.find(({ due }) => Date.parse(due) - now.getTime() > LEARN_AHEAD_MS)
  return {
    cards: inOrder(study, now).flatMap(({ id }) => {
      const card = byId.get(id)
      const options = card && decks.get(card.deck)
      return card && options ? [askedOf(card, waits(card, now, { options, days, key: card.key }), media)] : []
    }),
    counts: countsOf(study),
    nextDue: later?.due ?? null,
  }
}

const askedOf = (card: KeptCard, wait: Asked['waits'], media: MediaFiles): Asked => ({
  id: card.id,
  note: card.noteId,
  deck: card.deck,
  deckName: card.deckName,
  question: card.question,
  answer: card.answer,
  due: card.due,
  state: card.state,
  type: card.type,
  tags: card.tags,
  typed: card.typed,
  masks: card.masks,
  waits: wait,
  media,
})
