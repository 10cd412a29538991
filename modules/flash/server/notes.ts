import { randomBytes } from 'node:crypto'
import { AppError } from '@atrium/contract/errors'
import type { Draft, MediaFiles } from '../module.ts'
import { BUILT_IN } from '../note-types.ts'
import { asField, mediaNames } from '../plain-text.ts'
import type { CardRow, NoteRow, NoteType } from '../records.ts'
import { newMemory } from '../scheduling.ts'
import { cardsOf } from '../templates.ts'
import type { Context } from './decks.ts'
import { withWords } from './words.ts'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+,-./:;<=>?@[]^_`{|}~'

/** Ten random signs, as Anki's notes have them. */
export const newGuid = (): string => [...randomBytes(10)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')

export async function allTypes({ store }: Pick<Context, 'store'>): Promise<Map<string, NoteType>> {
  const own = await store.types.all()
  return new Map([...BUILT_IN, ...own].map((type) => [type.key, type]))
}

export async function typeOf(key: string, context: Pick<Context, 'store'>): Promise<NoteType> {
  const found = BUILT_IN.find((type) => type.key === key) ?? (await context.store.types.list({ where: { key } }))[0]
  if (!found) throw new AppError('not_found', 'There is no such note type.')
  return found
}

export const cardKey = (guid: string, ord: number): string => `${guid}:${ord}`

interface NewNote {
  type: NoteType
  fields: readonly string[]
  tags: readonly string[]
  guid?: string
}

/** Adds notes with their cards, in this order. Throws `bad_request` for one that has no cards. */
export async function addNotes(deck: string, notes: readonly NewNote[], { store, now }: Context): Promise<NoteRow[]> {
  const rows: NoteRow[] = []
  for (const [at, { type, fields, tags, guid = newGuid() }] of notes.entries()) {
    const cards = cardsOf(type, fields)
    if (cards.length === 0)
      throw new AppError(
        'bad_request',
        type.kind === 'cloze' ? 'There is no gap such as {{c1::word}} in the text.' : 'The front of the card is empty.',
      )
    const padded = type.fields.map((_, index) => fields[index] ?? '')
    const data = { ...withWords(padded), guid, type: type.key, tags: [...tags], modified: now.getTime() }
    rows.push(await store.notes.insert(data))
    const position = now.getTime() + at
    for (const ord of cards)
      await store.cards.insert({ ...newMemory(now), key: cardKey(guid, ord), note: guid, ord, deck, position })
  }
  return rows
}

/** A card written as plain text, as a note of its type. */
export async function noteOf({ type, front, back, tags }: Draft, context: Context): Promise<NewNote> {
  return { type: await typeOf(type, context), fields: [asField(front), asField(back)], tags }
}

/** Makes the cards that a changed note has more, and removes those it has no longer. */
export async function renewCards(note: NoteRow, type: NoteType, { store, now }: Context): Promise<number> {
  const wanted = cardsOf(type, note.fields)
  if (wanted.length === 0)
    throw new AppError('bad_request', 'So changed, the note would have no cards. Delete it instead.')
  const present = await store.cards.all({ where: { note: note.guid } })
  const deck = present[0]?.deck
  for (const card of present) if (!wanted.includes(card.ord)) await store.cards.remove(card.id)
  for (const ord of wanted) {
    if (!deck || present.some((card) => card.ord === ord)) continue
    const key = cardKey(note.guid, ord)
    await store.cards.insert({ ...newMemory(now), key, note: note.guid, ord, deck, position: now.getTime() })
  }
  return wanted.length
}

/** The notes of these cards, by guid. */
export async function notesOf(cards: readonly CardRow[], { store }: Context): Promise<Map<string, NoteRow>> {
  const guids = [...new Set(cards.map(({ note }) => note))]
  if (guids.length > 200) return new Map((await store.notes.all()).map((note) => [note.guid, note]))
  const rows = guids.length === 0 ? [] : await store.notes.all({ where: { guid: { in: guids } } })
  return new Map(rows.map((note) => [note.guid, note]))
}

/** The files that the names in these fields stand for. */
export async function mediaOf(fields: readonly string[], { store }: Context): Promise<MediaFiles> {
  const names = [...new Set(fields.flatMap(mediaNames))]
  const rows = names.length === 0 ? [] : await store.media.all({ where: { name: { in: names } } })
  return Object.fromEntries(rows.map(({ name, file, mime }) => [name, { file, mime }]))
}
