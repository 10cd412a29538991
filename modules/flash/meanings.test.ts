import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { modelApp } from '../../server/models/door/test-door.ts'
import { putRows } from '../../server/records/test-rows.ts'
import { meantBy } from './browse-query.ts'
import { type Near, signsOf, signsOfKept } from './meanings.ts'
import type { Found as FoundCard } from './module.ts'
import server from './server.ts'

const { app, fake } = await modelApp(server)

interface Found {
  cards: Near[]
  compared: number
  waiting: number
}
const similar = async (who: string, text: string, more: object = {}) =>
  (await app.act<Found>(who, 'flash.similar', { text, ...more })).output
const card = async (who: string, front: string, back: string) =>
  (await app.act(who, 'flash.add', { front, back, deck: 'Things' })).change
const asked = async () => (await fake.requests()).filter(({ path }) => path.endsWith('/embeddings')).length
const later = (minutes: number) => app.due(new Date(Date.now() + minutes * 60_000))
/** What is to be done a little later, and the job that it begins. */
const settled = async () => {
  await later(20)
  await later(40)
}

test('nothing is compared, and nothing asked, before the person wants it; then cards are found by what they mean', async () => {
  await card('ann', 'What is a fast automobile?', 'A sports car')
  await card('ann', 'What does the mitochondrion make?', 'Energy')
  await card('bob', 'What is a fast vehicle?', 'Bob’s own')
  expect(await similar('ann', 'a quick car')).toEqual({ cards: [], compared: 0, waiting: 2 })
  await later(10)
  expect(await asked()).toBe(0)

  expect((await app.act('ann', 'flash.compareMeanings', {})).status).toBe(200)
  await later(10)
  const found = await similar('ann', 'Which vehicle is fast?')
  expect(found).toMatchObject({ compared: 2, waiting: 0 })
  expect(found.cards[0]).toMatchObject({ title: 'What is a fast automobile?' })
  expect(found.cards[0]?.likeness).toBeGreaterThan(0.4)
  expect(JSON.stringify(found)).not.toContain('Bob')
  expect((await similar('ann', 'Which vehicle is fast?', { except: found.cards[0]?.note })).cards).toEqual([])
  // A word of one meaning, in a text that shares no other.
  expect((await similar('ann', 'powerhouse energy')).cards[0]?.title).toBe('What does the mitochondrion make?')
})

test('what is added, changed and removed later is followed by a job, once for many that come together', async () => {
  const before = await asked()
  const change = await card('ann', 'Where do huge lemons grow?', 'In Amalfi')
  await card('ann', 'What is the capital of Peru?', 'Lima')
  expect((await similar('ann', 'capital of Peru Lima')).waiting).toBe(2)
  await settled()
  const found = await similar('ann', 'large lemons grow in Amalfi')
  expect(found).toMatchObject({ compared: 4, waiting: 0 })
  expect(found.cards[0]?.title).toBe('Where do huge lemons grow?')
  // Twice by the person; once to know the maker, once for both notes.
  expect((await asked()) - before).toBe(4)

  expect((await app.undo('ann', change)).status).toBe(200)
  expect((await similar('ann', 'large lemons grow in Amalfi')).cards.map(({ title }) => title)).not.toContain(
    'Where do huge lemons grow?',
  )
})

test('a note whose words are taken out is found no more and waits for nothing; with words again it is compared again', async () => {
  await card('eve', 'A violin and a cello', 'Strings')
  await card('eve', 'A flute', 'Wood')
  await app.act('eve', 'flash.compareMeanings', {})
  await settled()
  const [found] = (await similar('eve', 'violin cello strings')).cards
  const save = async (fields: string[]) => {
    expect((await app.act('eve', 'flash.saveNote', { id: found?.note, fields, tags: [] })).error).toBe('')
    const before = await similar('eve', 'violin cello strings')
    await settled()
    return [before, await similar('eve', 'violin cello strings')] as const
  }
  const [early, emptied] = await save(['<img src="violin.png">', ''])
  for (const { cards } of [early, emptied]) expect(cards.map(({ title }) => title)).not.toContain(found?.title)
  expect(emptied).toMatchObject({ compared: 1, waiting: 0 })
  const asks = await asked()
  await card('eve', 'A trumpet', 'Brass')
  await settled()
  // The maker, the trumpet, and nothing for the note that says nothing.
  expect((await asked()) - asks).toBe(2)
  const [, filled] = await save(['A violin and a cello', 'Strings'])
  expect(filled).toMatchObject({ compared: 3, waiting: 0, cards: [{ note: found?.note }] })
})

test('of thousands the nearest are found by reading some hundreds, and what was kept before has its signs', async () => {
  await app.act('fay', 'flash.open', { name: 'Many' })
  await card('fay', 'What does a shepherd watch?', 'A flock of woolly sheep')
  await app.act('fay', 'flash.compareMeanings', {})
  await settled()
  const kept = `select data->>'madeBy' as by from records where scope_id = 'fay' and collection = 'meanings'`
  const madeBy = (await app.db.$client.query(kept)).rows[0].by
  const far = Buffer.from(Int8Array.from({ length: 512 }, (_, at) => ((at * 7919) % 251) - 125)).toString('base64')
  await putRows(app.db, 'fay', server.module, 'meanings', 3_000, (n) => ({
    ...{ guid: `far${n}`, madeBy, print: 'p', vector: far, signs: signsOfKept(far) },
  }))
  // As an older version kept it, of somebody for whom nothing has been read yet.
  await app.db.$client.query(
    `insert into records (id, scope_id, module, collection, data, schema_version, search)
     select id || '-ida', 'ida', module, collection, data - 'signs', case collection when 'meanings' then 1 else schema_version end, search
     from records where scope_id = 'fay' and collection in ('notes', 'meanings')`,
  )
  expect((await similar('ida', 'a flock of sheep')).cards).toHaveLength(1)
  const rows = vi.spyOn(pg.Result.prototype as unknown as { addRow(row: unknown): void }, 'addRow')
  const found = await similar('ida', 'a flock of woolly sheep')
  expect(found.cards.map(({ title }) => title)).toEqual(['What does a shepherd watch?'])
  expect(found.compared).toBe(3_001)
  expect(rows.mock.calls.length).toBeLessThan(600)
  rows.mockRestore()
})

test('the signs of numbers are the bits of whether they are above 0', () => {
  expect(signsOf([0.5, -0.5, 0, 1e-9, 1])).toBe('98')
  expect(signsOf([])).toBe('')
  expect(signsOfKept(Buffer.from(Int8Array.from([127, -128, 0, 1, -1])).toString('base64'))).toBe('90')
})

test('the cards of notes that were found are listed in their order, those of them that a search asks for', async () => {
  await card('gil', 'The {{c1::heart}} pumps {{c2::blood}}', '')
  await card('gil', 'Lungs', 'Breathe')
  const all = (await app.act<{ cards: FoundCard[] }>('gil', 'flash.browse', {})).output.cards
  const guids = (
    await app.db.$client.query(
      `select data->>'guid' as guid from records where scope_id = 'gil' and collection = 'notes' order by id`,
    )
  ).rows.map(({ guid }) => guid as string)
  const browse = async (input: object) =>
    (await app.act<{ cards: FoundCard[]; next: string | null; total: number | null }>('gil', 'flash.browse', input))
      .output
  const titles = async (input: object) => (await browse(input)).cards.map(({ title }) => title)
  expect(all).toHaveLength(3)
  expect(await titles({ notes: [...guids].reverse() })).toEqual(['Lungs', 'The […] pumps blood', 'The heart pumps […]'])
  expect(await titles({ notes: guids.slice(0, 1), query: 'is:new -is:suspended' })).toHaveLength(2)
  expect(await titles({ notes: guids, query: 'breathe' })).toEqual(['Lungs'])
  expect(await browse({ notes: ['of nobody'] })).toEqual({ cards: [], next: null, total: null })
  expect(await browse({ notes: [] })).toEqual({ cards: [], next: null, total: null })
  expect((await app.act('gil', 'flash.browse', { notes: Array.from({ length: 101 }, String) })).status).toBe(400)
  const bob = (await app.act<{ cards: FoundCard[] }>('bob', 'flash.browse', { notes: guids })).output
  expect(bob.cards).toEqual([])
})

test('of a search by meaning, what says what cards are is a filter, and all else is what is meant', () => {
  const read = (query: string) => Object.values(meantBy(query))
  expect(read('heart  and blood is:due -deck:"My Cards::A"')).toEqual(['heart and blood', 'is:due -deck:"My Cards::A"'])
  expect(read('deck:Anatomy what pumps?')).toEqual(['what pumps?', 'deck:Anatomy'])
  expect(read('at 12:30 or re: this (is: it) 心臓:血')).toEqual(['at 12:30 or re: this (is: it) 心臓:血', ''])
  expect(read('this is:this')).toEqual(['this', 'is:this'])
  expect(read(' ')).toEqual(['', ''])
})

test('where no model compares, it is said, and too much or nothing is refused', async () => {
  expect((await app.act('ann', 'flash.similar', { text: ' ' })).error).toBe('Write something to compare first.')
  expect((await app.act('ann', 'flash.similar', { text: 'x'.repeat(4_001) })).status).toBe(400)
})
