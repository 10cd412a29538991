// The yardstick: a bare node:http pipe to the provider, in a process of its own. Prints its port.
import { createServer, request } from 'node:http'

const target = new URL(process.argv[2] as string)
const server = createServer((incoming, outgoing) => {
  const upstream = request(
    {
      host: target.hostname,
      port: target.port,
      path: `${target.pathname}/chat/completions`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    },
    (answer) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      answer.on('data', (data) => outgoing.write(data))
      answer.on('end', () => outgoing.end())
    },
  )
  incoming.on('data', (data) => upstream.write(data))
  incoming.on('end', () => upstream.end())
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ port: (server.address() as { port: number }).port })}\n`),
)
