import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../test-app.ts'
import { atTheEnd } from '../test-end.ts'
import { guardHost, type HostSettings } from './host.ts'
import { allowedHost } from './host-name.ts'
import { listen } from './serve.ts'

/** The lines as they are on a connection of its own: no client of ours tidies them. Answers the status and the body. */
async function raw(port: number, lines: readonly string[], address = '127.0.0.1'): Promise<[number, string]> {
  const socket = connect(port, address)
  const [start = '', ...rest] = lines
  socket.write(`${[start, 'connection: close', ...rest].join('\r\n')}\r\n\r\n`)
  const answer = await text(socket)
  return [Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0), answer.split('\r\n\r\n').slice(1).join('\r\n\r\n')]
}

async function guarded(settings: Partial<HostSettings> = {}, at = '127.0.0.1') {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use('*', guardHost({ names: [], behindProxy: false, ...settings }))
  app.all('*', (c) => c.text('in'))
  const server = await listen(app, at, 0)
  atTheEnd(() => server.close())
  return {
    port: server.port,
    ask: async (host: string, ...more: string[]) =>
      (await raw(server.port, ['GET / HTTP/1.1', `Host: ${host}`, ...more]))[0],
  }
}

describe('the Host header', () => {
  test.each([
    'localhost',
    'LOCALHOST:3000',
    'localhost.',
    'app.localhost:1',
    '127.0.0.1',
    '127.0.0.1:80',
    '[::1]:3000',
  ])('%s is of the machine itself', async (host) => {
    expect(await (await guarded()).ask(host)).toBe(200)
  })

  test.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'notlocalhost',
    'atrium.example.org',
    '192.0.2.7',
    '0.0.0.0',
    '[2001:db8::1]',
    '127.0.0.1.evil.example',
  ])('%s is refused, whatever its port', async (host) => {
    expect(await (await guarded()).ask(host)).toBe(421)
  })

  test.each([
    'localhost@evil.example',
    'localhost/evil',
    'evil.example#localhost',
    'a b',
    '',
    'evil.example, localhost',
  ])('“%s” is no host', async (host) => {
    const status = await (await guarded()).ask(host)
    expect([400, 421]).toContain(status)
  })

  test('may be a configured name in any spelling, and one below a name that begins with a dot', async () => {
    const names = ['atrium.example.org', '.lan', 'Bücher.example'].flatMap((name) => allowedHost(name) ?? [])
    const { ask } = await guarded({ names })
    for (const host of [
      'atrium.example.org',
      'ATRIUM.Example.org.:8443',
      'desk.lan',
      'a.b.lan',
      'xn--bcher-kva.example',
    ])
      expect(await ask(host), host).toBe(200)
    for (const host of ['example.org', 'sub.atrium.example.org', 'lan', 'evillan', 'atrium.example.org.evil.example'])
      expect(await ask(host), host).toBe(421)
  })

  test('that comes twice, or not at all, opens nothing', async () => {
    const { port, ask } = await guarded()
    expect(await ask('localhost', 'Host: evil.example')).toBeGreaterThanOrEqual(400)
    expect(await ask('evil.example', 'Host: localhost')).toBeGreaterThanOrEqual(400)
    expect((await raw(port, ['GET / HTTP/1.1']))[0]).toBe(400)
    expect((await raw(port, ['GET / HTTP/1.0']))[0]).toBe(400)
    expect((await raw(port, ['GET / HTTP/1.0', 'Host: localhost']))[0]).toBe(200)
    expect((await raw(port, ['GET / HTTP/1.0', 'Host: evil.example']))[0]).toBe(421)
  })

  test('counts together with the address of a request in absolute form', async () => {
    const { port } = await guarded()
    const ask = async (target: string, host: string) =>
      (await raw(port, [`GET ${target} HTTP/1.1`, `Host: ${host}`]))[0]
    expect(await ask('http://localhost/', 'localhost')).toBe(200)
    expect(await ask('http://evil.example/', 'localhost')).toBe(421)
    expect(await ask('http://localhost/', 'evil.example')).toBe(421)
    expect(await ask('http://localhost@evil.example/', 'localhost')).toBeGreaterThanOrEqual(400)
  })

  test('may be the address to which the connection came, for no name leads there', async () => {
    const own = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
    const { port } = await guarded({}, '0.0.0.0')
    const ask = async (host: string, address: string) =>
      (await raw(port, ['GET / HTTP/1.1', `Host: ${host}`], address))[0]
    expect(await ask(`127.0.0.2:${port}`, '127.0.0.2')).toBe(200)
    expect(await ask('127.0.0.3', '127.0.0.2')).toBe(421)
    if (own) {
      expect(await ask(`${own}:${port}`, own)).toBe(200)
      expect(await ask('evil.example', own)).toBe(421)
      expect(await ask(own, '127.0.0.1')).toBe(421)
    }
  })

  test('X-Forwarded-Host never opens the door; behind an announced proxy it closes it', async () => {
    const plain = await guarded()
    expect(await plain.ask('evil.example', 'X-Forwarded-Host: localhost')).toBe(421)
    expect(await plain.ask('localhost', 'X-Forwarded-Host: evil.example')).toBe(200)
    const proxied = await guarded({ names: ['atrium.example.org'], behindProxy: true })
    expect(await proxied.ask('evil.example', 'X-Forwarded-Host: atrium.example.org')).toBe(421)
    expect(await proxied.ask('127.0.0.1:3000', 'X-Forwarded-Host: atrium.example.org')).toBe(200)
    expect(await proxied.ask('127.0.0.1:3000', 'X-Forwarded-Host: evil.example')).toBe(421)
    expect(await proxied.ask('127.0.0.1:3000', 'X-Forwarded-Host: atrium.example.org, evil.example')).toBe(421)
  })

  test('the refusal says what to set: as JSON to programs, as a sentence to a browser', async () => {
    const { port } = await guarded()
    const [, json] = await raw(port, ['GET / HTTP/1.1', 'Host: evil.example'])
    expect(JSON.parse(json).error).toMatchObject({ code: 'misdirected' })
    expect(JSON.parse(json).error.message).toMatch(/“evil\.example”.*PUBLIC_URL.*ALLOWED_HOSTS/)
    const [status, page] = await raw(port, ['GET / HTTP/1.1', 'Host: evil.example', 'Accept: text/html,*/*;q=0.8'])
    expect(status).toBe(421)
    expect(page).toMatch(/^This server does not answer to the name “evil\.example”/)
  })
})

test('a page of another site, led here by its own name, does not become the first administrator', async () => {
  const app = await testApp({}, { administrator: false })
  const port = Number(new URL(app.url).port)
  const body = JSON.stringify({ username: 'mallory', email: 'm@example.org', password: 'a long enough one 7' })
  const register = (host: string) =>
    raw(port, [
      'POST /api/register HTTP/1.1',
      `Host: ${host}`,
      `Origin: http://${host}`,
      'Sec-Fetch-Site: same-origin',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ])
  expect((await register(`evil.example:${port}`))[0]).toBe(421)
  const [status, answer] = await register(`localhost:${port}`)
  expect([status, JSON.parse(answer).isAdmin]).toEqual([201, true])
})

test('the names of PUBLIC_URL and ALLOWED_HOSTS are ours in the whole server', async () => {
  const app = await testApp({ ALLOWED_HOSTS: 'desk.lan' }, { administrator: false })
  const port = Number(new URL(app.url).port)
  const ask = async (host: string) => (await raw(port, ['GET /healthz HTTP/1.1', `Host: ${host}`]))[0]
  expect([await ask('desk.lan'), await ask('other.lan')]).toEqual([200, 421])
})

test('a page over http under the name of an https address is another site', async () => {
  const app = await testApp({ PUBLIC_URL: 'https://atrium.example.org' }, { administrator: false })
  const port = Number(new URL(app.url).port)
  const leave = async (origin: string, host = 'atrium.example.org') =>
    (await raw(port, ['POST /auth/logout HTTP/1.1', `Host: ${host}`, `Origin: ${origin}`, 'content-length: 0']))[0]
  expect(await leave('https://atrium.example.org')).toBe(200)
  expect(await leave('https://atrium.example.org', '127.0.0.1:3000')).toBe(200)
  expect(await leave('http://atrium.example.org')).toBe(403)
  expect(await leave('http://localhost:9', 'localhost:8')).toBe(403)
  expect(await leave('http://localhost:9', 'LOCALHOST:9')).toBe(200)
})
