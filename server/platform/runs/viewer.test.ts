import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { openEventStream } from '../http/event-stream.ts'
import { silentLog } from '../telemetry.ts'
import { frame } from './frames.ts'
import { view } from './viewer.ts'

/** A connection whose client sends a request and then reads nothing. */
async function unread(): Promise<{ outgoing: ServerResponse; leave(): void; close(): void }> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as { port: number }).port, '127.0.0.1')
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const [, outgoing] = (await once(server, 'request')) as [unknown, ServerResponse]
  return { outgoing, leave: () => socket.destroy(), close: () => server.close() }
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
