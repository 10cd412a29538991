// Two instances on one database, one killed under load: runs are taken over, viewers on the other miss and double nothing.
//
//   npm run drill two-instances                  10 kills
//   npm run drill two-instances -- --rounds=3    fewer
//
// Each round starts replies of three lengths on the first instance, watched from the second, and two on the second; resumable
// and plain uploads; the times of schedules come around the kill, and records are added that another schedule waits for. The
// first instance is killed as by kill -9 at a random moment, every third time in the very moment a reply ended there, and
// started again at the end. A round is good when every viewer has seen exactly what is kept, the replies of the
// second instance are whole, every resumable upload goes on where it was, every plain upload that was acknowledged is there,
// every schedule that was due has given one task, and the one that waits for records has heard of an acknowledged one.
//
// That a time has come is written into the database: no schedule comes more often than every quarter of an hour. Every wait has
// its bound, and what did not come is a fault of the round.
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { ThreadHistory } from '../../contract/chat.ts'
import type { Schedule } from '../../contract/workforce-seats.ts'
import type { TaskDetails } from '../../contract/workforce-work.ts'
import { startSystemPostgres, systemPostgres } from '../../scripts/postgres.mjs'
import { client } from '../client.ts'
import { startFakeProvider } from '../fake-provider/client.ts'
import { hire, register } from '../hiring.ts'
import { scratch, startServer } from '../server.ts'
import { until, within } from '../waiting.ts'

const ROUNDS = Number(process.argv.find((word) => word.startsWith('--rounds='))?.slice(9) ?? 10)
/** Words of a reply, of which one comes every 20 ms. */
const LENGTHS = { short: 5, middle: 40, long: 150 } as const
type Length = keyof typeof LENGTHS
const ON_FIRST: readonly Length[] = ['short', 'short', 'middle', 'middle', 'long', 'long']
const ON_SECOND: readonly Length[] = ['middle', 'long']
const SEATS = 3
const TIMED = 6
/** ms: a lease of 10 s runs out, a look comes every 2 s, and then a whole reply may follow */
const REPLY_PATIENCE = 60_000
const SEAT_PATIENCE = 60_000
const CALL_PATIENCE = 30_000
const [AGENT, PLAYBOOK] = ['soc_analyst', 'reviewRemediation']
const say = (line: string) => process.stdout.write(`${line}\n`)
const bin = systemPostgres()
if (bin === null) {
  say('This drill needs PostgreSQL 15 or later of the system.')
  process.exit(1)
}
const wordsOf = (length: Length) => Array.from({ length: LENGTHS[length] }, (_, at) => `word${at}`).join(' ')
const database = await startSystemPostgres(bin)
const sql = new pg.Pool({ connectionString: database.url, max: 2, statement_timeout: CALL_PATIENCE })
sql.on('error', () => undefined) // at the end its connections go with the database
const fake = await startFakeProvider()
for (const length of ['short', 'middle', 'long'] as const)
  await fake.script({ match: `a ${length} reply`, times: 1_000_000, text: wordsOf(length), delay: 20 })
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

interface Begun {
  length: Length
  onFirst: boolean
  runId: string
  threadId: string
  /** Resolves when its own caller is told of its end, or is cut off. */
  heard: Promise<void>
}

/** Until its last event, which is stored by then; the other instance is told some milliseconds later. */
async function hear(answer: Response): Promise<void> {
  let said = ''
  for await (const bytes of answer.body ?? []) {
    said += Buffer.from(bytes).toString()
    if (said.includes('event: done')) return
  }
}

let bad = 0
const sums = { kills: 0, whole: 0, cut: 0, resumed: 0, uploads: 0, plain: 0, timed: 0, events: 0 }
try {
  const near = await register(
    client(() => first.url),
    'tester',
  )
  const far = client(() => second.url)
  for (const [name, value] of near.jar) far.jar.set(name, value)
  const cookie = () => [...near.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const TUS = { 'tus-resumable': '1.0.0' }
  const tus = (base: string, method: string, path: string, headers: Record<string, string>, body?: Uint8Array) =>
    fetch(base + path, {
      method,
      headers: { ...TUS, cookie: cookie(), ...headers },
      body: body as never,
      signal: AbortSignal.timeout(CALL_PATIENCE),
    })
  const seats = await hire(near, near, { [AGENT]: SEATS })
  const plan = (at: number, trigger: Schedule['trigger']) =>
    near.post<Schedule>('/api/workforce/schedules', {
      seatId: seats[at % SEATS]?.id,
      title: `schedule ${at}`,
      playbook: PLAYBOOK,
      trigger,
    })
  const timed: string[] = []
  for (let at = 0; at < TIMED; at++)
    timed.push((await plan(at, { kind: 'time', cron: '0 0 1 1 *', timeZone: 'UTC' })).id)
  const { id: waiting } = await plan(TIMED, { kind: 'event', event: 'records:tasks' })
  const tasksOf = async (schedules: string[]) =>
    (
      await sql.query<{ id: string; status: string; schedule_id: string }>(
        'select id, status, schedule_id from seat_tasks where schedule_id = any($1) order by created_at',
        [schedules],
      )
    ).rows
  const allReviewed = async () =>
    (await tasksOf([...timed, waiting])).every(({ status }) => ['in_review', 'done'].includes(status))

  async function begin(length: Length, onFirst: boolean, round: number): Promise<Begun> {
    const answer = await within(
      'The beginning of a reply',
      CALL_PATIENCE,
      (onFirst ? near : far).send('POST', '/api/converse/stream', { message: `Round ${round}: a ${length} reply` }),
    )
    return {
      length,
      onFirst,
      runId: answer.headers.get('x-run-id') as string,
      threadId: answer.headers.get('x-thread-id') as string,
      heard: hear(answer).catch(() => undefined),
    }
  }

  /** The reply, its viewer and what is kept of it. */
  async function judge({ length, onFirst, threadId }: Begun, viewer: ReturnType<typeof watch>): Promise<string[]> {
    const { seen, faults: jumps, ended } = await within(`The end of a ${length} reply`, REPLY_PATIENCE, viewer)
    const { messages } = await far.get<ThreadHistory>(`/api/chat/thread/${threadId}`)
    const [, reply] = messages
    const faults: string[] = []
    if (!ended) faults.push(`the viewer of a ${length} reply was left without an end`)
    if (jumps > 0) faults.push(`the viewer of a ${length} reply saw ${jumps} pieces out of place`)
    if (seen !== reply?.content)
      faults.push(`a viewer saw ${seen.length} characters of a ${length} reply, ${reply?.content.length} are kept`)
    if (!wordsOf(length).startsWith(reply?.content ?? '-'))
      faults.push(`a ${length} reply is no beginning of the answer`)
    if (reply?.status === 'complete') {
      sums.whole += 1
      if (reply.content !== wordsOf(length)) faults.push(`a ${length} reply is called whole and is not`)
    } else if (reply?.status === 'interrupted' && onFirst) sums.cut += 1
    else faults.push(`a ${length} reply of the ${onFirst ? 'first' : 'second'} instance is ${reply?.status}`)
    return faults
  }

  let isFirstDown = false
  const startFirst = async () => {
    await within('The start of the killed instance', CALL_PATIENCE * 4, first.restart())
    isFirstDown = false
  }

  async function play(round: number, faults: string[]): Promise<string> {
    const orFault = (wait: Promise<unknown>) => wait.catch((error: Error) => faults.push(error.message))
    if (isFirstDown) await startFirst() // a round that broke off left it so
    const onEnd = round % 3 === 0
    const moment = 100 + Math.round(Math.random() * 2_000)
    const before = new Map((await tasksOf([...timed, waiting])).map((task) => [task.id, task]))
    // Before, at and after the kill; an instance looks every five seconds.
    await sql.query(
      `update seat_schedules set next_at = now() + random() * interval '8 seconds' - interval '2 seconds' where id = any($1)`,
      [timed],
    )
    const begun: Begun[] = []
    for (const length of ON_SECOND) begun.push(await begin(length, false, round))
    for (const length of ON_FIRST) begun.push(await begin(length, true, round))
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
        const signal = AbortSignal.timeout(CALL_PATIENCE)
        const answer = await fetch(`${first.url}/api/files?name=n.txt`, {
          method: 'POST',
          headers,
          body: content,
          signal,
        })
        if (answer.ok) kept.push({ id: ((await answer.json()) as { id: string }).id, content })
        await sleep(20)
      }
    })().catch(() => undefined)
    let isHeard = false
    /** Shortly before the kill: between the record and the word of it to the schedule there must be no gap. */
    const adding = (async () => {
      await sleep(Math.max(0, moment - Math.random() * 400))
      isHeard = (await near.send('POST', '/api/m/tasks/add', { title: `Patch ${round}` })).ok
    })().catch(() => undefined)
    const last = begun.findLast(({ onFirst, length }) => onFirst && length === 'middle') as Begun
    await (onEnd ? orFault(within('The end of a middle reply', REPLY_PATIENCE, last.heard)) : sleep(moment))
    isFirstDown = true
    await orFault(within('The end of the killed instance', CALL_PATIENCE, first.kill()))
    sums.kills += 1
    isDead = true
    const calls = Promise.all([patching, plain, adding])
    await orFault(within('The end of the calls to the killed instance', CALL_PATIENCE, calls))

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
    const heard = await sql.query('select 1 from seat_schedules where id = $1 and next_at is not null', [waiting])
    if (isHeard && heard.rowCount === 0) faults.push('the schedule did not hear of a record that was acknowledged')
    if (heard.rowCount) {
      await sql.query('update seat_schedules set next_at = now() where id = $1', [waiting])
      sums.events += 1
    }
    for (const one of await Promise.allSettled(begun.map((each, at) => judge(each, viewers[at] as never))))
      faults.push(...(one.status === 'fulfilled' ? one.value : [(one.reason as Error).message]))
    // Only now: until here the surviving instance was alone.
    const added = async () => (await tasksOf([...timed, waiting])).filter(({ id }) => !before.has(id))
    const wanted = timed.length + (heard.rowCount ?? 0)
    await orFault(until('The tasks of the schedules', SEAT_PATIENCE, async () => (await added()).length >= wanted))
    await orFault(startFirst())
    await orFault(until('The end of the tasks of the schedules', SEAT_PATIENCE, allReviewed))
    await sleep(6_000) // one more look of both instances at what is due
    const tasks = await added()
    for (const [at, schedule] of [...timed, waiting].entries()) {
      const count = tasks.filter(({ schedule_id }) => schedule_id === schedule).length
      const due = schedule === waiting ? (heard.rowCount ?? 0) : 1
      if (count !== due) faults.push(`schedule ${at} was due ${due} times and gave ${count} tasks`)
    }
    for (const { id, schedule_id } of tasks) {
      const { deliverables } = await far.get<TaskDetails>(`/api/workforce/tasks/${id}`)
      const versions = deliverables.reduce((sum, one) => sum + one.versions.length, 0)
      if (versions !== 1) faults.push(`the task of a schedule handed in ${versions} times`)
      if (schedule_id !== waiting) sums.timed += 1
      // What answers to changes hears of none while its task is open.
      else
        for (const one of deliverables)
          await far.post(`/api/workforce/deliverables/${one.id}/accept`, { version: one.versions[0]?.version })
    }
    return `killed ${onEnd ? 'as a reply ended' : `after ${moment} ms`}, the upload went on at ${offset}, ${kept.length} files`
  }

  for (let round = 1; round <= ROUNDS; round++) {
    const faults: string[] = []
    const told = await play(round, faults).catch((error: Error) => {
      faults.push(error.message)
      return 'broken off'
    })
    if (faults.length > 0) bad += 1
    say(`round ${round}: ${told}; ${faults.length === 0 ? 'good' : faults.join('; ')}`)
  }
  say(
    `\n${sums.kills} kills: ${sums.whole} replies whole, ${sums.cut} kept as interrupted; ${sums.uploads} uploads (${sums.resumed} went on on the other instance), ${sums.plain} files; ${sums.timed} tasks of times that came, ${sums.events} of records; ${bad} rounds with faults.`,
  )
  for (const [name, server] of Object.entries({ first, second }))
    if (server.log().includes('unexpected failure')) {
      bad += 1
      say(`The log of the ${name} instance has unexpected failures:\n${server.log().slice(-2_000)}`)
    }
  process.exitCode = bad > 0 ? 1 : 0
} finally {
  await first.kill()
  await second.kill()
  await fake.stop()
  await sql.end()
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
