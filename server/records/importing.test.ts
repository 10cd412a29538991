import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collection, defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { readersOf } from '@atrium/contract/reading'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { testServer } from '../platform/http/test-server.ts'
import { createMetrics } from '../platform/observe/metrics.ts'
import { observeRoutes } from '../platform/observe/routes.ts'
import { silentLog } from '../platform/telemetry.ts'
import { progressTeller } from './import-progress.ts'
import { type TestModules, testModules } from './test-module.ts'

const Guest = z.object({ name: z.string() })
const accepts = ['.txt']
const party = defineModule({
  ...{ id: 'party', title: 'Party', summary: 'Guests', kind: 'module', industries: ['all'], tier: 'free' },
  triggers: ['/party'],
  icon: 'users',
  collections: { guests: collection(Guest, { version: 1, search: ['name'], key: 'name' }) },
  actions: { list: { summary: 'List', effect: 'read', input: z.object({}), output: z.array(z.unknown()) } },
  imports: {
    lines: { summary: 'A guest in each line', accepts },
    stalls: { summary: 'The same, and no end', accepts },
    spins: { summary: 'The same, and busy', accepts },
  },
})

const read = readersOf<typeof import('./test-readers.ts')>()
/** The processes that stalled. */
let processes: number[] = []

const server = defineServer(
  party,
  { list: (_, { store }) => store.guests.list({ order: 'name' }) },
  {
    readers: new URL('./test-readers.ts', import.meta.url),
    imports: {
      async *lines(file, _, context) {
        for await (const name of read(context, file, 'lines', {})) yield { collection: 'guests', data: { name } }
      },
      async *stalls(file, _, context) {
        for await (const name of read(context, file, 'stalls', {}))
          if (/^\d+$/.test(name)) processes.push(Number(name))
          else yield { collection: 'guests', data: { name } }
      },
      async *spins(file, _, context) {
        for await (const name of read(context, file, 'spins', {}))
          if (/^\d+$/.test(name)) processes.push(Number(name))
          else yield { collection: 'guests', data: { name } }
      },
    },
  },
)

const bare = defineServer(
  defineModule({
    ...{ id: 'bare', title: 'Bare', summary: 'No files', kind: 'module', industries: ['all'], tier: 'free' },
    ...{ triggers: ['/bare'], icon: 'users', collections: {}, actions: {} },
  }),
  {},
)

let at: TestModules
beforeAll(async () => {
  at = await testModules(server)
})
beforeEach(() => {
  processes = []
})

const guests = (count: number, name = 'Guest') =>
  Array.from({ length: count }, (_, number) => `${name} ${number}`).join('\n')
const list = async (who: string) => (await at.act<unknown[]>(who, 'party.list')).output
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const progressOf = (who: string) => at.progress.filter(({ owner }) => owner === who)

/** Sends the file, begins its import, and answers how to close its connection. */
async function begin(who: string, format: string, text: string) {
  const sent = await at.fetch(who, '/api/uploads?name=guests.txt', { method: 'POST', body: text })
  const { id } = (await sent.json()) as { id: string }
  const connection = new AbortController()
  const answer = at
    .fetch(who, `/api/m/party/imports/${format}`, {
      method: 'POST',
      signal: connection.signal,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ upload: id }),
    })
    .catch((error: Error) => error.name)
  return { id, answer, close: () => connection.abort() }
}

describe('an import whose connection closes', () => {
  test.each(['stalls', 'spins'])('ends its process and leaves nothing: one that %s', async (format) => {
    const { id, answer, close } = await begin(format, format, guests(1200))
    await expect.poll(() => progressOf(format).at(-1)?.rows, { timeout: 20_000 }).toBe(1000)
    expect(progressOf(format).at(-1)).toEqual({ owner: format, upload: id, read: 1, rows: 1000 })
    const [pid = 0] = processes
    expect(isAlive(pid)).toBe(true)
    // Who comes next waits for its place, and has it once the first is gone.
    const next = at.importFile(format, 'party.lines', { name: 'other.txt', bytes: guests(3, 'Other') })
    close()
    expect(await answer).toBe('AbortError')
    expect(await next).toMatchObject({ status: 200, report: { added: 3 } })
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(await list(format)).toHaveLength(3)
    const { rows } = await at.db.$client.query(
      `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    expect(rows).toEqual([])
  })
  test('while it waits in line begins nothing', async () => {
    const first = await begin('olga', 'stalls', guests(600))
    await expect.poll(() => processes.length, { timeout: 20_000 }).toBe(1)
    const second = await begin('olga', 'stalls', guests(600))
    second.close()
    await second.answer
    first.close()
    await first.answer
    expect((await at.importFile('olga', 'party.lines', { name: 'a.txt', bytes: 'Olga' })).report.added).toBe(1)
    expect(processes).toHaveLength(1)
  })
})

test('while a file keeps its process busy, everybody else is answered', async () => {
  const health = observeRoutes({
    ...{
      db: at.db,
      dir: '.',
      version: 'test',
      metrics: createMetrics({ runs: () => 0, streams: () => 0, pool: at.db.$client }),
      log: silentLog,
    },
    isServing: () => true,
  })
  const url = await testServer(health)
  const { answer, close } = await begin('nils', 'spins', guests(600))
  let isOver = false
  void answer.then(() => {
    isOver = true
  })
  await expect.poll(() => progressOf('nils').length, { timeout: 20_000 }).toBeGreaterThan(0)
  for (let count = 0; count < 200; count++) expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(isOver).toBe(false)
  close()
  await answer
})

test('how far it is is told a few times in a second, and what came last is not lost', async () => {
  const told: object[] = []
  const progress = progressTeller('up', (now) => told.push(now))
  progress.read(0.25)
  for (let count = 1; count <= 1000; count++) progress.rows(count)
  progress.read(0.5)
  progress.read(0.4) // another file beside it
  expect(told).toEqual([{ upload: 'up', read: 0.25, rows: 0 }])
  await expect.poll(() => told).toHaveLength(2)
  expect(told[1]).toEqual({ upload: 'up', read: 0.5, rows: 1000 })
  progress.rows(1001)
  progress.end()
  await new Promise((done) => setTimeout(done, 300))
  expect(told).toHaveLength(2)
})

test('what is said of a file that will come makes its module’s readers ready, and nothing where there are none', async () => {
  const scratches = mkdtempSync(join(tmpdir(), 'atrium-scratches-'))
  const { fetch } = await testModules(server, bare)
  vi.stubEnv('TMPDIR', scratches)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(scratches, { recursive: true, force: true })
  })
  const say = async (path: string) => {
    const { status } = await fetch('ann', `/api/uploads${path}`, {
      method: 'POST',
      body: path.includes('name') ? 'Ann' : '',
    })
    return [status, readdirSync(scratches).length]
  }
  expect(await say('/expected?module=nothing')).toEqual([200, 0])
  expect(await say('/expected?module=bare')).toEqual([200, 0])
  expect(await say('?name=guests.txt&module=nothing')).toEqual([201, 0])
  expect(await say('?name=guests.txt')).toEqual([201, 0])
  expect(await say('/expected?module=party')).toEqual([200, 1])
})
