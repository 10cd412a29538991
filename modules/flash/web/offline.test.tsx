import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ownThePage } from '../../../web/src/platform/test-owner.ts'
import type { KeptAct, KeptCard, KeptCards } from '../offline-actions.ts'
import { Deck } from '../records.ts'
import { newMemory } from '../scheduling.ts'
import FlashPage from '../web.tsx'
import { database } from './offline/database.ts'
import { keepCards, keepStep, loadKept, readKept, sendSteps, waitingIn } from './offline/kept.ts'
import { cardsAfter, keptQueue } from './offline/kept-study.ts'

const now = new Date()
const deck = { ...Deck.parse({ name: 'German', learningSteps: '', fuzz: false }), id: 'd1' }
const card = (n: number, more: Partial<KeptCard> = {}): KeptCard => ({
  ...newMemory(new Date(now.getTime() - 3_600_000)),
  id: `c${n}`,
  key: `n${n}:0`,
  note: `n${n}`,
  noteId: `note${n}`,
  ord: 0,
  deck: 'd1',
  deckName: 'German',
  position: n,
  suspended: false,
  buriedUntil: null,
  type: 'basic',
  question: `Question ${n}`,
  answer: `Answer ${n}`,
  tags: [],
  typed: null,
  masks: { question: [], answer: [] },
  ...more,
})
const whole = (person: string): KeptCards => ({
  at: now.toISOString(),
  until: new Date(now.getTime() + 3 * 86_400_000).toISOString(),
  person,
  timeZone: 'UTC',
  dayStartsAt: 4,
  decks: [deck],
  cards: [card(1), card(2), card(3)],
  reviewed: [],
  looks: {},
  media: {},
})

let isOnline: boolean
/** Who the server takes the caller for. */
let caller: string
let sent: { person: string; acts: KeptAct[] }[]
let calls: string[]

beforeAll(async () => {
  const resources = { en: { translation: {}, kit: {} } }
  await i18next.use(initReactI18next).init({ lng: 'en', resources, interpolation: { escapeValue: false } })
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline })
})
beforeEach(async () => {
  isOnline = true
  caller = 'ann'
  sent = []
  calls = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    const action = String(path).split('/').at(-1) as string
    const input = JSON.parse(String(init?.body ?? '{}'))
    calls.push(action)
    const refused = (message: string) =>
      new Response(JSON.stringify({ error: { code: 'forbidden', message } }), { status: 403 })
    if (action === 'takeIn') {
      if (input.person !== caller) return refused('These answers were given by somebody else.')
      sent.push(input)
      const outcomes = input.acts.map(({ id }: KeptAct) => ({ id, outcome: 'done' }))
      return new Response(JSON.stringify({ output: { outcomes }, change: 'ch' }))
    }
    if (action === 'keep') return new Response(JSON.stringify({ output: whole(caller), change: null }))
    if (action === 'decks') {
      const counts = { new: 3, learning: 0, due: 0 }
      const one = { id: 'd1', name: 'German', cards: 3, today: counts, version: 1, weights: null }
      return new Response(
        JSON.stringify({ output: { decks: [one], total: counts, doneToday: 0, cards: 3, streak: 0 } }),
      )
    }
    if (action === 'queue')
      return new Response(
        JSON.stringify({ output: { cards: [], counts: { new: 0, learning: 0, due: 0 }, nextDue: null } }),
      )
    return new Response(JSON.stringify({ output: {}, change: null }))
  })
  ownThePage('ann')
  const db = await database()
  for (const name of ['cards', 'steps', 'media'] as const) await db.clear(name)
  await loadKept()
  await keepCards()
})
afterEach(() => void vi.unstubAllGlobals())

const open = (address: string) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <FlashPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const shownText = () => document.querySelector('[data-card]')?.textContent
const waiting = () => waitingIn(readKept())
const back = () => {
  isOnline = true
  dispatchEvent(new Event('online'))
}
const grades = (of: readonly KeptAct[]) =>
  of.map((act) => (act.kind === 'grade' ? `${act.card} ${act.grade}` : act.kind))

describe('without a network', () => {
  test('the page leads to what is kept, is reviewed by the same keys, and says what waits; it is sent once, in its order', async () => {
    isOnline = false
    const screen = await open('/flash')
    await expect.element(screen.getByText(/^3 cards are kept/)).toBeVisible()
    await screen.getByRole('link', { name: 'Review' }).click()
    await expect.poll(shownText).toContain('Question 1')
    await userEvent.keyboard(' ')
    await expect.poll(shownText).toContain('Answer 1')
    await userEvent.keyboard('3')
    await expect.poll(shownText).toContain('Question 2')
    await userEvent.keyboard('1')
    await expect.poll(shownText).toContain('Answer 2')
    await userEvent.keyboard('4')
    await expect.poll(shownText).toContain('Question 3')
    await expect.element(screen.getByText('2 answers wait to be sent.')).toBeVisible()
    // Taken back before it was sent, it was never given.
    await userEvent.keyboard('u')
    await expect.poll(shownText).toContain('Question 2')
    await expect.element(screen.getByText('1 answer waits to be sent.')).toBeVisible()
    await userEvent.keyboard(' 2')
    await expect.poll(shownText).toContain('Question 3')
    await userEvent.keyboard('-')
    await expect.element(screen.getByRole('heading', { name: 'Done for now' })).toBeVisible()
    expect(waiting()).toBe(3)
    back()
    await expect.poll(() => sent.length).toBe(1)
    expect(grades(sent[0]?.acts ?? [])).toEqual(['c1 3', 'c2 2', 'bury'])
    await expect.poll(waiting).toBe(0)
    await sendSteps()
    expect(sent).toHaveLength(1)
  })
  test('an answer that was sent is taken back on the server', async () => {
    isOnline = false
    await open('/flash?view=review')
    await expect.poll(shownText).toContain('Question 1')
    await userEvent.keyboard(' 4')
    await expect.poll(shownText).toContain('Question 2')
    back()
    await expect.poll(() => sent.length).toBe(1)
    await expect.poll(waiting).toBe(0)
    await userEvent.keyboard('u')
    await expect.poll(() => sent.length).toBe(2)
    expect(sent[1]?.acts).toMatchObject([{ kind: 'takeBack', answer: sent[0]?.acts[0]?.id }])
    await expect.poll(shownText).toContain('Question 1')
  })
  test('a server that is lost while it is answered loses no answer', async () => {
    await keepStep({ kind: 'grade', id: 'a-lost-answer', card: 'c1', at: now.toISOString(), grade: 3, took: 1 })
    isOnline = false
    expect(await sendSteps()).toBeNull()
    expect([waiting(), readKept().problem]).toEqual([1, null])
    back()
    expect(await sendSteps()).toBe(0)
    expect(sent.map(({ acts }) => acts[0]?.id)).toEqual(['a-lost-answer'])
  })
  test('what waits from before a reload is taken back too', async () => {
    await keepStep({ kind: 'grade', id: 'before-a-reload', card: 'c1', at: now.toISOString(), grade: 3, took: 1 })
    isOnline = false
    await open('/flash?view=review')
    await expect.poll(shownText).toContain('Question 2')
    await userEvent.keyboard('u')
    await expect.poll(shownText).toContain('Question 1')
    expect(waiting()).toBe(0)
  })
  test('where nothing is kept it says so', async () => {
    await (await database()).clear('cards')
    isOnline = false
    const screen = await open('/flash?view=review')
    await expect.element(screen.getByRole('heading', { name: 'No cards are kept here' })).toBeVisible()
  })
})

describe('what somebody else has to send', () => {
  test('stays until they are back, and their cards go at once', async () => {
    isOnline = false
    await keepStep({ kind: 'grade', id: 'of-ann-alone', card: 'c1', at: now.toISOString(), grade: 3, took: 1 })
    ownThePage('ben')
    caller = 'ben'
    isOnline = true
    await loadKept()
    expect(readKept()).toMatchObject({ cards: null, steps: [] })
    expect(await sendSteps()).toBe(0)
    expect(sent).toEqual([])
    ownThePage('ann')
    await loadKept()
    // This page takes itself for Ann’s; the server knows better.
    expect(await sendSteps()).toBeNull()
    expect(readKept().problem).toContain('somebody else')
    caller = 'ann'
    expect(await sendSteps()).toBe(0)
    expect(sent.map(({ person }) => person)).toEqual(['ann'])
  })
  test('is not kept either where the server answers for another person', async () => {
    await (await database()).clear('cards')
    caller = 'ben'
    expect(await keepCards()).toBe(false)
    expect(await (await database()).count('cards')).toBe(0)
  })
})

describe('the cards as they are after what was done', () => {
  const grade = (id: string, of: string, given: 1 | 2 | 3 | 4) => ({
    act: { kind: 'grade', id, card: of, at: now.toISOString(), grade: given, took: 0 } as const,
    before: null,
  })
  const at = { deck: null, now, media: {} }
  test('are asked by the deck’s limits of a day, and not again before they are due', () => {
    const few = { ...whole('ann'), decks: [{ ...deck, newPerDay: 2 }] }
    expect(keptQueue(few, [], at).cards.map(({ id }) => id)).toEqual(['c1', 'c2'])
    const after = keptQueue(few, [grade('a1', 'c1', 3)], at)
    expect([after.cards.map(({ id }) => id), after.counts.new]).toEqual([['c2'], 1])
    const tomorrow = new Date(now.getTime() + 86_400_000)
    expect(keptQueue(few, [grade('a1', 'c1', 3)], { ...at, now: tomorrow }).counts.new).toBe(2)
  })
  test('forget an answer that was taken back, sent or not', () => {
    const steps = [grade('a1', 'c1', 3)]
    const takeBack = { kind: 'takeBack', id: 'a1-back', answer: 'a1', at: now.toISOString() } as const
    const cards = cardsAfter(whole('ann'), [...steps, { act: takeBack, before: card(1) }]).cards
    expect(cards[0]).toMatchObject({ state: 'new', reps: 0 })
    const done = { ...whole('ann'), cards: cardsAfter(whole('ann'), steps).cards }
    expect(cardsAfter(done, [{ act: takeBack, before: card(1) }]).cards[0]).toMatchObject({ state: 'new', reps: 0 })
  })
})
