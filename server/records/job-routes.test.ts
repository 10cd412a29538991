import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ActivityDetails, ActivityList } from '@atrium/contract/activity'
import { AppError } from '@atrium/contract/errors'
import { collection, defineModule } from '@atrium/contract/module'
import type { ExportJob, ImportAnswer, ImportJob } from '@atrium/contract/module-files'
import { defineServer } from '@atrium/contract/module-server'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createFiles } from '../files/files.ts'
import { guideModel } from '../guide/model.ts'
import { testJobs } from '../jobs/test-jobs.ts'
import { createModelDoor } from '../models/door/door.ts'
import { createKeyCipher } from '../models/key-cipher.ts'
import { createRegistry } from '../models/registry.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { testServer } from '../platform/http/test-server.ts'
import { silentLog } from '../platform/telemetry.ts'
import { atTheEnd } from '../platform/test-end.ts'
import type { Actions } from './actions.ts'
import { installed } from './installed.ts'
import { preparePartitions } from './partitions.ts'
import { createRecords } from './records.ts'

const Guest = z.object({ name: z.string().min(2, 'A name has two letters.') })
const party = defineModule({
  ...{ id: 'party', title: 'Party', summary: 'Guests', kind: 'module', industries: ['all'], tier: 'free' },
  triggers: ['/party'],
  icon: 'users',
  // Without a key: what would be taken in twice would be there twice.
  collections: { guests: collection(Guest, { version: 1 }) },
  actions: { list: { summary: 'List', effect: 'read', input: z.object({}), output: z.array(z.string()) } },
  imports: { lines: { summary: 'A guest in each line', accepts: ['.txt'] } },
  exports: { names: { summary: 'Their names', extension: '.txt', mime: 'text/plain' } },
})

/** Where an import or an export stands still until it is let go. */
let hold: { reached: () => void; go: Promise<void>; letGo: () => void } | null = null
function holding() {
  const reached = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const letGo = () => {
    hold = null
    go.resolve()
  }
  hold = { reached: reached.resolve, go: go.promise, letGo }
  return { reached: reached.promise, letGo }
}
const pass = async () => {
  hold?.reached()
  await hold?.go
}

const server = defineServer(
  party,
  {
    list: async (_, { store }) => {
      const names: string[] = []
      for await (const { name } of store.guests.each({ order: 'createdAt' })) names.push(name)
      return names
    },
  },
  {
    imports: {
      async *lines(file) {
        let text = ''
        for await (const piece of file.bytes()) text += Buffer.from(piece).toString()
        if (text.startsWith('%')) throw new AppError('bad_request', 'This is no list of guests.')
        const names = text.trimEnd().split('\n')
        for (const [at, name] of names.entries()) {
          if (at === names.length - 1) await pass()
          yield { collection: 'guests', data: { name }, line: at + 1 }
        }
      },
    },
    exports: {
      names: async (_, { store }) => ({
        name: 'guests.txt',
        body: (async function* () {
          await pass()
          for await (const { name } of store.guests.each({ order: 'createdAt' })) yield `${name}\n`
        })(),
      }),
    },
  },
)

const { db } = await testDatabase()
await preparePartitions(db.$client, [party], silentLog)
const dir = mkdtempSync(join(tmpdir(), 'atrium-jobs-'))
atTheEnd(() => rmSync(dir, { recursive: true, force: true }))

const begun: ReturnType<typeof testJobs>[] = []
afterEach(async () => {
  hold?.letGo()
  for (const one of begun.splice(0)) await one.engine.drain()
})

/** An instance on the files and rows that the others have; it waits so long for what it begins. */
async function instance(moment?: number) {
  const modules = [installed(server)]
  const files = createFiles({ db, dir, log: silentLog })
  const later = testJobs({ db, modules, actions: () => actions, moment })
  begun.push(later)
  const { actions, routes }: { actions: Actions; routes: ReturnType<typeof createRecords>['routes'] } = createRecords({
    ...{ db, modules, files, log: silentLog, jobs: later.jobs, linkSecret: 'a secret of the tests' },
    cipher: createKeyCipher('a secret of the tests'),
    model: createModelDoor({ db, registryOf: async () => createRegistry({}, guideModel) }),
  })
  const url = await testServer([...routes, ...later.jobs.routes])
  const call = async <T>(who: string, method: string, path: string, body?: unknown) => {
    const headers = { 'x-test-person': who, 'content-type': 'application/json' }
    const response = await fetch(url + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as T }
  }
  return {
    ...later,
    call,
    url,
    async send(who: string, text: string, name = 'guests.txt') {
      const headers = { 'x-test-person': who }
      const sent = await fetch(`${url}/api/uploads?name=${name}`, { method: 'POST', headers, body: text })
      return ((await sent.json()) as { id: string }).id
    },
    take: async (who: string, upload: string, rows?: number) =>
      call<ImportJob & { error?: { message: string } }>(who, 'POST', '/api/m/party/imports/lines/job', {
        upload,
        rows,
      }),
    seen: async (who: string, id: string) => (await call<ActivityDetails>(who, 'GET', `/api/activity/${id}`)).body,
    names: async (who: string) => (await call<{ output: string[] }>(who, 'POST', '/api/m/party/list', {})).body.output,
  }
}
const SHORT = 1 // ms: what is held is not done by then on any machine

test('a file that is read in a moment is answered at once, and its report stays in Activity with what undoes it', async () => {
  const at = await instance()
  const { status, body } = await at.take('ann', await at.send('ann', 'Ada\nB\nCleo'), 3)
  expect(status).toBe(200)
  expect(body.result?.report).toMatchObject({ added: 2, refused: 1 })
  const seen = await at.seen('ann', body.job)
  expect(seen).toMatchObject({
    work: 'import',
    subject: 'guests.txt',
    title: 'A guest in each line',
    status: 'succeeded',
    canPause: false,
  })
  const { report, change } = seen.result as ImportAnswer
  expect(report.rows.refused).toEqual([{ line: 2, text: '{"name":"B"}', reason: 'name: A name has two letters.' }])
  expect(await at.names('ann')).toEqual(['Ada', 'Cleo'])
  expect((await at.call('ann', 'POST', `/api/changes/${change}/undo`)).status).toBe(200)
  expect(await at.names('ann')).toEqual([])
  expect((await at.call('bob', 'GET', `/api/activity/${body.job}`)).status).toBe(404)
})

test('what cannot be read is told whoever waits for it, and is no failure that somebody finds later', async () => {
  const at = await instance()
  const upload = await at.send('bea', '%PDF')
  const { status, body } = await at.take('bea', upload)
  expect([status, body.error?.message]).toEqual([400, 'This is no list of guests.'])
  expect((await at.call<ActivityList>('bea', 'GET', '/api/activity')).body.items).toEqual([])
  expect((await at.take('bea', 'nonsense')).status).toBe(404)
  expect((await at.call('bea', 'POST', '/api/m/party/imports/other/job', { upload })).status).toBe(404)
  expect((await at.call('bea', 'POST', '/api/m/none/imports/lines/job', { upload })).status).toBe(404)
})

test('one that takes longer goes on when its caller has left, and says how far it is', async () => {
  const at = await instance(SHORT)
  const held = holding()
  const lines = Array.from({ length: 1_200 }, (_, line) => `Guest ${line}`)
  const { body } = await at.take('cara', await at.send('cara', lines.join('\n')), 1_200)
  expect(body.result).toBeNull()
  await held.reached
  await expect
    .poll(async () => at.seen('cara', body.job))
    .toMatchObject({ status: 'running', done: 1_000, total: 1_200 })
  expect(await at.names('cara')).toEqual([]) // one transaction: nothing before its end
  held.letGo()
  await at.idle()
  expect(await at.seen('cara', body.job)).toMatchObject({ status: 'succeeded', result: { report: { added: 1_200 } } })
  expect(await at.names('cara')).toHaveLength(1_200)
})

test('one that is cancelled leaves nothing, and its file can go again', async () => {
  const at = await instance(SHORT)
  const held = holding()
  const upload = await at.send('dora', 'Ada\nBen')
  const { body } = await at.take('dora', upload)
  await held.reached
  expect((await at.call('dora', 'POST', `/api/activity/${body.job}/pause`)).status).toBe(409)
  expect((await at.call('dora', 'POST', `/api/activity/${body.job}/cancel`)).status).toBe(200)
  await at.idle()
  expect(await at.seen('dora', body.job)).toMatchObject({ status: 'cancelled', result: null })
  held.letGo()
  expect(await at.names('dora')).toEqual([])
  const again = await at.take('dora', upload)
  await at.idle()
  expect(await at.seen('dora', again.body.job)).toMatchObject({ status: 'succeeded' })
})

test('a server that stops over it hands it on: begun again from its upload, nothing is there twice', async () => {
  const first = await instance(SHORT)
  const held = holding()
  const { body } = await first.take('eve', await first.send('eve', 'Ada\nB\nCleo'))
  await held.reached
  await first.engine.drain()
  held.letGo()
  const second = await instance()
  expect(await second.seen('eve', body.job)).toMatchObject({ status: 'waiting' })
  await second.idle()
  expect(await second.seen('eve', body.job)).toMatchObject({
    status: 'succeeded',
    result: { report: { added: 2, refused: 1 } },
  })
  expect(await second.names('eve')).toEqual(['Ada', 'Cleo'])
})

test('one whose end was lost after its rows were saved is not done again', async () => {
  const first = await instance()
  const { body } = await first.take('finn', await first.send('finn', 'Ada\nBen'))
  await db.$client.query(
    `with mine as (update jobs set status = 'running', result = null, ended_at = null where id = $1 returning run_id)
     update runs set status = 'running', lease_until = now() - interval '1 hour' from mine where runs.id = mine.run_id`,
    [body.job],
  )
  const second = await instance()
  await second.idle()
  expect(await second.seen('finn', body.job)).toMatchObject({ status: 'succeeded', result: { report: { added: 2 } } })
  expect(await second.names('finn')).toEqual(['Ada', 'Ben'])
})

test('one that failed after its rows were saved is only ended when it is tried again', async () => {
  const at = await instance()
  const { body } = await at.take('kim', await at.send('kim', 'Ada\nBen'))
  await db.$client.query(
    `with mine as (update jobs set status = 'failed', result = null where id = $1 returning run_id)
     update runs set status = 'failed' from mine where runs.id = mine.run_id`,
    [body.job],
  )
  expect((await at.call('kim', 'POST', `/api/activity/${body.job}/retry`)).status).toBe(200)
  await at.idle()
  expect(await at.seen('kim', body.job)).toMatchObject({ status: 'succeeded', result: { report: { added: 2 } } })
  expect(await at.names('kim')).toEqual(['Ada', 'Ben'])
})

test('what fails within the first moment after its rows were saved stays in Activity, to be ended there', async () => {
  const at = await instance()
  const upload = await at.send('lena', 'Ada')
  at.jobs.does('import', {
    effect: 'write',
    async run({ kept, keep }) {
      if (kept !== undefined) return kept
      await keep(db.$client, { report: { added: 1 }, change: null })
      throw new Error('the disk is full')
    },
  })
  const { status, body } = await at.take('lena', upload)
  expect([status, body.result]).toEqual([200, null])
  expect(await at.seen('lena', body.job)).toMatchObject({ status: 'failed' })
  await at.call('lena', 'POST', `/api/activity/${body.job}/retry`)
  await at.idle()
  expect(await at.seen('lena', body.job)).toMatchObject({ status: 'succeeded', result: { report: { added: 1 } } })
})

test('a word to cancel that comes after the rows were saved calls nothing off: it is done, and says so', async () => {
  const at = await instance(SHORT)
  const upload = await at.send('olga', 'Ada')
  const kept = Promise.withResolvers<void>()
  at.jobs.does('import', {
    effect: 'write',
    async run({ keep, signal }) {
      await keep(db.$client, { report: { added: 1 }, change: null })
      kept.resolve()
      await new Promise((_, stop) => signal.addEventListener('abort', () => stop(signal.reason)))
    },
  })
  const { body } = await at.take('olga', upload)
  await kept.promise
  expect((await at.call('olga', 'POST', `/api/activity/${body.job}/cancel`)).status).toBe(200)
  await at.idle()
  expect(await at.seen('olga', body.job)).toMatchObject({ status: 'succeeded', result: { report: { added: 1 } } })
  // The same where nobody is at work on it at that moment.
  await db.$client.query(
    `with mine as (update jobs set status = 'waiting', result = null, ended_at = null where id = $1 returning run_id)
     update runs set status = 'waiting' from mine where runs.id = mine.run_id`,
    [body.job],
  )
  expect((await at.call('olga', 'POST', `/api/activity/${body.job}/cancel`)).status).toBe(200)
  expect(await at.seen('olga', body.job)).toMatchObject({ status: 'succeeded', result: { report: { added: 1 } } })
})

test('an upload that cannot be removed does not make a failure of what was saved', async () => {
  const at = await instance(SHORT)
  const held = holding()
  const upload = await at.send('mona', 'Ada\nBen')
  const { body } = await at.take('mona', upload)
  await held.reached
  await db.$client.query('update uploads set path = $2 where id = $1', [upload, dir]) // a folder, which `unlink` refuses
  held.letGo()
  await at.idle()
  expect(await at.seen('mona', body.job)).toMatchObject({ status: 'succeeded', result: { report: { added: 2 } } })
})

test('what is done has not failed where its end cannot be stored: whoever has it next ends it', async () => {
  const first = await instance()
  await db.$client.query(`create function refuse_ends() returns trigger language plpgsql as $$
      begin raise exception 'not now'; end $$;
    create trigger refuse_ends before update on jobs for each row
      when (new.owner_id = 'nina' and new.status = 'succeeded') execute function refuse_ends()`)
  const { status, body } = await first.take('nina', await first.send('nina', 'Ada\nBen'))
  expect([status, body.result]).toEqual([200, null])
  expect(await first.seen('nina', body.job)).toMatchObject({ status: 'running' })
  await db.$client.query(`drop function refuse_ends cascade;
    update runs set lease_until = now() - interval '1 hour' where owner_id = 'nina'`)
  const second = await instance()
  await second.idle()
  expect(await second.seen('nina', body.job)).toMatchObject({ status: 'succeeded', result: { report: { added: 2 } } })
  expect(await second.names('nina')).toEqual(['Ada', 'Ben'])
})

test('files that are sent after it make no room where its own lies', async () => {
  const at = await instance(SHORT)
  const held = holding()
  const { body } = await at.take('gwen', await at.send('gwen', 'Ada\nBen'))
  await held.reached
  for (let sent = 0; sent < 7; sent++) await at.send('gwen', 'Zoe')
  const { rows } = await db.$client.query(`select count(*) as count from uploads where owner_id = 'gwen'`)
  expect(rows[0]?.count).toBe(6) // five that wait, and this one
  await at.engine.drain()
  held.letGo()
  const other = await instance()
  await other.idle()
  expect(await other.seen('gwen', body.job)).toMatchObject({ status: 'succeeded' })
})

test('a file is made while its caller is away, fetched when it is ready, by nobody else', async () => {
  const at = await instance(SHORT)
  await at.take('hugo', await at.send('hugo', 'Ada\nBen'))
  await at.idle()
  const held = holding()
  const { status, body } = await at.call<ExportJob>('hugo', 'POST', '/api/m/party/exports/names/job', {})
  expect(status).toBe(200)
  expect(body.link).toBeNull()
  await held.reached
  expect((await at.call('hugo', 'GET', `/api/activity/${body.job}/file`)).status).toBe(404)
  held.letGo()
  await at.idle()
  const { link, subject, work } = await at.seen('hugo', body.job)
  expect([link, subject, work]).toEqual([`/api/activity/${body.job}/file`, 'guests.txt', 'export'])
  const file = await fetch(at.url + link, { headers: { 'x-test-person': 'hugo' } })
  expect(await file.text()).toBe('Ada\nBen\n')
  expect(file.headers.get('content-disposition')).toContain('guests.txt')
  expect((await at.call('ivy', 'GET', link as string)).status).toBe(404)
  // After a day its bytes are gone, and nothing leads there.
  await db.$client.query(`update jobs set ended_at = now() - interval '25 hours' where id = $1`, [body.job])
  expect((await at.seen('hugo', body.job)).link).toBeNull()
})

test('all records of a collection are had the same way, and what does not exist is refused at once', async () => {
  const at = await instance()
  await at.take('jill', await at.send('jill', 'Ada'))
  const { body } = await at.call<ExportJob>('jill', 'POST', '/api/m/party/collections/guests/export/job', {
    format: 'csv',
  })
  const file = await fetch(at.url + body.link, { headers: { 'x-test-person': 'jill' } })
  expect(await file.text()).toMatch(/^\uFEFF?id,name,createdAt,updatedAt\r?\n[^,]+,Ada,/)
  for (const path of ['exports/other', 'collections/other/export', 'collections/__proto__/export'])
    expect((await at.call('jill', 'POST', `/api/m/party/${path}/job`, {})).status).toBe(404)
})
