import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { route } from './route.ts'
import { steadyJson } from './steady-answer.ts'
import { testServer } from './test-server.ts'

const long = { words: Array.from({ length: 500 }, (_, at) => `word ${at}`) }
const open = { method: 'GET', tag: 'test', access: 'public.read', limit: 'read', answer: z.unknown() } as const
let made = 0
const steady = steadyJson(() => {
  made += 1
  return long
})

let url: string
beforeAll(async () => {
  url = await testServer([
    route({ ...open, path: '/long', summary: 'Much' }, () => long),
    route({ ...open, path: '/short', summary: 'Little' }, () => ({ ok: true })),
    route({ ...open, path: '/signed', summary: 'A token', limit: 'enter' }, () => long),
    route({ ...open, path: '/bytes', summary: 'Bytes' }, () => new Response('x'.repeat(5000))),
    route({ ...open, path: '/steady', summary: 'Always so' }, ({ request }) => steady(request)),
  ])
})

interface Raw {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** As it comes over the wire: fetch would unpack it. */
const raw = (path: string, headers: Record<string, string> = {}): Promise<Raw> =>
  new Promise((done, failed) => {
    request(url + path, { headers }, async (answer) => {
      const body = Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>))
      done({ status: answer.statusCode ?? 0, headers: answer.headers, body })
    })
      .on('error', failed)
      .end()
  })

test.each([
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['*', 'br'],
  ['deflate', undefined],
  ['gzip;q=0', undefined],
  ['', undefined],
])('who takes “%s” gets a long answer as %s, whole', async (accepted, coding) => {
  const { headers, body } = await raw('/long', { 'accept-encoding': accepted })
  expect(headers['content-encoding']).toBe(coding)
  expect(headers.vary).toContain('accept-encoding')
  const text = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body
  expect(JSON.parse(text.toString())).toEqual(long)
  if (coding) expect(body.length).toBeLessThan(text.length / 3)
})

test('what is short, hands out a session or is no JSON of ours goes as it is', async () => {
  for (const path of ['/short', '/signed', '/bytes']) {
    const { headers } = await raw(path, { 'accept-encoding': 'gzip' })
    expect(headers['content-encoding'], path).toBeUndefined()
  }
})

test('what another site asks for with somebody’s cookie is not compressed, nor where the browser does not say who asks', async () => {
  const coded = async (headers: Record<string, string>) =>
    (await raw('/long', { 'accept-encoding': 'gzip', ...headers })).headers['content-encoding']
  const cookie = 'session=1'
  expect(await coded({ cookie, 'sec-fetch-site': 'same-origin' })).toBe('gzip')
  expect(await coded({ cookie, 'sec-fetch-site': 'none' })).toBe('gzip')
  expect(await coded({ cookie, 'sec-fetch-site': 'cross-site' })).toBeUndefined()
  expect(await coded({ cookie, 'sec-fetch-site': 'same-site' })).toBeUndefined()
  expect(await coded({ cookie })).toBeUndefined()
  expect(await coded({ authorization: 'Bearer x' })).toBe('gzip')
})

test('an answer that never changes is made once, and not sent again to who has it', async () => {
  const first = await raw('/steady', { 'accept-encoding': 'br' })
  const tag = first.headers.etag as string
  expect(tag).toMatch(/^W\/".+"$/)
  expect(first.headers['cache-control']).toBe('private, no-cache')
  expect(JSON.parse(brotliDecompressSync(first.body).toString())).toEqual(long)
  for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
    const again = await raw('/steady', { 'if-none-match': known })
    expect([again.status, again.body.length, again.headers.etag], known).toEqual([304, 0, tag])
  }
  const other = await raw('/steady', { 'if-none-match': '"other"', 'accept-encoding': 'gzip' })
  expect([other.status, JSON.parse(gunzipSync(other.body).toString())]).toEqual([200, long])
  expect(made).toBe(1)
})
