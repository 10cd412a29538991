import { AppError } from '@atrium/contract/errors'
import { isWithin } from '../queue.ts'
import type { CardRow } from '../records.ts'
import { say } from '../say.ts'
import { newMemory } from '../scheduling.ts'
import { allDecks, type Context, ensureDeck } from './decks.ts'
import { notesOf } from './notes.ts'
import { daysOf } from './study.ts'

const counted = (list: readonly unknown[]) => ({ count: list.length })

async function cardsBy(ids: readonly string[], { store }: Context): Promise<CardRow[]> {
  const cards: CardRow[] = []
  for (const id of new Set(ids)) cards.push(await store.cards.get(id))
  return cards
}

async function change(ids: readonly string[], to: (card: CardRow) => Partial<CardRow>, context: Context) {
  const cards = await cardsBy(ids, context)
  for (const card of cards) await context.store.cards.update(card.id, to(card))
  return counted(cards)
}

export const suspend = (ids: readonly string[], on: boolean, context: Context) =>
  change(ids, () => ({ suspended: on }), context)

export async function bury(ids: readonly string[], on: boolean, context: Context) {
  const days = await daysOf(context)
  const until = on ? days.startOf(days.dayOf(context.now) + 1).toISOString() : null
  return change(ids, () => ({ buriedUntil: until }), context)
}

export async function move(ids: readonly string[], deck: string, context: Context) {
  const { id } = await ensureDeck(deck, context)
  return change(ids, () => ({ deck: id }), context)
}

export const forget = (ids: readonly string[], context: Context) =>
  change(ids, () => ({ ...newMemory(context.now), position: context.now.getTime() }), context)

/** The next time is `days` from today; a new card so becomes one in review. */
export async function reschedule(ids: readonly string[], inDays: number, context: Context) {
  const days = await daysOf(context)
  const due = days.startOf(days.dayOf(context.now) + inDays).toISOString()
  return change(
    ids,
    (card) => ({
      due,
      interval: Math.max(1, inDays),
      state: 'review',
      step: 0,
      ...(card.stability === 0 && { stability: Math.max(1, inDays), difficulty: 5 }),
      lastReview: card.lastReview ?? context.now.toISOString(),
    }),
    context,
  )
}

export async function retag(
  ids: readonly string[],
  add: readonly string[],
  remove: readonly string[],
  context: Context,
) {
  const notes = await notesOf(await cardsBy(ids, context), context)
  const wanted = [...new Set((await cardsBy(ids, context)).map(({ note }) => note))]
  for (const guid of wanted) {
    const note = notes.get(guid)
    if (!note) continue
    const kept = note.tags.filter((tag) => !remove.includes(tag))
    await context.store.notes.update(note.id, {
      tags: [...new Set([...kept, ...add])],
      modified: context.now.getTime(),
    })
  }
  return counted(wanted)
}

/** The notes of these cards go to the trash, with all their cards. */
export async function removeNotes(ids: readonly string[], context: Context) {
  const { store } = context
  const notes = await notesOf(await cardsBy(ids, context), context)
  const guids = new Set((await cardsBy(ids, context)).map(({ note }) => note))
  for (const guid of guids) {
    for (const card of await Array.fromAsync(store.cards.each({ where: { note: guid } })))
      await store.cards.remove(card.id)
    const note = notes.get(guid)
    if (note) await store.notes.remove(note.id)
  }
  return counted([...guids])
}

/** The deck goes with those inside it and their cards; a note that has cards in another deck stays. */
export async function removeDeck(id: string, context: Context) {
  const { store } = context
  const root = await store.decks.get(id)
  const decks = (await allDecks(context)).filter((deck) => isWithin(deck.name, root.name))
  const cards = await Array.fromAsync(store.cards.each({ where: { deck: { in: decks.map((deck) => deck.id) } } }))
  const notes = await notesOf(cards, context)
  for (const deck of decks) await store.decks.remove(deck.id)
  const kept = new Set<string>()
  const elsewhere = { deck: { notIn: decks.map((deck) => deck.id) } }
  for await (const { note } of store.cards.each({ where: elsewhere })) kept.add(note)
  for (const [guid, note] of notes) {
    if (!kept.has(guid) && cards.some((card) => card.note === guid)) await store.notes.remove(note.id)
  }
  return counted(cards)
}

/** Renames a deck, and those inside it with it. */
export async function rename(id: string, name: string, context: Context): Promise<void> {
  const { store } = context
  const root = await store.decks.get(id)
  if (root.name === name) return
  const decks = await allDecks(context)
  if (isWithin(name, root.name) && name !== root.name) throw new AppError('bad_request', say('deckIntoItself'))
  const inside = decks.filter((deck) => isWithin(deck.name, root.name))
  for (const deck of inside) {
    await store.decks.update(deck.id, { name: name + deck.name.slice(root.name.length) })
  }
}
