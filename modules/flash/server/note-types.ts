import { AppError } from '@atrium/contract/errors'
import { inOurWords } from '@atrium/contract/own-words'
import type { SaveType, TypeView } from '../note-type-actions.ts'
import { BUILT_IN } from '../note-types.ts'
import { hasContent } from '../plain-text.ts'
import { type NoteRow, NoteType } from '../records.ts'
import { say } from '../say.ts'
import { newMemory } from '../scheduling.ts'
import { cardsOf } from '../templates.ts'
import { cardsAfter, faultOfType, isAsBefore, type Places } from '../type-edits.ts'
import type { Context } from './decks.ts'
import { allTypes, cardKey, notesOf, typeOf } from './notes.ts'
import { withWords } from './words.ts'

const isBuiltIn = (key: string) => BUILT_IN.some((type) => type.key === key)

export async function listTypes(context: Context): Promise<TypeView[]> {
  const { store } = context
  const counts = new Map((await store.notes.groupBy(['type'])).map(({ key, count }) => [key.type, count]))
  const versions = new Map<string, number>()
  for await (const { key, version } of store.types.each()) versions.set(key, version)
  return [...(await allTypes(context)).values()].map((type) => ({
    ...NoteType.parse(type),
    version: versions.get(type.key) ?? null,
    notes: counts.get(type.key) ?? 0,
  }))
}

export async function typeUse(key: string, context: Context) {
  const type = await typeOf(key, context)
  const [fields, templates] = [type.fields.map(() => 0), type.templates.map(() => 0)]
  const guids: string[] = []
  for await (const note of context.store.notes.each({ where: { type: key } })) {
    guids.push(note.guid)
    for (const [at, field] of note.fields.entries())
      if (at < fields.length && hasContent(field)) fields[at] = (fields[at] as number) + 1
  }
  if (type.kind === 'standard')
    for (let at = 0; at < guids.length; at += AT_ONCE)
      for (const { key: of, count } of await context.store.cards.groupBy(['ord'], {
        where: { note: { in: guids.slice(at, at + AT_ONCE) } },
      }))
        if (of.ord < templates.length) templates[of.ord] = (templates[of.ord] as number) + count
  return { notes: guids.length, fields, templates }
}

const AT_ONCE = 500

/**
 * Moves the cards of a note to their new numbers; those that have none go, new ones come, in the deck of the others. Answers which
 * keys became which, how many cards went, and whether a note that had some has none now.
 */
async function renumber(
  note: NoteRow,
  { wanted, numberOf }: ReturnType<typeof cardsAfter>,
  { store, now }: Context,
): Promise<{ moved: [string, string][]; removed: number; isBare: boolean }> {
  const present = await Array.fromAsync(store.cards.each({ where: { note: note.guid } }))
  const taken = new Set<number>()
  const moved: [string, string][] = []
  let removed = 0
  for (const card of present) {
    const ord = numberOf(card.ord)
    if (ord === null) {
      await store.cards.remove(card.id)
      removed += 1
      continue
    }
    taken.add(ord)
    if (ord === card.ord) continue
    const key = cardKey(note.guid, ord)
    await store.cards.update(card.id, { ord, key })
    moved.push([card.key, key])
  }
  const deck = present[0]?.deck
  for (const ord of wanted)
    if (deck !== undefined && !taken.has(ord))
      await store.cards.insert({
        ...newMemory(now),
        key: cardKey(note.guid, ord),
        note: note.guid,
        ord,
        deck,
        position: now.getTime(),
      })
  return { moved, removed, isBare: removed > 0 && removed === present.length && wanted.length === 0 }
}

/** The reviews go with their cards. All are looked up before any is changed: keys may change places. */
async function moveReviews(keys: readonly [string, string][], { store }: Context): Promise<void> {
  const to = new Map(keys)
  const found: [string, string][] = []
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const old = keys.slice(at, at + AT_ONCE).map(([key]) => key)
    for await (const { id, card } of store.reviews.each({ where: { card: { in: old } } }))
      found.push([id, to.get(card) as string])
  }
  for (const [id, card] of found) await store.reviews.update(id, { card })
}

/** An id as Anki's types have: a moment in milliseconds, free here. */
async function newKey({ store, now }: Context): Promise<string> {
  const taken = new Set<string>()
  for await (const { key } of store.types.each()) taken.add(key.split(':')[1] ?? '')
  let id = now.getTime()
  while (taken.has(String(id))) id += 1
  return `anki:${id}:own`
}

/** Under its number Anki knows a renamed part again. Parts that have none keep none: Anki then goes by their names. */
const numbered = (from: Places, ids: readonly (number | null)[] | undefined, isNew: boolean) =>
  from.map((place) => (place === null || isNew ? Math.floor(Math.random() * 2 ** 52) : (ids?.[place] ?? null)))

export async function saveType(sent: SaveType, context: Context): Promise<{ key: string; notes: number }> {
  const { store, now } = context
  const base = await typeOf(sent.key, context)
  if (!sent.isNew && isBuiltIn(base.key)) throw new AppError('bad_request', say('builtInStays'))
  const [fields, templates] = [sent.fields.map(({ from }) => from), sent.templates.map(({ from }) => from)]
  for (const [places, count] of [
    [fields, base.fields.length],
    [templates, base.templates.length],
  ] as const) {
    const old = places.filter((place) => place !== null)
    if (old.some((place) => place >= count) || new Set(old).size < old.length)
      throw new AppError('conflict', say('typeChanged'))
  }
  const type: NoteType = {
    key: sent.isNew ? await newKey(context) : base.key,
    name: sent.name.trim(),
    kind: base.kind,
    fields: sent.fields.map(({ name }) => name.trim()),
    templates: sent.templates.map(({ name, front, back }) => ({ name: name.trim(), front, back })),
    css: sent.css,
    modified: now.getTime(),
    fieldIds: numbered(fields, base.fieldIds, sent.isNew),
    templateIds: numbered(templates, base.templateIds, sent.isNew),
  }
  const fits = NoteType.safeParse(type, inOurWords)
  const fault = faultOfType(type)
  if (fault) throw new AppError('bad_request', say(fault.key, fault.values))
  if (!fits.success) throw new AppError('bad_request', fits.error.issues[0]?.message ?? 'The type does not fit.')
  if (sent.isNew) await store.types.insert(type)
  else {
    const [own] = await store.types.list({ where: { key: base.key }, limit: 1 })
    if (!own) throw new AppError('not_found', say('noNoteType'))
    await store.types.update(own.id, type, sent.version)
  }
  if (sent.isNew && !sent.takesNotes) return { key: type.key, notes: 0 }
  return { key: type.key, notes: await moveNotes(base, type, fields, templates, context) }
}

/** The notes of a type as the changed one has them. Throws `bad_request` where some would have nothing to be asked by any more. */
async function moveNotes(
  base: NoteType,
  type: NoteType,
  fields: Places,
  templates: Places,
  context: Context,
): Promise<number> {
  const { store } = context
  const isMoved = !isAsBefore(fields, base.fields.length) || type.key !== base.key
  const fronts = (one: NoteType) => JSON.stringify([one.fields, one.templates.map(({ front }) => front)])
  const isAskedOtherwise = fronts(base) !== fronts(type) || !isAsBefore(templates, base.templates.length)
  if (!isMoved && !isAskedOtherwise) return 0
  const areCardsAsBefore = isAsBefore(templates, base.templates.length)
  const moved: [string, string][] = []
  let bare = 0
  const notes = await Array.fromAsync(store.notes.each({ where: { type: base.key } }))
  for (const note of notes) {
    const words = fields.map((place) => (place === null ? '' : (note.fields[place] ?? '')))
    const row = isMoved ? await store.notes.update(note.id, { ...withWords(words), type: type.key }) : note
    if (!isAskedOtherwise) continue
    // Most changes give a note no other cards: then nobody looks at them.
    const before = cardsOf(base, note.fields)
    const after = cardsAfter(type, words, templates)
    if (areCardsAsBefore && `${before}` === `${after.wanted}`) continue
    const now = await renumber(row, after, context)
    moved.push(...now.moved)
    if (now.isBare || (before.length > 0 && after.wanted.length === 0)) bare += 1
  }
  if (bare > 0) throw new AppError('bad_request', say('notesWithoutCards', { number: bare }))
  await moveReviews(moved, context)
  return notes.length
}

export async function removeType(key: string, { store, ...context }: Context): Promise<{ name: string }> {
  const type = await typeOf(key, { store, ...context })
  if (isBuiltIn(key)) throw new AppError('bad_request', say('builtInThere'))
  const notes = await store.notes.count({ type: key })
  if (notes > 0) throw new AppError('conflict', say('typeHasNotes', { name: type.name, count: notes }))
  const [own] = await store.types.list({ where: { key }, limit: 1 })
  if (own) await store.types.remove(own.id)
  return { name: type.name }
}

/** Gives notes another type. Cards keep their schedule by their number; those that the new type does not have go. */
export async function changeType(
  { ids, type: key, fields }: { ids: readonly string[]; type: string; fields: Places },
  context: Context,
): Promise<{ count: number; removed: number }> {
  const { store } = context
  const type = await typeOf(key, context)
  const cards = []
  for (const id of new Set(ids)) cards.push(await store.cards.get(id))
  const notes = [...(await notesOf(cards, context)).values()]
  if (new Set(notes.map((note) => note.type)).size > 1) throw new AppError('bad_request', say('severalTypes'))
  let removed = 0
  for (const note of notes) {
    const words = type.fields.map((_, at) => {
      const place = fields[at] ?? null
      return place === null ? '' : (note.fields[place] ?? '')
    })
    const row = await store.notes.update(note.id, { ...withWords(words), type: key, modified: context.now.getTime() })
    const wanted = cardsOf(type, words)
    if (wanted.length === 0) throw new AppError('bad_request', say('wouldHaveNoCards', { name: note.title }))
    const cards = { wanted, numberOf: (ord: number) => (wanted.includes(ord) ? ord : null) }
    removed += (await renumber(row, cards, context)).removed
  }
  return { count: notes.length, removed }
}
