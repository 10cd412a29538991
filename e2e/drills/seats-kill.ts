// Seats' runs killed at random moments: every effect once, or unknown and shown, every product handed in once.
//
//   npm run drill seats-kill                     100 kills
//   npm run drill seats-kill -- --rounds=15      fewer
//
// Each round gives several seats tasks at once: records behind approvals, mails to a mail server of the tests, questions,
// parts for another seat. The server is killed as by kill -9 at a random moment, another one takes over when the lease has run
// out, and the tasks go on to their end. A mail that nobody can know of is asked about; the answer is what the mail
// server has seen. Then the records, mails and products are counted.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { totalsOf } from '../../contract/workforce.ts'
import type { SeatAtWork } from '../../contract/workforce-seats.ts'
import type { TaskDetails } from '../../contract/workforce-work.ts'
import { startSystemPostgres, systemPostgres } from '../../scripts/postgres.mjs'
import { testBilling } from '../../server/workforce/test-order.ts'
import { client } from '../client.ts'

const ROUNDS = Number(process.argv.find((word) => word.startsWith('--rounds='))?.slice(9) ?? 100)
const say = (line: string) => process.stdout.write(`${line}\n`)
const path = (file: string) => fileURLToPath(new URL(`../../server/${file}`, import.meta.url))

const bin = systemPostgres()
if (bin === null) {
  say('This drill needs PostgreSQL 15 or later of the system.')
  process.exit(1)
}
const database = await startSystemPostgres(bin)
const sql = new pg.Pool({ connectionString: database.url, max: 2 })
const folder = mkdtempSync(join(tmpdir(), 'atrium-seats-kill-'))

const smtp = spawn(process.execPath, [path('accounts/test-smtp.ts')], { stdio: ['ignore', 'pipe', 'inherit'] })
const mails = new Map<string, number>()
const lines = createInterface({ input: smtp.stdout })
const [smtpPort] = (await once(lines, 'line')) as [string]
lines.on('line', (line) => {
  const { to } = JSON.parse(line) as { to: string[] }
  for (const one of to) mails.set(one, (mails.get(one) ?? 0) + 1)
})

let port = 0
let server: ChildProcess
async function start(): Promise<void> {
  server = spawn(process.execPath, ['--no-warnings', path('seats/test-crash-server.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      PORT: String(port),
      SESSION_SECRET: 'a secret of the drill that is long enough',
      RATE_LIMIT_FACTOR: '1000',
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: 'atrium@example.org',
    },
  })
  const ended = once(server, 'exit').then(() => Promise.reject(new Error('The server did not start.')))
  ended.catch(() => undefined)
  const [said] = (await Promise.race([once(server, 'message'), ended])) as [string]
  port = Number(said.split(' ')[1])
}
async function kill(): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
}

const url = () => `http://127.0.0.1:${port}`
type Person = ReturnType<typeof client>
async function register(username: string): Promise<Person & { id: string }> {
  const person = client(url)
  const word = { username, email: `${username}@example.org`, password: 'correct horse battery' }
  return { ...person, ...(await person.post<{ id: string }>('/api/register', word)) }
}

const PLAYBOOKS = ['addTwo', 'mail', 'asks', 'splits', 'report'] as const
interface Given {
  id: string
  playbook: (typeof PLAYBOOKS)[number]
  mark: string
}

/** What a person does who allows and answers everything; what the server's end cuts off is done again by the next look. */
async function tend(ann: Person, { id, mark }: Given): Promise<TaskDetails> {
  const task = await ann.get<TaskDetails>(`/api/workforce/tasks/${id}`)
  for (const { id: approval, argsHash, state } of task.approvals)
    if (state === 'pending')
      await ann.send('POST', `/api/workforce/approvals/${approval}/decide`, { decision: 'approve', argsHash })
  if (task.question)
    await ann.send('POST', `/api/workforce/tasks/${id}/answer`, {
      runId: task.question.runId,
      seq: task.question.seq,
      answers: { colour: 'blue' },
    })
  const run = task.runs.at(-1)
  if (task.next?.for === 'unknown')
    for (const { seq, state } of run?.steps ?? [])
      if (state === 'unknown')
        await ann.send('POST', `/api/workforce/runs/${run?.id}/steps/${seq}/settle`, {
          happened: mails.has(`${mark}@example.org`),
        })
  return task
}

let faults = 0
let unknowns = 0
let tasksDone = 0
const fault = (line: string) => {
  faults += 1
  say(`    **${line}**`)
}

try {
  await start()
  const root = await register('root')
  const ann = await register('ann')
  await root.send('PUT', `/api/admin/users/${ann.id}/trusted`, { trusted: true })
  const items = { ops: 2, support: 1 }
  await ann.post('/api/workforce/orders', {
    items,
    billingPeriod: 'monthly',
    billing: testBilling,
    expectedTotalCents: totalsOf({ items, billingPeriod: 'monthly' }).totalCents,
    attempt: 'the order of the drill',
  })
  const list = async () => (await ann.get<{ seats: SeatAtWork[] }>('/api/workforce/seats')).seats
  for (const { id } of await list()) await ann.send('PUT', `/api/workforce/seats/${id}/onboarding`, { answers: {} })
  const workers = (await list()).filter(({ agentKey }) => agentKey === 'ops')

  for (let round = 1; round <= ROUNDS; round++) {
    const given: Given[] = []
    for (const [at, playbook] of [...PLAYBOOKS, 'mail' as const, 'addTwo' as const].entries()) {
      const mark = `r${round}-${at}`
      const input =
        playbook === 'addTwo'
          ? { first: `${mark}-first`, second: `${mark}-second` }
          : playbook === 'mail'
            ? { to: `${mark}@example.org` }
            : {}
      const seatId = workers[at % workers.length]?.id
      const task = { title: mark, seatId, playbook, input, attempt: `drill-${mark}` }
      const { id } = await ann.post<{ id: string }>('/api/workforce/tasks', task)
      given.push({ id, playbook, mark })
    }
    const moment = Math.round(Math.random() * 1_500)
    const killing = sleep(moment).then(kill)
    let isDead = false
    void killing.then(() => {
      isDead = true
    })
    while (!isDead) {
      for (const task of given) if (!isDead) await tend(ann, task).catch(() => undefined)
      await sleep(20)
    }
    await killing
    const open = await sql.query(`select 1 from runs where status = 'running'`)
    await sql.query(`update runs set lease_until = now() - interval '1 second' where status = 'running'`)
    await start()
    const end = Date.now() + 120_000
    const ended = new Map<string, TaskDetails>()
    const asked = new Set<string>()
    while (ended.size < given.length && Date.now() < end) {
      for (const task of given) {
        if (ended.has(task.id)) continue
        const now = await tend(ann, task)
        if (now.next?.for === 'unknown') asked.add(task.id)
        if (['in_review', 'done', 'failed', 'cancelled'].includes(now.status)) ended.set(task.id, now)
      }
      await sleep(50)
    }
    unknowns += asked.size
    const { output } = await ann.post<{ output: { tasks: { title: string }[] } }>('/api/m/tasks/list', { limit: 1000 })
    for (const { id, playbook, mark } of given) {
      const task = ended.get(id)
      if (task?.status !== 'in_review') {
        const now = await ann.get<TaskDetails>(`/api/workforce/tasks/${id}`)
        fault(`${playbook} ${mark} ended as ${now.status} (${now.next?.for}): ${now.reason}`)
        continue
      }
      tasksDone += 1
      const versions = task.deliverables.reduce((sum, one) => sum + one.versions.length, 0)
      if (versions !== 1) fault(`${playbook} ${mark} handed in ${versions} times`)
      if (playbook === 'addTwo')
        for (const title of [`${mark}-first`, `${mark}-second`]) {
          const count = output.tasks.filter((one) => one.title === title).length
          if (count !== 1) fault(`${title} was added ${count} times`)
        }
      if (playbook === 'mail' && mails.get(`${mark}@example.org`) !== 1)
        fault(`the mail of ${mark} was sent ${mails.get(`${mark}@example.org`) ?? 0} times`)
    }
    for (const { title } of output.tasks.filter((one) => one.title.startsWith(`r${round}-`)))
      await ann.send('POST', '/api/m/tasks/done', { title })
    say(`round ${round}: killed after ${moment} ms, ${open.rowCount} runs at work, ${asked.size} asked about`)
  }
  say(`\n${ROUNDS} kills, ${tasksDone} tasks ended, ${unknowns} effects asked about, ${faults} faults.`)
  process.exitCode = faults > 0 ? 1 : 0
} finally {
  await kill().catch(() => undefined)
  smtp.kill()
  await sql.end()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
