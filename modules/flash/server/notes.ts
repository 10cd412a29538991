import { randomBytes } from 'node:crypto'
import { AppError } from '@atrium/contract/errors'
import type { Draft, MediaFiles } from '../module.ts'
import { BUILT_IN, isUsualLook } from '../note-types.ts'
import { isOcclusionType } from '../occlusion-shapes.ts'
import { asField, mediaNames } from '../plain-text.ts'
import type { CardRow, NoteRow, NoteType } from '../records.ts'
import { say } from '../say.ts'
import { newMemory } from '../scheduling.ts'
import { cardsOf } from '../templates.ts'
import type { Context } from './decks.ts'
import { withWords } from './words.ts'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+,-./:;<=>?@[]^_`{|}~'

/** Ten random signs, as Anki's notes have them. */
export const newGuid = (): string => [...randomBytes(10)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')

export async function allTypes({ store }: Pick<Context, 'store'>): Promise<Map<string, NoteType>> {
  const own = await Array.fromAsync(store.types.each())
  return new Map([...BUILT_IN, ...own].map((type) => [type.key, type]))
}

export async function typeOf(key: string, context: Pick<Context, 'store'>): Promise<NoteType> {
  const found = BUILT_IN.find((type) => type.key === key) ?? (await context.store.types.list({ where: { key } }))[0]
  if (!found) throw new AppError('not_found', say('noNoteType'))
  return found
}

/** The styling of these types, by key: of those that look as all do, none. */
export const looksOf = (types: Iterable<NoteType>): Record<string, string> =>
  Object.fromEntries([...types].filter(({ css }) => !isUsualLook(css)).map(({ key, css }) => [key, css]))

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
        isOcclusionType(type)
          ? say('noShape')
          : type.kind === 'cloze'
            ? say('noGap', { gap: '{{c1::word}}' })
            : say('emptyFront'),
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
  if (wanted.length === 0) throw new AppError('bad_request', say('noteWithoutCards'))
  const present = await Array.fromAsync(store.cards.each({ where: { note: note.guid } }))
  const deck = present[0]?.deck
  for (const card of present) if (!wanted.includes(card.ord)) await store.cards.remove(card.id)
  for (const ord of wanted) {
    if (!deck || present.some((card) => card.ord === ord)) continue
    const key = cardKey(note.guid, ord)
    await store.cards.insert({ ...newMemory(now), key, note: note.guid, ord, deck, position: now.getTime() })
  }
  return wanted.length
}

/** Names in one question. */
const AT_ONCE = 500

/** The notes of these cards, by guid. */
export async function notesOf(
  cards: readonly Pick<CardRow, 'note'>[],
  { store }: Pick<Context, 'store'>,
): Promise<Map<string, NoteRow>> {
  const guids = [...new Set(cards.map(({ note }) => note))]
  const notes = new Map<string, NoteRow>()
  for (let at = 0; at < guids.length; at += AT_ONCE)
    for await (const note of store.notes.each({ where: { guid: { in: guids.slice(at, at + AT_ONCE) } } }))
      notes.set(note.guid, note)
  return notes
}

/** Which of these notes are here, by their types and titles. */
export async function knownTitles(
  notes: readonly { title: string }[],
  { store }: Pick<Context, 'store'>,
): Promise<Set<string>> {
  const titles = [...new Set(notes.map(({ title }) => title))]
  const known = new Set<string>()
  for (let at = 0; at < titles.length; at += AT_ONCE)
    for await (const { type, title } of store.notes.each({ where: { title: { in: titles.slice(at, at + AT_ONCE) } } }))
      known.add(`${type}\n${title}`)
  return known
}

/** The files that the names in these fields stand for. */
export async function mediaOf(fields: readonly string[], { store }: Context): Promise<MediaFiles> {
  const names = [...new Set(fields.flatMap(mediaNames))]
  const files: MediaFiles = {}
  for (let at = 0; at < names.length; at += AT_ONCE)
    for await (const { name, file, mime } of store.media.each({
      where: { name: { in: names.slice(at, at + AT_ONCE) } },
    }))
      files[name] = { file, mime }
  return files
}
