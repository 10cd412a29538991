import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, describe, expect, test } from 'vitest'
import { listen } from './serve.ts'
import { webFiles } from './web-files.ts'

const built = mkdtempSync(join(tmpdir(), 'atrium-web-'))
const empty = mkdtempSync(join(tmpdir(), 'atrium-web-'))
mkdirSync(join(built, 'assets'))
writeFileSync(join(built, 'index.html'), '<!doctype html><title>the page</title>')
writeFileSync(join(built, 'assets', 'main-1a2b3c.js'), 'export const one = 1\n')
writeFileSync(join(built, 'assets', 'engine.worker-1a2b3c.js'), 'onmessage = () => undefined\n')
writeFileSync(join(built, 'service-worker.js'), 'addEventListener("fetch", () => undefined)\n')
writeFileSync(join(built, 'manifest.webmanifest'), '{}\n')
writeFileSync(join(built, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')

async function serving(dist: string): Promise<string> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  webFiles(app, dist, (path) => path === '/' || path.startsWith('/c/'))
  const server = await listen(app, '127.0.0.1', 0)
  afterAll(async () => {
    await server.close()
    rmSync(dist, { recursive: true })
  })
  return server.url
}
const url = await serving(built)

/** Word for word, so that whoever loosens one must change this list too. */
const guards = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), payment=(), usb=()',
}

describe('every file of the web client carries the guards', () => {
  test.each([
    ['/', 'text/html; charset=UTF-8', 'no-cache'],
    ['/c/some-thread', 'text/html; charset=UTF-8', 'no-cache'],
    ['/assets/main-1a2b3c.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/service-worker.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/manifest.webmanifest', 'application/manifest+json', 'no-cache'],
    ['/icon.svg', 'image/svg+xml; charset=utf-8', null],
  ])('%s', async (path, type, cache) => {
    const answer = await fetch(url + path)
    expect(answer.status).toBe(200)
    const headers = Object.fromEntries(answer.headers)
    expect(headers).toMatchObject(guards)
    expect([headers['content-type'], headers['cache-control'] ?? null]).toEqual([type, cache])
  })

  test('also the page that says that nothing is built', async () => {
    const answer = await fetch(await serving(empty))
    expect(answer.status).toBe(503)
    expect(Object.fromEntries(answer.headers)).toMatchObject(guards)
  })
})

test('a worker of an engine may compile WebAssembly, and nothing else may', async () => {
  const policy = async (path: string) => (await fetch(url + path)).headers.get('content-security-policy') ?? ''
  const own = guards['content-security-policy']
  expect(await policy('/assets/engine.worker-1a2b3c.js')).toBe(
    own.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"),
  )
  for (const path of ['/', '/tools/csv', '/assets/main-1a2b3c.js', '/x/assets/engine.worker-1a2b3c.js'])
    expect(await policy(path), path).toBe(own)
})

test('where there is no page, programs are told so, and a browser is shown the page that says so', async () => {
  const ask = async (path: string, accept: string | null, method = 'GET') => {
    const answer = await fetch(url + path, { method, headers: accept === null ? {} : { accept } })
    return [answer.status, (answer.headers.get('content-type') ?? '').split(';')[0], await answer.text()] as const
  }
  for (const accept of ['*/*', 'application/json', 'image/avif,image/*;q=0.8', 'text/plain, text/htmlx'])
    for (const path of ['/wp-login.php', '/.env', '/.well-known/nothing', '/no/such/page', '/icon.svg/below']) {
      const [status, type, body] = await ask(path, accept)
      expect([status, type], `${path} ${accept}`).toEqual([404, 'application/json'])
      expect(JSON.parse(body).error).toMatchObject({ code: 'not_found', message: `There is nothing at ${path}.` })
    }
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const [status, type, body] = await ask('/no/such/page', browser)
  expect([status, type]).toEqual([404, 'text/html'])
  expect(body).toContain('<title>the page</title>')
  expect((await ask('/c/some-thread', browser))[0]).toBe(200)
  expect((await ask('/c/some-thread', '*/*'))[0], 'a page is one to programs too').toBe(200)
  expect((await ask('/no/such/page', browser, 'HEAD'))[0]).toBe(404)
  expect((await ask('/no/such/page', browser, 'POST'))[0]).toBe(404)
})

test('an asset of another version is not found, rather than the page kept in its place for a year', async () => {
  const answer = await fetch(`${url}/assets/main-old.js`)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('cache-control')).toBeNull()
  expect(await answer.text()).not.toContain('<title>')
})
