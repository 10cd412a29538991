import { describe, expect, test } from 'vitest'
import { type Browsed, readQuery } from './browse-query.ts'
import { countsOf, doneBy, inOrder, type StudyCard, type StudyDeck, studyOf, withinLimits } from './queue.ts'
import { Card, type Review } from './records.ts'
import { statsOf } from './stats.ts'
import { studyDays } from './study-day.ts'

const days = studyDays('UTC', 4)
const now = new Date('2026-05-10T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
const card = (key: string, more: Partial<StudyCard> = {}): StudyCard => ({
  id: key,
  key,
  note: key.split(':')[0] ?? '',
  deck: 'd',
  position: 0,
  state: 'new',
  due: ago(1),
  suspended: false,
  buriedUntil: null,
  lastReview: null,
  ...more,
})
const deck = (id: string, name: string, more: Partial<StudyDeck> = {}): StudyDeck => ({
  id,
  name,
  newPerDay: 20,
  reviewsPerDay: 200,
  burySiblings: true,
  ...more,
})
const byId = (...decks: StudyDeck[]) => new Map(decks.map((one) => [one.id, one]))

describe('what is asked today', () => {
  test('leaves out the suspended, the buried, the not yet due and a note’s other cards', () => {
    const cards = [
      card('a:1'),
      card('a:0'),
      card('b:0', { suspended: true }),
      card('c:0', { buriedUntil: ago(-1) }),
      card('d:0', { buriedUntil: ago(1) }),
      card('e:0', { state: 'review', due: ago(-1) }),
      card('f:0', { state: 'review' }),
      card('g:0'),
    ]
    const study = studyOf(cards, byId(deck('d', 'D')), [{ card: 'g:1' }], now, days)
    expect(study.fresh.map(({ key }) => key)).toEqual(['a:0', 'd:0'])
    expect(study.review.map(({ key }) => key)).toEqual(['f:0'])
    const all = studyOf(cards, byId(deck('d', 'D', { burySiblings: false })), [{ card: 'g:1' }], now, days)
    expect(all.fresh.map(({ key }) => key)).toEqual(['a:0', 'a:1', 'd:0', 'g:0'])
  })
  test('keeps to the limits of its deck and of the deck around it, counting what was done', () => {
    const outer = deck('o', 'Languages', { newPerDay: 3 })
    const inner = deck('i', 'Languages::German', { newPerDay: 2 })
    const other = deck('x', 'Languages of the sea')
    const cards = [0, 1, 2, 3].flatMap((n) => [
      card(`o${n}:0`, { deck: 'o', position: n }),
      card(`i${n}:0`, { deck: 'i', position: n }),
      card(`x${n}:0`, { deck: 'x', position: n }),
    ])
    const decks = [outer, inner, other]
    const study = studyOf(cards, byId(...decks), [], now, days)
    const count = (root: StudyDeck | null, reviewed: Pick<Review, 'deck' | 'state'>[] = []) =>
      countsOf(withinLimits(study, decks, root, doneBy(reviewed))).new
    expect(count(outer)).toBe(3)
    expect(count(inner)).toBe(2)
    expect(count(null)).toBe(3 + 2 + 4)
    expect(count(inner, [{ deck: 'i', state: 'new' }])).toBe(1)
    expect(count(outer, [{ deck: 'i', state: 'new' }])).toBe(2)
  })
  test('comes in the order learning, reviews mixed with new ones, and early learning last', () => {
    const reviews = Array.from({ length: 6 }, (_, n) => card(`r${n}:0`, { state: 'review' }))
    const cards = [
      ...reviews,
      card('n0:0'),
      card('n1:0', { position: 1 }),
      card('l:0', { state: 'learning', due: ago(0.1) }),
      card('w:0', { state: 'learning', due: ago(-0.1) }),
      card('later:0', { state: 'relearning', due: ago(-2) }),
    ]
    const order = inOrder(studyOf(cards, byId(deck('d', 'D')), [], now, days), now).map(({ key }) => key)
    expect(order[0]).toBe('l:0')
    expect(order.at(-1)).toBe('w:0')
    expect(order).toHaveLength(10)
    expect([order.indexOf('n0:0'), order.indexOf('n1:0')]).toEqual([3, 7])
  })
})

describe('search', () => {
  const one: Browsed = {
    fields: [
      { name: 'Front', text: 'Café au lait' },
      { name: 'Back', text: 'coffee: with milk' },
    ],
    tags: ['drink::hot', 'leech'],
    deck: 'Languages::French',
    type: 'Basic',
    state: 'review',
    suspended: false,
    buried: false,
    isDue: true,
    addedDays: 3,
    ratedDays: 1,
    numbers: { ivl: 40, lapses: 2, reps: 9, d: 5.5, s: 38, r: 0.91, due: 0 },
  }
  test.each([
    'cafe',
    '"au lait"',
    'CAFÉ milk',
    'deck:languages',
    'deck:Languages::French',
    'deck:lang*',
    '"deck:languages::french"',
    'tag:drink',
    'tag:leech -tag:verb',
    'is:due is:review',
    'is:new or is:due',
    '(is:new or tea) or milk',
    'prop:ivl>30 prop:lapses<=2',
    'prop:r>0.9',
    'added:7 rated:2',
    'front:cafe*',
    'coffee:',
    'note:basic',
    'c*fe',
    '',
    '-tea',
  ])('%s is found', (query) => expect(readQuery(query)(one)).toBe(true))
  test.each([
    'tea',
    '"lait au"',
    'deck:French',
    'tag:hot',
    'is:suspended',
    '-is:due',
    'prop:ivl<30',
    'added:3',
    'front:milk*',
    'tag:none',
    '-(cafe or tea)',
  ])('%s is not', (query) => expect(readQuery(query)(one)).toBe(false))
  test('half-typed searches throw nothing', () => {
    for (const query of ['(', ')', '"', 'deck:', '-', 'or', '((a)', '*', 'prop:x>', '\\', '[a', ')))x'])
      expect(() => readQuery(query)(one)).not.toThrow()
  })
})

describe('statistics', () => {
  const full = (more: Partial<Card>) =>
    Card.parse({ key: 'k:0', note: 'k', ord: 0, deck: 'd', due: now.toISOString(), ...more })
  const reviewed = (daysAgo: number, grade: 1 | 3, more: Partial<Review> = {}): Review => ({
    card: 'k:0',
    deck: 'd',
    at: ago(daysAgo * 24),
    grade,
    state: 'review',
    from: 30,
    to: 60,
    took: 30_000,
    ...more,
  })
  test('count what was passed of reviews, apart from learning, and what comes', () => {
    const stats = statsOf({
      cards: [
        full({ state: 'review', interval: 30, stability: 30, lastReview: ago(24), due: ago(48) }),
        full({ state: 'review', interval: 5, due: ago(-24 * 3) }),
        full({}),
        full({ suspended: true }),
      ],
      reviews: [
        reviewed(0, 3),
        reviewed(0, 1, { from: 5 }),
        reviewed(0, 1, { state: 'learning', from: 0 }),
        reviewed(1, 3),
        reviewed(3, 3),
      ],
      now,
      days,
      span: 30,
      weightsOf: () => null,
    })
    expect(stats.cards).toEqual({ new: 1, learning: 0, young: 1, mature: 1, suspended: 1 })
    expect(stats.today).toEqual({ reviews: 3, again: 2, minutes: 2 })
    expect(stats.streak).toBe(2)
    expect(stats.retention).toEqual({ young: 0, mature: 1, all: 0.75 })
    expect(stats.forecast.map(({ due }) => due).slice(0, 4)).toEqual([1, 0, 0, 1])
    expect(stats.history.at(-1)).toEqual({ day: '2026-05-10', again: 2, passed: 1 })
    expect(stats.recall).toBeGreaterThan(0.95)
  })
  test('of nothing are empty, not broken', () => {
    const stats = statsOf({ cards: [], reviews: [], now, days, span: 7, weightsOf: () => null })
    expect(stats).toMatchObject({
      streak: 0,
      recall: null,
      retention: { all: null },
      retentionByWeek: [{ passed: null }],
    })
  })
})
