import { AppError } from '@atrium/contract/errors'
import type { Asked } from '../module.ts'
import { countsOf, doneBy, inOrder, LEARN_AHEAD_MS, type Study, studyOf, withinLimits } from '../queue.ts'
import type { CardRow, DeckRow, Grade, NoteType, Review } from '../records.ts'
import { say } from '../say.ts'
import { review, waits } from '../scheduling.ts'
import { studyDays } from '../study-day.ts'
import { renderCard } from '../templates.ts'
import { isLeech, markLeech, stepOf } from './answering.ts'
import { askable } from './askable.ts'
import { allDecks, type Context, deckIn, subtree } from './decks.ts'
import { allTypes, looksOf, mediaOf, notesOf } from './notes.ts'

export const daysOf = async ({ timeZone, settings }: Pick<Context, 'timeZone' | 'settings'>) =>
  studyDays(timeZone, (await settings()).dayStartsAt)

/** What was reviewed since the day of study began. */
export async function reviewedToday(context: Context): Promise<ReviewedCard[]> {
  const days = await daysOf(context)
  const at = { gte: days.startOf(days.dayOf(context.now)).toISOString() }
  const reviewed: ReviewedCard[] = []
  for await (const { card, deck, state } of context.store.reviews.each({ where: { at } }))
    reviewed.push({ card, deck, state })
  return reviewed
}
type ReviewedCard = Pick<Review, 'card' | 'deck' | 'state'>

interface Today {
  decks: DeckRow[]
  cards: Map<string, CardRow>
  /** Within the limits, for this deck or for all. */
  studyFor(root: DeckRow | null): Study
  doneToday: number
}

/** Everything that could be asked today; of `root` alone when it is given. */
export async function today(root: string | undefined, context: Context): Promise<Today & { root: DeckRow | null }> {
  const { store, now } = context
  const decks = await allDecks(context)
  const chosen = root === undefined ? null : deckIn(decks, root)
  const reviewed = await reviewedToday(context)
  const cards = await askable(chosen ? subtree(decks, chosen) : decks, now, store)
  const study = studyOf(cards, new Map(decks.map((deck) => [deck.id, deck])), reviewed, now, await daysOf(context))
  const done = doneBy(reviewed)
  return {
    decks,
    root: chosen,
    cards: new Map(cards.map((card) => [card.id, card])),
    studyFor: (deck) => withinLimits(study, decks, deck, done),
    doneToday: reviewed.length,
  }
}

/** A card as it is asked. */
export async function askedOf(
  cards: readonly CardRow[],
  decks: readonly DeckRow[],
  context: Context,
): Promise<Asked[]> {
  const notes = await notesOf(cards, context)
  const types = await allTypes(context)
  const days = await daysOf(context)
  const byId = new Map(decks.map((deck) => [deck.id, deck]))
  const media = await mediaOf(
    cards.flatMap((card) => [
      ...(notes.get(card.note)?.fields ?? []),
      ...templatesOf(types, notes.get(card.note)?.type),
    ]),
    context,
  )
  return cards.flatMap((card) => {
    const note = notes.get(card.note)
    const type = types.get(note?.type ?? '')
    const deck = byId.get(card.deck)
    if (!note || !type || !deck) return []
    const sides = renderCard(type, { fields: note.fields, tags: note.tags, deck: deck.name, ord: card.ord })
    return [
      {
        id: card.id,
        note: note.id,
        deck: deck.id,
        deckName: deck.name,
        state: card.state,
        due: card.due,
        type: type.key,
        tags: note.tags,
        ...sides,
        waits: waits(card, context.now, { options: deck, days, key: card.key }),
        media,
      },
    ]
  })
}

const templatesOf = (types: ReadonlyMap<string, NoteType>, key: string | undefined) =>
  (types.get(key ?? '')?.templates ?? []).flatMap(({ front, back }) => [front, back])

export async function queue(deck: string | undefined, limit: number, context: Context) {
  const day = await today(deck, context)
  const study = day.studyFor(day.root)
  const ordered = inOrder(study, context.now).slice(0, limit)
  const cards = await askedOf(
    ordered.flatMap(({ id }) => day.cards.get(id) ?? []),
    day.decks,
    context,
  )
  const later = study.waiting.find(({ due }) => Date.parse(due) - context.now.getTime() > LEARN_AHEAD_MS)
  const types = await allTypes(context)
  const looks = looksOf(new Set(cards.flatMap(({ type }) => types.get(type) ?? [])))
  return { cards, counts: countsOf(study), nextDue: later?.due ?? null, looks }
}

interface Graded {
  id: string
  grade: Grade
  took?: number
  version?: number
  answer?: string
}

/** One review: the card moves on, and the review is written down. One that is here already changes nothing. */
export async function grade({ id, grade: given, took = 0, version, answer }: Graded, context: Context) {
  const { store, now } = context
  const before = await store.cards.get(id)
  const known = answer !== undefined && (await store.reviews.count({ answer })) > 0
  if (known) return { due: before.due, interval: before.interval, state: before.state, leech: false }
  const deck = await store.decks.get(before.deck)
  if (before.suspended) throw new AppError('conflict', say('cardSuspended'))
  const memory = review(before, given, now, { options: deck, days: await daysOf(context), key: before.key })
  const step = stepOf(before, memory)
  const leech = isLeech({ ...step, grade: given }, memory, deck)
  const card = await store.cards.update(
    id,
    { ...memory, buriedUntil: null, suspended: leech },
    version ?? before.version, // two devices that grade one card at once: the second is told
  )
  await store.reviews.insert({
    ...{ card: before.key, deck: before.deck, at: now.toISOString(), grade: given, ...step },
    took: Math.min(60_000, took),
    ...(answer !== undefined && { answer }),
  })
  if (leech) await markLeech(before, true, context)
  return { due: card.due, interval: card.interval, state: card.state, leech }
}
