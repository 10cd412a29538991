// Seats' runs killed at random moments: every effect once, or unknown and shown, every product handed in once.
//
//   npm run drill seats-kill                     100 kills
//   npm run drill seats-kill -- --rounds=15      fewer
//
// Each round gives several seats tasks at once: records behind approvals, mails to a mail server of the tests, questions,
// parts for another seat. The server is killed as by kill -9 at a random moment at which a run is running, another one takes
// over when the lease has run out, and the tasks go on to their end. A mail that nobody can know of is asked about; the answer
// is what the mail server has seen. Then the records, mails and products are counted. A round whose last run ended in the
// moment of the kill is not counted as one.
//
// A round costs a start of the server and five seconds or so: what waits (an approval, an answer) is seen at once, but a run
// that the killed server had claimed comes back by a look every two seconds, a part by one every five.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TaskDetails } from '../../contract/workforce-work.ts'
import { startSystemPostgres, systemPostgres } from '../../scripts/postgres.mjs'
import { client } from '../client.ts'
import { hire, type Person, register } from '../hiring.ts'
import { startServer } from '../server.ts'
import { until, within } from '../waiting.ts'

const ROUNDS = Number(process.argv.find((word) => word.startsWith('--rounds='))?.slice(9) ?? 100)
const say = (line: string) => process.stdout.write(`${line}\n`)
const bin = systemPostgres()
if (bin === null) {
  say('This drill needs PostgreSQL 15 or later of the system.')
  process.exit(1)
}
const database = await startSystemPostgres(bin)
const sql = new pg.Pool({ connectionString: database.url, max: 2 })
sql.on('error', () => undefined) // at the end its connections go with the database
const smtp = spawn(process.execPath, [fileURLToPath(new URL('../../server/accounts/test-smtp.ts', import.meta.url))], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const mails = new Map<string, number>()
const lines = createInterface({ input: smtp.stdout })
const [smtpPort] = (await once(lines, 'line')) as [string]
lines.on('line', (line) => {
  const { to } = JSON.parse(line) as { to: string[] }
  for (const one of to) mails.set(one, (mails.get(one) ?? 0) + 1)
})

const server = await startServer(
  {
    DATABASE_URL: database.url,
    SESSION_SECRET: 'a secret of the drill that is long enough',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'atrium@example.org',
  },
  { program: 'server/seats/test-crash-server.ts' },
)

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
      await ann.send('POST', `/api/approvals/${approval}/decide`, { decision: 'approve', argsHash })
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
  const root = await register(
    client(() => server.url),
    'root',
  )
  const ann = await register(
    client(() => server.url),
    'ann',
  )
  const workers = (await hire(root, ann, { ops: 2, support: 1 })).filter(({ agentKey }) => agentKey === 'ops')
  const running = async () => {
    const { rows } = await sql.query<{ count: number }>(
      `select count(*)::int as count from runs where status = 'running'`,
    )
    return rows[0]?.count ?? 0
  }

  let tested = 0
  for (let round = 1; tested < ROUNDS && round <= 2 * ROUNDS; round++) {
    const given: Given[] = []
    const give = async () => {
      for (const playbook of [...PLAYBOOKS, 'mail', 'addTwo'] as const) {
        const mark = `r${round}-${given.length}`
        const input =
          playbook === 'addTwo'
            ? { first: `${mark}-first`, second: `${mark}-second` }
            : playbook === 'mail'
              ? { to: `${mark}@example.org` }
              : {}
        const seatId = workers[given.length % workers.length]?.id
        const task = { title: mark, seatId, playbook, input, attempt: `drill-${mark}` }
        const { id } = await ann.post<{ id: string }>('/api/workforce/tasks', task)
        given.push({ id, playbook, mark })
      }
    }
    await give()
    const begun = performance.now()
    const wish = Math.round(Math.random() * 800)
    let isDead = false
    const killing = (async () => {
      await sleep(wish)
      // Looked at and killed in one breath: a run may last a few milliseconds, and this is asked again and again.
      const atWork = async () => ((await running()) > 0 ? server.kill().then(() => true) : null)
      for (const end = Date.now() + 30_000; !(await atWork()); )
        if (Date.now() > end) throw new Error('Nothing was running for 30 s.')
    })().finally(() => {
      isDead = true
    })
    const moment = () => Math.round(performance.now() - begun)
    while (!isDead) {
      let open = 0
      for (const task of given) {
        const now = isDead ? null : await tend(ann, task).catch(() => null)
        if (now?.status !== 'in_review') open += 1
      }
      // All done before their moment came: there must be work at the kill.
      if (open === 0) await give().catch(() => undefined)
    }
    await within('The end of the killed server', 60_000, killing)
    const killedAt = moment()
    const atWork = await running()
    if (atWork > 0) tested += 1
    await sql.query(`update runs set lease_until = now() - interval '1 second' where status = 'running'`)
    await server.restart()
    const ended = new Map<string, TaskDetails>()
    const asked = new Set<string>()
    await until('The end of all tasks', 120_000, async () => {
      for (const task of given) {
        if (ended.has(task.id)) continue
        const now = await tend(ann, task)
        if (now.next?.for === 'unknown') asked.add(task.id)
        if (['in_review', 'done', 'failed', 'cancelled'].includes(now.status)) ended.set(task.id, now)
      }
      return ended.size === given.length
    }).catch((error: Error) => fault(error.message))
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
    say(
      `round ${round}: killed after ${killedAt} ms, ${atWork} runs at work, ${asked.size} asked about; ${Math.round(moment() / 100) / 10} s`,
    )
  }
  if (tested < ROUNDS) fault(`only ${tested} kills met a run at work`)
  say(`\n${tested} kills of runs at work, ${tasksDone} tasks ended, ${unknowns} effects asked about, ${faults} faults.`)
  process.exitCode = faults > 0 ? 1 : 0
} finally {
  await server.stop()
  smtp.kill()
  await sql.end()
  await database.stop()
}
