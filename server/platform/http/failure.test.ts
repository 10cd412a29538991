import { AppError } from '@atrium/contract/errors'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '../telemetry.ts'
import { createLimiters } from './limits.ts'
import { mount } from './mount.ts'
import { route } from './route.ts'
import { listen } from './serve.ts'
import { createStreams } from './streams.ts'
import { identifyByHeader } from './test-server.ts'

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
beforeEach(() => {
  for (const each of Object.values(log)) each.mockReset()
})

/** Resolves when the caller has gone. */
const departure = (signal: AbortSignal) =>
  new Promise<void>((done) => (signal.aborted ? done() : signal.addEventListener('abort', () => done())))
let begun = Promise.withResolvers<void>()
const call = { method: 'GET', summary: '', tag: '', access: 'public.read', limit: 'read' } as const
const app = new Hono<{ Bindings: HttpBindings }>()
mount(
  app,
  [
    route({ ...call, path: '/cut' }, async ({ request }) => {
      begun.resolve()
      await departure(request.signal)
      throw AbortSignal.any([request.signal]).reason
    }),
    route({ ...call, path: '/cut-below' }, async ({ request }) => {
      begun.resolve()
      await departure(request.signal)
      throw new Error('the work stopped', { cause: new DOMException('aborted', 'AbortError') })
    }),
    route({ ...call, path: '/broken-too' }, async ({ request }) => {
      begun.resolve()
      await departure(request.signal)
      throw new TypeError('a mistake of ours')
    }),
    route({ ...call, path: '/broken' }, () => {
      throw new TypeError('a mistake of ours')
    }),
    route({ ...call, path: '/aborts-itself' }, () => {
      throw new DOMException('aborted', 'AbortError')
    }),
    route({ ...call, path: '/gone' }, () => {
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    }),
    route({ ...call, path: '/too-large' }, () => {
      throw new Error('Failed query', { cause: Object.assign(new Error('out of range'), { code: '22003' }) })
    }),
    route({ ...call, path: '/too-late' }, () => {
      throw new Error('Failed query', { cause: Object.assign(new Error('time zone displacement'), { code: '22009' }) })
    }),
    route({ ...call, path: '/refused' }, () => {
      throw new AppError('conflict', 'That is taken.')
    }),
  ],
  {
    identify: identifyByHeader,
    limiters: createLimiters(1000),
    streams: createStreams({ identify: identifyByHeader, log: silentLog }),
    log: log as never,
    origins: [],
    behindProxy: false,
  },
)
const server = await listen(app, '127.0.0.1', 0)
afterAll(() => server.close())

async function leaveAmid(path: string): Promise<void> {
  begun = Promise.withResolvers()
  const leaving = new AbortController()
  const asked = fetch(server.url + path, { signal: leaving.signal }).catch(() => undefined)
  await begun.promise
  leaving.abort()
  await asked
  await vi.waitFor(() => expect(log.debug).toHaveBeenCalledWith(expect.anything(), 'answered'))
}

test.each(['/cut', '/cut-below'])('a caller who leaves in the middle of %s is no failure of ours', async (path) => {
  await leaveAmid(path)
  expect(log.error).not.toHaveBeenCalled()
  expect(log.debug).toHaveBeenCalledWith(expect.anything(), 'the caller left before the answer')
})

test('what breaks while the caller leaves is still told', async () => {
  await leaveAmid('/broken-too')
  expect(log.error).toHaveBeenCalledWith(expect.anything(), 'unexpected failure')
})

test.each([
  ['/broken', 500, 'internal', 'unexpected failure'],
  ['/aborts-itself', 500, 'internal', 'unexpected failure'],
  ['/gone', 503, 'unavailable', 'the database does not answer'],
  ['/too-large', 400, 'bad_request', 'a value that cannot be stored got past its schema'],
  ['/too-late', 400, 'bad_request', 'a value that cannot be stored got past its schema'],
])('%s answers %i with a reference that the log has too', async (path, status, code, said) => {
  const answer = await fetch(server.url + path)
  const { error } = (await answer.json()) as { error: { code: string; message: string; requestId: string } }
  expect([answer.status, error.code]).toEqual([status, code])
  expect(error.message).not.toMatch(/mistake|connect|aborted|range/)
  expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ requestId: error.requestId }), said)
  expect(answer.headers.get('x-request-id')).toBe(error.requestId)
  expect(answer.headers.get('retry-after')).toBe(status === 503 ? '2' : null)
})

test('a refusal is no failure', async () => {
  expect((await fetch(`${server.url}/refused`)).status).toBe(409)
  expect(log.error).not.toHaveBeenCalled()
})
