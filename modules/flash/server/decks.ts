import { AppError } from '@atrium/contract/errors'
import type { ActionContext } from '@atrium/contract/module'
import type flash from '../module.ts'
import { isWithin } from '../queue.ts'
import { Deck, DeckOptions, type DeckRow } from '../records.ts'

export type Context = ActionContext<typeof flash>

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

export const allDecks = ({ store }: Pick<Context, 'store'>): Promise<DeckRow[]> => store.decks.all({ order: 'name' })

/** A deck by its id or its name, or by the end of its name: `German` is `Languages::German`. */
export function deckIn(decks: readonly DeckRow[], wanted: string): DeckRow {
  const found =
    decks.find(({ id }) => id === wanted) ??
    decks.find(({ name }) => same(name, wanted.trim())) ??
    decks.find(({ name }) => same(name.split('::').at(-1) ?? '', wanted.trim()))
  if (found) return found
  throw new AppError('not_found', `There is no deck “${wanted}”.`)
}

/** The deck of this name, made when there is none. */
export async function ensureDeck(name: string, context: Context): Promise<DeckRow & { isNew: boolean }> {
  const decks = await allDecks(context)
  const wanted = Deck.shape.name.parse(name)
  const found = decks.find((deck) => same(deck.name, wanted))
  if (found) return { ...found, isNew: false }
  // A deck in a deck studies as the one around it does.
  const around = decks.filter((deck) => isWithin(wanted, deck.name)).sort((a, b) => b.name.length - a.name.length)[0]
  const options = DeckOptions.parse(around ?? Deck.parse({ name: wanted }))
  return { ...(await context.store.decks.insert({ ...options, name: wanted })), isNew: true }
}

/** The deck that was added to last, or a first one. */
export async function usualDeck(context: Context): Promise<DeckRow> {
  const [latest] = await context.store.cards.list({ order: '-createdAt', limit: 1 })
  const decks = await allDecks(context)
  return decks.find(({ id }) => id === latest?.deck) ?? decks[0] ?? ensureDeck('My cards', context)
}

/** The deck and those inside it; every deck when none is asked for. */
export function subtree(decks: readonly DeckRow[], root: DeckRow | null): DeckRow[] {
  return root ? decks.filter((deck) => isWithin(deck.name, root.name)) : [...decks]
}
