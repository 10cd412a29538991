import type { LostSchedule, Schedule } from '@atrium/contract/workforce-seats'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { guideModel } from '../guide/model.ts'
import type { RegistryOf } from '../models/personal.ts'
import { createRegistry } from '../models/registry.ts'
import { silentLog } from '../platform/telemetry.ts'
import { testApp } from '../test-app.ts'
import { endSeats } from '../workforce/starting.ts'
import { seats } from '../workforce/tables.ts'
import { discoverAgents } from './agents.ts'
import { checkTime, nextTime } from './next-time.ts'
import { keepSchedules } from './schedules.ts'
import { seatTasks } from './tables.ts'
import { hirePaid, onboardAll, seatOf, seatsOf } from './test-hired.ts'
import { TEST_AGENTS } from './test-seats.ts'

const app = await testApp({}, { agentsFolder: TEST_AGENTS })
const { db } = app
const agents = await discoverAgents(TEST_AGENTS, silentLog)
const registryOf: RegistryOf = async () => createRegistry({}, guideModel)
const keepAt = (now: Date) => keepSchedules({ db, agents, registryOf, log: silentLog, wake: () => undefined }, now)
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const SCHEDULES = '/api/workforce/schedules'
const MONDAYS = { kind: 'time', cron: '0 9 * * 1', timeZone: 'Europe/Berlin' } as const

let person: Awaited<ReturnType<typeof app.member>>
let seat: string
async function hire() {
  person = await app.member()
  await hirePaid(app, person, { kb: 1 })
  seat = (await onboardAll(person))[0] ?? ''
}
const add = (more: Record<string, unknown>) =>
  person.call<Schedule>('POST', '/api/workforce/schedules', {
    seatId: seat,
    title: 'Report',
    playbook: 'sayHello',
    ...more,
  })
const tasks = () => db.select().from(seatTasks).where(eq(seatTasks.ownerId, person.id))
const shown = async (): Promise<Schedule | undefined> => (await seatOf(person, seat)).schedules[0]

describe('a time', () => {
  test.each([
    ['is read by the clock of its zone', '0 9 * * 1', '2026-11-21T12:00:00Z', '2026-11-23T08:00:00.000Z'],
    ['stays by that clock when it is put forward', '0 9 * * 1', '2026-03-28T12:00:00Z', '2026-03-30T07:00:00.000Z'],
    [
      'that the clock leaves out is the next there is',
      '30 2 * * *',
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:00:00.000Z',
    ],
    ['that the clock has twice is taken once', '30 2 * * *', '2026-10-25T00:45:00Z', '2026-10-26T01:30:00.000Z'],
  ])('%s', (_, cron, after, expected) => {
    expect(nextTime({ kind: 'time', cron, timeZone: 'Europe/Berlin' }, new Date(after))?.toISOString()).toBe(expected)
  })

  test.each([
    ['*/10 * * * *', 'Europe/Berlin', 'at least 15 minutes'],
    ['50,0 9,10 * * 1', 'Europe/Berlin', 'at least 15 minutes'],
    ['55 23 * * *', 'Mars/Olympus', 'There is no time zone'],
    ['0 0 30 2 *', 'UTC', 'That time never comes'],
    ['every day', 'UTC', 'That is no time'],
    ['0 0 9 * * 1', 'UTC', 'That is no time'],
  ])('%s in %s is refused', (cron, timeZone, sentence) => {
    expect(() => checkTime({ kind: 'time', cron, timeZone }, new Date())).toThrow(sentence)
  })

  test('at the least interval is fine', () => {
    expect(() => checkTime({ kind: 'time', cron: '*/15 * * * *', timeZone: 'UTC' }, new Date())).not.toThrow()
  })
})

test('however long nobody looked and however many look at once, the times that were missed make one task', async () => {
  await hire()
  const { nextAt } = await add({ trigger: MONDAYS })
  const late = new Date(Date.parse(nextAt ?? '') + 22 * 24 * 60 * 60_000)
  await Promise.all([keepAt(late), keepAt(late), keepAt(late)])
  expect((await tasks()).map(({ title, playbook, timeZone }) => [title, playbook, timeZone])).toEqual([
    ['Report', 'sayHello', 'Europe/Berlin'],
  ])
  const after = await shown()
  expect([Date.parse(after?.nextAt ?? '') > late.getTime(), after?.problem]).toEqual([true, ''])
  expect(after?.lastTaskId).toBe((await tasks())[0]?.id)
})

test('a time that can make no task says why, and the next one comes all the same', async () => {
  await hire()
  const { id, nextAt } = await add({ trigger: MONDAYS, brief: 'The week’s.' })
  const due = new Date(nextAt ?? '')
  await db.update(seats).set({ status: 'paused', pausedFor: 'person' }).where(eq(seats.id, seat))
  await keepAt(due)
  await keepAt(new Date(due.getTime() + 7 * 24 * 60 * 60_000 + 60_000))
  expect(await tasks()).toHaveLength(1)
  expect((await shown())?.problem).toContain('not done yet')
  await db.update(seats).set({ status: 'ended' }).where(eq(seats.id, seat))
  await db.execute(sql`delete from seat_tasks where owner_id = ${person.id}`)
  await keepAt(new Date(due.getTime() + 15 * 24 * 60 * 60_000))
  const ended = await shown()
  expect([ended?.problem, ended?.isOn]).toEqual(['Its seat has ended.', false])
  await db.update(seats).set({ status: 'active' }).where(eq(seats.id, seat))
  const off = await person.call<Schedule>('PATCH', `/api/workforce/schedules/${id}`, { isOn: false })
  expect(off).toMatchObject({ isOn: false, nextAt: null, brief: 'The week’s.', playbook: 'sayHello', problem: '' })
  await keepAt(new Date(due.getTime() + 60 * 24 * 60 * 60_000))
  expect(await tasks()).toEqual([])
  await person.call('DELETE', `/api/workforce/schedules/${id}`)
  expect(await shown()).toBeUndefined()
})

test('many changes of a module are one task; while that is open, none more', async () => {
  await hire()
  await add({ trigger: { kind: 'event', event: 'records:tasks' } })
  const refused = await person.refusal('POST', '/api/workforce/schedules', {
    seatId: seat,
    title: 'Report',
    trigger: { kind: 'event', event: 'records:abacus' },
  })
  expect(refused.message).toBe('Nothing here tells of “records:abacus”.')
  const change = (title: string) => person.call('POST', '/api/m/tasks/add', { title })
  await Promise.all(['one', 'two', 'three'].map(change))
  expect((await shown())?.nextAt).not.toBeNull()
  await keepAt(inMinutes(2))
  expect(await tasks()).toHaveLength(1)
  await change('four')
  await keepAt(inMinutes(60))
  expect(await tasks()).toHaveLength(1)

  await db.update(seatTasks).set({ status: 'done' }).where(eq(seatTasks.ownerId, person.id))
  await change('five')
  expect((await shown())?.nextAt).not.toBeNull()
  // A quarter of an hour lies between two of its tasks.
  await keepAt(inMinutes(5))
  expect(await tasks()).toHaveLength(1)
  await keepAt(inMinutes(17))
  expect(await tasks()).toHaveLength(2)
})

test('a clock that was put back since the last task holds up what answers to changes no longer than the quarter of an hour', async () => {
  await hire()
  await add({ trigger: { kind: 'event', event: 'records:tasks' } })
  const change = (title: string) => person.call('POST', '/api/m/tasks/add', { title })
  await change('one')
  await keepAt(inMinutes(2))
  await db
    .update(seatTasks)
    .set({ status: 'done', createdAt: inMinutes(24 * 60) })
    .where(eq(seatTasks.ownerId, person.id))
  await change('two')
  await keepAt(inMinutes(17))
  expect(await tasks()).toHaveLength(2)
})

test('a change and what schedules are told of it are kept together, or not at all', async () => {
  await hire()
  const { id } = await add({ trigger: { kind: 'event', event: 'records:tasks' } })
  // Asked while the change is being committed: by then whatever is written with it has been.
  await db.$client.query(`create table told_by_then (title text, told boolean);
    create function ask_at_commit() returns trigger language plpgsql as $$ begin
      insert into told_by_then
        select new.data->>'title', next_at is not null from seat_schedules where id = '${id}';
      if new.data->>'title' = 'refused' then raise exception 'refused at its commit'; end if;
      return null;
    end $$;
    create constraint trigger ask_at_commit after insert or update on records deferrable initially deferred
      for each row execute function ask_at_commit()`)
  const toldByThen = async () =>
    (await db.$client.query('delete from told_by_then returning title, told')).rows.map(({ title, told }) => [
      title,
      told,
    ])
  const forget = () => db.$client.query('update seat_schedules set next_at = null where id = $1', [id])
  try {
    const { change } = await person.call<{ change: string }>('POST', '/api/m/tasks/add', { title: 'kept' })
    expect(await toldByThen()).toEqual([['kept', true]])
    expect((await shown())?.nextAt).not.toBeNull()

    await forget()
    await person.call('POST', `/api/changes/${change}/undo`)
    expect(await toldByThen()).toEqual([['kept', true]])

    await forget()
    expect((await person.refusal('POST', '/api/m/tasks/add', { title: 'refused' })).status).toBe(500)
    expect([(await shown())?.nextAt, await toldByThen()]).toEqual([null, []])
  } finally {
    await db.$client.query('drop function ask_at_commit cascade; drop table told_by_then')
  }
})

test('a change waits for no schedule that does not wait for it', async () => {
  await hire()
  const told = await add({ trigger: { kind: 'event', event: 'records:tasks' } })
  const change = (title: string) => person.call('POST', '/api/m/tasks/add', { title })
  await change('tells')
  const other = await add({ trigger: { kind: 'event', event: 'records:flash' } })
  const holder = await db.$client.connect()
  await holder.query('begin')
  await holder.query('select from seat_schedules where id = any($1) for update', [[told.id, other.id]])
  try {
    await change('is kept while both are held')
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})

describe('the schedules of a seat that ends', () => {
  let one: string
  let alike: string
  let other: string
  const plan = (title: string, more: Record<string, unknown> = {}) =>
    add({ seatId: one, title, trigger: MONDAYS, ...more })
  async function endWith(heir: string | null) {
    await db.update(seats).set({ handOverTo: heir }).where(eq(seats.id, one))
    await db.transaction((tx) => endSeats(tx, person.id, [one]))
  }
  const standing = async (of: string) =>
    (await seatOf(person, of)).schedules.map(({ title, isOn, nextAt, problem }) => [
      title,
      isOn,
      nextAt !== null,
      problem,
    ])
  const kinds = async (of: string) => (await seatOf(person, of)).events.map(({ kind }) => kind).slice(0, 3)
  const lost = async () => (await person.call<{ schedules: LostSchedule[] }>('GET', SCHEDULES)).schedules

  async function team() {
    person = await app.member()
    await hirePaid(app, person, { kb: 2, sales: 1 })
    await onboardAll(person)
    const all = await seatsOf(person)
    other = all.find(({ agentKey }) => agentKey === 'sales')?.id ?? ''
    ;[one = '', alike = ''] = all.filter(({ agentKey }) => agentKey === 'kb').map(({ id }) => id)
  }

  test('go on with a seat that knows their playbook', async () => {
    await team()
    const { nextAt } = await plan('Weekly')
    await endWith(alike)
    expect(await standing(alike)).toEqual([['Weekly', true, true, '']])
    expect((await kinds(alike))[0]).toBe('schedule.handed_over')
    await keepAt(new Date(Date.parse(nextAt ?? '') + 1_000))
    expect((await tasks()).map(({ seatId, playbook }) => [seatId, playbook])).toEqual([[alike, 'sayHello']])
    expect(await lost()).toEqual([])
  })

  test('are off with one that lacks it, until another playbook is chosen', async () => {
    await team()
    const { id } = await plan('Weekly')
    await plan('By its words', { playbook: null })
    await endWith(other)
    const problem = 'Another seat has this now, which lacks its playbook. Choose another.'
    expect(await standing(other)).toEqual([
      ['By its words', true, true, ''],
      ['Weekly', false, false, problem],
    ])
    expect(await kinds(other)).toEqual(expect.arrayContaining(['schedule.handed_over', 'schedule.failed']))
    const on = { isOn: true }
    expect((await person.refusal('PATCH', `${SCHEDULES}/${id}`, on)).message).toBe('This agent has no such playbook.')
    await person.call('PATCH', `${SCHEDULES}/${id}`, { ...on, playbook: null })
    expect((await standing(other))[1]).toEqual(['Weekly', true, true, ''])
  })

  test('wait for another seat when nobody takes over, and are never silently gone', async () => {
    await team()
    const { id } = await plan('Weekly')
    await endWith(null)
    expect(await lost()).toMatchObject([
      { id, title: 'Weekly', isOn: false, nextAt: null, problem: 'Its seat has ended.', seat: { id: one } },
    ])
    expect(await kinds(one)).toContain('schedule.failed')
    await keepAt(inMinutes(30 * 24 * 60))
    expect(await tasks()).toEqual([])
    const to = (seatId: string) => ({ seatId, isOn: true })
    expect((await person.refusal('PATCH', `${SCHEDULES}/${id}`, to(other))).message).toBe(
      'This agent has no such playbook.',
    )
    await person.call('PATCH', `${SCHEDULES}/${id}`, to(alike))
    expect([await standing(alike), await lost()]).toEqual([[['Weekly', true, true, '']], []])
  })
})
