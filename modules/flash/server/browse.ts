import { type Browsed, readQuery } from '../browse-query.ts'
import { clozeAnswers } from '../cloze.ts'
import type { Found } from '../module.ts'
import { plainText } from '../plain-text.ts'
import type { CardRow, DeckRow, NoteRow, NoteType } from '../records.ts'
import { retrievability } from '../scheduling.ts'
import { renderCard } from '../templates.ts'
import { allDecks, type Context } from './decks.ts'
import { allTypes } from './notes.ts'
import { daysOf } from './study.ts'

interface Asked {
  query: string
  order: string
  limit: number
  offset: number
}

interface Whole {
  card: CardRow
  note: NoteRow
  deck: DeckRow
  type: NoteType
}

const compared: Record<string, (one: Whole) => string | number> = {
  added: ({ note }) => note.createdAt,
  due: ({ card }) => (card.state === 'new' ? '9' : card.due),
  title: ({ note }) => note.title.toLowerCase(),
  interval: ({ card }) => card.interval,
  lapses: ({ card }) => card.lapses,
}

/** The cards that a search finds, in their order. */
export async function browse({ query, order, limit, offset }: Asked, context: Context) {
  const { store, now } = context
  const decks = new Map((await allDecks(context)).map((deck) => [deck.id, deck]))
  const types = await allTypes(context)
  const notes = new Map((await store.notes.all()).map((note) => [note.guid, note]))
  const days = daysOf(context)
  const today = days.dayOf(now)
  const daysSince = (moment: string) => today - days.dayOf(new Date(moment))
  const matches = readQuery(query)
  const words = new Map<string, Browsed['fields']>()

  const wordsOf = (note: NoteRow, type: NoteType) => {
    const known = words.get(note.id)
    if (known) return known
    const made = note.fields.map((field, at) => ({ name: type.fields[at] ?? '', text: plainText(field) }))
    words.set(note.id, made)
    return made
  }
  const isBuried = (card: CardRow) => card.buriedUntil !== null && Date.parse(card.buriedUntil) > now.getTime()
  const found = (await store.cards.all()).flatMap((card): Whole[] => {
    const note = notes.get(card.note)
    const deck = decks.get(card.deck)
    const type = types.get(note?.type ?? '')
    if (!note || !deck || !type) return []
    const isDue = !card.suspended && card.state !== 'new' && Date.parse(card.due) <= now.getTime()
    const browsed: Browsed = {
      fields: query === '' ? [] : wordsOf(note, type),
      tags: note.tags,
      deck: deck.name,
      type: type.name,
      state: card.state,
      suspended: card.suspended,
      buried: isBuried(card),
      isDue,
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
    }
    return matches(browsed) ? [{ card, note, deck, type }] : []
  })

  const descending = order.startsWith('-')
  const by = compared[order.replace('-', '')] ?? ((one: Whole) => one.note.createdAt)
  const sorted = found
    .map((one) => ({ one, value: by(one) }))
    .sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : a.one.card.ord - b.one.card.ord))
  if (descending) sorted.reverse()
  const cards = sorted.slice(offset, offset + limit).map(({ one }) => shown(one, isBuried(one.card), now))
  return { cards, total: found.length }
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
