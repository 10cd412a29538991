import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../test-app.ts'
import { silentLog } from '../telemetry.ts'
import { createTraces } from './traces.ts'

const app = await testApp({ PUBLIC_URL: 'http://localhost:3000' })
const proxied = { 'x-forwarded-for': '203.0.113.5' }

test('the server is up, and ready while its database answers', async () => {
  expect((await app.visitor().send('GET', '/healthz', undefined, proxied)).status).toBe(200)
  expect(await app.visitor().call('GET', '/readyz')).toEqual({ ok: true })
})

test('the metrics count requests by their pattern, and runs', async () => {
  const member = await app.member()
  await member.stream('POST', '/api/converse/stream', { userId: 'anon', message: '2 + 2' })
  await member.send('GET', '/api/chat/thread/not-there')
  const text = await (await app.visitor().send('GET', '/metrics')).text()
  expect(text).toMatch(
    /atrium_http_request_duration_seconds_count\{method="GET",route="\/api\/chat\/thread\/:id",status="404"\} 1/,
  )
  expect(text).toMatch(/atrium_run_duration_seconds_count\{kind="chat",status="succeeded"\} 1/)
  expect(text).toMatch(/^atrium_database_connections [1-9]/m)
  expect(text).not.toContain('not-there')
})

test('the metrics are for administrators and for programs of the same machine', async () => {
  const ask = async (who: { send: typeof member.send }, headers = {}) =>
    (await who.send('GET', '/metrics', undefined, headers)).status
  const member = await app.member()
  expect(await ask(app.visitor())).toBe(200)
  expect(await ask(app.visitor(), proxied)).toBe(401)
  expect(await ask(member, proxied)).toBe(403)
  expect(await ask(await app.administrator(), proxied)).toBe(200)
})

test('a proxy that nobody announced is not taken for a program of the same machine', async () => {
  const plain = await testApp({}, { administrator: false })
  expect((await plain.visitor().send('GET', '/metrics')).status).toBe(200)
  expect((await plain.visitor().send('GET', '/metrics', undefined, proxied)).status).toBe(401)
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
