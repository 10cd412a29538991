import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { NoteView } from './module.ts'
import type { KeptAct, KeptCards, Outcome } from './offline-actions.ts'
import type { CardRow } from './records.ts'
import flash from './server.ts'

const HOUR = 3_600_000
let at: TestModules
let deck: string
let made = 0
beforeAll(async () => {
  at = await testModules(flash)
  deck = (await at.act<{ id: string }>('ann', 'flash.open', { name: 'German' })).output.id
  // What two orders of answers come to is compared: a card's own fuzz would differ.
  await at.act('ann', 'flash.saveDeck', { id: deck, fuzz: false, leechAfter: 2, learningSteps: '' })
})

let no = 0
const id = () => `answer-${++no}`
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
const graded = (card: string, grade: 1 | 2 | 3 | 4, hours: number): KeptAct => ({
  ...{ kind: 'grade', id: id(), card, grade, at: ago(hours), took: 2000 },
})
const takeIn = (acts: KeptAct[], more: object = {}, who = 'ann') =>
  at.act<{ outcomes: Outcome[] }>(who, 'flash.takeIn', { person: 'ann', clock: ago(0), acts, ...more })
const outcomes = async (acts: KeptAct[], more: object = {}) =>
  (await takeIn(acts, more)).output.outcomes.map(({ outcome }) => outcome)

/** The next millisecond. */
const later = () => new Promise((done) => setTimeout(done, 5))

interface Made {
  note: string
  card: string
}
async function newCard(): Promise<Made> {
  made += 1
  const { output } = await at.act<{ id: string }>('ann', 'flash.addNote', {
    ...{ deck, type: 'basic', fields: [`front ${made}`, 'back'] },
  })
  const { cards } = (await at.act<NoteView>('ann', 'flash.note', { id: output.id })).output
  return { note: output.id, card: cards[0]?.id ?? '' }
}
const rowOf = async ({ note }: Made) =>
  (await at.act<NoteView>('ann', 'flash.note', { id: note })).output.cards[0] as CardRow
/** What is known of a card, without the seconds that the test itself takes. */
const known = async (of: Made) => {
  const { state, stability, difficulty, reps, lapses, interval } = await rowOf(of)
  return { state, stability, difficulty, reps, lapses, interval }
}
describe('answers that were given without a network', () => {
  let one: Made
  let other: Made
  beforeEach(async () => {
    one = await newCard()
    other = await newCard()
  })

  test('count once, however often they are sent, online too', async () => {
    const acts = [graded(one.card, 3, 0.02), graded(other.card, 4, 0.01)]
    expect(await outcomes(acts)).toEqual(['done', 'done'])
    expect(await outcomes(acts)).toEqual(['known', 'known'])
    expect([(await rowOf(one)).reps, (await rowOf(other)).reps]).toEqual([1, 1])
    // An answer whose reply was lost is sent again from what was kept.
    const lost = id()
    await at.act('ann', 'flash.grade', { id: one.card, grade: 3, answer: lost })
    await at.act('ann', 'flash.grade', { id: one.card, grade: 3, answer: lost })
    expect(await outcomes([{ ...graded(one.card, 3, 0), id: lost } as KeptAct])).toEqual(['known'])
    expect((await rowOf(one)).reps).toBe(2)
  })
  test('sent by two tabs at once count once', async () => {
    const acts = [graded(one.card, 3, 0.01)]
    const answers = await Promise.all([takeIn(acts), takeIn(acts), takeIn(acts)])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect((await rowOf(one)).reps).toBe(1)
  })
  test('from two devices come to what their times say, whichever is sent first', async () => {
    const [first, second, third] = [4, 1, 3] as const
    await takeIn([graded(one.card, first, 50), graded(one.card, second, 26), graded(one.card, third, 2)])
    await takeIn([graded(other.card, second, 26)])
    await takeIn([graded(other.card, third, 2)])
    await takeIn([graded(other.card, first, 50)])
    expect((await rowOf(other)).reps).toBe(3)
    expect(await known(other)).toEqual(await known(one))
    expect(Date.parse((await rowOf(other)).lastReview ?? '')).toBeGreaterThan(Date.now() - 3 * HOUR)
  })
  test('merge with what was answered here meanwhile', async () => {
    await takeIn([graded(one.card, 4, 50)])
    await at.act('ann', 'flash.grade', { id: one.card, grade: 3 })
    await at.act('ann', 'flash.grade', { id: other.card, grade: 3 })
    await takeIn([graded(other.card, 4, 50)])
    expect(await known(other)).toEqual(await known(one))
  })
  test('are taken back, the last and one before it, and what is not here is nothing', async () => {
    const [early, late] = [graded(one.card, 4, 50), graded(one.card, 3, 2)]
    await takeIn([early, late])
    await takeIn([graded(other.card, 3, 2)])
    const back = (answer: string): KeptAct => ({ kind: 'takeBack', id: id(), answer, at: ago(0) })
    expect(await outcomes([back(early.id)])).toEqual(['done'])
    expect(await known(one)).toEqual(await known(other))
    expect(await outcomes([back(late.id), back(late.id)])).toEqual(['done', 'gone'])
    expect(await rowOf(one)).toMatchObject({ state: 'new', reps: 0, lastReview: null })
  })
  test('of a card that was deleted, suspended or made new elsewhere undo none of that', async () => {
    const third = await newCard()
    await at.act('ann', 'flash.suspend', { ids: [one.card] })
    await at.act('ann', 'flash.removeNotes', { ids: [other.card] })
    await later()
    const early = graded(third.card, 3, 0)
    await later()
    await at.act('ann', 'flash.forget', { ids: [third.card] })
    const acts = [graded(other.card, 3, 3), graded(one.card, 3, 2), early]
    expect(await outcomes(acts)).toEqual(['gone', 'done', 'done'])
    expect(await rowOf(one)).toMatchObject({ suspended: true, reps: 1 })
    expect(await rowOf(third)).toMatchObject({ state: 'new', reps: 0 })
  })
  test('make a leech of a card that was forgotten too often, and free it when the answer is taken back', async () => {
    await takeIn([graded(one.card, 4, 900), graded(one.card, 1, 600), graded(one.card, 4, 599)])
    const last = graded(one.card, 1, 1)
    await takeIn([last])
    expect(await rowOf(one)).toMatchObject({ suspended: true, lapses: 2 })
    await takeIn([{ kind: 'takeBack', id: id(), answer: last.id, at: ago(0) }])
    expect(await rowOf(one)).toMatchObject({ suspended: false, lapses: 1 })
  })
  test('hide and suspend cards too', async () => {
    const on = { at: ago(0), on: true }
    await takeIn([
      { kind: 'bury', id: id(), card: one.card, ...on },
      { kind: 'suspend', id: id(), card: other.card, ...on },
    ])
    expect(Date.parse((await rowOf(one)).buriedUntil ?? '')).toBeGreaterThan(Date.now())
    expect((await rowOf(other)).suspended).toBe(true)
  })
  test('are set right where the device’s clock is wrong, and never lie in the future', async () => {
    const ahead = 1000 * HOUR
    const moved = (hours: number) => new Date(Date.now() - hours * HOUR + ahead).toISOString()
    await takeIn([{ ...graded(one.card, 3, 0), at: moved(2) } as KeptAct], { clock: moved(0) })
    const last = Date.parse((await rowOf(one)).lastReview ?? '')
    expect(Math.abs(last - (Date.now() - 2 * HOUR))).toBeLessThan(HOUR / 4)
    await takeIn([{ ...graded(other.card, 3, 0), at: moved(0) } as KeptAct])
    expect(Date.parse((await rowOf(other)).lastReview ?? '')).toBeLessThanOrEqual(Date.now())
  })
  test('of somebody else are refused as a whole, in a sentence', async () => {
    const refused = await takeIn([graded(one.card, 3, 1)], {}, 'ben')
    expect([refused.status, refused.error]).toEqual([403, expect.stringContaining('somebody else')])
    const wrong = await takeIn([graded(one.card, 3, 1)], { person: 'ben' })
    expect(wrong.status).toBe(403)
    expect((await rowOf(one)).reps).toBe(0)
    // Under the right name an answer to another person’s card finds none.
    const theirs = await at.act<{ outcomes: Outcome[] }>('ben', 'flash.takeIn', {
      ...{ person: 'ben', clock: ago(0), acts: [graded(one.card, 3, 1)] },
    })
    expect(theirs.output.outcomes[0]?.outcome).toBe('gone')
    expect((await rowOf(one)).reps).toBe(0)
  })
})

describe('the cards that a browser keeps', () => {
  const kept = async (who = 'ann', input: object = {}) => (await at.act<KeptCards>(who, 'flash.keep', input)).output
  test('are those of the coming days, with all that a review needs, and nobody else’s', async () => {
    const [soon, later, asleep] = [await newCard(), await newCard(), await newCard()]
    await at.act('ann', 'flash.reschedule', { ids: [soon.card], days: 2 })
    await at.act('ann', 'flash.reschedule', { ids: [later.card], days: 9 })
    await at.act('ann', 'flash.suspend', { ids: [asleep.card] })
    const has = (cards: KeptCards, { card }: Made) => cards.cards.some((one) => one.id === card)
    const three = await kept()
    expect([soon, later, asleep].map((one) => has(three, one))).toEqual([true, false, false])
    expect(has(await kept('ann', { days: 14 }), later)).toBe(true)
    expect(three).toMatchObject({ person: 'ann', dayStartsAt: 4, timeZone: expect.any(String) })
    expect(three.cards.find(({ id: own }) => own === soon.card)).toMatchObject({
      ...{ state: 'review', answer: expect.stringContaining('back'), deckName: 'German', noteId: soon.note },
    })
    expect(three.decks.find(({ id: own }) => own === deck)).toMatchObject({ fuzz: false, retention: 0.9 })
    expect((await kept('ben')).cards).toEqual([])
  })
})
