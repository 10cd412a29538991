import { createHash } from 'node:crypto'
import type { ImportedFile } from '@atrium/contract/module-files'
import type { Incoming } from '@atrium/contract/module-server'
import { DAY_MS } from '@atrium/domain/dates/days'
import type { AnkiOptions, TakeOver } from '../anki-options.ts'
import type flash from '../module.ts'
import type { Card, Medium, Note, NoteType, Review } from '../records.ts'
import { memoryFromEase, newMemory } from '../scheduling.ts'
import type { StudyDays } from '../study-day.ts'
import { cardsOf } from '../templates.ts'
import type { AnkiCard, AnkiReview } from './anki-collection.ts'
import type { AnkiRow, TypePlan } from './anki-read.ts'
import { isShown, keepUnshown, type PlannedType, planTypes } from './anki-type-plans.ts'
import { type Context, deckMaker, deckNameIn } from './decks.ts'
import { mimeOf } from './media.ts'
import { cardKey } from './notes.ts'
import { read } from './reading.ts'
import { daysOf } from './study.ts'
import { isTaken } from './type-merging.ts'
import { withWords } from './words.ts'

/** Reviews written at once, and notes gone through between two turns of others. */
const BATCH = 1000
/** Days from the day a collection was made to a card's: five hundred years. */
const DAYS_MAX = 200_000

interface Keeping {
  /** The keys of the cards that are here. */
  cards: Set<string>
  /** The deck of each note that is here, by guid. */
  home: Map<string, string>
  deckOf: (name: string) => Promise<{ id: string }>
  created: number
  /** With what was learnt. */
  progress: boolean
  days: StudyDays
  context: Context
}

/**
 * Takes an Anki package in. Notes go through the core, which compares them by guid; their decks, types, media, cards and
 * reviews are written beside them, once: a card that is here keeps its schedule. A note type that is here is merged with the
 * package's version of it.
 */
export async function* importAnki(
  file: ImportedFile,
  { notes: take, types: takeTypes, progress }: AnkiOptions,
  context: Context,
): AsyncGenerator<Incoming<typeof flash>> {
  const renamed = yield* takeMedia(file, context)
  const notes = new Map((await Array.fromAsync(context.store.notes.each())).map((note) => [note.guid, note]))
  const here = Object.fromEntries([...notes].map(([guid, { type }]) => [guid, type]))
  const { created, types } = await planTypes(file, here, takeTypes, context)
  const plans = [...types].map(
    ([id, one]) => [id, 'plan' in one ? one.plan : one] as [number, TypePlan | { refused: string }],
  )
  for (const one of types.values())
    if ('plan' in one && isShown(one)) yield { collection: 'types', data: one.type, merge: () => one.type }
  await keepUnshown(types.values(), context)

  const [cards, home] = [new Set<string>(), new Map<string, string>()]
  for await (const { key, note, deck } of context.store.cards.each()) {
    cards.add(key)
    home.set(note, deck)
  }
  const keeping: Keeping = {
    cards,
    home,
    deckOf: await deckMaker(context),
    created,
    progress,
    days: await daysOf(context),
    context,
  }
  const added = new Set<string>()
  for await (const row of read(context, file, 'notes', { renamed: [...renamed], here, types: plans })) {
    if ('refused' in row) {
      yield row
      continue
    }
    const { note: data } = row
    const of = types.get(row.mid) as PlannedType
    if (of.isNew && !added.has(of.type.key)) {
      added.add(of.type.key)
      await context.store.types.insert(of.type)
    }
    yield { collection: 'notes', data, merge: (known) => changesOf(known, data, of.plan, take) }
    await keepCards(row, keeping)
    const known = notes.get(data.guid)
    notes.delete(data.guid)
    if (known && of.asksOtherwise)
      await addCards({ ...known, ...changesOf(known, data, of.plan, take) }, of.type, keeping)
  }
  await renewOthers(notes.values(), types.values(), keeping)
}

/** Of two versions of a note the later one's words stay, or as the person chose, as in Anki, and those of fields that the package does not know. */
function changesOf(known: Note, data: Note, { key, width, fields }: TypePlan, take: TakeOver): Partial<Note> {
  if (!isTaken(take, data.modified, known.modified)) {
    if (known.type === key) return {}
    return { type: key, fields: Array.from({ length: width }, (_, at) => known.fields[at] ?? '') }
  }
  const sent = new Set(fields)
  const both = data.fields.map((field, at) => (sent.has(at) ? field : (known.fields[at] ?? '')))
  return both.every((field, at) => field === data.fields[at]) ? data : { ...data, ...withWords(both) }
}

/** Notes that the package does not have get the cards of new templates too. */
async function renewOthers(
  notes: Iterable<Note>,
  types: Iterable<PlannedType | { refused: string }>,
  keeping: Keeping,
): Promise<void> {
  const changed = new Map<string, NoteType>()
  for (const one of types) if ('plan' in one && one.own && one.asksOtherwise) changed.set(one.plan.key, one.type)
  if (changed.size === 0) return
  let count = 0
  for (const note of notes) {
    const type = changed.get(note.type)
    if (type) await addCards(note, type, keeping)
    count += 1
    if (count % BATCH === 0) await new Promise((done) => setImmediate(done)) // others have their turn
  }
}

/** The cards that a note has under its type and not yet, as new ones in the deck of its others. */
async function addCards(note: Note, type: NoteType, { cards, home, context: { store, now } }: Keeping): Promise<void> {
  const deck = home.get(note.guid)
  if (deck === undefined) return
  for (const ord of cardsOf(type, note.fields)) {
    const key = cardKey(note.guid, ord)
    if (cards.has(key)) continue
    cards.add(key)
    await store.cards.insert({ ...newMemory(now), key, note: note.guid, ord, deck, position: now.getTime() })
  }
}

type NoteWithCards = Extract<AnkiRow, { note: unknown }>

async function keepCards(
  { note, cards: sent }: NoteWithCards,
  { cards, home, deckOf, created, progress, days, context }: Keeping,
): Promise<void> {
  for (const card of sent) {
    const key = cardKey(note.guid, card.ord)
    if (cards.has(key)) continue
    cards.add(key)
    const { id: deck } = await deckOf(deckNameIn(card.deck))
    if (!home.has(note.guid)) home.set(note.guid, deck)
    const reviews = progress ? card.reviews : []
    const fresh = { ...newMemory(context.now), ...(card.type === 0 && { position: card.due }) }
    await context.store.cards.insert({
      ...(progress ? scheduleOf(card, reviews, created, days, context.now) : fresh),
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
  const day = Math.min(DAYS_MAX, Math.max(-DAYS_MAX, card.due))
  const due = inDays ? days.startOf(days.dayOf(new Date(created * 1000)) + day).getTime() : card.due * 1000
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

/** SHA-256 of no bytes: a medium that Anki could not fetch. */
const EMPTY = createHash('sha256').digest('hex')

/** Keeps the files. One whose name is taken by another gets a name of its own; the map tells which. */
async function* takeMedia(
  file: ImportedFile,
  context: Context,
): AsyncGenerator<Incoming<typeof flash>, Map<string, string>> {
  const renamed = new Map<string, string>()
  const wanted = new Map<string, { own: string; sha256: string }>()
  const here = new Map<string, string>()
  for await (const row of context.store.media.each()) here.set(row.name, row.sha256)
  for await (const { name, sha256 } of read(context, file, 'media', {})) {
    if (name === '' || name.length > 250 || /[\0/\\]/.test(name)) {
      yield { refused: 'Its name cannot be kept.', text: name.slice(0, 200) }
      continue
    }
    if (sha256 === EMPTY) {
      yield { refused: 'It is empty.', text: name }
      continue
    }
    const own =
      here.has(name) && here.get(name) !== sha256 ? name.replace(/(\.[^.]*)?$/, `-${sha256.slice(0, 8)}$1`) : name
    if (own !== name) renamed.set(name, own)
    if (here.has(own) || wanted.has(name)) continue
    here.set(own, sha256)
    wanted.set(name, { own, sha256 })
  }
  if (wanted.size > 0) await keepMedia(file, wanted, context)
  return renamed
}

async function keepMedia(
  file: ImportedFile,
  wanted: ReadonlyMap<string, { own: string; sha256: string }>,
  context: Context,
): Promise<void> {
  const { store, files } = context
  const values = read(context, file, 'mediaBytes', { names: [...wanted.keys()] })
  /** The name that comes next, once the bytes before it are through. */
  let next: string | null = null
  const bytes = async function* () {
    for (;;) {
      const { value, done } = await values.next()
      next = done || value instanceof Uint8Array ? null : value.name
      if (done || !(value instanceof Uint8Array)) return
      yield value
    }
  }
  /** Those on their way, which are answered in their order. */
  const sent: string[] = []
  const media = async function* () {
    for await (const _ of bytes()) void _ // up to the first name
    while (next !== null) {
      const { own } = wanted.get(next) as { own: string }
      sent.push(own)
      yield { name: own, mime: mimeOf(own), bytes: bytes() }
    }
  }
  let rows: Medium[] = []
  try {
    for await (const { id, mime, size, sha256 } of files.saveAll(media())) {
      rows.push({ name: sent.shift() as string, file: id, mime, size, sha256 })
      if (rows.length < BATCH) continue
      await store.media.insertMany(rows)
      rows = []
    }
    if (rows.length > 0) await store.media.insertMany(rows)
  } finally {
    await values.return(undefined)
  }
}
