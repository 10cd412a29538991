import type { ActivityDetails, ActivityList } from '@atrium/contract/activity'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { installed } from '../records/installed.ts'
import { testModules } from '../records/test-module.ts'
import { testJobs } from './test-jobs.ts'
import { type Between, notesServer } from './test-modules.ts'

let between: Between = async () => undefined
const server = notesServer({ between: (page, signal) => between(page, signal) })
const app = await testModules(server)
/** Only what a test began is at work, so that none takes another's job. */
const begun: ReturnType<typeof testJobs>[] = []
afterEach(async () => {
  letAll()
  for (const one of begun.splice(0)) await one.engine.drain()
})
const instance = () => {
  const one = testJobs({ db: app.db, modules: [installed(server)], actions: () => app.actions })
  begun.push(one)
  return one
}
const doAll = () => instance().due()
const listOf = async (who: string) => (await app.act<string[]>(who, 'notes.list')).output
const start = async (who: string, pages = 3) => (await app.act<{ id: string }>(who, 'notes.copy', { pages })).output.id
const seen = async (who: string, id: string) =>
  (await (await app.fetch(who, `/api/activity/${id}`)).json()) as ActivityDetails
const activity = async (who: string, query = '') =>
  (await (await app.fetch(who, `/api/activity${query}`)).json()) as ActivityList

/** Holds a job after this page until it is let go; `reached` when it is there. */
function holdAfter(page: number) {
  const reached = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  between = async (at) => {
    if (at !== page) return
    reached.resolve()
    await go.promise
  }
  return { reached: reached.promise, go: go.resolve }
}
const letAll = () => {
  between = async () => undefined
}

test('a job begins after its action, is seen while it runs, and answers with its result', async () => {
  const held = holdAfter(2)
  const id = await start('ann')
  expect(await seen('ann', id)).toMatchObject({
    status: 'waiting',
    title: 'Copies notes',
    kind: 'job',
    done: 0,
    total: null,
  })
  const one = instance()
  const ended = one.idle()
  await held.reached
  expect(await listOf('ann')).toEqual(['page 1', 'page 2'])
  expect((await activity('ann')).open).toBe(1)
  expect(await activity('bob')).toEqual({ items: [], next: null, open: 0, lastFailedAt: null })
  held.go()
  await ended
  expect(await seen('ann', id)).toMatchObject({
    status: 'succeeded',
    link: '/notes',
    result: { link: '/notes', pages: 3 },
    error: null,
  })
  expect(one.news).toContainEqual({ owner: 'ann', topic: 'jobs', id, done: 1, total: 3, note: 'page 1' })
  expect((await activity('ann')).open).toBe(0)
  letAll()
})

test('one that is cancelled ends, and what its steps wrote stays', async () => {
  const held = holdAfter(1)
  const id = await start('cleo')
  const ended = instance().idle()
  await held.reached
  expect((await app.fetch('cleo', `/api/activity/${id}`, { method: 'DELETE' })).status).toBe(409)
  // The call goes to another instance than the one that runs it: that one hears of it by its lease.
  expect((await app.fetch('dan', `/api/activity/${id}/cancel`, { method: 'POST' })).status).toBe(404)
  expect((await app.fetch('cleo', `/api/activity/${id}/cancel`, { method: 'POST' })).status).toBe(200)
  await ended
  held.go()
  expect(await seen('cleo', id)).toMatchObject({ status: 'cancelled' })
  expect(await listOf('cleo')).toEqual(['page 1'])
  expect((await app.fetch('cleo', `/api/activity/${id}/cancel`, { method: 'POST' })).status).toBe(409)
  expect((await app.fetch('cleo', `/api/activity/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await activity('cleo')).items).toEqual([])
  letAll()
})

test('a webhook that asked for it is told how one ended, with its end', async () => {
  await app.db.execute(
    sql`insert into webhooks (id, owner_id, url, events, secret) values ('w-ella', 'ella', 'https://example.org', '{job:ended}', '')`,
  )
  const [done, stopped] = [await start('ella', 1), await start('ella', 1)]
  await app.fetch('ella', `/api/activity/${stopped}/cancel`, { method: 'POST' })
  await doAll()
  expect(await seen('ella', done)).toMatchObject({ status: 'succeeded', result: { pages: 1 } })
  const { rows } = await app.db.execute<{ body: string }>(
    sql`select body from webhook_deliveries where webhook_id = 'w-ella'`,
  )
  const told = rows.map(({ body }) => JSON.parse(body))
  expect(told.map(({ type }) => type)).toEqual(['job:ended', 'job:ended'])
  const of = { module: 'notes', name: 'copy' }
  expect(told.map(({ data }) => data)).toEqual(
    expect.arrayContaining([
      { ...of, id: done, status: 'succeeded' },
      { ...of, id: stopped, status: 'cancelled' },
    ]),
  )
})

test('one that waits is cancelled without having begun', async () => {
  const id = await start('dora')
  await app.fetch('dora', `/api/activity/${id}/cancel`, { method: 'POST' })
  await doAll()
  expect(await seen('dora', id)).toMatchObject({ status: 'cancelled' })
  expect(await listOf('dora')).toEqual([])
})

test('a server that stops hands its job over, and steps that are done are not done again', async () => {
  const held = holdAfter(2)
  const id = await start('eve')
  const first = instance()
  const passing = first.idle()
  await held.reached
  await first.engine.drain()
  expect(await seen('eve', id)).toMatchObject({ status: 'waiting' })
  letAll()
  held.go()
  await instance().idle()
  await passing
  expect(await listOf('eve')).toEqual(['page 1', 'page 2', 'page 3'])
  expect(await seen('eve', id)).toMatchObject({ status: 'succeeded' })
})

test('a server that fell silent writes nothing more once another has its job', async () => {
  const held = holdAfter(1)
  const id = await start('finn')
  const first = instance()
  const passing = first.idle()
  await held.reached
  await app.db.$client.query(`update runs set lease_until = now() - interval '1 hour' where input->>'job' = $1`, [id])
  letAll()
  await instance().idle()
  expect(await listOf('finn')).toEqual(['page 1', 'page 2', 'page 3'])
  held.go()
  await passing
  await first.engine.drain()
  expect(await listOf('finn')).toEqual(['page 1', 'page 2', 'page 3'])
  expect(await seen('finn', id)).toMatchObject({ status: 'succeeded' })
})

test('one that fails says why, and goes on from there when it is tried again', async () => {
  between = async (page) => {
    if (page === 2) throw new Error('the disk is full')
  }
  const id = await start('gwen')
  await doAll()
  const failed = await seen('gwen', id)
  expect(failed).toMatchObject({ status: 'failed', error: 'Something went wrong on the server. You can try it again.' })
  expect((await activity('gwen')).lastFailedAt).toBe(failed.endedAt)
  letAll()
  expect((await app.fetch('gwen', `/api/activity/${id}/retry`, { method: 'POST' })).status).toBe(200)
  expect((await app.fetch('gwen', `/api/activity/${id}/retry`, { method: 'POST' })).status).toBe(409)
  await doAll()
  expect(await listOf('gwen')).toEqual(['page 1', 'page 2', 'page 3'])
  expect(await seen('gwen', id)).toMatchObject({ status: 'succeeded', error: null })
})

const post = async (who: string, id: string, word: string) =>
  (await app.fetch(who, `/api/activity/${id}/${word}`, { method: 'POST' })).status

test('one that is to rest does so after the step that it is in, and goes on from there', async () => {
  const held = holdAfter(1)
  const id = await start('kate')
  const one = instance()
  const ended = one.idle()
  await held.reached
  expect(await post('kate', id, 'pause')).toBe(200)
  expect(await seen('kate', id)).toMatchObject({ status: 'running', isPausing: true, canPause: true })
  expect(await post('lena', id, 'resume')).toBe(404)
  held.go()
  await ended
  expect(await seen('kate', id)).toMatchObject({ status: 'paused', isPausing: false, done: 1, endedAt: null })
  expect(await listOf('kate')).toEqual(['page 1', 'page 2']) // page 2 was the step that heard of it
  expect((await app.fetch('kate', `/api/activity/${id}`, { method: 'DELETE' })).status).toBe(409)
  expect(await post('kate', id, 'pause')).toBe(409)
  await doAll()
  expect(await listOf('kate')).toEqual(['page 1', 'page 2'])
  letAll()
  expect(await post('kate', id, 'resume')).toBe(200)
  await doAll()
  expect(await seen('kate', id)).toMatchObject({ status: 'succeeded' })
  expect(await listOf('kate')).toEqual(['page 1', 'page 2', 'page 3'])
  expect([await post('kate', id, 'pause'), await post('kate', id, 'resume')]).toEqual([409, 409])
})

test('one that waits rests at once, and can be cancelled while it rests', async () => {
  const [kept, ended] = [await start('mona', 1), await start('mona', 1)]
  expect([await post('mona', kept, 'pause'), await post('mona', ended, 'pause')]).toEqual([200, 200])
  await doAll()
  expect(await seen('mona', kept)).toMatchObject({ status: 'paused' })
  expect(await post('mona', ended, 'cancel')).toBe(200)
  expect(await seen('mona', ended)).toMatchObject({ status: 'cancelled' })
  expect(await post('mona', kept, 'resume')).toBe(200)
  await doAll()
  expect(await seen('mona', kept)).toMatchObject({ status: 'succeeded' })
  expect(await listOf('mona')).toEqual(['page 1'])
})

test('the word to rest can be taken back while the step goes on', async () => {
  const held = holdAfter(1)
  const id = await start('nora', 2)
  const ended = instance().idle()
  await held.reached
  expect([await post('nora', id, 'pause'), await post('nora', id, 'resume')]).toEqual([200, 200])
  held.go()
  await ended
  expect(await seen('nora', id)).toMatchObject({ status: 'succeeded' })
})

test('what is done is cleared at once; what has failed and what still waits stay, and so does what others have', async () => {
  between = async () => {
    throw new Error('the disk is full')
  }
  const failed = await start('ivy', 1)
  await doAll()
  letAll()
  const [done, others] = [await start('ivy', 1), await start('jill', 1)]
  await doAll()
  const cancelled = await start('ivy', 1)
  await app.fetch('ivy', `/api/activity/${cancelled}/cancel`, { method: 'POST' })
  const waiting = await start('ivy', 1)
  const ids = async (who: string) => (await activity(who)).items.map(({ id }) => id)
  expect(await ids('ivy')).toEqual([waiting, cancelled, done, failed])
  expect((await app.fetch('ivy', '/api/activity', { method: 'DELETE' })).status).toBe(200)
  expect(await ids('ivy')).toEqual([waiting, failed])
  expect(await ids('jill')).toEqual([others])
  expect((await activity('jill')).items[0]).toMatchObject({ module: 'notes', moduleTitle: 'Notes' })
})

test('the list goes by pages, the newest first', async () => {
  const ids = [await start('hugo', 0), await start('hugo', 0), await start('hugo', 0)]
  await doAll()
  const first = await activity('hugo', '?limit=2')
  expect(first.items.map(({ id }) => id)).toEqual([ids[2], ids[1]])
  const rest = await activity('hugo', `?limit=2&after=${first.next}`)
  expect(rest).toMatchObject({ items: [{ id: ids[0] }], next: null })
  expect((await app.fetch('hugo', '/api/activity?after=nonsense')).status).toBe(400)
})
