import { createHash } from 'node:crypto'
import type { LinkOffer } from '@atrium/contract/link-work'
import { collection, defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createKeyCipher } from '../models/key-cipher.ts'
import { createChallenges } from './link-work.ts'
import { testModules } from './test-module.ts'

const none = z.object({})
const Booking = z.object({ name: z.string().min(1, 'Say who you are.').max(100), of: z.string() })

const booking = defineModule({
  ...{ id: 'booking', title: 'Booking', summary: 'Books.', kind: 'module', tier: 'pro', icon: 'calendar' },
  ...{ industries: ['all'], triggers: [] },
  collections: { bookings: collection(Booking, { version: 1 }) },
  actions: {
    share: {
      ...{ summary: 'Share', effect: 'write' },
      input: z.object({ allows: z.array(z.string()), password: z.string().optional(), until: z.string().optional() }),
      output: z.object({ token: z.string() }),
    },
    book: {
      summary: 'Book',
      effect: 'write',
      input: z.object({ name: Booking.shape.name }),
      output: z.object({ name: z.string() }),
    },
    list: { summary: 'List', effect: 'read', input: none, output: z.object({ names: z.array(z.string()) }) },
    clear: { summary: 'Clear', effect: 'write', input: none, output: none },
    mail: { summary: 'Mail', effect: 'send', input: none, output: none },
    around: { summary: 'Around', effect: 'write', input: none, output: none },
    ask: { summary: 'Ask', effect: 'read', input: none, output: none },
  },
})
const other = defineModule({
  ...{ id: 'other', title: 'Other', summary: 'Other.', kind: 'module', tier: 'free', icon: 'x' },
  ...{ industries: ['all'], triggers: [], collections: {} },
  actions: {
    touch: { summary: 'Touch', effect: 'write', input: none, output: z.object({ n: z.number() }) },
  },
})
const touched: string[] = []
const { act, fetch, db, visits, undo } = await testModules(
  defineServer(booking, {
    share: async ({ allows, password, until }, { links }) => {
      const expiresAt = until ? new Date(until) : undefined
      return { token: (await links.create({ subject: 'slot', allows, password, expiresAt })).token }
    },
    book: async ({ name }, { store, principal }) => {
      await store.bookings.insert({ name, of: principal.link?.subject ?? 'own' })
      return { name }
    },
    list: async (_, { store }) => ({ names: (await store.bookings.list()).map(({ name }) => name) }),
    clear: async (_, { store }) => {
      for (const { id } of await store.bookings.list()) await store.bookings.remove(id)
      return {}
    },
    mail: async () => ({}),
    around: async (_, { call }) => {
      await call('other.touch', {})
      return {}
    },
    ask: async (_, { fetch }) => {
      await fetch('http://127.0.0.1/')
      return {}
    },
  }),
  defineServer(other, { touch: async () => ({ n: touched.push('touched') }) }),
)

/** The work of a challenge, done by Node's own hash rather than by the browser's part of ours. */
function solved(work: LinkOffer['work']): { challenge: string; nonce: string } {
  const { challenge, bits } = z.object({ challenge: z.string(), bits: z.literal(15) }).parse(work)
  for (let nonce = 0; ; nonce++) {
    const digest = createHash('sha256').update(`${challenge}.${nonce}`).digest()
    if (digest.readUInt32BE(0) >>> (32 - bits) === 0) return { challenge, nonce: String(nonce) }
  }
}
const linkFor = async (who: string, allows: string[], more = {}) =>
  (await act<{ token: string }>(who, 'booking.share', { allows, ...more })).output.token
const path = (token: string, action = '') => `/api/m/booking/links/${token}${action && `/${action}`}`
const offer = async (token: string) => (await (await fetch('', path(token))).json()) as LinkOffer
const post = async (token: string, action: string, body: object, headers = {}) => {
  const answer = await fetch('', path(token, action), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as { output?: unknown; error?: { message: string } } }
}
const book = async (token: string, name: string, more = {}) =>
  post(token, 'book', { input: { name }, work: solved((await offer(token)).work), ...more })

test('whoever has the link does what it names, on the things of its maker, who is told and can undo it', async () => {
  const token = await linkFor('ann', ['book'])
  expect((await offer(token)).actions).toEqual([
    { name: 'book', summary: 'Book', input: expect.objectContaining({ type: 'object' }) },
  ])
  const before = visits.length
  const done = await book(token, 'Zoe')
  expect(done).toEqual({ status: 200, body: { output: { name: 'Zoe' } } })
  expect((await act('ann', 'booking.list')).output).toEqual({ names: ['Zoe'] })
  expect((await act('ben', 'booking.list')).output).toEqual({ names: [] })
  expect(visits.slice(before)).toEqual([
    expect.objectContaining({ owner: 'ann', action: 'booking.book', subject: 'slot', output: { name: 'Zoe' } }),
  ])
  const { rows } = await db.execute<{ id: string; actor_id: string | null }>(
    sql`select id, actor_id from changes where scope_id = 'ann' and action = 'booking.book'`,
  )
  expect(rows).toMatchObject([{ actor_id: null }])
  expect((await undo('ann', rows[0]?.id ?? '')).status).toBe(200)
  expect((await act('ann', 'booking.list')).output).toEqual({ names: [] })
})

test('every other action is refused, by each of its ways', async () => {
  const token = await linkFor('cleo', ['book', 'around', 'ask'])
  const work = async () => solved((await offer(token)).work)
  await book(token, 'Kept')
  for (const action of ['share', 'list', 'clear', 'mail', 'none', 'toString', '__proto__'])
    expect((await post(token, action, { input: {}, work: await work() })).status, action).toBe(403)
  // Within an action that it names, nothing of another module is reached, nor anything outside.
  expect((await post(token, 'around', { input: {}, work: await work() })).status).toBe(403)
  expect((await post(token, 'ask', { input: {}, work: await work() })).status).toBe(403)
  expect(touched).toEqual([])
  expect((await act('cleo', 'booking.list')).output).toEqual({ names: ['Kept'] })
  // The token is no session.
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const direct = await fetch('', '/api/m/booking/book', { method: 'POST', headers, body: '{"name":"x"}' })
  expect(direct.status).toBe(401)
})

test('a link that names nothing, one of another module, and one that nobody made, do nothing', async () => {
  const token = await linkFor('dora', [])
  expect((await offer(token)).actions).toEqual([])
  expect((await post(token, 'book', { input: { name: 'x' }, work: { challenge: '', nonce: '' } })).status).toBe(403)
  expect((await fetch('', `/api/m/other/links/${token}`)).status).toBe(404)
  expect((await fetch('', path('unknown'))).status).toBe(404)
  for (const allows of [['mail'], ['none'], ['toString']])
    expect((await act('dora', 'booking.share', { allows })).status).toBe(500)
})

test('a link that is over, revoked with its owner, or wants a password, opens accordingly', async () => {
  const over = await linkFor('eve', ['book'], { until: '2020-01-01T00:00:00Z' })
  expect((await fetch('', path(over))).status).toBe(404)
  const token = await linkFor('eve', ['book'], { password: 'sesame' })
  expect((await fetch('', path(token))).status).toBe(403)
  const opened = await fetch('', path(token), { headers: { 'x-link-password': 'sesame' } })
  const { work } = (await opened.json()) as LinkOffer
  const body = { input: { name: 'x' }, work: solved(work) }
  expect((await post(token, 'book', body)).status).toBe(403)
  expect((await post(token, 'book', body, { 'x-link-password': 'wrong' })).status).toBe(403)
  expect((await post(token, 'book', body, { 'x-link-password': 'sesame' })).status).toBe(200)
})

test('a call without work, with work used before or done for another link, or by a program that fills in all, is refused', async () => {
  const [token, second] = [await linkFor('fay', ['book']), await linkFor('fay', ['book'])]
  const { work } = await offer(token)
  const input = { name: 'x' }
  const wrong = { challenge: work.challenge, nonce: 'no work at all' }
  expect((await post(token, 'book', { input, work: wrong })).status).toBe(400)
  expect((await post(token, 'book', { input })).status).toBe(400)
  const done = solved(work)
  expect((await post(second, 'book', { input, work: done })).status).toBe(400)
  expect((await post(token, 'book', { input, work: done, website: 'http://spam.example' })).status).toBe(400)
  expect((await post(token, 'book', { input, work: done })).status).toBe(200)
  expect((await post(token, 'book', { input, work: done })).status).toBe(400)
  const respelt = { ...done, challenge: `${done.challenge} ` }
  expect((await post(token, 'book', { input, work: respelt })).status).toBe(400)
  expect((await book(token, '')).body.error?.message).toContain('Say who you are.')
  expect((await act<{ names: string[] }>('fay', 'booking.list')).output.names).toEqual(['x'])
})

test('work is good for half an hour', () => {
  let now = 0
  const challenges = createChallenges(createKeyCipher('a secret of the tests'), () => now)
  const [early, late] = [solved(challenges.give('a')), solved(challenges.give('a'))]
  now += 30 * 60_000 - 1
  expect(() => challenges.take('a', early)).not.toThrow()
  now += 1
  expect(() => challenges.take('a', late)).toThrow('open for too long')
})

test('a link is used sixty times an hour', async () => {
  const token = await linkFor('gil', ['book'])
  const statuses: number[] = []
  for (let call = 0; call < 61; call++) statuses.push((await book(token, 'x')).status)
  expect(statuses).toEqual([...Array(60).fill(200), 429])
  expect((await book(await linkFor('gil', ['book']), 'x')).status).toBe(200)
})
