import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import type { Log } from '../telemetry.ts'
import { boundConnections } from './open-files.ts'

const warn = vi.fn()
const server = createServer((_, response) => response.end('here'))
boundConnections(server, { warn } as unknown as Log, 64)
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const { port } = server.address() as AddressInfo
afterAll(() => void server.close())

const isOpen = (socket: Socket) =>
  new Promise<boolean>((done) => {
    socket.on('error', () => undefined)
    socket.on('close', () => done(false))
    socket.on('data', () => done(true))
    socket.on('connect', () => socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'))
  })

test('with few file descriptors some connections are refused, the log says so, and there is room again after', async () => {
  const sockets = Array.from({ length: 100 }, () => connect(port, '127.0.0.1'))
  const open = (await Promise.all(sockets.map(isOpen))).filter(Boolean)
  expect(open).toHaveLength(20)
  await vi.waitFor(() => expect(warn).toHaveBeenCalled())
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ limit: 64 })
  for (const socket of sockets) socket.destroy()
  await vi.waitFor(async () => expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('here'))
})
