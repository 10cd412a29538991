import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

/** Listens on this machine, counts who comes, and answers nobody. */
export async function trap() {
  let count = 0
  const server = createServer((socket) => {
    count += 1
    socket.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { port: (server.address() as AddressInfo).port, heard: () => count, stop: () => server.close() }
}
