// Two instances on one database, one killed under load: runs are taken over, viewers on the other miss and double nothing.
//
//   npm run drill two-instances                  10 kills
//   npm run drill two-instances -- --rounds=3    fewer
//
// Each round starts replies on the first instance that are watched from the second, and resumable and plain uploads; the
// first instance is killed as by kill -9 at a random moment and started again at the end. A round is good when every
// viewer has seen exactly what is kept, every resumable upload goes on where it was, and every plain upload that was
// acknowledged is there.
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { ThreadHistory } from '../../contract/chat.ts'
import { startSystemPostgres, systemPostgres } from '../../scripts/postgres.mjs'
import { client } from '../client.ts'
import { startFakeProvider } from '../fake-provider/client.ts'
import { scratch, startServer } from '../server.ts'

const ROUNDS = Number(process.argv.find((word) => word.startsWith('--rounds='))?.slice(9) ?? 10)
const REPLIES = 6
const say = (line: string) => process.stdout.write(`${line}\n`)
const bin = systemPostgres()
if (bin === null) {
  say('This drill needs PostgreSQL 15 or later of the system.')
  process.exit(1)
}
const text = Array.from({ length: 150 }, (_, at) => `word${at}`).join(' ')
const database = await startSystemPostgres(bin)
const sql = new pg.Pool({ connectionString: database.url, max: 2 })
const fake = await startFakeProvider()
await fake.byDefault({ text, delay: 20 })
const dataDir = scratch('two')
const environment = {
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  SESSION_SECRET: 'a secret of the drill that is long enough',
  OPENAI_BASE_URL: `${fake.url}/v1`,
  MODELS: 'gpt-4o-mini',
}
const first = await startServer(environment)
const second = await startServer(environment)

/** What a viewer of a run has seen until its end: its text, by the places that its pieces have, and whether they fit. */
async function watch(person: ReturnType<typeof client>, runId: string) {
  const answer = await person.send('GET', `/api/runs/${runId}/events`)
  const body = await answer.text()
  let seen = ''
  let faults = 0
  for (const frame of body.split('\n\n')) {
    if (!/^event: chunk$/m.test(frame)) continue
    const { text, at } = JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '{}') as { text: string; at: number }
    if (at !== seen.length) faults += 1
    seen = seen.slice(0, at) + text
  }
  return { seen, faults, ended: body.trimEnd().endsWith('[DONE]') }
}

let bad = 0
const sums = { replies: 0, resumed: 0, uploads: 0, plain: 0, restarted: 0 }
try {
  const near = client(() => first.url)
  await near.post('/api/register', {
    username: 'tester',
    email: 'tester@example.org',
    password: 'correct horse battery',
  })
  const far = client(() => second.url)
  for (const [name, value] of near.jar) far.jar.set(name, value)
  const cookie = () => [...near.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const TUS = { 'tus-resumable': '1.0.0' }
  const tus = (base: string, method: string, path: string, headers: Record<string, string>, body?: Uint8Array) =>
    fetch(base + path, { method, headers: { ...TUS, cookie: cookie(), ...headers }, body: body as never })

  for (let round = 1; round <= ROUNDS; round++) {
    const faults: string[] = []
    const begun: { runId: string; threadId: string }[] = []
    for (let at = 0; at < REPLIES; at++) {
      const answer = await near.send('POST', '/api/converse/stream', { message: `round ${round}, message ${at}` })
      begun.push({
        runId: answer.headers.get('x-run-id') as string,
        threadId: answer.headers.get('x-thread-id') as string,
      })
      answer.body?.cancel().catch(() => undefined)
    }
    const viewers = begun.map(({ runId }) => watch(far, runId))
    const bytes = randomBytes(8_000_000)
    const created = await tus(first.url, 'POST', '/api/m/sync/tus', {
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${Buffer.from(`round-${round}.bin`).toString('base64')}`,
    })
    const place = created.headers.get('location') ?? ''
    let isDead = false
    const patching = (async () => {
      for (let offset = 0; offset < bytes.length && !isDead; offset += 400_000) {
        const piece = bytes.subarray(offset, offset + 400_000)
        const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
        await tus(first.url, 'PATCH', place, type, piece)
        await sleep(40)
      }
    })().catch(() => undefined)
    const kept: { id: string; content: string }[] = []
    const plain = (async () => {
      for (let at = 0; !isDead; at++) {
        const content = `round ${round}, file ${at}. `.repeat(10_000)
        const headers = { cookie: cookie(), 'content-type': 'text/plain' }
        const answer = await fetch(`${first.url}/api/files?name=n.txt`, { method: 'POST', headers, body: content })
        if (answer.ok) kept.push({ id: ((await answer.json()) as { id: string }).id, content })
      }
    })().catch(() => undefined)
    const moment = 100 + Math.round(Math.random() * 2_000)
    await sleep(moment)
    await first.kill()
    isDead = true
    await Promise.all([patching, plain])

    const head = await tus(second.url, 'HEAD', place, {})
    const offset = Number(head.headers.get('upload-offset'))
    if (head.status !== 200) faults.push(`the upload is gone (${head.status})`)
    else if (offset < bytes.length) {
      const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
      const done = await tus(second.url, 'PATCH', place, type, bytes.subarray(offset))
      if (done.status !== 204) faults.push(`the upload did not go on from ${offset} (${done.status})`)
      sums.resumed += 1
    }
    const { output } = await far.post<{ output: { entries: { name: string; content: string }[] } }>(
      '/api/m/sync/list',
      {},
    )
    const entries = output.entries.filter(({ name }) => name === `round-${round}.bin`)
    if (entries.length !== 1) faults.push(`the upload is there ${entries.length} times`)
    else {
      const answer = await far.send('GET', `/api/m/sync/content/${entries[0]?.content}`)
      if (!Buffer.from(await answer.arrayBuffer()).equals(bytes)) faults.push('the upload has other bytes')
      sums.uploads += 1
    }
    for (const { id, content } of kept) {
      if ((await (await far.send('GET', `/api/files/${id}`)).text()) !== content) faults.push(`lost: file ${id}`)
      sums.plain += 1
    }
    for (const [at, viewer] of viewers.entries()) {
      const { seen, faults: jumps, ended } = await viewer
      const { threadId } = begun[at] as { threadId: string }
      const { messages } = await far.get<ThreadHistory>(`/api/chat/thread/${threadId}`)
      const reply = messages[1]
      if (!ended) faults.push(`viewer ${at} was left without an end`)
      if (jumps > 0) faults.push(`viewer ${at} saw ${jumps} pieces out of place`)
      if (seen !== reply?.content)
        faults.push(`viewer ${at} saw ${seen.length} characters, ${reply?.content.length} are kept`)
      if (!text.startsWith(reply?.content ?? '-')) faults.push(`reply ${at} is no beginning of the answer`)
      if (!['complete', 'interrupted'].includes(reply?.status ?? '')) faults.push(`reply ${at} is ${reply?.status}`)
      if (reply?.status === 'complete') sums.restarted += 1
      sums.replies += 1
    }
    await first.restart()
    if (faults.length > 0) bad += 1
    say(
      `round ${round}: killed after ${moment} ms, the upload went on at ${offset}, ${kept.length} files; ${faults.length === 0 ? 'good' : faults.join('; ')}`,
    )
  }
  say(
    `\n${ROUNDS} kills: ${sums.replies} replies watched (${sums.restarted} whole), ${sums.uploads} uploads (${sums.resumed} went on on the other instance), ${sums.plain} files; ${bad} rounds with faults.`,
  )
  process.exitCode = bad > 0 ? 1 : 0
} finally {
  await first.kill()
  await second.kill()
  await fake.stop()
  await sql.end()
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
