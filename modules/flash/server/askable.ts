import type { Where } from '@atrium/contract/module'
import type { Card, CardRow, DeckRow } from '../records.ts'
import type { Context } from './decks.ts'

/** Hours ahead within which a card in learning is still one of today. */
const AHEAD = 24
/** Of a note's cards one is asked a day: so many times a deck's limit are looked at, and some more. */
const SIBLINGS = 3
const MORE = 20
/** Rows of one question. */
const AT_ONCE = 1000

type Cards = Pick<Context['store'], 'cards'>

/** How many a deck could need of one kind, by its limit of a day. */
const mostOf = (limit: number, there: number) => Math.min(there, limit === 0 ? 0 : limit * SIBLINGS + MORE)

/** The first cards of each deck in this order, as many as it could need. Small decks are asked for together. */
async function firstOf(
  decks: readonly DeckRow[],
  where: Where<Card>,
  order: 'position' | 'due',
  limitOf: (deck: DeckRow) => number,
  { cards }: Cards,
): Promise<CardRow[]> {
  const there = new Map(
    (await cards.groupBy(['deck'], { where: { ...where, deck: { in: decks.map(({ id }) => id) } } })).map((group) => [
      group.key.deck,
      group.count,
    ]),
  )
  const found: CardRow[] = []
  let [together, sum]: [string[], number] = [[], 0]
  const ask = async () => {
    const asked = { where: { ...where, deck: { in: together } }, limit: AT_ONCE }
    if (together.length > 0) found.push(...(await cards.list(asked)))
    together = []
    sum = 0
  }
  for (const deck of decks) {
    const count = there.get(deck.id) ?? 0
    const most = mostOf(limitOf(deck), count)
    if (most === 0) continue
    if (most < count || count > AT_ONCE) {
      for (let after: string | undefined, left = most; left > 0; ) {
        const page = await cards.page({
          where: { ...where, deck: deck.id },
          order,
          limit: Math.min(left, AT_ONCE),
          after,
        })
        found.push(...page.rows)
        left -= page.rows.length
        if (page.next === null) break
        after = page.next
      }
      continue
    }
    if (sum + count > AT_ONCE) await ask()
    together.push(deck.id)
    sum += count
  }
  await ask()
  return found
}

/**
 * The cards that could be asked today, however many wait: all in learning, and of each deck those due the longest and the first new
 * ones, by its limits of a day. With `days`, what can be asked in so many days to come as well.
 */
export async function askable(decks: readonly DeckRow[], now: Date, store: Cards, days = 0): Promise<CardRow[]> {
  const ids = decks.map(({ id }) => id)
  const open = { suspended: false }
  const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()
  const [horizon, until] = [later(Math.max(AHEAD, days * 24)), later(days * 24)]
  const times = days + 1
  const learning: CardRow[] = []
  for (const state of ['learning', 'relearning'] as const)
    for await (const card of store.cards.each({ where: { ...open, state, due: { lte: horizon }, deck: { in: ids } } }))
      learning.push(card)
  const awake = { ...open, or: [{ buriedUntil: null }, { buriedUntil: { lte: until } }] }
  const due = { ...awake, state: 'review' as const, due: { lte: until } }
  return [
    ...learning,
    ...(await firstOf(decks, due, 'due', (deck) => deck.reviewsPerDay * times, store)),
    ...(await firstOf(decks, { ...awake, state: 'new' }, 'position', (deck) => deck.newPerDay * times, store)),
  ]
}
