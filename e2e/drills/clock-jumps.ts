// The clock of the server and its database jumps a day ahead and back while it works: nothing is lost, doubled or locked out.
// Needs libfaketime (Debian's package faketime).
//
//   npm run drill clock-jumps                    3 rounds of + 1 day, back, − 1 day, back
//   npm run drill clock-jumps -- --rounds=10
//
// Through each jump replies are streamed, records are added and a person signs in anew. Good is when every reply is whole,
// or kept as interrupted, every record that was acknowledged is there once, the session holds, and a new sign-in
// is not refused, at every moment.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ThreadHistory } from '../../contract/chat.ts'
import { client } from '../client.ts'
import { startFakeProvider } from '../fake-provider/client.ts'
import { libraryOfFaketime } from '../faketime.ts'
import { scratch, startServer } from '../server.ts'

const ROUNDS = Number(process.argv.find((word) => word.startsWith('--rounds='))?.slice(9) ?? 3)
const say = (line: string) => process.stdout.write(`${line}\n`)
const library = libraryOfFaketime()
if (library === null) {
  say('This drill needs libfaketime: install the package faketime.')
  process.exit(1)
}
// The database's user must be able to read it too.
const clock = join(scratch('clock'), 'clock')
const move = (days: number) => writeFileSync(clock, `${days < 0 ? '' : '+'}${days * 86_400}s\n`)
move(0)
const text = Array.from({ length: 120 }, (_, at) => `word${at}`).join(' ')
const fake = await startFakeProvider()
await fake.byDefault({ text, delay: 20 })
const server = await startServer({
  LD_PRELOAD: library,
  FAKETIME_TIMESTAMP_FILE: clock,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  FAKETIME_NO_CACHE: '1',
  RATE_LIMIT_FACTOR: '3',
  OPENAI_BASE_URL: `${fake.url}/v1`,
  MODELS: 'gpt-4o-mini',
})
let faults = 0
let [replies, whole, records] = [0, 0, 0]
const fault = (line: string) => {
  faults += 1
  say(`    **${line}**`)
}
try {
  const person = client(() => server.url)
  const password = 'correct horse battery'
  await person.post('/api/register', { username: 'tester', email: 'tester@example.org', password })
  for (let round = 1; round <= ROUNDS; round++)
    for (const days of [1, 0, -1, 0]) {
      const begun = await Promise.all(
        Array.from({ length: 3 }, (_, at) =>
          person.send('POST', '/api/converse/stream', { message: `round ${round}, ${days} days, message ${at}` }),
        ),
      )
      const bodies = begun.map((answer) => answer.text())
      await sleep(500)
      move(days)
      const titles: string[] = []
      for (let at = 0; at < 5; at++) {
        const title = `round ${round} days ${days} task ${records} ${at}`
        const answer = await person.send('POST', '/api/m/tasks/add', { title })
        if (answer.ok) titles.push(title)
        else fault(`a record was refused after ${days} days: ${answer.status} ${await answer.text()}`)
      }
      records += titles.length
      await sleep(1_100) // Node keeps the Date of its answers for a second
      const shown = Date.parse((await person.send('GET', '/healthz')).headers.get('date') ?? '')
      if (Math.round((shown - Date.now()) / 86_400_000) !== days)
        fault(`the clock of the server did not move to ${days} days`)
      const again = await client(() => server.url).send('POST', '/api/login', { username: 'tester', password })
      if (!again.ok) fault(`signing in was refused at ${days} days: ${again.status} ${await again.text()}`)
      for (const [at, body] of bodies.entries()) {
        if (!(await body).trimEnd().endsWith('[DONE]')) fault(`reply ${at} had no end at ${days} days`)
        const id = begun[at]?.headers.get('x-thread-id')
        const { messages } = await person.get<ThreadHistory>(`/api/chat/thread/${id}`)
        const [reply] = messages.filter(({ role }) => role === 'assistant')
        replies += 1
        if (reply?.status === 'complete' && reply.content === text) whole += 1
        else if (reply?.status !== 'interrupted' || !text.startsWith(reply.content))
          fault(`reply ${at} is ${reply?.status} with ${reply?.content.length} characters at ${days} days`)
      }
      const { output } = await person.post<{ output: { text: string } }>('/api/m/tasks/exportTodoTxt')
      const lines = output.text.split('\n')
      for (const title of titles) {
        const count = lines.filter((line) => line.endsWith(title)).length
        if (count !== 1) fault(`"${title}" is there ${count} times`)
      }
    }
  if (server.log().includes('unexpected failure')) fault('the log has unexpected failures')
  say(`${ROUNDS * 4} jumps: ${replies} replies (${whole} whole), ${records} records, ${faults} faults.`)
  if (faults > 0) say(server.log().slice(-3_000))
  process.exitCode = faults > 0 ? 1 : 0
} finally {
  move(0)
  await server.stop()
  await fake.stop()
}
