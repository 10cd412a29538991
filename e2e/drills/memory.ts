// Memory comes back: after 150 replies of 1.5 MB the server is within 1.3 times of before a minute later.
//
//   npm run drill memory                         150 replies of 1.5 MB, ten at a time
//   npm run drill memory -- --replies=30         fewer
//
// Measured is the resident memory of the server's process; the database's is its own. Before: after a warm-up of 150 short
// replies and half a minute of rest.
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../client.ts'
import { startFakeProvider } from '../fake-provider/client.ts'
import { residentMegabytes } from '../hostile/memory.ts'
import { startServer } from '../server.ts'

const REPLIES = Number(process.argv.find((word) => word.startsWith('--replies='))?.slice(10) ?? 150)
const say = (line: string) => process.stdout.write(`${line}\n`)
const LONG = 'Some words of a long reply, which go on and on. '.repeat(32_768) // 1.5 MB

const fake = await startFakeProvider()
const server = await startServer({ OPENAI_BASE_URL: `${fake.url}/v1`, MODELS: 'gpt-4o-mini' })
try {
  const person = client(() => server.url)
  await person.post('/api/register', {
    username: 'tester',
    email: 'tester@example.org',
    password: 'correct horse battery',
  })
  const ask = async () => {
    const answer = await person.send('POST', '/api/converse/stream', { message: 'Tell me something.' })
    let length = 0
    for await (const chunk of answer.body ?? []) length += chunk.length
    return length
  }
  const replies = async (count: number) => {
    let left = count
    let least = Number.POSITIVE_INFINITY
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        while (left-- > 0) least = Math.min(least, await ask())
      }),
    )
    return least
  }
  const memory = () => Math.round(residentMegabytes(server.pid()))

  await fake.byDefault({ text: 'A short reply.' })
  await replies(150)
  await sleep(30_000)
  const before = memory()
  await fake.byDefault({ text: LONG, chunkSize: 500 })
  const least = await replies(REPLIES)
  if (least < LONG.length) throw new Error(`A reply had ${least} bytes only.`)
  const after = memory()
  say(
    `| when | MB | of before |\n|---|---|---|\n| before | ${before} | 1 |\n| at the end | ${after} | ${(after / before).toFixed(2)} |`,
  )
  for (let seconds = 10; seconds <= 60; seconds += 10) {
    await sleep(10_000)
    say(`| ${seconds} s later | ${memory()} | ${(memory() / before).toFixed(2)} |`)
  }
  const ratio = memory() / before
  say(`\nA minute after ${REPLIES} replies: ${ratio.toFixed(2)} times of before; at most 1.3 is good.`)
  process.exitCode = ratio > 1.3 ? 1 : 0
} finally {
  await server.stop()
  await fake.stop()
}
