import type { MemoryItem } from '@atrium/contract/profile'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Client, testApp } from '../test-app.ts'
import { remember } from './memory.ts'

const app = await testApp()
const list = async (who: Client) => (await who.call<{ memories: MemoryItem[] }>('GET', '/api/memories')).memories

test('a memory is written, changed, deleted, and can be put back with what the deletion answered', async () => {
  const ann = await app.member()
  const made = await ann.call<MemoryItem>('POST', '/api/memories', { text: ' Likes   tea ' })
  expect(made.text).toBe('Likes tea')
  await ann.call('PATCH', `/api/memories/${made.id}`, { text: 'Likes coffee' })
  expect(await list(ann)).toEqual([{ ...made, text: 'Likes coffee' }])
  const gone = await ann.call<MemoryItem>('DELETE', `/api/memories/${made.id}`)
  expect(gone.text).toBe('Likes coffee')
  expect(await list(ann)).toEqual([])
  await ann.call('POST', '/api/memories', { text: gone.text })
  expect((await list(ann)).map(({ text }) => text)).toEqual(['Likes coffee'])
  expect(await ann.refusal('POST', '/api/memories', { text: 'likes COFFEE' })).toMatchObject({ status: 409 })
  expect(await ann.refusal('POST', '/api/memories', { text: '  ' })).toMatchObject({ status: 400 })
})

test('of many memories written at once, those above two hundred are refused', async () => {
  const ann = await app.member()
  await app.db.execute(
    sql`insert into memories (id, owner_id, text) select ${ann.id} || n, ${ann.id}, 'Fact ' || n from generate_series(1, 197) n`,
  )
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => ann.send('POST', '/api/memories', { text: `At once ${at}` })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422, 422, 422, 422])
  const { rows } = await app.db.execute(sql`select count(*)::int as kept from memories where owner_id = ${ann.id}`)
  expect(rows).toEqual([{ kept: 200 }])
})

test('the two hundred and first is refused with a sentence, and what the assistant learns takes the oldest one’s place', async () => {
  const ann = await app.member()
  await app.db.execute(
    sql`insert into memories (id, owner_id, text, created_at)
        select ${ann.id} || n, ${ann.id}, 'Fact ' || n, now() - make_interval(mins => 300 - n) from generate_series(1, 200) n`,
  )
  expect(await ann.refusal('POST', '/api/memories', { text: 'One more' })).toMatchObject({
    status: 422,
    message: 'You have 200 memories, the most that are kept. Delete one first.',
  })
  await Promise.all(['Learned', 'Learned today'].map((fact) => remember(app.db.$client, ann.id, fact, null)))
  const texts = (await list(ann)).map(({ text }) => text)
  expect(texts).toHaveLength(200)
  expect(texts).toEqual(expect.arrayContaining(['Learned', 'Learned today']))
  expect(texts).not.toContain('Fact 1')
  expect(texts).not.toContain('Fact 2')
})
