import { once } from 'node:events'
import { connect } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { type Client, testApp } from '../../test-app.ts'
import { silentLog } from '../telemetry.ts'
import { openEventStream } from './event-stream.ts'
import { createLimiters } from './limits.ts'
import { type Identify, mount } from './mount.ts'
import { route, SENT } from './route.ts'
import { listen } from './serve.ts'
import { createStreams } from './streams.ts'
import { identifyByHeader, visitor } from './test-server.ts'

/** An open stream as its client sees it. */
async function opened(answer: Promise<Response> | Response) {
  const { status, body } = await answer
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  let over = false
  const reading = (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      text += decoder.decode(value, { stream: true })
    }
    over = true
  })().catch(() => {
    over = true
  })
  return { status, text: () => text, over: () => over, ended: reading, leave: () => reader.cancel() }
}

describe('the streams of an app', async () => {
  const app = await testApp({ RATE_LIMIT_FACTOR: '1' })
  const events = (browser: Pick<Client, 'send'>) => opened(browser.send('GET', '/api/events'))
  const heard = (text: string) => text.split('data: ').length - 1
  /** Makes a thread, and waits until this stream was told of it. */
  async function stillHears(stream: Awaited<ReturnType<typeof opened>>, browser: Client): Promise<void> {
    const before = heard(stream.text())
    const { id } = await browser.call<{ id: string }>('POST', '/api/threads', {})
    await browser.call('DELETE', `/api/threads/${id}`)
    await vi.waitFor(() => expect(heard(stream.text())).toBeGreaterThan(before))
  }
  const member = async (name: string) => {
    const phone = await app.member(name)
    const laptop = app.visitor()
    await laptop.call('POST', '/api/login', { username: name, password: 'correct horse battery' })
    return { id: phone.id, phone: phone as Client, laptop }
  }

  test('end when the person signs out, there and not on their other devices', async () => {
    const { id, phone, laptop } = await member('streams-ann')
    await app.db.execute(sql`insert into runs (id, kind, owner_id, status) values ('parked', 'none', ${id}, 'waiting')`)
    const run = await opened(phone.send('GET', '/api/runs/parked/events'))
    const [there, here] = [await events(phone), await events(laptop)]
    expect([run.status, there.status, here.status]).toEqual([200, 200, 200])
    await phone.call('POST', '/auth/logout', {})
    await Promise.all([there.ended, run.ended])
    expect(here.over()).toBe(false)
    await stillHears(here, laptop)
    await here.leave()
  })

  test('end when a session is taken away, and when the person is banned', async () => {
    const { id, phone, laptop } = await member('streams-bob')
    const [one, other] = [await events(phone), await events(laptop)]
    const notify = () => app.db.execute(sql`select pg_notify('atrium', json_build_array('session', ${id}::text)::text)`)
    await app.db.execute(
      sql`delete from sessions where user_id = ${id} and id = (select id from sessions where user_id = ${id} order by created_at limit 1)`,
    )
    await notify()
    await one.ended
    expect(other.over()).toBe(false)
    await app.db.execute(sql`update users set banned = true where id = ${id}`)
    await notify()
    await other.ended
  })

  test('are at most twenty of one person: the oldest makes room and is told to come back later', async () => {
    const { phone } = await member('streams-cid')
    const all = []
    for (let at = 0; at < 21; at++) all.push(await events(phone))
    await all[0]?.ended
    expect(all[0]?.text()).toMatch(/retry: 60000\n\n$/)
    expect(all.slice(1).some((one) => one.over())).toBe(false)
    for (const one of all) await one.leave()
  })
})

describe('the door', () => {
  let who: Identify = identifyByHeader
  const identify: Identify = (request, headers) => who(request, headers)
  const streams = createStreams({ identify, log: silentLog })
  let holdUp: Promise<void> = Promise.resolve()
  const app = new Hono<{ Bindings: HttpBindings }>()
  const call = { method: 'GET', summary: '', tag: '', access: 'live.own', limit: 'read' } as const
  mount(
    app,
    [
      route({ ...call, path: '/quiet' }, async ({ outgoing }) => {
        await holdUp
        openEventStream(outgoing).write('data: hello\n\n')
        return SENT
      }),
      route({ ...call, path: '/loud' }, ({ outgoing }) => {
        const stream = openEventStream(outgoing)
        while (stream.write(`data: ${'x'.repeat(1024 * 1024)}\n\n`));
        return SENT
      }),
    ],
    { identify, limiters: createLimiters(1000), streams, log: silentLog, origins: [], behindProxy: false },
  )
  const listening = listen(app, '127.0.0.1', 0)
  afterAll(async () => (await listening).close())
  afterEach(() => {
    who = identifyByHeader
    holdUp = Promise.resolve()
    vi.useRealTimers()
  })
  const get = async (path: string, name: string) =>
    fetch(`${(await listening).url}${path}`, { headers: { 'x-test-person': name } })
  const signOut: Identify = async () => ({ ...visitor, ended: true })

  test('ends a stream whose session was over before it had begun', async () => {
    let goOn = () => undefined as unknown
    holdUp = new Promise((done) => {
      goOn = () => done()
    })
    const asked = get('/quiet', 'dan')
    const identified = Promise.withResolvers<void>()
    who = async (...request) => {
      const principal = await identifyByHeader(...request)
      identified.resolve()
      return principal
    }
    await identified.promise
    who = signOut
    await streams.review('dan') // nothing is open yet
    goOn()
    await (await opened(asked)).ended
    expect(streams.count('dan')).toBe(0)
  })

  test('asks about every session now and then, for a notice may be lost', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stream = await opened(get('/quiet', 'eve'))
    await vi.waitFor(() => expect(streams.count('eve')).toBe(1))
    vi.advanceTimersByTime(6 * 60_000)
    expect(streams.count('eve')).toBe(1)
    who = signOut
    vi.advanceTimersByTime(6 * 60_000)
    await stream.ended
  })

  test('lets a client go that reads nothing', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const socket = connect(Number(new URL((await listening).url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.pause()
    socket.write('GET /loud HTTP/1.1\r\nhost: x\r\nx-test-person: fay\r\n\r\n')
    const attentive = await opened(get('/quiet', 'fay'))
    await vi.waitFor(() => expect(streams.count('fay')).toBe(2))
    vi.advanceTimersByTime(45_000)
    expect(streams.count('fay')).toBe(2)
    vi.advanceTimersByTime(45_000)
    expect(streams.count('fay')).toBe(1)
    socket.resume()
    await once(socket, 'close')
    expect(attentive.over()).toBe(false)
    await attentive.leave()
  })

  test('keeps no note of a stream whose client has left', async () => {
    const stream = await opened(get('/quiet', 'gil'))
    await vi.waitFor(() => expect(streams.count('gil')).toBe(1))
    await stream.leave()
    await vi.waitFor(() => expect(streams.count()).toBe(0))
  })
})
