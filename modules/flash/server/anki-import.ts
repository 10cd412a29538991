import type { ImportedFile } from '@atrium/contract/module-files'
import type { Incoming } from '@atrium/contract/module-server'
import type flash from '../module.ts'
import { mediaNames, plainText } from '../plain-text.ts'
import { type Card, Note, type NoteType, type Review } from '../records.ts'
import { memoryFromEase, newMemory } from '../scheduling.ts'
import { DAY_MS, type StudyDays } from '../study-day.ts'
import {
  type AnkiCard,
  type AnkiCollection,
  type AnkiNote,
  type AnkiReview,
  openCollection,
} from './anki-collection.ts'
import { openPackage, type PackageMedium, sha256Of } from './anki-package.ts'
import { type Context, ensureDeck } from './decks.ts'
import { mimeOf } from './media.ts'
import { cardKey, withWords } from './notes.ts'
import { daysOf } from './study.ts'

/** Reviews written at once. */
const BATCH = 1000

/**
 * Reads an Anki package. Notes go through the core, which compares them by guid; their decks, types, media, cards and
 * reviews are written beside them, once: what is there already stays as it is.
 */
export async function* importAnki(
  file: ImportedFile,
  _: unknown,
  context: Context,
): AsyncGenerator<Incoming<typeof flash>> {
  const source = await openPackage(file.path)
  let collection: AnkiCollection | undefined
  try {
    collection = openCollection(source.collection)
    const renamed = yield* takeMedia(source.media, context)
    const here = new Map((await context.store.notes.all()).map((note) => [note.guid, note]))
    const cards = new Set((await context.store.cards.all()).map(({ key }) => key))
    const types = new Set((await context.store.types.all()).map(({ key }) => key))
    const decks = new Map<string, string>()
    for (const note of collection.notes()) {
      const known = here.get(note.guid)
      if (known && known.type !== note.type.key) {
        yield { refused: 'It is here already, with another note type.', text: plainText(note.fields[0] ?? '') }
        continue
      }
      const data = noteData(note, renamed)
      const fits = Note.safeParse(data)
      if (!fits.success) {
        yield { refused: fits.error.issues[0]?.message ?? 'It does not fit.', text: data.title }
        continue
      }
      await keepType(note.type, types, context)
      // Of two versions the later one stays, as in Anki.
      yield { collection: 'notes', data, merge: (row) => (data.modified > row.modified ? data : {}) }
      await keepCards(note, collection, { cards, decks, context })
    }
  } finally {
    collection?.close()
    await source.close()
  }
}

function noteData(note: AnkiNote, renamed: ReadonlyMap<string, string>) {
  const fields = note.type.fields.map((_, at) => renameMedia(note.fields[at] ?? '', renamed))
  const tags = note.tags.map((tag) => tag.slice(0, 100)).slice(0, 100)
  return { ...withWords(fields), guid: note.guid, type: note.type.key, tags, modified: note.modified }
}

async function keepType(type: NoteType, types: Set<string>, { store }: Context): Promise<void> {
  if (!type.key.startsWith('anki:') || types.has(type.key)) return
  types.add(type.key)
  await store.types.insert(type)
}

interface Keeping {
  cards: Set<string>
  decks: Map<string, string>
  context: Context
}

async function keepCards(note: AnkiNote, from: AnkiCollection, { cards, decks, context }: Keeping): Promise<void> {
  const days = daysOf(context)
  for (const card of from.cardsOf(note.id)) {
    const key = cardKey(note.guid, card.ord)
    if (cards.has(key)) continue
    cards.add(key)
    const deck = decks.get(card.deck) ?? (await ensureDeck(card.deck, context)).id
    decks.set(card.deck, deck)
    const reviews = from.reviewsOf(card.id)
    await context.store.cards.insert({
      ...scheduleOf(card, reviews, from.created, days, context.now),
      key,
      note: note.guid,
      ord: card.ord,
      deck,
    })
    const kept = reviews.flatMap((one) => reviewOf(one, key, deck) ?? [])
    for (let at = 0; at < kept.length; at += BATCH) await context.store.reviews.insertMany(kept.slice(at, at + BATCH))
  }
}

const iso = (ms: number, fallback: Date): string => {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) || ms < 0 || ms > 32_503_680_000_000 ? fallback.toISOString() : date.toISOString()
}

const STATES = ['new', 'learning', 'review', 'relearning'] as const

/** Anki's columns as the scheduler's. A card without a memory of FSRS gets one from its interval and ease. */
function scheduleOf(card: AnkiCard, reviews: readonly AnkiReview[], created: number, days: StudyDays, now: Date) {
  const state = STATES[card.type] ?? 'new'
  const more = {
    suspended: card.queue === -1,
    ...(card.queue < -1 && { buriedUntil: days.startOf(days.dayOf(now) + 1).toISOString() }),
  }
  if (state === 'new') return { ...newMemory(now), position: card.due, ...more }
  const interval = Math.min(36_500, Math.max(0, Math.trunc(card.interval)))
  const inDays = state === 'review' || card.due < 1_000_000 // a learning card due on a later day counts days too
  const due = inDays ? days.startOf(days.dayOf(new Date(created * 1000)) + card.due).getTime() : card.due * 1000
  const last = card.lastReview ?? reviews.findLast(({ grade }) => grade >= 1)?.at ?? due - interval * DAY_MS
  const guessed = memoryFromEase(Math.max(1, interval), (card.factor || 2500) / 1000)
  return {
    state,
    due: iso(due, now),
    stability: card.stability ?? guessed.stability,
    difficulty: Math.min(10, Math.max(1, card.difficulty ?? guessed.difficulty)),
    step: 0,
    reps: Math.max(0, card.reps),
    lapses: Math.max(0, card.lapses),
    interval: state === 'review' ? Math.max(1, interval) : 0,
    lastReview: iso(Math.min(last, now.getTime()), now),
    ...more,
  } satisfies Partial<Card>
}

const toDays = (value: number) => (value > 0 ? Math.min(36_500, Math.trunc(value)) : 0)
const KINDS = ['learning', 'review', 'relearning', 'review'] as const

function reviewOf({ at, grade, to, from, took, kind }: AnkiReview, card: string, deck: string): Review | null {
  const state = KINDS[kind]
  if (state === undefined || grade < 1 || grade > 4 || at <= 0) return null // set by hand, not asked
  return {
    card,
    deck,
    at: iso(at, new Date(0)),
    grade: grade as Review['grade'],
    state: state === 'learning' && from === 0 ? 'new' : state,
    from: toDays(from),
    to: toDays(to),
    took: Math.min(60_000, Math.max(0, Math.trunc(took))),
  }
}

/** Keeps the files. One whose name is taken by another gets a name of its own; the map tells which. */
async function* takeMedia(
  media: readonly PackageMedium[],
  { store, files }: Context,
): AsyncGenerator<Incoming<typeof flash>, Map<string, string>> {
  const renamed = new Map<string, string>()
  const here = new Map((await store.media.all()).map((row) => [row.name, row.sha256]))
  for (const { name, open } of media) {
    if (name === '' || name.length > 250 || /[\0/\\]/.test(name)) {
      yield { refused: 'Its name cannot be kept.', text: name.slice(0, 200) }
      continue
    }
    const sha256 = await sha256Of(await open())
    const own =
      here.has(name) && here.get(name) !== sha256 ? name.replace(/(\.[^.]*)?$/, `-${sha256.slice(0, 8)}$1`) : name
    if (own !== name) renamed.set(name, own)
    if (here.has(own)) continue
    here.set(own, sha256)
    const kept = await files.save(own, mimeOf(own), await open())
    await store.media.insert({ name: own, file: kept.id, mime: kept.mime, size: kept.size, sha256 })
  }
  return renamed
}

function renameMedia(field: string, renamed: ReadonlyMap<string, string>): string {
  if (renamed.size === 0) return field
  let text = field
  for (const name of mediaNames(field)) {
    const to = renamed.get(name)
    if (to !== undefined) text = text.replaceAll(name, to)
  }
  return text
}
