// Rest is small: server and database hold at most 200 MB before anybody came, and 300 MB a minute after 200 streams.
//
//   npm run drill resting
//
// Measured is the memory of the server's process and of its built-in database's, pages that they share counted once (Linux).
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../client.ts'
import { startFakeProvider } from '../fake-provider/client.ts'
import { processesNaming, proportionalMegabytes } from '../hostile/memory.ts'
import { startServer } from '../server.ts'

const STREAMS = 200
const REST = 60_000
const say = (line: string) => process.stdout.write(`${line}\n`)

const fake = await startFakeProvider()
const server = await startServer({ OPENAI_BASE_URL: `${fake.url}/v1`, MODELS: 'gpt-4o-mini' })
const look = (when: string, most: number) => {
  const own = Math.round(proportionalMegabytes([server.pid()]))
  const database = Math.round(proportionalMegabytes(processesNaming(server.dataDir)))
  say(`| ${when} | ${own} | ${database} | ${own + database} | ${most} |`)
  if (own + database > most) process.exitCode = 1
}
try {
  say('| when | server, MB | database, MB | together | at most |\n|---|---|---|---|---|')
  await sleep(REST)
  look('at rest', 200)
  const person = client(() => server.url)
  const [username, email, password] = ['tester', 'tester@example.org', 'correct horse battery']
  await person.post('/api/register', { username, email, password })
  await fake.byDefault({ text: 'word '.repeat(250).trim(), delay: 20 })
  await Promise.all(
    Array.from({ length: STREAMS }, async () => {
      const answer = await person.send('POST', '/api/converse/stream', { message: 'Tell me something.' })
      await answer.text()
    }),
  )
  look(`after ${STREAMS} streams`, Number.POSITIVE_INFINITY)
  await sleep(REST)
  look('a minute later', 300)
} finally {
  await server.stop()
  await fake.stop()
}
