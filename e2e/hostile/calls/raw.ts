import { connect } from 'node:net'

/** Bytes as they are to a server, for what no client would send; the whole answer as text, empty when it hung up without one. */
export function raw(url: string, bytes: string | Buffer, patience = 20_000): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((done) => {
    const socket = connect(Number(port), hostname)
    const chunks: Buffer[] = []
    const end = () => {
      clearTimeout(timer)
      socket.destroy()
      done(Buffer.concat(chunks).toString('latin1'))
    }
    const timer = setTimeout(end, patience)
    socket.on('data', (chunk) => chunks.push(chunk))
    for (const event of ['end', 'error', 'close']) socket.on(event, end)
    socket.write(bytes)
  })
}
export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
