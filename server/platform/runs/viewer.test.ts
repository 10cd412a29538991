import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openEventStream } from '../http/event-stream.ts'
import { silentLog } from '../telemetry.ts'
import { frame } from './frames.ts'
import { view } from './viewer.ts'

/** A connection whose client sends a request and then reads nothing. */
async function unread(): Promise<{ outgoing: ServerResponse; read(): () => string; leave(): void; close(): void }> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as { port: number }).port, '127.0.0.1')
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const [, outgoing] = (await once(server, 'request')) as [unknown, ServerResponse]
  /** Reads after all; gives what has come so far. */
  const read = () => {
    let text = ''
    socket.setEncoding('utf8').on('data', (piece) => {
      text += piece
    })
    socket.resume()
    return () => text
  }
  return { outgoing, read, leave: () => socket.destroy(), close: () => server.close() }
}

test('a client that stops reading costs neither memory nor the process, before and after the end', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const at = await unread()
  const big = 'x'.repeat(1024 * 1024)
  let asked = 0
  const frames = Array.from({ length: 50 }, (_, seq) => frame(seq + 1, 'chunk', JSON.stringify(big)))
  const source = {
    after: async (_: string, seq: number) => {
      asked++
      return { frames: frames.filter((one) => one.seq > seq), open: true }
    },
    listen: () => () => undefined,
  }
  const stream = openEventStream(at.outgoing)
  const over = view(source, 'run', 0, stream, silentLog)
  await vi.waitFor(() => expect(asked).toBeGreaterThan(0))
  expect(at.outgoing.writableLength).toBeLessThan(5 * 1024 * 1024)
  stream.end()
  vi.advanceTimersByTime(60_000) // heartbeats
  expect(stream.write('late')).toBe(false)
  at.leave()
  await over
  at.close()
  vi.useRealTimers()
})

test('a client that left before the stream began is let go', async () => {
  const at = await unread()
  at.leave()
  await once(at.outgoing, 'close')
  const unlisten = vi.fn()
  await view(
    { after: async () => ({ frames: [], open: true }), listen: () => unlisten },
    'run',
    0,
    openEventStream(at.outgoing),
    silentLog,
  )
  expect(unlisten).toHaveBeenCalled()
  at.close()
})

/** `vi.waitFor` would move the clock on. */
async function come(look: () => boolean): Promise<void> {
  while (!look()) await sleep(5)
}

test('an idle stream gives a sign of life every five seconds, until its end', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const at = await unread()
  const text = at.read()
  const beats = () => text().match(/^: $/gm)?.length ?? 0
  const stream = openEventStream(at.outgoing)
  const idle = { after: async () => ({ frames: [], open: true }), listen: () => () => undefined }
  const over = view(idle, 'run', 0, stream, silentLog)
  await come(() => text().includes('text/event-stream'))
  vi.advanceTimersByTime(4_999)
  stream.write('event: status\ndata: {}\n\n')
  await come(() => text().includes('event: status'))
  expect(beats()).toBe(0)
  for (const count of [1, 2, 3]) {
    vi.advanceTimersByTime(count === 1 ? 1 : 5_000)
    await come(() => beats() >= count)
    expect(beats()).toBe(count)
  }
  stream.end()
  expect(vi.getTimerCount()).toBe(0)
  at.leave()
  await over
  at.close()
  vi.useRealTimers()
})
