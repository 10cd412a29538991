// 500 requests that do not go on, half of them in their head and half in their body, against the real server with its real
// 30 s: all must be gone within a minute, while an upload that moves and an event stream stay.
//
//   npm run drill unfinished-requests
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from '../server.ts'

const COUNT = 500
const server = await startServer({ LOG_LEVEL: 'error' })
const port = Number(new URL(server.url).port)

const begun = performance.now()
const seconds = () => (performance.now() - begun) / 1000
const closedAfter: number[] = []
function unfinished(text: string) {
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  socket.resume().on('error', () => undefined)
  socket.once('close', () => closedAfter.push(seconds()))
  return socket
}
for (let at = 0; at < COUNT; at++)
  unfinished(
    at % 2
      ? 'GET /api/me HTTP/1.1\r\nhost: localhost\r\nx-half'
      : 'POST /api/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 200\r\n\r\n{"username":',
  )

const stream = await fetch(`${server.url}/api/events`)
let streamEnded = false
void stream.text().then(
  () => {
    streamEnded = true
  },
  () => {
    streamEnded = true
  },
)
let uploadEnded = false
const upload = connect(port, '127.0.0.1', () =>
  upload.write(
    'POST /api/register HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 900000\r\n\r\n',
  ),
)
upload.resume().on('error', () => undefined)
upload.once('close', () => {
  uploadEnded = true
})
const moving = setInterval(() => upload.writable && upload.write('x'.repeat(4096)), 2000)

let slowest = 0
while (closedAfter.length < COUNT && seconds() < 60) {
  const asked = performance.now()
  await fetch(`${server.url}/healthz`).then((answer) => answer.text())
  slowest = Math.max(slowest, performance.now() - asked)
  await sleep(250)
}
clearInterval(moving)
const faults = [
  closedAfter.length < COUNT &&
    `${COUNT - closedAfter.length} of ${COUNT} are still open after ${Math.round(seconds())} s`,
  (closedAfter[0] ?? 30) < 29 && `the first was closed after ${closedAfter[0]} s already`,
  streamEnded && 'the event stream was cut',
  uploadEnded && 'the upload that moved was cut',
].filter(Boolean)
process.stdout.write(
  `${closedAfter.length} of ${COUNT} closed, from ${closedAfter[0]?.toFixed(1)} s to ${closedAfter.at(-1)?.toFixed(1)} s; /healthz took ${Math.round(slowest)} ms at most; the stream and the moving upload ${streamEnded || uploadEnded ? 'did not stay' : 'stayed'}\n`,
)
for (const fault of faults) process.stderr.write(`✘ ${fault}\n`)
await server.stop()
process.exit(faults.length > 0 ? 1 : 0)
