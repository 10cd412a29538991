import type { Where } from '@atrium/contract/module'
import { deckNamed, PROPERTY, type Token, tokens } from './browse-query.ts'
import type { Card } from './records.ts'

/** Conditions lie only so deep in one another. */
const DEEPEST = 3

interface Known {
  decks: readonly { id: string; name: string }[]
  now: string
  /** When the day of study began that was so many days before today's. */
  startOf(daysAgo: number): string
}

/** Both of them, also where they speak of one field. `b` has no `or` of its own. */
export const both = (a: Where<Card>, b: Where<Card>): Where<Card> =>
  Object.keys(b).some((field) => Object.hasOwn(a, field)) ? { ...b, or: [a] } : { ...a, ...b }

const depthOf = ({ or }: Where<Card>): number => (or ? 1 + Math.max(0, ...or.map(depthOf)) : 0)

const states = {
  new: ['new'],
  learn: ['learning', 'relearning'],
  review: ['review', 'relearning'],
} as const
const properties = { ivl: 'interval', lapses: 'lapses', reps: 'reps', d: 'difficulty', s: 'stability' } as const
const signs = { '<': 'lt', '>': 'gt', '<=': 'lte', '>=': 'gte', '!=': 'ne', '=': 'in' } as const

/** A term as a condition on cards; null for what only the card's words, or its note's, can tell. */
function condition({ not, name, text }: Token, { decks, now, startOf }: Known): Where<Card> | null {
  const is = name === 'is' ? text.toLowerCase() : ''
  if (Object.hasOwn(states, is)) {
    const meant = states[is as keyof typeof states]
    return { state: not ? { notIn: meant } : { in: meant } }
  }
  if (is === 'suspended') return { suspended: !not }
  if (name === 'deck') {
    const isMeant = deckNamed(text)
    const ids = decks.flatMap((deck) => (isMeant(deck.name) ? [deck.id] : []))
    return { deck: not ? { notIn: ids } : { in: ids } }
  }
  if (not) return null
  if (is === 'due') return { suspended: false, state: { ne: 'new' }, due: { lte: now } }
  if (is === 'buried') return { buriedUntil: { gt: now } }
  if (name === 'rated' && /^\d{1,5}$/.test(text)) return { lastReview: { gte: startOf(Number(text) - 1) } }
  const [, property = '', sign = '', number = ''] = (name === 'prop' && PROPERTY.exec(text.toLowerCase())) || []
  if (!Object.hasOwn(properties, property)) return null
  const field = properties[property as keyof typeof properties]
  const wanted = Number(number)
  return { [field]: { [signs[sign as keyof typeof signs]]: sign === '=' ? [wanted] : wanted } }
}

/** What of a search the database can decide, and whether that is all of it. */
export function whereOf(query: string, known: Known): { where: Where<Card>; isWhole: boolean } {
  const list = tokens(query.slice(0, 500))
  let [where, isWhole]: [Where<Card>, boolean] = [{}, true]
  if (list.some((piece) => typeof piece === 'string')) return { where, isWhole: false }
  for (const piece of list as Token[]) {
    const asked = condition(piece, known)
    const next = asked && both(where, asked)
    if (next && depthOf(next) <= DEEPEST) where = next
    else isWhole = false
  }
  return { where, isWhole }
}
