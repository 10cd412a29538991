import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import { putRows } from '../../server/records/test-rows.ts'
import flash, { type Found } from './module.ts'
import { titleKeyOf } from './records.ts'
import server from './server.ts'

const COUNT = 3000
let at: TestModules
let deck: string
const act = async <T>(action: string, input: unknown = {}) =>
  (await at.act<T>('ann', `flash.${action}`, input, 'UTC')).output
interface Page {
  cards: Found[]
  next: string | null
  total: number | null
}
const titleOf = (n: number) => `${n % 2 ? 'Word' : 'word'} ${String((n * 7919) % COUNT).padStart(4, '0')}`
const isNew = (n: number) => n % 3 === 0

/** All pages of a list; `between` happens after the first of them. */
async function walk(asked: object, between: () => Promise<unknown> = async () => {}): Promise<Found[]> {
  const first = await act<Page>('browse', { ...asked, limit: 190 })
  const cards = [...first.cards]
  await between()
  for (let { next } = first; next !== null; ) {
    const more = await act<Page>('browse', { ...asked, limit: 190, after: next })
    expect(more.cards.length).toBeLessThanOrEqual(190)
    cards.push(...more.cards)
    next = more.next
  }
  return cards
}

beforeAll(async () => {
  at = await testModules(server)
  deck = (await act<{ id: string }>('open', { name: 'Words' })).id
  await putRows(at.db, 'ann', flash, 'notes', COUNT, (n) => ({
    guid: `g${n}`,
    type: 'basic',
    fields: [titleOf(n), n % 100 === 0 ? 'Zeitschwimmen' : 'back'],
    title: titleOf(n),
    titleKey: titleKeyOf(titleOf(n)),
  }))
  await putRows(at.db, 'ann', flash, 'cards', COUNT, (n) => ({
    key: `g${n}:0`,
    note: `g${n}`,
    ord: 0,
    deck,
    position: n,
    state: isNew(n) ? 'new' : 'review',
    due: `20${10 + (n % 10)}-01-01T00:00:00.000Z`,
    interval: n % 50,
    lapses: n % 4,
    suspended: n % 10 === 0,
  }))
})

describe('a collection of many cards', () => {
  test('is shown by pages: a page, where it goes on, and how many there are', async () => {
    const { cards, next, total } = await act<Page>('browse', { limit: 100 })
    expect([cards.length, total]).toEqual([100, COUNT])
    expect(next).not.toBeNull()
    expect(JSON.stringify(cards).length).toBeLessThan(60_000)
    expect((await at.act('ann', 'flash.browse', { after: 'nowhere' })).error).toContain('is no place in this list')
  })
  test('has each card once on its pages though others are added meanwhile, in every order', async () => {
    const old = new Set((await walk({})).map(({ id }) => id))
    const add = () => act('add', { front: 'A new one', back: 'x', deck: 'Words' })
    for (const order of ['added', '-added', 'title', '-title', 'due', '-due', 'interval', '-lapses']) {
      const ids = (await walk({ order }, add)).map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.filter((id) => old.has(id))).toHaveLength(COUNT)
    }
  })
  test('is ordered as it says: titles whatever their case, what is new after what is due', async () => {
    const titles = (await walk({ order: 'title', query: 'word' })).map(({ title }) => title.toLowerCase())
    expect(titles).toEqual([...titles].sort())
    const states = (await walk({ order: 'due' })).map(({ state }) => state === 'new')
    expect(states.indexOf(true)).toBe(states.lastIndexOf(false) + 1)
  })
  test('is searched: by what the database knows with a total, by words without, each card once', async () => {
    const numbers = Array.from({ length: COUNT }, (_, n) => n)
    const count = async (query: string) => (await walk({ query })).filter(({ answer }) => answer !== 'x').length
    const total = async (query: string) => (await act<Page>('browse', { query, limit: 1 })).total
    const suspended = numbers.filter((n) => n % 10 === 0 && isNew(n)).length
    expect([await count('is:suspended is:new'), await total('is:suspended is:new')]).toEqual([suspended, suspended])
    const due = numbers.filter((n) => !isNew(n) && n % 10 !== 0 && n % 50 >= 40).length
    expect([await count('is:due prop:ivl>=40'), await total('is:due prop:ivl>=40 deck:words')]).toEqual([due, due])
    expect(await count('prop:ivl>10 prop:ivl<12')).toBe(numbers.filter((n) => n % 50 === 11).length)
    expect([await count('-is:suspended schwim'), await total('schwim')]).toEqual([0, null])
    expect(await count('schwim')).toBe(COUNT / 100)
    expect(await count('(is:new or prop:lapses=3)')).toBe(numbers.filter((n) => isNew(n) || n % 4 === 3).length)
  })
  test('is studied by the limits of a day, however many wait', async () => {
    const { total, cards } = await act<{ total: { new: number; due: number }; cards: number }>('decks')
    expect(total).toMatchObject({ new: 20, due: 200 })
    expect(cards).toBeGreaterThanOrEqual(COUNT)
    const queue = await act<{ cards: { due: string; state: string }[] }>('queue', { limit: 50 })
    expect(queue.cards).toHaveLength(50)
    // Those that wait the longest come first.
    const waiting = queue.cards.filter(({ state }) => state === 'review').map(({ due }) => due.slice(0, 4))
    expect(new Set(waiting)).toEqual(new Set(['2011']))
  })
})
