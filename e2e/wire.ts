// The way between a browser and the server, which a journey can cut: a TCP relay on a port of its own.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Wire {
  /** `http://127.0.0.1:port`, the server's address as seen through the wire. */
  url: string
  /** Breaks every connection and lets none come about. */
  cut(): void
  /** The same, once so many bytes more have gone to the server. */
  cutAfter(bytes: number): void
  /** bytes that have gone to the server */
  sent(): number
  mend(): void
  close(): Promise<void>
}

export async function layWire(target: string): Promise<Wire> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let whole = true
  let [sent, most] = [0, Number.POSITIVE_INFINITY]
  const cut = () => {
    whole = false
    most = Number.POSITIVE_INFINITY
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const keep = (socket: Socket) => {
    sockets.add(socket)
    // A connection that breaks is what a wire is for.
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const relay = createServer((near) => {
    keep(near)
    if (!whole) return near.resetAndDestroy()
    const far = connect(Number(port), hostname)
    keep(far)
    near.on('data', ({ length }) => {
      sent += length
      if (sent >= most) cut()
    })
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    cut,
    cutAfter(bytes) {
      most = sent + bytes
    },
    sent: () => sent,
    mend() {
      whole = true
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => relay.close(done))
    },
  }
}
