import { field } from '@atrium/contract/fields'
import { collection, defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { asc, eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { records } from '../records/tables.ts'
import { testModules } from '../records/test-module.ts'
import { waitingNotifications } from './tables.ts'

const Bell = z.object({ title: z.string(), due: z.string() })
const Slot = z.object({ title: z.string(), due: z.string(), series: z.string(), replaces: z.string().nullable() })
const none = z.object({})
const id = z.object({ id: z.string() })

/** Bells that ring only where their person says so, and a series whose occurrences may be at another time. */
const bells = defineModule({
  ...{ id: 'bells', title: 'Bells', summary: 'Rings.', kind: 'module', tier: 'free', icon: 'bell' },
  ...{ industries: ['all'], triggers: [], route: '/bells' },
  collections: {
    bells: collection(Bell, { version: 1 }),
    slots: collection(Slot, { version: 1, remindsBy: 'series' }),
  },
  settings: z.object({
    rings: field.choice({ label: 'Rings', options: { never: 'Never', once: 'Once' }, initial: 'never' }),
  }),
  actions: {
    add: { summary: 'Add', effect: 'write', input: Bell, output: id },
    slot: { summary: 'Slot', effect: 'write', input: Slot, output: id },
    nothing: { summary: 'Nothing', effect: 'read', input: none, output: none },
  },
  notifications: { due: { title: 'A bell rings', defaults: { inbox: true, push: false, mail: false } } },
})
const server = defineServer(
  bells,
  {
    add: (bell, { store }) => store.bells.insert(bell),
    slot: (slot, { store }) => store.slots.insert(slot),
    nothing: async () => ({}),
  },
  {
    reminders: {
      bells: ({ title, due }, { settings }) =>
        (settings as { rings: string }).rings === 'never' ? [] : [{ key: 'due', at: due, kind: 'due', title }],
      slots: ({ title, due, replaces }, { together = [] }) => {
        const isMoved = replaces === null && together.some((one) => (one as z.infer<typeof Slot>).replaces === due)
        return isMoved ? [] : [{ key: 'due', at: due, kind: 'due', title }]
      },
    },
  },
)
/** Another module whose rows remind by its settings. */
const chimes = defineModule({
  ...{ id: 'chimes', title: 'Chimes', summary: 'Chimes.', kind: 'module', tier: 'free', icon: 'bell' },
  ...{ industries: ['all'], triggers: [], route: '/chimes' },
  collections: { chimes: collection(Bell, { version: 1 }) },
  settings: z.object({
    chimes: field.choice({ label: 'Chimes', options: { never: 'Never', once: 'Once' }, initial: 'never' }),
  }),
  actions: { nothing: { summary: 'Nothing', effect: 'read', input: none, output: none } },
  notifications: { due: { title: 'It chimes', defaults: { inbox: true, push: false, mail: false } } },
})
const chiming = defineServer(
  chimes,
  { nothing: async () => ({}) },
  { reminders: { chimes: ({ title, due }) => [{ key: 'due', at: due, kind: 'due', title }] } },
)
const { act, db, notifications } = await testModules(server, chiming)

const waitingOf = async (scope: string) => {
  const { title, localAt } = waitingNotifications
  const rows = await db
    .select({ title, localAt })
    .from(waitingNotifications)
    .where(eq(waitingNotifications.scopeId, scope))
    .orderBy(asc(title))
  return rows.map((row) => `${row.title} ${row.localAt}`)
}
const around = (scope: string) => ({
  ...{ scope, now: new Date(), actor: scope, timeZone: 'UTC', language: 'en' },
})
const ring = (who: string) => act(who, 'bells.changeSettings', { rings: 'once' }, 'UTC')

/** What waits for another's lock in this database. */
const lockWaits = async () =>
  (
    await db.$client.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rows.length

/** A transaction that writes and reminds, and is committed when the other has done all it can, or waits for this one. */
async function beside(write: (client: pg.PoolClient) => Promise<void>, other: () => Promise<unknown>): Promise<void> {
  const client = await db.$client.connect()
  try {
    await client.query('begin')
    await write(client)
    let isOver = false
    const going = other().finally(() => {
      isOver = true
    })
    const isWaiting = async () => isOver || (await lockWaits()) > 0
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true)
    await client.query('commit')
    await going
  } finally {
    client.release()
  }
}

async function written(client: pg.PoolClient, scope: string, name: string, data: object, known?: string) {
  const on = drizzle(client)
  const row = { id: known ?? crypto.randomUUID(), scopeId: scope, module: 'bells', collection: name, data }
  const values = { ...row, schemaVersion: 1, version: 1 }
  const { createdAt, deletedAt } = (
    await on
      .insert(records)
      .values(values)
      .onConflictDoUpdate({ target: [records.id, records.module, records.scopeId], set: { data } })
      .returning()
  )[0] as typeof records.$inferSelect
  await notifications.waiting.deriveRows(client, [{ ...values, createdAt, deletedAt }], around(scope))
}

test('a module that reminds of nothing unless it is asked to reminds of new rows once it is', async () => {
  await act('ann', 'bells.add', { title: 'Before', due: '2099-05-04T09:00' }, 'UTC')
  expect(await waitingOf('ann')).toEqual([])
  await ring('ann')
  await act('ann', 'bells.add', { title: 'New', due: '2099-05-05T09:00' }, 'UTC')
  expect(await waitingOf('ann')).toEqual(['Before 2099-05-04T09:00', 'New 2099-05-05T09:00'])
})

test('a row that is being added while the settings change reminds by the new ones', async () => {
  await beside(
    (client) => written(client, 'bea', 'bells', { title: 'Added', due: '2099-05-04T09:00' }),
    () => ring('bea'),
  )
  expect(await waitingOf('bea')).toEqual(['Added 2099-05-04T09:00'])
})

test('a series and a changed occurrence of it, written at the same moment, remind as both are then', async () => {
  const slot = (title: string, due: string, replaces: string | null) => ({ title, due, series: 's', replaces })
  const { output } = await act<{ id: string }>('cleo', 'bells.slot', slot('Series', '2099-05-01T09:00', null), 'UTC')
  expect(await waitingOf('cleo')).toEqual(['Series 2099-05-01T09:00'])
  await beside(
    (client) => written(client, 'cleo', 'slots', slot('Series', '2099-05-04T09:00', null), output.id),
    () => act('cleo', 'bells.slot', slot('Changed', '2099-05-06T10:00', '2099-05-04T09:00'), 'UTC'),
  )
  expect(await waitingOf('cleo')).toEqual(['Changed 2099-05-06T10:00'])
})

test('two that change the settings of one module and rows of another wait for each other in one order', async () => {
  const row = (module: string, name: string, data: object) => ({
    ...{ id: crypto.randomUUID(), module, collection: name, data, schemaVersion: 1, version: 1 },
    ...{ createdAt: new Date(), deletedAt: null },
  })
  const bell = { title: 'At once', due: '2099-05-04T09:00' }
  const both = [
    [row('chimes', 'settings', { chimes: 'once' }), row('bells', 'bells', bell)],
    [row('bells', 'settings', { rings: 'once' }), row('chimes', 'chimes', bell)],
  ]
  for (const { id, module, collection, data } of both.flat())
    await db.insert(records).values({ id, module, collection, data, scopeId: 'dan', schemaVersion: 1 })
  let haveOne = 0
  const ended = both.map(async (rows) => {
    const client = await db.$client.connect()
    /** Goes on from its first lock when the other has one too, or waits for this one. */
    let isFirst = true
    const query = async (text: string, values: unknown[]) => {
      const answer = await client.query(text, values)
      if (!isFirst || !text.includes('pg_advisory')) return answer
      isFirst = false
      haveOne += 1
      await expect.poll(async () => haveOne === 2 || (await lockWaits()) > 0, { timeout: 20_000 }).toBe(true)
      return answer
    }
    try {
      await client.query('begin')
      await notifications.waiting.deriveRows({ query } as unknown as pg.PoolClient, rows, around('dan'))
      await client.query('commit')
    } finally {
      client.release(true)
    }
  })
  const refusals = (await Promise.allSettled(ended)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refusals).toEqual([])
})
