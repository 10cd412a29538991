import type { ActivityList } from '@atrium/contract/activity'
import { expect, test } from 'vitest'
import { person } from '../platform/http/test-server.ts'
import { uuid } from '../platform/ids.ts'
import { installed } from '../records/installed.ts'
import { testModules } from '../records/test-module.ts'
import { testJobs } from './test-jobs.ts'
import { notesServer } from './test-modules.ts'

const server = notesServer()
const app = await testModules(server)
const DAY = 86_400_000
const at = (days: number) => new Date(Date.UTC(2040, 0, 1) + days * DAY)
const later = (who: string, key: string, when: Date, action = 'notes.add', input: unknown = { text: key }) =>
  app.act(who, 'notes.later', { key, at: when.toISOString(), action, input })
const listOf = async (who: string) => (await app.act<string[]>(who, 'notes.list')).output
const waiting = async (who: string) =>
  (
    await app.db.$client.query('select key, name, input, attempts, due_at from jobs where owner_id = $1 order by key', [
      who,
    ])
  ).rows

test('a schedule is done when its time has come, once, and is gone then', async () => {
  await later('ann', 'tea', at(1))
  await app.due(at(0))
  expect(await listOf('ann')).toEqual(['scheduled tea'])
  await app.due(at(1))
  await app.due(at(2))
  expect(await listOf('ann')).toEqual(['scheduled tea', 'tea'])
  expect(await waiting('ann')).toEqual([])
  const { rows } = await app.db.$client.query(
    `select action, actor_id from changes where scope_id = 'ann' and via = 'schedule'`,
  )
  expect(rows).toEqual([{ action: 'notes.add', actor_id: 'ann' }])
})

test('the same key takes the place of the schedule before, and it can be called off', async () => {
  await later('bob', 'tea', at(1), 'notes.add', { text: 'green' })
  await later('bob', 'tea', at(2), 'notes.add', { text: 'black' })
  await later('bob', 'cake', at(1))
  await app.act('bob', 'notes.dismiss', { key: 'cake' })
  await app.act('bob', 'notes.dismiss', { key: 'never made' })
  await app.due(at(1))
  expect(await waiting('bob')).toMatchObject([{ key: 'tea', input: { text: 'black' } }])
  await app.due(at(3))
  expect(await listOf('bob')).toEqual(['scheduled tea', 'scheduled tea', 'scheduled cake', 'black'])
})

test('an action may schedule itself anew under its own key', async () => {
  await later('cleo', 'again', at(1), 'notes.repeat', { text: 'water', at: at(1).toISOString() })
  await app.due(at(1))
  expect(await waiting('cleo')).toMatchObject([{ key: 'again', due_at: at(2), attempts: 0 }])
  await app.due(at(2))
  expect(await listOf('cleo')).toEqual(['scheduled again', 'water', 'water'])
})

test('an action that fails has scheduled and started nothing', async () => {
  expect((await app.act('dan', 'notes.failing', {})).status).toBe(409)
  await app.due(at(9))
  expect(await listOf('dan')).toEqual([])
  expect(await waiting('dan')).toEqual([])
})

test('what cannot be meant is refused while somebody is there to hear it', async () => {
  expect((await later('eve', 'x', at(1), 'notes.nothing')).status).toBe(404)
  expect((await later('eve', 'x', at(1), 'notes.add', { text: 1 })).status).toBe(400)
  const send = await later('eve', 'x', at(1), 'notes.tell', {})
  expect(send.status).toBe(500) // a fault of the module: a write that would send later
  expect((await app.act('eve', 'notes.peek', {})).status).toBe(500)
  expect(await waiting('eve')).toEqual([])
})

test('one that fails is tried again, later each time, and is shown with its sentence after the last', async () => {
  await later('finn', 'ink', at(1), 'notes.break', { how: 'sentence' })
  let now = at(1)
  for (const seconds of [10, 40, 160, 640]) {
    await app.due(now)
    const [row] = await waiting('finn')
    expect((row.due_at.getTime() - now.getTime()) / 1000).toBe(seconds)
    now = row.due_at
  }
  await app.due(now)
  const list = (await (await app.fetch('finn', '/api/activity')).json()) as ActivityList
  expect(list).toMatchObject({
    items: [{ kind: 'schedule', module: 'notes', title: 'Fails', status: 'failed', error: 'The pen is empty.' }],
    open: 0,
    lastFailedAt: now.toISOString(),
  })
  expect(await listOf('finn')).toEqual(['scheduled ink'])
  const id = list.items[0]?.id
  await app.db.$client.query(`update jobs set input = '{"how":"kept"}' where id = $1`, [id])
  expect((await app.fetch('gwen', `/api/activity/${id}/retry`, { method: 'POST' })).status).toBe(404)
  expect((await app.fetch('finn', `/api/activity/${id}/retry`, { method: 'POST' })).status).toBe(200)
  await app.due(new Date(now.getTime() + DAY))
  expect(await listOf('finn')).toEqual(['scheduled ink', 'broken'])
  expect(await (await app.fetch('finn', '/api/activity')).json()).toMatchObject({ items: [] })
})

test('what is refused for good is not tried again', async () => {
  await later('hugo', 'ink', at(1), 'notes.break', { how: 'final' })
  await app.due(at(1))
  const { rows } = await app.db.$client.query(`select status, attempts from jobs where owner_id = 'hugo'`)
  expect(rows).toEqual([{ status: 'failed', attempts: 1 }])
})

test('fifty that are due at once are done once each by two instances', async () => {
  const insert = `insert into jobs (id, kind, owner_id, actor_id, module, name, key, input, due_at)
    select $1 || n, 'schedule', 'ida', 'ida', 'notes', 'notes.add', n::text, jsonb_build_object('text', n::text), $2 from generate_series(1, 50) n`
  await app.db.$client.query(insert, [uuid(), at(1)])
  const [one, other] = [0, 1].map(() =>
    testJobs({ db: app.db, modules: [installed(server)], actions: () => app.actions }),
  )
  await Promise.all([one?.jobs.keep(at(1)), other?.jobs.keep(at(1))])
  expect((await listOf('ida')).toSorted()).toEqual(Array.from({ length: 50 }, (_, n) => String(n + 1)).toSorted())
})

test('an instance that dies over one leaves it to another, and comes too late when it comes back', async () => {
  await later('jan', 'tea', at(1))
  const lost = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  // The first claims it and then stands still, as a server does that is about to die.
  const silent = testJobs({
    db: app.db,
    modules: [installed(server)],
    actions: () => app.actions,
    standing: async ({ ownerId }) => {
      asked.resolve()
      await lost.promise
      return person(ownerId)
    },
  })
  const passing = silent.jobs.keep(at(1))
  await asked.promise
  await app.due(at(1))
  expect(await listOf('jan')).toEqual(['scheduled tea']) // still the other’s
  await app.due(new Date(at(1).getTime() + 91_000))
  expect(await listOf('jan')).toEqual(['scheduled tea', 'tea'])
  lost.resolve()
  await passing
  expect(await listOf('jan')).toEqual(['scheduled tea', 'tea'])
})

test('who may not any more has nothing done, and nothing fails', async () => {
  await later('kim', 'tea', at(1))
  const without = testJobs({
    db: app.db,
    modules: [installed(server)],
    actions: () => app.actions,
    standing: async () => null,
  })
  await without.jobs.keep(at(1))
  expect(await listOf('kim')).toEqual(['scheduled tea'])
  expect(await waiting('kim')).toEqual([])
})
