import { field } from '@atrium/contract/fields'
import { collection, defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { claimRecords } from './claim.ts'
import { changes } from './tables.ts'
import { testModules } from './test-module.ts'

const none = z.object({})

const module = defineModule({
  ...{ id: 'clock', title: 'Clock', summary: 'Tells the hour.', kind: 'module', tier: 'free', icon: 'clock' },
  ...{ industries: ['all'], triggers: [] },
  collections: { alarms: collection(z.object({ name: z.string() }), { version: 1 }) },
  settings: z.object({
    startsAt: field.number({ label: 'First hour', required: true, isWhole: true, min: 0, max: 23 }).default(4),
    zone: field.text({ label: 'Zone' }),
    face: field.choice({ label: 'Face', options: { round: 'Round', square: 'Square' }, initial: 'round' }),
  }),
  actions: {
    first: {
      summary: 'First hour',
      effect: 'read',
      input: none,
      output: z.object({ hour: z.number(), face: z.string() }),
    },
  },
})
const server = defineServer(module, {
  first: async (_, { settings }) => {
    const { startsAt, face } = await settings()
    return { hour: startsAt, face }
  },
})
const { act, undo, db, fetch } = await testModules(server)

interface Shown {
  startsAt: number
  face: string
  zone: string
  id: string | null
  version: number
}
const change = (who: string, input: object) => act<Shown>(who, 'clock.changeSettings', input)
const shown = async (who: string) => (await act<Shown>(who, 'clock.settings', {})).output
const DECLARED = { startsAt: 4, zone: '', face: 'round', id: null, version: 0 }

describe('the settings of a module', () => {
  test('are as it declares until they are changed, and its actions read what was chosen', async () => {
    expect(await shown('ann')).toEqual(DECLARED)
    expect((await act('ann', 'clock.first')).output).toEqual({ hour: 4, face: 'round' })
    expect((await change('ann', { startsAt: 6 })).output).toMatchObject({ startsAt: 6, face: 'round', version: 1 })
    expect((await act('ann', 'clock.first')).output).toEqual({ hour: 6, face: 'round' })
    expect((await change('ann', { face: 'square' })).output).toMatchObject({ startsAt: 6, face: 'square', version: 2 })
  })

  test('are refused with the sentences of their fields', async () => {
    const refused = await change('bea', { startsAt: 24 })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining('First hour: 23 or less.'),
    ])
    expect((await change('bea', { face: 'oval' })).status).toBe(400)
    expect(await shown('bea')).toEqual(DECLARED)
  })

  test('belong to one person: another has their own, a visitor keeps none', async () => {
    await change('cleo', { startsAt: 7 })
    expect(await shown('dan')).toEqual(DECLARED)
    await change('dan', { startsAt: 8 })
    expect((await shown('cleo')).startsAt).toBe(7)
    expect((await change('', { startsAt: 9 })).status).toBe(401)
    expect((await shown('')).startsAt).toBe(4)
  })

  test('have an audit line, a history and undo', async () => {
    const { change: made, output } = await change('eve', { startsAt: 5 })
    await change('eve', { startsAt: 9 })
    const [line] = await db
      .select()
      .from(changes)
      .where(eq(changes.id, made as string))
    expect(line).toMatchObject({ action: 'clock.changeSettings', actorId: 'eve', input: { startsAt: 5 } })
    const history = await fetch('eve', `/api/m/clock/collections/settings/${output.id}/history`)
    expect(((await history.json()) as { versions: unknown[] }).versions).toHaveLength(2)
    const last = await change('eve', { startsAt: 11 })
    expect((await undo('eve', last.change)).status).toBe(200)
    expect((await shown('eve')).startsAt).toBe(9)
  })

  test('are as declared again when the first change is taken back, and can be changed anew', async () => {
    const first = await change('fay', { startsAt: 5 })
    expect((await undo('fay', first.change)).status).toBe(200)
    expect(await shown('fay')).toEqual(DECLARED)
    expect((await change('fay', { startsAt: 6, version: 0 })).output.startsAt).toBe(6)
  })

  test('are one record, however many change them at once, and no change is lost', async () => {
    const fields = [{ startsAt: 9 }, { zone: 'UTC' }, { face: 'square' }]
    const done = await Promise.all(
      Array.from({ length: 16 }, () => fields).flatMap((all) => all.map((one) => change('gil', one))),
    )
    expect(new Set(done.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await shown('gil')).toMatchObject({ startsAt: 9, zone: 'UTC', face: 'square' })
    const { rows } = await db.execute(sql`select id from records where scope_id = 'gil' and deleted_at is null`)
    expect(rows).toHaveLength(1)
  })

  test('that were taken back are not written anew by a form that showed them', async () => {
    const { change: id } = await change('ivy', { startsAt: 5 })
    await undo('ivy', id)
    expect((await change('ivy', { startsAt: 6, version: 1 })).status).toBe(409)
    expect((await change('ivy', { startsAt: 6, version: 0 })).output.startsAt).toBe(6)
  })
  test('who had an older version before them is told, and sees the newer', async () => {
    await change('hal', { startsAt: 5, version: 0 })
    const late = await change('hal', { startsAt: 6, version: 0 })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ error: { details: { current: { startsAt: 5, version: 1 } } } })
    await change('hal', { startsAt: 7, version: 1 })
    expect((await change('hal', { startsAt: 8, version: 1 })).status).toBe(409)
  })

  test('a value that fits no longer is as declared, and the others stay', async () => {
    await change('ida', { startsAt: 5, zone: 'UTC' })
    await db.execute(sql`update records set data = data || '{"startsAt": 99}' where scope_id = 'ida'`)
    expect(await shown('ida')).toMatchObject({ startsAt: 4, zone: 'UTC' })
  })

  test('a guest’s go along to an account that has none, and give way to those of one that has', async () => {
    await change('guest-1:guest', { startsAt: 10 })
    await db.transaction((tx) => claimRecords([module])(tx, 'guest-1', 'jan'))
    expect((await shown('jan')).startsAt).toBe(10)
    await change('kim', { startsAt: 1 })
    await change('guest-2:guest', { startsAt: 11 })
    await db.transaction((tx) => claimRecords([module])(tx, 'guest-2', 'kim'))
    expect((await shown('kim')).startsAt).toBe(1)
    expect((await change('kim', { startsAt: 2 })).output.startsAt).toBe(2)
  })

  test('a module that has an action of that name says so', () => {
    const twice = { ...module, collections: {}, actions: { settings: module.actions.first } }
    expect(() => defineModule(twice)).toThrow('clock: the action “settings” is the core’s')
  })
})
