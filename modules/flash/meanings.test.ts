import { expect, test } from 'vitest'
import { modelApp } from '../../server/models/door/test-door.ts'
import type { Near } from './meanings.ts'
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
  await later(20)
  await later(40)
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

test('where no model compares, it is said, and too much or nothing is refused', async () => {
  expect((await app.act('ann', 'flash.similar', { text: ' ' })).error).toBe('Write something to compare first.')
  expect((await app.act('ann', 'flash.similar', { text: 'x'.repeat(4_001) })).status).toBe(400)
})
