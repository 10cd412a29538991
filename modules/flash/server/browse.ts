import { AppError } from '@atrium/contract/errors'
import type { Order, Where } from '@atrium/contract/module'
import { readQuery } from '../browse-query.ts'
import { both, whereOf } from '../browse-where.ts'
import { clozeAnswers } from '../cloze.ts'
import type { Found } from '../module.ts'
import { plainText } from '../plain-text.ts'
import type { Card, CardRow, DeckRow, NoteRow, NoteType } from '../records.ts'
import { say } from '../say.ts'
import { retrievability } from '../scheduling.ts'
import type { StudyDays } from '../study-day.ts'
import { renderCard } from '../templates.ts'
import { allDecks, type Context } from './decks.ts'
import { allTypes, notesOf } from './notes.ts'
import { daysOf } from './study.ts'

/** Cards that are looked through for one page; of more, the next page goes on. */
const LOOKED_MOST = 20_000
/** With so many missing, a page is full enough: the next look would find few. */
const FULL = 10

interface Asked {
  query: string
  notes?: string[] | undefined
  order: string
  limit: number
  after?: string | undefined
}

interface Whole {
  card: CardRow
  note: NoteRow
  deck: DeckRow
  type: NoteType
}

interface Part {
  cards: CardRow[]
  notes: ReadonlyMap<string, NoteRow>
  next: string | null
}

/** A stretch of the list in one order: it begins where it is told. */
type Stretch = (where: Where<Card>, limit: number, after: string | undefined) => Promise<Part>

/** A note's cards stand together, in the order of the notes. */
async function cardsOfNotes(notes: ReadonlyMap<string, NoteRow>, where: Where<Card>, { store }: Context) {
  const asked = { where: both(where, { note: { in: [...notes.keys()] } }), order: 'ord' } as const
  const cards = Map.groupBy(await Array.fromAsync(store.cards.each(asked)), ({ note }) => note)
  return [...notes.keys()].flatMap((guid) => cards.get(guid) ?? [])
}

/** Of notes that were found by something else, the nearest to a text in meaning, as one page in their order. */
const ofNotes =
  (guids: readonly string[], context: Context): Stretch =>
  async (where, limit) => {
    const found = await notesOf(
      guids.map((note) => ({ note })),
      context,
    )
    const notes = new Map(guids.flatMap((guid) => (found.has(guid) ? [[guid, found.get(guid) as NoteRow]] : [])))
    const cards = await cardsOfNotes(notes, where, context)
    return { cards: cards.slice(0, limit), notes, next: null }
  }

/** New cards have no day on which they are due: they come after all others, or before them. */
function stretchesOf({ order, notes }: Asked, context: Context): Stretch[] {
  const { store } = context
  if (notes) return [ofNotes(notes, context)]
  const by =
    (order: Order<Card> | readonly Order<Card>[], only: Where<Card> = {}): Stretch =>
    async (where, limit, after) => {
      const { rows, next } = await store.cards.page({ where: both(where, only), order, limit, after })
      return { cards: rows, notes: await notesOf(rows, context), next }
    }
  /** Whatever the limit. */
  const byTitle =
    (order: 'titleKey' | '-titleKey'): Stretch =>
    async (where, limit, after) => {
      const { rows, next } = await store.notes.page({ order, limit, after })
      const notes = new Map(rows.map((note) => [note.guid, note]))
      return { cards: await cardsOfNotes(notes, where, context), notes, next }
    }
  switch (order) {
    case 'title':
      return [byTitle('titleKey')]
    case '-title':
      return [byTitle('-titleKey')]
    case 'due':
      return [by('due', { state: { ne: 'new' } }), by('position', { state: 'new' })]
    case '-due':
      return [by('-position', { state: 'new' }), by('-due', { state: { ne: 'new' } })]
    case 'added':
      return [by(['createdAt', 'ord'])]
    case '-added':
      return [by(['-createdAt', '-ord'])]
    default:
      return [by(order as Order<Card>)]
  }
}

/** Which stretch, and where in it. */
function placeOf(after = '0.'): { at: number; after: string | undefined } {
  const [, at = '0', rest = ''] = /^(\d)\.(.*)$/s.exec(after) ?? ['', '9', '']
  return { at: Number(at), after: rest || undefined }
}

/** Whether a card is what a search asks for, by its words too. */
function matcher(query: string, now: Date, days: StudyDays) {
  const today = days.dayOf(now)
  const daysSince = (moment: string) => today - days.dayOf(new Date(moment))
  const matches = readQuery(query)
  return ({ card, note, deck, type }: Whole) =>
    matches({
      fields: note.fields.map((field, at) => ({ name: type.fields[at] ?? '', text: plainText(field) })),
      tags: note.tags,
      deck: deck.name,
      type: type.name,
      state: card.state,
      suspended: card.suspended,
      buried: isBuried(card, now),
      isDue: !card.suspended && card.state !== 'new' && Date.parse(card.due) <= now.getTime(),
      addedDays: daysSince(note.createdAt),
      ratedDays: card.lastReview === null ? null : daysSince(card.lastReview),
      numbers: {
        ivl: card.interval,
        lapses: card.lapses,
        reps: card.reps,
        d: card.difficulty,
        s: card.stability,
        r: retrievability(card, now, deck.weights),
        due: card.state === 'new' ? null : -daysSince(card.due),
      },
    })
}

const isBuried = ({ buriedUntil }: CardRow, now: Date) =>
  buriedUntil !== null && Date.parse(buriedUntil) > now.getTime()

/**
 * A page of the cards that a search finds, in their order. What the database can decide of the search it does; for the rest the
 * list is looked through, part by part, and how many there are in all is not known.
 */
export async function browse(asked: Asked, context: Context) {
  const { query, limit, after } = asked
  const { store, now } = context
  const decks = new Map((await allDecks(context)).map((deck) => [deck.id, deck]))
  const types = await allTypes(context)
  const days = await daysOf(context)
  const startOf = (ago: number) => days.startOf(days.dayOf(now) - ago).toISOString()
  const { where, isWhole } = whereOf(query, { decks: [...decks.values()], now: now.toISOString(), startOf })
  const isMeant = isWhole ? () => true : matcher(query, now, days)
  const stretches = stretchesOf(asked, context)

  const found: Whole[] = []
  let place: { at: number; after: string | undefined } = placeOf(after)
  if (!stretches[place.at]) throw new AppError('bad_request', say('noSuchPlace'))
  for (let looked = 0; looked < LOOKED_MOST && limit - found.length >= Math.min(FULL, limit); ) {
    const stretch = stretches[place.at]
    if (!stretch) break
    const { cards, notes, next } = await stretch(where, limit - found.length, place.after)
    looked += Math.max(cards.length, notes.size)
    for (const card of cards) {
      const note = notes.get(card.note)
      const deck = decks.get(card.deck)
      const type = types.get(note?.type ?? '')
      if (note && deck && type && isMeant({ card, note, deck, type })) found.push({ card, note, deck, type })
    }
    place = next === null ? { at: place.at + 1, after: undefined } : { at: place.at, after: next }
  }
  const isEnd = stretches[place.at] === undefined
  return {
    cards: found.map((one) => shown(one, isBuried(one.card, now), now)),
    next: isEnd ? null : `${place.at}.${place.after ?? ''}`,
    total: isWhole && after === undefined && !asked.notes ? await store.cards.count(where) : null,
  }
}

function shown({ card, note, deck, type }: Whole, buried: boolean, now: Date): Found {
  const { fields, tags } = note
  const { question, answer } = renderCard(type, { fields, tags, deck: deck.name, ord: card.ord })
  const asked = plainText(question)
  const gaps =
    type.kind === 'cloze' ? fields.map((field) => clozeAnswers(field, card.ord + 1)).find(Boolean) : undefined
  const behind = plainText(gaps ?? answer.split(/<hr id=["']?answer["']?\s*\/?>/i).at(-1) ?? answer)
  return {
    id: card.id,
    noteId: note.id,
    title: (asked || note.title).slice(0, 200),
    answer: behind.slice(0, 200),
    card: type.templates[type.kind === 'cloze' ? 0 : card.ord]?.name ?? '',
    deck: deck.name,
    tags,
    state: card.state,
    due: card.due,
    interval: card.interval,
    lapses: card.lapses,
    reps: card.reps,
    recall: retrievability(card, now, deck.weights),
    suspended: card.suspended,
    buried,
  }
}
