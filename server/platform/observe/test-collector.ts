import { createServer } from 'node:http'

/** An OTLP collector in a process of its own: says its address, then each path that it got with the text found in it. */
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const text = Buffer.concat(parts)
      .toString('latin1')
      .replace(/[^ -~]+/g, ' ')
    process.stdout.write(`${JSON.stringify({ path: request.url, type: request.headers['content-type'], text })}\n`)
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
