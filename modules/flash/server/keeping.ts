import { DAY_MS } from '@atrium/domain/dates/days'
import type { KeptCard, KeptCards } from '../offline-actions.ts'
import type { CardRow } from '../records.ts'
import { askable } from './askable.ts'
import { allDecks, type Context } from './decks.ts'
import { allTypes, looksOf } from './notes.ts'
import { askedOf, reviewedToday } from './study.ts'

/** Cards, and characters on them, that a browser is given to keep. */
const CARDS_MOST = 1000
const CHARACTERS_MOST = 8_000_000

/** What comes first when not all can be kept: what is in learning, then what is due first, then the first new ones. */
const rank = ({ state, due, position }: CardRow): [number, number] =>
  state === 'learning' || state === 'relearning'
    ? [0, Date.parse(due)]
    : state === 'review'
      ? [1, Date.parse(due)]
      : [2, position]

/** The cards of the coming days, so that they can be reviewed where there is no network. */
export async function keep({ days }: { days: number }, context: Context): Promise<KeptCards> {
  const { store, now, principal, timeZone } = context
  const decks = await allDecks(context)
  const found = await askable(decks, now, store, days)
  const ranked = found.map((card) => ({ card, rank: rank(card) }))
  ranked.sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1])
  const rows = ranked.slice(0, CARDS_MOST).map(({ card }) => card)
  const asked = new Map((await askedOf(rows, decks, context)).map((one) => [one.id, one]))
  const cards: KeptCard[] = []
  const media: KeptCards['media'] = {}
  let characters = 0
  for (const row of rows) {
    const one = asked.get(row.id)
    if (!one) continue
    characters += one.question.length + one.answer.length
    if (characters > CHARACTERS_MOST) break
    const { question, answer, typed, masks, tags, type, deckName } = one
    cards.push({ ...row, noteId: one.note, question, answer, typed, masks, tags, type, deckName })
    Object.assign(media, one.media)
  }
  const types = await allTypes(context)
  return {
    at: now.toISOString(),
    until: new Date(now.getTime() + days * DAY_MS).toISOString(),
    person: principal.userId ?? '',
    timeZone,
    dayStartsAt: (await context.settings()).dayStartsAt,
    decks,
    cards,
    reviewed: await reviewedToday(context),
    looks: looksOf(new Set(cards.flatMap(({ type }) => types.get(type) ?? []))),
    media,
  }
}
