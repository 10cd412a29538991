import { AppError } from '@atrium/contract/errors'
import type { ActionContext } from '@atrium/contract/module'
import { inOurWords } from '@atrium/contract/own-words'
import type flash from '../module.ts'
import { isWithin } from '../queue.ts'
import { Deck, DeckOptions, type DeckRow } from '../records.ts'
import { say } from '../say.ts'

export type Context = ActionContext<typeof flash>

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

export const allDecks = ({ store }: Pick<Context, 'store'>): Promise<DeckRow[]> =>
  Array.fromAsync(store.decks.each({ order: 'name' }))

/** A deck by its id or its name, or by the end of its name: `German` is `Languages::German`. */
export function deckIn(decks: readonly DeckRow[], wanted: string): DeckRow {
  const found =
    decks.find(({ id }) => id === wanted) ??
    decks.find(({ name }) => same(name, wanted.trim())) ??
    decks.find(({ name }) => same(name.split('::').at(-1) ?? '', wanted.trim()))
  if (found) return found
  throw new AppError('not_found', say('noDeck', { wanted }))
}

/** Decks that one file may make. */
const DECKS_MAX = 10_000

/** Finds decks by their names and makes those that are none yet, with one look at what is here. */
export async function deckMaker(context: Context): Promise<(name: string) => Promise<DeckRow & { isNew: boolean }>> {
  const known = new Map<string, DeckRow>()
  // Of two that differ in their letters' case alone the first one is meant.
  for (const deck of await allDecks(context)) {
    const key = deck.name.toLowerCase()
    if (!known.has(key)) known.set(key, deck)
  }
  let made = 0
  return async (name) => {
    const fits = Deck.shape.name.safeParse(name, inOurWords)
    if (!fits.success) throw new AppError('bad_request', fits.error.issues[0]?.message ?? 'A deck needs a name.')
    const found = known.get(fits.data.toLowerCase())
    if (found) return { ...found, isNew: false }
    made += 1
    if (made > DECKS_MAX) throw new AppError('too_large', say('tooManyDecks', { most: DECKS_MAX }))
    // A deck in a deck studies as the one around it does.
    const parts = fits.data.toLowerCase().split('::')
    const around = parts.map((_, at) => known.get(parts.slice(0, parts.length - 1 - at).join('::'))).find(Boolean)
    const options = DeckOptions.parse(around ?? Deck.parse({ name: fits.data }))
    const deck = await context.store.decks.insert({ ...options, name: fits.data })
    known.set(fits.data.toLowerCase(), deck)
    return { ...deck, isNew: true }
  }
}

/** The deck of this name, made when there is none. Throws `bad_request` for a name that no deck can have. */
export const ensureDeck = async (name: string, context: Context): Promise<DeckRow & { isNew: boolean }> =>
  (await deckMaker(context))(name)

/** A name that somebody else's file gives, as a deck can have it. */
export function deckNameIn(file: string): string {
  const name = file.slice(0, 1000).trim()
  if (Deck.shape.name.safeParse(name).success) return name
  const cut = name.slice(0, 200).toWellFormed().replace(/:+$/, '').trim()
  return Deck.shape.name.safeParse(cut).success ? cut : 'Default'
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
