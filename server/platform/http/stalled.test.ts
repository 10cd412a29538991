import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { readBytes } from './body.ts'
import { listen } from './serve.ts'

/** ms; in the product it is 30 s */
const AFTER = 900

const app = new Hono<{ Bindings: HttpBindings }>()
const open: (() => void)[] = []
app.post('/take', async (c) => c.text(`${(await readBytes(c.env.incoming, 10_000_000)).byteLength} bytes`))
app.get('/stream', (c) => {
  c.env.outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: begun\n\n')
  open.push(() => c.env.outgoing.end('data: the end\n\n'))
  return RESPONSE_ALREADY_SENT
})
/** Reads nothing until it is told to, as one who waits for a turn. */
app.post('/later', async (c) => {
  await new Promise<void>((done) => open.push(done))
  return c.text(`${(await readBytes(c.env.incoming, 10_000_000)).byteLength} bytes`)
})
app.onError((_, c) => c.text('broken off', 400))
const server = await listen(app, '127.0.0.1', 0, AFTER)
afterAll(() => server.close())

async function sending(...pieces: string[]): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  for (const piece of pieces) socket.write(piece)
  return socket
}
const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`

/** Ends with the test's own limit when it is never closed. */
async function closed(socket: Socket): Promise<string> {
  const said = text(socket).catch(() => '')
  if (!socket.closed) await once(socket, 'close')
  return said
}

test('500 heads and bodies that do not go on are closed, and the server answers others meanwhile and after', async () => {
  const kinds = [
    [],
    ['GET / HT'],
    ['POST /take HTTP/1.1\r\nhost: localhost\r\ncontent-le'],
    [head('/take', 1000)],
    [head('/take', 1000), '{"half": '],
    ['POST /take HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n5\r\nabc'],
  ]
  const sockets = await Promise.all(
    Array.from({ length: 500 }, (_, at) => sending(...(kinds[at % kinds.length] ?? []))),
  )
  expect(await closed(await sending(head('/take', 3), 'abc'))).toMatch(/200 OK[\s\S]*3 bytes/)
  const answers = await Promise.all(sockets.map(closed))
  expect(sockets.every((socket) => socket.closed)).toBe(true)
  expect(answers.filter((answer) => /^HTTP\/1\.1 408/.test(answer)).length).toBeGreaterThan(400)
  expect(answers[4]).toMatch(/408[\s\S]*The rest of the request did not come\.$/)
  expect(await closed(await sending(head('/take', 3), 'abc'))).toMatch(/3 bytes/)
})

test('a body that comes by a byte now and then does not go on', async () => {
  const socket = await sending(head('/take', 100_000))
  const drip = setInterval(() => socket.writable && socket.write('x'), AFTER / 10)
  const answer = await closed(socket)
  clearInterval(drip)
  expect(answer).toMatch(/^HTTP\/1\.1 408/)
})

test('an upload that moves is left alone, however long it takes', async () => {
  const pieces = 40
  const socket = await sending(head('/take', pieces * 4096))
  const answer = closed(socket)
  for (let at = 0; at < pieces; at++) {
    socket.write('x'.repeat(4096))
    await sleep(AFTER / 12)
  }
  expect(await answer).toMatch(/200 OK[\s\S]*163840 bytes/)
})

test('an event stream is left alone, and so is an upload whose reader waits', async () => {
  const stream = await sending('GET /stream HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  const waiting = await sending(head('/later', 5_000_000))
  const [shown, kept] = [closed(stream), closed(waiting)]
  waiting.write('x'.repeat(5_000_000))
  await sleep(AFTER * 3)
  for (const go of open) go()
  expect(await shown).toMatch(/begun[\s\S]*the end/)
  expect(await kept).toMatch(/200 OK[\s\S]*5000000 bytes/)
})
