import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { AppError } from '@atrium/contract/errors'
import { describe, expect, test } from 'vitest'
import { silentLog } from '../telemetry.ts'
import { atTheEnd } from '../test-end.ts'
import { createEgress, type EgressRequest } from './egress.ts'
import { nextRequest } from './redirects.ts'

type Answering = (request: IncomingMessage & { body: string }, response: ServerResponse) => void

/** A server of this machine at one of its addresses; `asked` has what came. */
async function outside(answer: Answering, host = '127.0.0.1', port = 0) {
  const asked: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
  const server: Server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const { method = '', url = '', headers } = request
    asked.push({ method, url, headers, body })
    answer(Object.assign(request, { body }), response)
  })
  server.listen(port, host)
  await once(server, 'listening')
  atTheEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const at = (server.address() as AddressInfo).port
  return { asked, port: at, url: `http://${host}:${at}` }
}

/** Reaches this machine's own address and nothing else that is private. */
const here = createEgress({ allow: ['127.0.0.1'], log: silentLog })

async function refusal(address: string, request?: EgressRequest, egress = here) {
  const error = await egress.fetch(address, request).then(
    () => null,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(AppError)
  const { code, message } = error as AppError
  return { code, message }
}

describe('asking outside', () => {
  test('answers status, headers, address and body, and sends what it was given', async () => {
    const server = await outside((request, response) => {
      response.writeHead(201, { 'content-type': 'text/plain', 'set-cookie': 'a=b' })
      response.end(`got ${request.body}`)
    })
    const answer = await here.fetch(`${server.url}/path?q=1`, {
      method: 'post',
      headers: { 'X-Api-Key': 'k', 'content-type': 'text/plain' },
      body: 'hello',
    })
    expect(answer).toMatchObject({ status: 201, url: `${server.url}/path?q=1` })
    expect(answer.headers).toMatchObject({ 'content-type': 'text/plain' })
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect(answer.body.toString()).toBe('got hello')
    expect(server.asked[0]).toMatchObject({ method: 'POST', url: '/path?q=1', body: 'hello' })
    expect(server.asked[0]?.headers).toMatchObject({ 'x-api-key': 'k', 'user-agent': 'Atrium' })
  })

  test('headers of the connection, and such that hold more than one line, are refused', async () => {
    const refused: Record<string, string>[] = [
      { Host: 'other.example' },
      { 'Transfer-Encoding': 'chunked' },
      { 'x-a': 'b\r\nx-c: d' },
      { 'a b': 'c' },
    ]
    for (const headers of refused)
      expect(await refusal('https://example.org/', { headers })).toMatchObject({ code: 'bad_request' })
    expect(await refusal('https://example.org/', { method: 'CONNECT' })).toMatchObject({ code: 'bad_request' })
  })

  test('a server that is not there, and a name that nobody has, are one sentence', async () => {
    const none = createEgress({
      allow: [],
      log: silentLog,
      resolve: async () => {
        throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
      },
    })
    const unreached = await refusal('http://127.0.0.1:1/')
    expect(unreached.code).toBe('provider_failed')
    expect(await refusal('https://nobody.example/', {}, none)).toEqual(unreached)
  })
})

describe('where a name leads', () => {
  const leadsTo = (...addresses: string[]) =>
    createEgress({
      allow: [],
      log: silentLog,
      resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    })

  test.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:10.0.0.1'],
    ['fd00::1'],
    ['64:ff9b::a00:1'],
    ['8.8.8.8', '192.168.0.1'],
  ])('a name of %s is refused', async (...addresses) => {
    const { code, message } = await refusal('https://looks-fine.example/', {}, leadsTo(...addresses))
    expect({ code, message }).toEqual({
      code: 'bad_request',
      message: 'This address leads into a private network, which cannot be reached from here.',
    })
  })

  test('the connection is made to the address that was checked, though the name means another by then', async () => {
    const { checked, other, open, secret, port } = await twoAddresses()
    let times = 0
    const rebinding = createEgress({
      allow: [checked],
      log: silentLog,
      resolve: async () => [{ address: ++times === 1 ? checked : other, family: 4 }],
    })
    expect((await rebinding.fetch(`http://rebinding.example:${port}/`)).body.toString()).toBe('open')
    expect(times).toBe(1)
    // The next call has a connection of its own, and is checked anew.
    expect((await refusal(`http://rebinding.example:${port}/`, {}, rebinding)).code).toBe('bad_request')
    expect(times).toBe(2)
    expect(open.asked).toHaveLength(1)
    expect(secret.asked).toHaveLength(0)
  })
})

/** Two servers at one of the ports that may be reached, each at an address of this process alone. */
async function twoAddresses() {
  const net = `127.${128 + ((process.pid >> 8) & 127)}.${process.pid & 255}`
  const [checked, other] = [`${net}.1`, `${net}.2`]
  for (const port of [8443, 8080, 80]) {
    try {
      const open = await outside((_, response) => response.end('open'), checked, port)
      return { checked, other, port, open, secret: await outside((_, response) => response.end('secret'), other, port) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error // another's, on all addresses
    }
  }
  throw new Error('All of the ports 8443, 8080 and 80 are taken on this machine.')
}

describe('redirects', () => {
  const redirecting = (status: number, location: () => string) =>
    outside((request, response) => {
      if (request.url === '/there') return response.end(`${request.method} ${request.body}`)
      response.writeHead(status, { location: location() })
      return response.end()
    })

  test.each([
    'http://127.0.0.2/',
    'http://localhost/',
    'http://[::1]/',
    'http://2130706434/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:a9fe:a9fe]/',
    '//10.0.0.1/',
  ])('one to %s is refused as if it had been asked for', async (location) => {
    const server = await redirecting(302, () => location)
    expect((await refusal(server.url)).message).toContain('private network')
  })

  test.each([
    ['file:///etc/passwd', 'An address begins with https:// or http://.'],
    ['https://user:secret@example.org/', 'An address cannot carry a name and a password.'],
    ['https://example.org:25/', 'Only the ports 80, 443, 8080 and 8443 can be reached.'],
    ['http://exa mple:x/', 'This address leads to one that cannot be read.'],
  ])('one to %s is refused', async (location, sentence) => {
    const server = await redirecting(302, () => location)
    expect((await refusal(server.url)).message).toBe(sentence)
  })

  test.each([
    [301, 'POST', 'GET '],
    [302, 'POST', 'GET '],
    [303, 'PUT', 'GET '],
    [307, 'POST', 'POST body'],
    [308, 'PUT', 'PUT body'],
    [302, 'PUT', 'PUT body'],
  ])('%i after %s becomes %s', async (status, method, then) => {
    const server = await redirecting(status, () => '/there')
    const answer = await here.fetch(server.url, { method, body: 'body' })
    expect(answer.body.toString()).toBe(then)
    expect(answer.url).toBe(`${server.url}/there`)
  })

  test('what may be a key goes to its own host alone', async () => {
    const target = await outside((_, response) => response.end('there'))
    const server = await redirecting(302, () => `${target.url}/there`)
    await here.fetch(server.url, { headers: { authorization: 'Bearer key', 'x-key': 'key', accept: 'text/plain' } })
    expect(server.asked[0]?.headers).toMatchObject({ authorization: 'Bearer key', 'x-key': 'key' })
    expect(target.asked[0]?.headers).toMatchObject({ accept: 'text/plain' })
    expect(target.asked[0]?.headers).not.toHaveProperty('authorization')
    expect(target.asked[0]?.headers).not.toHaveProperty('x-key')
    await here.fetch(server.url, { headers: { 'x-key': 'key' }, redirects: 1 })
    const same = await redirecting(302, () => '/there')
    await here.fetch(same.url, { headers: { 'x-key': 'key' } })
    expect(same.asked[1]?.headers).toMatchObject({ 'x-key': 'key' })
  })

  test('a key or a body does not leave TLS', () => {
    const answer = { status: 307, headers: { location: 'http://example.org/' }, url: '', body: Buffer.alloc(0) }
    const from = new URL('https://example.org/')
    const plain = { method: 'GET', headers: { accept: '*/*' }, body: undefined }
    expect(nextRequest(from, plain, answer)?.url.href).toBe('http://example.org/')
    expect(() => nextRequest(from, { ...plain, headers: { authorization: 'Bearer key' } }, answer)).toThrow(
      'encryption',
    )
    expect(() => nextRequest(from, { ...plain, method: 'POST', body: 'secret' }, answer)).toThrow('encryption')
  })

  test('a circle ends, and with none allowed the redirect is the answer', async () => {
    const server = await redirecting(302, () => '/round')
    expect((await refusal(server.url)).message).toContain('without an end')
    expect(server.asked).toHaveLength(6)
    expect(await here.fetch(server.url, { redirects: 0 })).toMatchObject({ status: 302 })
  })
})

describe('what is answered', () => {
  const TEXT = 'the same words again and again '.repeat(5000)

  test.each([
    ['gzip', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    ['zstd', zstdCompressSync(TEXT)],
    ['identity', Buffer.from(TEXT)],
  ])('%s is unpacked, and bounded as it is unpacked', async (coding, bytes) => {
    const server = await outside((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(bytes))
    const answer = await here.fetch(server.url)
    expect(answer.body.toString()).toBe(TEXT)
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(await refusal(server.url, { maxBytes: TEXT.length - 1 })).toMatchObject({ code: 'too_large' })
  })

  test('what is packed twice, damaged, or in a way that nobody knows cannot be read', async () => {
    for (const [coding, bytes] of [
      ['gzip, gzip', gzipSync(gzipSync(TEXT))],
      ['gzip', Buffer.from('this is no gzip')],
      ['br', Buffer.from([255, 255, 255, 255])],
      ['zstd', Buffer.from('nothing of the kind')],
      ['rot13', Buffer.from(TEXT)],
    ] as const) {
      const server = await outside((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(bytes))
      expect(await refusal(server.url), coding).toMatchObject({
        code: 'provider_failed',
        message: 'What this address answers cannot be read.',
      })
    }
  })

  test('a body without an end is cut off at its bound', async () => {
    const server = await outside((_, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(64 * 1024)));
        response.once('drain', more)
      }
      more()
    })
    expect(await refusal(server.url, { maxBytes: 256 * 1024 })).toMatchObject({ code: 'too_large' })
  })

  test('a server that says nothing, or stops in the middle, is given up in time', async () => {
    const silent = await outside(() => undefined)
    const halting = await outside((_, response) => void response.write('half'))
    for (const { url } of [silent, halting])
      expect(await refusal(url, { timeoutMs: 100 })).toMatchObject({ code: 'timeout' })
  })

  test('whoever asked can stop it', async () => {
    const leaving = new AbortController()
    const server = await outside(() => leaving.abort(new Error('left')))
    await expect(here.fetch(server.url, { signal: leaving.signal })).rejects.toThrow('left')
  })
})

describe('answers that are kept', () => {
  const clock = (headers: Record<string, string>) => {
    let now = Date.parse('2026-11-23T12:00:00Z')
    const egress = createEgress({ allow: ['127.0.0.1'], log: silentLog, now: () => now })
    const server = outside((request, response) => {
      const isKnown = headers.etag !== undefined && request.headers['if-none-match'] === headers.etag
      response.writeHead(isKnown ? 304 : 200, headers).end(isKnown ? undefined : 'words')
    })
    return { egress, server, later: (seconds: number) => (now += seconds * 1000) }
  }

  test('are not asked for again while they are fresh, by the same person', async () => {
    const { egress, server, later } = clock({ 'cache-control': 'max-age=60' })
    const { url, asked } = await server
    await egress.fetch(url, { person: 'ann' })
    later(59)
    expect((await egress.fetch(url, { person: 'ann' })).body.toString()).toBe('words')
    expect(asked).toHaveLength(1)
    await egress.fetch(url, { person: 'ben' })
    expect(asked).toHaveLength(2)
    later(2)
    await egress.fetch(url, { person: 'ann' })
    expect(asked).toHaveLength(3)
  })

  test('are asked about when they are stale, and stay when the server says so', async () => {
    const { egress, server, later } = clock({ etag: '"1"', 'cache-control': 'max-age=60' })
    const { url, asked } = await server
    await egress.fetch(url)
    later(61)
    expect(await egress.fetch(url)).toMatchObject({ status: 200 })
    expect(asked[1]?.headers['if-none-match']).toBe('"1"')
    later(59)
    expect((await egress.fetch(url)).body.toString()).toBe('words')
    expect(asked).toHaveLength(2)
  })

  test.each([
    ['no-store', { 'cache-control': 'no-store, max-age=60' }, {}],
    ['nothing that says how long', {}, {}],
    ['an answer to a key', { 'cache-control': 'max-age=60' }, { authorization: 'Bearer key' }],
    ['an answer that anything may change', { 'cache-control': 'max-age=60', vary: '*' }, {}],
    ['an age beyond its time', { 'cache-control': 'max-age=60', age: '61' }, {}],
  ])('%s is not kept', async (_, said, headers) => {
    const { egress, server } = clock(said as Record<string, string>)
    const { url, asked } = await server
    await egress.fetch(url, { headers: headers as Record<string, string> })
    await egress.fetch(url, { headers: headers as Record<string, string> })
    expect(asked).toHaveLength(2)
  })

  test('what differs by language is another’s answer', async () => {
    const { egress, server } = clock({ 'cache-control': 'max-age=60', vary: 'Accept-Language' })
    const { url, asked } = await server
    for (const language of ['de', 'de', 'fr']) await egress.fetch(url, { headers: { 'accept-language': language } })
    expect(asked.map(({ headers }) => headers['accept-language'])).toEqual(['de', 'fr'])
  })
})

describe('turns', () => {
  test('a host is asked six things at a time, a person asks six at a time', async () => {
    for (const limit of ['host', 'person'] as const) {
      const waiting: ServerResponse[] = []
      let sixth: () => void = () => undefined
      const six = new Promise<void>((resolve) => (sixth = resolve))
      const servers = await Promise.all(
        Array.from({ length: limit === 'host' ? 1 : 9 }, () =>
          outside((_, response) => {
            waiting.push(response)
            if (waiting.length === 6) sixth()
          }),
        ),
      )
      const asked = () => servers.reduce((sum, server) => sum + server.asked.length, 0)
      const calls = Array.from({ length: 9 }, (_, at) =>
        here.fetch(servers[at % servers.length]?.url ?? '', { person: limit === 'host' ? `p${at}` : 'one' }),
      )
      await six
      await here.fetch((await outside((_, response) => response.end())).url, { person: 'another' })
      expect(asked(), limit).toBe(6)
      for (let done = 0; done < 9; done++) {
        while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve))
        waiting.shift()?.end()
      }
      await Promise.all(calls)
      expect(asked(), limit).toBe(9)
    }
  })

  test('what counts from its sending is not late while it waits in line', async () => {
    const waiting: ServerResponse[] = []
    const server = await outside((_, response) => void waiting.push(response))
    const held = Array.from({ length: 6 }, () => here.fetch(server.url, { method: 'POST' }))
    await expect.poll(() => waiting.length).toBe(6)
    const patient = here.fetch(server.url, { method: 'POST', timeoutMs: 400, countsFromSending: true })
    expect((await refusal(server.url, { method: 'POST', timeoutMs: 400 })).code).toBe('timeout')
    for (const response of waiting.splice(0)) response.end()
    await expect.poll(() => waiting.length).toBe(1)
    waiting.shift()?.end()
    expect((await patient).status).toBe(200)
    await Promise.all(held)
  })
})
