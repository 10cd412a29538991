import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TaskDetails } from '@atrium/contract/workforce-work'
import { afterAll, expect, test, vi } from 'vitest'
import { startFake } from '../accounts/test-process.ts'
import { testDatabase, urlOf } from '../platform/database/test-database.ts'
import { client } from '../test-app.ts'
import { attempt, hire } from './test-seats.ts'

// A server is ended as by kill -9 at every boundary of every step of a run, and another one takes over.

vi.setConfig({ testTimeout: 240_000 }) // each starts a whole server anew, on a machine under any load

const { db, config } = await testDatabase()
const smtp = await startFake('../accounts/test-smtp.ts')
const folder = mkdtempSync(join(tmpdir(), 'atrium-crash-'))
let port = 0
let server: ChildProcess
const dead = async () => {
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
}

async function startServer(): Promise<void> {
  server = spawn(process.execPath, [fileURLToPath(new URL('./test-crash-server.ts', import.meta.url))], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: urlOf(config),
      DATA_DIR: folder,
      PORT: String(port),
      SESSION_SECRET: 'a secret of the tests that is long enough',
      RATE_LIMIT_FACTOR: '1000',
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'atrium@example.org',
    },
  })
  const ended = once(server, 'exit').then(() => Promise.reject(new Error('The server did not start.')))
  const [said] = (await Promise.race([once(server, 'message'), ended])) as [string]
  ended.catch(() => undefined) // it ends later: that is what the tests are about
  port = Number(said.split(' ')[1])
}
const endAt = async (boundary: string | null) => {
  server.send(boundary as string)
  await once(server, 'message')
}
/** Another worker waits until the lease has run out; here it has. */
const takeOver = async () => {
  await dead()
  await db.execute(`update runs set lease_until = now() - interval '1 second' where status = 'running'`)
  await startServer()
}

afterAll(async () => {
  server.kill('SIGKILL')
  await dead()
  rmSync(folder, { recursive: true, force: true })
})

await startServer()
const url = `http://127.0.0.1:${port}`
const register = async (username: string) => {
  const browser = client(url)
  const word = { username, email: `${username}@example.org`, password: 'correct horse battery' }
  const { id } = await browser.call<{ id: string }>('POST', '/api/register', word)
  return { ...browser, id }
}
const administrator = await register('root')
const ann = await register('ann')
const [seat] = await hire({ administrator: async () => administrator } as never, ann as never, { ops: 1 })

/** Allows what is asked for, and looks until the task is so or the server is gone. */
async function follow(id: string, isOver: (task: TaskDetails) => boolean): Promise<TaskDetails | null> {
  for (let looks = 0; looks < 2_400; looks++) {
    if (server.exitCode !== null || server.signalCode !== null) return null
    try {
      const task = await ann.call<TaskDetails>('GET', `/api/workforce/tasks/${id}`)
      if (isOver(task)) return task
      for (const { id: approval, argsHash, state } of task.approvals)
        if (state === 'pending')
          await ann.send('POST', `/api/approvals/${approval}/decide`, { decision: 'approve', argsHash })
    } catch (error) {
      if (!(error instanceof TypeError)) throw error // the connection was cut: the server has ended
    }
    await new Promise((later) => setTimeout(later, 25))
  }
  throw new Error('Nothing came of it.')
}

/** The answer may be cut off with the server; what it acknowledged or not, the task is there or was never made. */
async function give(playbook: string, input: Record<string, unknown>): Promise<string> {
  const word = attempt()
  const task = { title: playbook, seatId: seat?.id, playbook, input, attempt: word }
  await ann.send('POST', '/api/workforce/tasks', task).catch((error) => {
    if (!(error instanceof TypeError)) throw error
  })
  const { rows } = await db.execute<{ id: string }>(`select id from seat_tasks where attempt = '${word}'`)
  if (!rows[0]) throw new Error('The task was not made.')
  return rows[0].id
}

test.each([
  'begin',
  '1:asked',
  '1:executing',
  '1:done',
  '2:asked',
  '2:executing',
  '2:done',
  '3:executing',
  '3:done',
  'end',
])('killed at %s, a run does each of its writes once and hands in once', async (boundary) => {
  const name = boundary.replace(':', '_')
  const [first, second] = [`first_${name}`, `second_${name}`]
  await endAt(boundary)
  const id = await give('addTwo', { first, second })
  expect(await follow(id, ({ status }) => status === 'in_review')).toBeNull()
  await takeOver()
  const task = await follow(id, ({ status }) => status === 'in_review')
  const { output } = await ann.call<{ output: { tasks: { title: string }[] } }>('POST', '/api/m/tasks/list', {
    limit: 1000,
  })
  const made = output.tasks.map(({ title }) => title).filter((title) => [first, second].includes(title))
  expect(made.sort()).toEqual([first, second])
  expect(task?.deliverables[0]?.versions).toHaveLength(1)
  expect(task?.runs).toMatchObject([{ status: 'succeeded' }])
  expect(task?.runs[0]?.steps.map(({ state }) => state)).toEqual(['committed', 'committed', 'committed'])
})

test.each([
  ['2:executing', 0, true],
  ['2:done', 1, true],
  ['2:executing', 0, false],
] as const)(
  'killed at %s, a mail is sent at most once, and a person says whether it was',
  async (boundary, sent, happened) => {
    const to = `${boundary.replace(':', '-')}-${happened}@example.org`
    await endAt(boundary)
    const id = await give('mail', { to })
    expect(await follow(id, ({ status }) => status === 'in_review')).toBeNull()
    await takeOver()
    const unknown = await follow(id, ({ next }) => next?.for === 'unknown')
    const [run] = unknown?.runs ?? []
    expect(run?.steps[0]).toMatchObject({ seq: 2, name: 'mail.send', state: 'unknown', effect: 'send' })
    const mails = () => smtp.lines.filter((line) => (line as { to: string[] }).to[0] === to)
    expect(mails()).toHaveLength(sent)
    await ann.call('POST', `/api/workforce/runs/${run?.id}/steps/2/settle`, { happened })
    const done = await follow(id, ({ status }) => status === 'in_review')
    expect(done?.deliverables[0]?.versions[0]?.product.blocks).toMatchObject([{ markdown: 'sent' }])
    expect(mails()).toHaveLength(happened ? sent : 1)
  },
)

test('killed again and again, a run that waits for another seat or an answer goes on where it was', async () => {
  await endAt('1:asked')
  const id = await give('asks', {})
  expect(await follow(id, ({ question }) => question !== null)).toBeNull()
  await takeOver()
  const task = await follow(id, ({ question, next }) => question !== null && next?.for === 'answer')
  const { runId, seq } = task?.question ?? {}
  await endAt('3:executing')
  await ann
    .send('POST', `/api/workforce/tasks/${id}/answer`, { runId, seq, answers: { colour: 'blue' } })
    .catch((error) => {
      if (!(error instanceof TypeError)) throw error
    })
  expect(await follow(id, ({ status }) => status === 'in_review')).toBeNull()
  await takeOver()
  const done = await follow(id, ({ status }) => status === 'in_review')
  expect(done?.deliverables[0]?.versions).toMatchObject([{ product: { summary: 'blue' } }])
})
