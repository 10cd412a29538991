import { createApp } from '../app.ts'
import { readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/open.ts'
import { listen } from '../platform/http/serve.ts'
import { silentLog } from '../platform/telemetry.ts'
import { TEST_AGENTS } from './test-seats.ts'

// A whole server that ends itself, as kill -9 does, at the boundary of a step that it is told of. Says `listening <port>` to
// the process that talks with it, and `is ready: <address>` as the real one does.

const config = readConfig(process.env)
let endAt: string | null = null
process.on('message', (boundary) => {
  endAt = boundary as string | null
  process.send?.('heard')
})

const database = await openDatabase(config, () => undefined)
const app = await createApp({
  config,
  database,
  log: silentLog,
  baseUrl: 'http://localhost:3000',
  agentsFolder: TEST_AGENTS,
  ordersEvery: Number(process.env.ORDERS_EVERY) || undefined,
  passed(boundary) {
    if (boundary === endAt) process.kill(process.pid, 'SIGKILL')
  },
})
const server = await listen(app.hono, '127.0.0.1', config.PORT)
app.start()
process.send?.(`listening ${server.port}`)
process.stdout.write(`The server of the tests is ready: ${server.url}\n`)
