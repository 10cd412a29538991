import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { type Client, testApp } from '../../test-app.ts'
import { silentLog } from '../telemetry.ts'
import { createMetrics } from './metrics.ts'
import { createTraces } from './traces.ts'

const TOKEN = 'a token of the monitoring'.replaceAll(' ', '-')
const app = await testApp({ METRICS_TOKEN: TOKEN })
const metrics = async () => (await app.visitor().send('GET', '/metrics', undefined, byToken(TOKEN))).text()
const byToken = (token: string) => ({ authorization: `Bearer ${token}` })

test('the server is up, and ready while its database answers', async () => {
  expect((await app.visitor().send('GET', '/healthz')).status).toBe(200)
  expect(await app.visitor().call('GET', '/readyz')).toEqual({ ok: true })
})

test('the metrics count requests by their pattern, and runs', async () => {
  const member = await app.member()
  await member.stream('POST', '/api/converse/stream', { userId: 'anon', message: '2 + 2' })
  await member.send('GET', '/api/chat/thread/not-there')
  const text = await metrics()
  expect(text).toMatch(/atrium_http_requests_total\{method="GET",route="\/api\/chat\/thread\/:id",status="4xx"\} 1\n/)
  expect(text).toMatch(/atrium_http_responses_total\{status="404"\} 1\n/)
  expect(text).toMatch(/atrium_http_request_duration_seconds_count\{area="\/api\/chat"\} 1\n/)
  expect(text).toMatch(/atrium_run_duration_seconds_count\{kind="chat",status="succeeded"\} 1/)
  expect(text).toMatch(/^atrium_database_connections [1-9]/m)
  expect(text).not.toContain('not-there')
})

test('the metrics are for administrators and for whoever has the token: being of the same machine is no reason', async () => {
  const ask = async (who: Client, headers = {}) => (await who.send('GET', '/metrics', undefined, headers)).status
  const member = await app.member()
  expect(await ask(app.visitor())).toBe(401)
  expect(await ask(app.visitor(), { 'x-forwarded-for': '127.0.0.1' })).toBe(401)
  expect(await ask(member)).toBe(403)
  expect(await ask(await app.administrator())).toBe(200)
  expect(await ask(app.visitor(), byToken(TOKEN))).toBe(200)
  for (const wrong of [`${TOKEN}x`, TOKEN.slice(1), TOKEN.toUpperCase(), 'undefined'])
    expect(await ask(app.visitor(), byToken(wrong)), wrong).toBe(401)
  expect(
    (await app.visitor().send('GET', '/api/user', undefined, byToken(TOKEN))).status,
    'it opens nothing else',
  ).toBe(401)
  const plain = await testApp({}, { administrator: false })
  expect((await plain.visitor().send('GET', '/metrics', undefined, byToken('undefined'))).status).toBe(401)
})

test('whatever is asked, the metrics stay under 200 KB', async () => {
  const visitor = app.visitor()
  for (let at = 0; at < 200; at++) {
    await visitor.send('GET', `/api/m/module-${at}/action-${at}`)
    await visitor.send('GET', `/api/threads/${at}/no-such-call`)
    await visitor.send('POST', `/api/runs/run-${at}/stop`)
  }
  const text = await metrics()
  expect(text).not.toMatch(/module-1|run-1|no-such-call/)
  expect(text).toMatch(/atrium_http_requests_total\{method="GET",route="unknown",status="4xx"\} 200\n/)
  expect(text).toMatch(
    /atrium_http_requests_total\{method="GET",route="\/api\/m\/:module\/:action",status="4xx"\} 200\n/,
  )
  expect(text).toMatch(/atrium_http_requests_total\{method="POST",route="\/api\/runs\/:id\/stop",status="4xx"\} 200\n/)

  const all = createMetrics({ runs: () => 0, streams: () => 0, pool: { totalCount: 0, idleCount: 0, waitingCount: 0 } })
  const routes = [
    ...app.routes().map(({ path }) => path),
    ...Array.from({ length: 4000 }, (_, at) => `/api/m/a-module-of-many-${at}/an-action-with-a-long-name-${at}`),
    ...Array.from({ length: 4000 }, (_, at) => `/api/area-${at}/of/a/path/with/quite/some/parts/:id/and/:another/one`),
  ]
  const times = { startedAt: 0, endedAt: 7, requestId: '', traceparent: null }
  for (const route of routes)
    for (const method of ['GET', 'POST', 'PATCH', `X${route}`])
      for (const status of [200, 302, 401, 404, 429, 500]) all.answered({ ...times, method, route, status })
  const bytes = Buffer.byteLength(await all.text())
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThan(200_000)
})

let collector: ChildProcessByStdio<null, Readable, null> | undefined
afterAll(() => collector?.kill())

test('requests and runs go to an OpenTelemetry collector, a request under its caller’s span', async () => {
  collector = spawn(process.execPath, [fileURLToPath(new URL('./test-collector.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: collector.stdout })[Symbol.asyncIterator]()
  const { value: address } = await lines.next()
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = String(address)
  const traces = await createTraces({ OTEL_SERVICE_NAME: 'our-atrium' }, silentLog)
  const times = { startedAt: Date.now() - 20, endedAt: Date.now() }
  traces.answered({
    ...times,
    method: 'GET',
    route: '/api/runs/:id',
    status: 200,
    requestId: 'request-1',
    traceparent: '00-4142434445464748494a4b4c4d4e4f50-5152535455565758-01', // A…P and Q…X
  })
  traces.runEnded({ ...times, id: 'run-1', kind: 'chat', status: 'done', tokens: 12, costMicros: 3 })
  await traces.stop()
  const got = JSON.parse(String((await lines.next()).value))
  expect(got).toMatchObject({ path: '/v1/traces', type: 'application/x-protobuf' })
  for (const piece of [
    'our-atrium',
    'GET /api/runs/:id',
    'request-1',
    'run chat',
    'run-1',
    'ABCDEFGHIJKLMNOP',
    'QRSTUVWX',
  ])
    expect(got.text).toContain(piece)
})
