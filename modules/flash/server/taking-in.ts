import { AppError } from '@atrium/contract/errors'
import type { KeptAct, Outcome } from '../offline-actions.ts'
import type { CardRow, DeckRow, Grade, Memory, Review, ReviewRow } from '../records.ts'
import { say } from '../say.ts'
import { newMemory, review } from '../scheduling.ts'
import type { StudyDays } from '../study-day.ts'
import { isLeech, markLeech, memoryOf, stepOf } from './answering.ts'
import { bury, suspend } from './changing.ts'
import type { Context } from './decks.ts'
import { daysOf } from './study.ts'

/** Of a device whose clock is further off than this the times are moved by as much as it is. */
const CLOCK_OFF_MS = 60_000

interface Given {
  id: string
  grade: Grade
  /** When, by the server's clock; never after now. */
  at: Date
  took: number
}

/** The answers to this card after that moment, in the order of their times. */
async function answersAfter(card: CardRow, at: string, { store }: Context): Promise<ReviewRow[]> {
  return Array.fromAsync(store.reviews.each({ where: { card: card.key, at: { gt: at } }, order: 'at' }))
}

/** Whether the card is what its last answer made of it: it was not made new, nor brought in anew, since. */
const isOfAnswer = (card: CardRow, last: Pick<Review, 'at'> | undefined) =>
  last === undefined || card.lastReview === last.at

/** Whether the person has made the card new again after that moment: it then has the place of a card that was added later. */
const isMadeNewAfter = ({ state, lastReview, position, createdAt }: CardRow, at: number) =>
  state === 'new' && lastReview === null && Date.parse(createdAt) <= at && position > at

/** These answers once more, from this memory on: each step is written down anew. */
async function replay(
  from: Memory,
  answers: readonly ReviewRow[],
  of: { card: CardRow; deck: DeckRow; days: StudyDays },
  { store }: Context,
): Promise<Memory> {
  let memory = from
  for (const answer of answers) {
    const next = review(memory, answer.grade, new Date(answer.at), {
      options: of.deck,
      days: of.days,
      key: of.card.key,
    })
    await store.reviews.update(answer.id, stepOf(memory, next))
    memory = next
  }
  return memory
}

/**
 * An answer at the place that its time gives it: what was answered on another device after it comes after it, and the card is what
 * all of them together make of it. An answer to a card that has been made new since is kept in the history alone.
 */
export async function takeAnswer(card: CardRow, { id, grade, at, took }: Given, context: Context): Promise<void> {
  const { store } = context
  const days = await daysOf(context)
  const deck = await store.decks.get(card.deck)
  const after = await answersAfter(card, at.toISOString(), context)
  const [next] = after
  const wasMadeNew = next === undefined && isMadeNewAfter(card, at.getTime())
  const isKept = wasMadeNew || (next !== undefined && next.before === undefined) || !isOfAnswer(card, after.at(-1))
  const before = next?.before ?? (wasMadeNew ? newMemory(at) : memoryOf(card))
  const memory = review(before, grade, at, { options: deck, days, key: card.key })
  const answer = { card: card.key, deck: card.deck, at: at.toISOString(), grade, ...stepOf(before, memory), answer: id }
  await store.reviews.insert({ ...answer, took: Math.min(60_000, took) })
  if (isKept) return
  const whole = await replay(memory, after, { card, deck, days }, context)
  const leech = isLeech(answer, memory, deck)
  await store.cards.update(card.id, { ...whole, buriedUntil: null, suspended: card.suspended || leech }, card.version)
  if (leech) await markLeech(card, true, context)
}

/** The card as it is without this answer. False where the answer is not here. */
async function takeBack(answer: string, context: Context): Promise<boolean> {
  const { store } = context
  const [given] = await store.reviews.list({ where: { answer }, limit: 1 })
  if (!given) return false
  const [card] = await store.cards.list({ where: { key: given.card }, limit: 1 })
  await store.reviews.remove(given.id)
  if (!card || !given.before) return true
  const after = await answersAfter(card, given.at, context)
  if (!isOfAnswer(card, after.at(-1) ?? given)) return true
  const [deck, days] = [await store.decks.get(card.deck), await daysOf(context)]
  const last = memoryOf(card)
  const whole = await replay(given.before, after, { card, deck, days }, context)
  const frees = card.suspended && after.length === 0 && isLeech(given, last, deck)
  await store.cards.update(card.id, { ...whole, ...(frees && { suspended: false }) }, card.version)
  if (frees) await markLeech(card, false, context)
  return true
}

async function cardBy(id: string, { store }: Context): Promise<CardRow | null> {
  try {
    return await store.cards.get(id)
  } catch (error) {
    // It was deleted on another device: the answers to other cards come in all the same.
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

async function act(done: KeptAct, at: Date, context: Context): Promise<Outcome['outcome']> {
  const { store } = context
  if (done.kind === 'takeBack') return (await takeBack(done.answer, context)) ? 'done' : 'gone'
  if (done.kind === 'grade' && (await store.reviews.count({ answer: done.id })) > 0) return 'known'
  const card = await cardBy(done.card, context)
  if (!card) return 'gone'
  if (done.kind === 'grade') await takeAnswer(card, { ...done, at }, context)
  else if (done.kind === 'suspend') await suspend([card.id], done.on, context)
  else await bury([card.id], done.on, { ...context, now: at })
  return 'done'
}

/** Takes in what was done without a network, in the order it was done. All of it or, where it is somebody else's, nothing. */
export async function takeIn(
  { person, clock, acts }: { person: string; clock: string; acts: readonly KeptAct[] },
  context: Context,
): Promise<{ outcomes: Outcome[] }> {
  const { principal, now } = context
  if (person !== principal.userId) throw new AppError('forbidden', say('answersOfAnother'))
  const off = now.getTime() - Date.parse(clock)
  const shift = Math.abs(off) > CLOCK_OFF_MS ? off : 0
  const outcomes: Outcome[] = []
  for (const done of acts) {
    const at = new Date(Math.min(now.getTime(), Date.parse(done.at) + shift))
    outcomes.push({ id: done.id, outcome: await act(done, at, context) })
  }
  return { outcomes }
}
