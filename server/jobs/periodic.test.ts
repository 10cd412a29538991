import { expect, test } from 'vitest'
import { person } from '../platform/http/test-server.ts'
import { silentLog } from '../platform/telemetry.ts'
import { createLastZones } from '../preferences/last-zone.ts'
import { installed } from '../records/installed.ts'
import { testModules } from '../records/test-module.ts'
import { testJobs } from './test-jobs.ts'
import { countingServer } from './test-modules.ts'

const server = countingServer()
const app = await testModules(server)
const instance = () => testJobs({ db: app.db, modules: [installed(server)], actions: () => app.actions })
const listOf = async (who: string) => (await app.act<string[]>(who, 'counting.list')).output
const zones = createLastZones(app.db, silentLog, (who, zone) => instance().jobs.moved(who, zone))
const add = async (who: string, zone: string, language = 'en') => {
  const headers = { 'x-time-zone': zone, 'accept-language': language }
  await zones.seen(person(who), new Request('http://localhost/', { headers }))
  await app.act(who, 'counting.add', { text: 'first' }, zone, language)
}
/** Whose lines are reckoned from this moment. */
const reckonFrom = async (now: Date) => {
  await app.db.$client.query('delete from periodic_jobs')
  await instance().jobs.seed(now)
}
const nextOf = async (who: string) =>
  (await app.db.$client.query('select next_at, time_zone from periodic_jobs where owner_id = $1', [who])).rows[0]

test('it is done at its time on the person’s own clocks, in their language, for whoever has records', async () => {
  await add('ann', 'Asia/Tokyo', 'ja')
  await add('bob', 'Europe/Berlin', 'de')
  await app.due(new Date('2000-01-01T00:00:00Z')) // what was heard of their clocks is kept
  await reckonFrom(new Date('2040-01-10T12:00:00Z'))
  await app.due(new Date('2040-01-10T21:59:00Z'))
  expect(await listOf('ann')).toEqual(['first'])
  await app.due(new Date('2040-01-10T22:00:00Z'))
  expect(await listOf('ann')).toEqual(['first', '1 in Asia/Tokyo ja'])
  expect(await listOf('bob')).toEqual(['first'])
  await app.due(new Date('2040-01-11T06:00:00Z'))
  expect(await listOf('bob')).toEqual(['first', '1 in Europe/Berlin de'])
  expect(await listOf('nobody')).toEqual([])
})

test('however many times were missed, they are one', async () => {
  await add('cleo', 'UTC')
  await app.due(new Date('2000-01-01T00:00:00Z'))
  await reckonFrom(new Date('2041-01-01T00:00:00Z'))
  await app.due(new Date('2041-03-01T08:00:00Z'))
  expect(await listOf('cleo')).toHaveLength(2)
  expect(await nextOf('cleo')).toMatchObject({ next_at: new Date('2041-03-02T07:00:00Z') })
})

test('two instances do it once', async () => {
  await add('dan', 'UTC')
  await app.due(new Date('2000-01-01T00:00:00Z'))
  await reckonFrom(new Date('2042-01-01T00:00:00Z'))
  const now = new Date('2042-01-01T07:00:00Z')
  await Promise.all([instance().jobs.keep(now), instance().jobs.keep(now)])
  await app.due(now)
  expect(await listOf('dan')).toHaveLength(2)
})

test('who travels has it at that time there', async () => {
  await add('eve', 'Europe/Berlin')
  await app.due(new Date('2000-01-01T00:00:00Z'))
  expect(await nextOf('eve')).toMatchObject({ time_zone: 'Europe/Berlin' })
  await add('eve', 'America/New_York')
  await app.due(new Date('2000-01-01T00:00:00Z'))
  expect(await nextOf('eve')).toMatchObject({ time_zone: 'America/New_York' })
})

test('who has no records any more is left in peace', async () => {
  await add('finn', 'UTC')
  await app.due(new Date('2000-01-01T00:00:00Z'))
  await reckonFrom(new Date('2043-01-01T00:00:00Z'))
  await app.db.$client.query(`update records set deleted_at = now() where scope_id = 'finn'`)
  await app.due(new Date('2043-01-01T07:00:00Z'))
  expect(await nextOf('finn')).toBeUndefined()
  const { rows } = await app.db.$client.query(`select from jobs where owner_id = 'finn'`)
  expect(rows).toEqual([])
})
