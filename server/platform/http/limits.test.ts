import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { silentLog } from '../telemetry.ts'
import { atTheEnd } from '../test-end.ts'
import { network } from './address.ts'
import { createLimiters, LIMITS } from './limits.ts'
import { mount } from './mount.ts'
import { route } from './route.ts'
import { listen } from './serve.ts'
import { createStreams } from './streams.ts'
import { identifyByHeader, person, visitor } from './test-server.ts'

const guest = (id: string): Principal => person(id, 'guest')

/** How many of these calls pass before one is refused. */
async function passed(call: () => Promise<void>): Promise<number> {
  for (let count = 0; count < 5000; count++) {
    const refusal = await call().catch((error: unknown) => error)
    if (refusal instanceof AppError && refusal.code === 'rate_limited') return count
    if (refusal) throw refusal
  }
  return Number.POSITIVE_INFINITY
}

describe('calls are counted', () => {
  test('for visitors by their address, whoever they say they are', async () => {
    const limit = createLimiters()
    let cookie = 0
    const chat = (ip: string) => () => limit({ ...visitor, owner: `anon:${cookie++}` }, ip, 'chat')
    expect(await passed(chat('192.0.2.1'))).toBe(10)
    expect(await passed(chat('192.0.2.2'))).toBe(10)
  })

  test('for a guest’s chat with the visitors of the same address, and apart from them otherwise', async () => {
    const limit = createLimiters()
    for (let at = 0; at < 6; at++) await limit(visitor, '192.0.2.1', 'chat')
    await limit(guest('g1'), '192.0.2.1', 'chat')
    expect(await passed(() => limit(guest('g2'), '192.0.2.1', 'chat'))).toBe(3)
    await expect(limit(visitor, '192.0.2.1', 'chat')).rejects.toThrow('That was a lot at once.')
    await limit(guest('g2'), '192.0.2.1', 'write')
  })

  test('for a person by themselves, wherever they are', async () => {
    const limit = createLimiters()
    let last = 0
    expect(await passed(() => limit(person('ann'), `192.0.2.${last++ % 250}`, 'chat'))).toBe(LIMITS.chat.person[0])
    await limit(person('bob'), '192.0.2.1', 'chat')
  })

  test('for everyone by address where sessions begin', async () => {
    const limit = createLimiters()
    let at = 0
    expect(await passed(() => limit(person(`p${at++}`), '192.0.2.1', 'enter'))).toBe(20)
  })

  test('for IPv6 by the network of an address, which one household has', async () => {
    const limit = createLimiters()
    let last = 0
    expect(await passed(() => limit(visitor, `2001:db8:0:7::${(last++).toString(16)}`, 'chat'))).toBe(10)
    await limit(visitor, '2001:db8:0:8::1', 'chat')
  })

  test('as many times more as the factor says', async () => {
    const limit = createLimiters(2)
    expect(await passed(() => limit(visitor, '192.0.2.1', 'chat'))).toBe(20)
  })
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['local', 'local'],
])('the network of %s is %s', (ip, expected) => {
  expect(network(ip)).toBe(expected)
})

test('whoever is refused is told in a sentence and a header when to come back', async () => {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const chat = { method: 'POST', path: '/chat', summary: '', tag: '', access: 'chat.use', limit: 'chat' } as const
  mount(app, [route(chat, () => ({ ok: true }))], {
    identify: identifyByHeader,
    limiters: createLimiters(),
    streams: createStreams({ identify: identifyByHeader, log: silentLog }),
    log: silentLog,
    origins: [],
    behindProxy: true,
  })
  const server = await listen(app, '127.0.0.1', 0)
  atTheEnd(() => server.close())
  const say = (from: string) =>
    fetch(`${server.url}/chat`, { method: 'POST', headers: { 'x-forwarded-for': `203.0.113.9, ${from}` } })
  for (let at = 0; at < 10; at++) expect((await say('198.51.100.1')).status).toBe(200)
  const refused = await say('198.51.100.1')
  expect(refused.status).toBe(429)
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(60)
  const { error } = (await refused.json()) as { error: { code: string; message: string } }
  expect(error.code).toBe('rate_limited')
  expect(error.message).toContain(`Please try again in ${seconds} second`)
  expect((await say('198.51.100.2')).status).toBe(200)
})
