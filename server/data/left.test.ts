import type { ImportReport } from '@atrium/contract/data'
import { expect, test } from 'vitest'
import { type Client, testApp } from '../test-app.ts'

const app = await testApp()
const pool = app.db.$client

const conversation = (name: string, text: string) => ({
  uuid: name,
  name,
  created_at: '2026-01-05T09:30:00Z',
  updated_at: '2026-01-05T09:30:00Z',
  chat_messages: [{ uuid: `${name}-1`, sender: 'human', text, created_at: '2026-01-05T09:30:00Z' }],
})
const known = conversation('Known', 'Here already')
const small = JSON.stringify([conversation('Small', 'Hello')])
const long = 'Much was said. '.repeat(10_000)
/** More than a megabyte. */
const large = JSON.stringify([
  conversation('New', 'Hello'),
  known,
  ...Array.from({ length: 10 }, (_, at) => conversation(`Long ${at}`, long)),
])
const PATH = '/api/data/import'

const titles = async (owner: string) => {
  const { rows } = await pool.query<{ title: string }>('select title from threads where owner_id = $1', [owner])
  return rows.map(({ title }) => title)
}
/** How many statements of this database wait for somebody's transaction. */
const waiting = async () => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count
}

/** Goes on with `work` while nothing that writes the known conversations of these people comes to an end. */
async function heldUp(owners: string[], work: () => Promise<void>): Promise<void> {
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query('delete from threads where owner_id = any($1)', [owners])
    await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

test('imports and previews whose caller leaves end at once, take nothing in and hold nobody up', async () => {
  const [ann, bob, cem] = [await app.member(), await app.member(), await app.member()]
  for (const one of [ann, bob]) await one.call('POST', PATH, JSON.stringify([known]))
  const preview = (who: Client, body: string) => who.call<ImportReport>('POST', `${PATH}?preview=1`, body)
  await heldUp([ann.id, bob.id], async () => {
    const leaving = new AbortController()
    const left = [
      ann.send('POST', PATH, large, {}, leaving.signal),
      bob.send('POST', `${PATH}?preview=1`, large, {}, leaving.signal),
    ].map((call) => call.catch((error: Error) => error.name))
    await expect.poll(waiting, { timeout: 30_000 }).toBe(2)
    // Both places of large ones are taken; a small one needs neither.
    expect((await preview(cem, small)).counts).toContainEqual({ kind: 'threads', added: 1, present: 0, refused: 0 })
    leaving.abort()
    expect(await Promise.all(left)).toEqual(['AbortError', 'AbortError'])
    // What they wait for is still there: only their end gives the places back.
    expect((await preview(cem, large)).counts).toContainEqual({ kind: 'threads', added: 12, present: 0, refused: 0 })
    await expect.poll(waiting, { timeout: 30_000 }).toBe(0)
  })
  expect(await titles(ann.id)).toEqual(['Known'])
  expect(await titles(bob.id)).toEqual(['Known'])
  expect((await ann.call<ImportReport>('POST', PATH, large)).counts).toContainEqual(
    expect.objectContaining({ kind: 'threads', added: 11, present: 1 }),
  )
}, 120_000)

test('a person’s imports come one after the other', async () => {
  const ann = await app.member()
  await ann.call('POST', PATH, JSON.stringify([known]))
  let first: Promise<ImportReport> | undefined
  let second: Promise<ImportReport> | undefined
  await heldUp([ann.id], async () => {
    first = ann.call<ImportReport>('POST', PATH, large)
    await expect.poll(waiting, { timeout: 30_000 }).toBe(1)
    second = ann.call<ImportReport>('POST', PATH, small)
  })
  expect((await first)?.counts).toContainEqual(expect.objectContaining({ kind: 'threads', added: 11, present: 1 }))
  expect((await second)?.counts).toContainEqual(expect.objectContaining({ kind: 'threads', added: 1 }))
}, 120_000)
