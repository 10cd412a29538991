import { AppError } from '@atrium/contract/errors'
import { inTurns } from '@atrium/contract/pauses'
import type { CardRow, DeckRow, NoteRow, NoteType, Review } from '../records.ts'
import { say } from '../say.ts'
import { allDecks, type Context, deckIn, subtree } from './decks.ts'
import { allTypes } from './notes.ts'

export interface ToExport {
  /** For the file's name. */
  title: string
  decks: DeckRow[]
  notes: { note: NoteRow; type: NoteType; cards: CardRow[]; deck: DeckRow }[]
}

/** The notes of a deck (of all decks) with their cards, the oldest first. Throws `not_found` when there are none. */
export async function toExport(wanted: string | undefined, context: Context): Promise<ToExport> {
  const decks = await allDecks(context)
  const root = wanted === undefined ? null : deckIn(decks, wanted)
  const inside = new Map(subtree(decks, root).map((deck) => [deck.id, deck]))
  const types = await allTypes(context)
  const cards = Map.groupBy(await Array.fromAsync(context.store.cards.each({ order: 'key' })), ({ note }) => note)
  const notes: ToExport['notes'] = []
  for await (const note of inTurns(context.store.notes.each({ order: 'createdAt' }))) {
    const own = (cards.get(note.guid) ?? []).filter((card) => inside.has(card.deck)).sort((a, b) => a.ord - b.ord)
    const type = types.get(note.type)
    const deck = inside.get(own[0]?.deck ?? '')
    if (type && deck) notes.push({ note, type, cards: own, deck })
  }
  if (notes.length === 0) throw new AppError('not_found', say('nothingToExport'))
  const title = (root?.name ?? 'Flashcards').replaceAll('::', ' - ').replace(/[\\/:*?"<>|]/g, '_')
  return { title, decks: [...inside.values()], notes }
}

/** The reviews of these cards, the oldest first. */
export async function* reviewsOf(cards: ReadonlySet<string>, { store }: Context): AsyncGenerator<Review> {
  for await (const review of store.reviews.each({ order: 'at' })) if (cards.has(review.card)) yield review
}
