import { collection, defineModule, type Store } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { silentLog } from '../../platform/telemetry.ts'
import { claimRecords } from '../claim.ts'
import { preparePartitions } from '../partitions.ts'
import { type TestModules, testModules } from '../test-module.ts'

const Booking = z.object({
  title: z.string(),
  room: z.string(),
  from: z.iso.datetime(),
  to: z.iso.datetime().nullable().default(null),
  status: z.string().default('booked'),
})
const Stay = z.object({ guest: z.string(), bed: z.string(), from: z.iso.date(), to: z.iso.date().nullable() })
const Invoice = z.object({
  title: z.string(),
  series: z.string().default(''),
  number: z.number().int().nullable().default(null),
  note: z.string().default(''),
  posted: z.boolean().default(false),
})
const Line = z.object({ entry: z.string(), amount: z.number() })
const any = z.record(z.string(), z.unknown())
const action = (effect: 'read' | 'write') => ({ summary: 'x', effect, input: any, output: z.unknown() }) as const

const office = defineModule({
  ...{ id: 'office', title: 'Office', summary: 'x', kind: 'module', industries: ['all'], tier: 'free', icon: 'box' },
  triggers: ['/office'],
  collections: {
    bookings: collection(Booking, {
      version: 1,
      search: ['title'],
      constraints: { exclude: [{ by: ['room'], from: 'from', to: 'to', when: { status: ['booked', 'held'] } }] },
    }),
    stays: collection(Stay, {
      version: 1,
      search: ['guest'],
      constraints: { exclude: [{ by: ['bed'], from: 'from', to: 'to' }] },
    }),
    invoices: collection(Invoice, {
      version: 1,
      search: ['title'],
      constraints: {
        numbered: { field: 'number', by: ['series'] },
        immutable: { once: 'posted', except: ['note'] },
      },
    }),
    lines: collection(Line, { version: 1, constraints: { balanced: { parent: 'entry', amount: 'amount' } } }),
  },
  actions: {
    add: action('write'),
    addMany: action('write'),
    addTwo: action('write'),
    addAndList: action('write'),
    addAnyway: action('write'),
    change: action('write'),
    remove: action('write'),
    fail: action('write'),
    list: action('read'),
  },
})

type Given = { in: string; id: string; data: Record<string, unknown>; many: Record<string, unknown>[] }
type Handler = (given: Given, store: Store<Record<string, unknown>>) => Promise<unknown>
const handler =
  (work: Handler) =>
  (given: unknown, { store }: { store: unknown }) =>
    work(given as Given, (store as Record<string, Store<Record<string, unknown>>>)[(given as Given).in] as never)

/** Lets those go on that have written one of two. */
const halfway: (() => void)[] = []

let at: TestModules
beforeAll(async () => {
  const handlers = {
    add: handler(({ data }, store) => store.insert(data)),
    addMany: handler(({ many }, store) => store.insertMany(many)),
    addTwo: handler(async ({ many: [one, two] }, store) => {
      await store.insert(one ?? {})
      await store.list() // it is sent
      await new Promise<void>((done) => halfway.push(done))
      return store.insert(two ?? {})
    }),
    addAndList: handler(async ({ data }, store) => {
      await store.insert(data).catch(() => undefined)
      return store.list().catch(async (error) => {
        await store.list().catch(() => undefined) // a handler that does not give up
        throw error
      })
    }),
    addAnyway: handler(async ({ many }, store) => {
      for (const data of many) await store.insert(data)
      await store.list().catch(() => undefined) // it is sent, and refused, and the handler ends as if it were not
      return {}
    }),
    change: handler(({ id, data }, store) => store.update(id, data)),
    remove: handler(({ id }, store) => store.remove(id)),
    fail: handler(async ({ data }, store) => {
      await store.insert(data)
      throw new Error('it fails after it has written')
    }),
    list: handler((_, store) => store.list({ order: 'createdAt', limit: 1000 })),
  }
  at = await testModules(defineServer(office, handlers as never))
})
type Kept = { id: string } & Record<string, unknown>
const act = (who: string, name: string, input: object) => at.act<Kept>(who, `office.${name}`, input)
const add = (who: string, place: string, data: object) => act(who, 'add', { in: place, data })
const list = async (who: string, place: string) => (await act(who, 'list', { in: place })).output as unknown as Kept[]
/** As nobody of ours writes: past the store. */
const raw = (who: string, place: string, data: object) =>
  at.db.$client.query(
    `insert into records (id, scope_id, module, collection, data, schema_version) values (gen_random_uuid()::text, $1, 'office', $2, $3, 1)`,
    [who, place, data],
  )

describe('a time that one has', () => {
  const hour = (from: number, to: number | null, more: object = {}) => ({
    ...{ title: `At ${from}`, room: 'Blue', from: `2026-05-01T${String(from).padStart(2, '0')}:00:00Z` },
    to: to === null ? null : `2026-05-01T${String(to).padStart(2, '0')}:00:00Z`,
    ...more,
  })
  test('is given to one of 50 that ask at once; the others hear who has it', async () => {
    const tries = await Promise.all(Array.from({ length: 50 }, () => add('ann', 'bookings', hour(9, 10))))
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, error } of tries.filter((one) => one.status !== 200))
      expect([status, error]).toEqual([409, '“At 9” would overlap with “At 9”. Choose another time, please.'])
    await expect(raw('ann', 'bookings', hour(9, 12, { status: 'booked' }))).rejects.toMatchObject({ code: '23P01' })
  })
  test('is asked for in turn: of two that wait for one another the database would end one', async () => {
    const one = act('ida', 'addTwo', {
      in: 'bookings',
      many: [hour(9, 10, { room: 'Green' }), hour(9, 10, { room: 'Red' })],
    })
    await expect.poll(() => halfway.length).toBe(1)
    const two = act('ida', 'addTwo', {
      in: 'bookings',
      many: [hour(9, 10, { room: 'Red' }), hour(9, 10, { room: 'Green' })],
    })
    const waiting = `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect
      .poll(async () => halfway.length > 1 || (await at.db.$client.query(waiting)).rows[0].count > 0)
      .toBe(true)
    for (const goOn of halfway.splice(0)) goOn()
    expect((await one).status).toBe(200)
    const { status, error } = await two
    expect([status, error]).toEqual([409, '“At 9” would overlap with “At 9”. Choose another time, please.'])
  })
  test('is refused of many that are written at once as well, and none of them is there', async () => {
    const many = Array.from({ length: 2_500 }, (_, at) => ({
      ...hour(9, 10, { room: `Room ${at}` }),
      ...(at === 700 && { room: 'Room 3' }),
    }))
    const { status, error } = await act('leo', 'addMany', { in: 'bookings', many })
    expect([status, error]).toEqual([409, '“At 9” would overlap with another. Choose another time, please.'])
    expect(await list('leo', 'bookings')).toEqual([])
    expect((await add('leo', 'bookings', hour(9, 10, { room: 'Room 3' }))).status).toBe(200)
  })
  test('is refused though the handler looks away: it is never said that something is kept which is not', async () => {
    const many = [hour(9, 10, { room: 'Green' }), hour(9, 10, { room: 'Red' }), hour(9, 10, { room: 'Red' })]
    const { status, error } = await act('mia', 'addAnyway', { in: 'bookings', many })
    expect([status, error]).toEqual([409, '“At 9” would overlap with another. Choose another time, please.'])
    expect(await list('mia', 'bookings')).toEqual([])
  })
  test('is refused without a second connection, however many hold one', async () => {
    const asking = () => act('dan', 'addAndList', { in: 'bookings', data: hour(9, 10) })
    const tries = await Promise.all(Array.from({ length: 50 }, asking))
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, error } of tries.filter((one) => one.status !== 200))
      expect([status, error]).toEqual([409, '“At 9” would overlap with “At 9”. Choose another time, please.'])
    expect(await list('dan', 'bookings')).toHaveLength(1)
  })
  test('is free before and after, in another room, for another person, and once what has it is gone or called off', async () => {
    const free = [hour(8, 9), hour(10, 11), hour(9, 10, { room: 'Red' }), hour(9, 10, { status: 'cancelled' })]
    for (const one of free) expect((await add('ann', 'bookings', one)).status).toBe(200)
    expect((await add('bob', 'bookings', hour(9, 10))).status).toBe(200)
    const made = await add('ann', 'bookings', hour(14, null))
    expect((await add('ann', 'bookings', hour(20, 21, { title: 'Late' }))).error).toBe(
      '“Late” would overlap with “At 14”. Choose another time, please.',
    )
    await act('ann', 'remove', { in: 'bookings', id: made.output.id })
    expect((await add('ann', 'bookings', hour(20, 21))).status).toBe(200)
    expect((await at.undo('ann', made.change)).status).toBe(409)
  })
  test('is looked at when a row is moved, and when an undo would bring one back', async () => {
    const first = await add('cat', 'bookings', hour(9, 10))
    const moved = await act('cat', 'change', { in: 'bookings', id: first.output.id, data: hour(12, 13) })
    await add('cat', 'bookings', hour(9, 10, { title: 'Other' }))
    expect((await at.undo('cat', moved.change)).error).toBe(
      '“At 9” would overlap with “Other”. Choose another time, please.',
    )
    const two = [hour(15, 17), hour(16, 18)]
    expect((await act('cat', 'addMany', { in: 'bookings', many: two })).error).toContain('would overlap with another')
  })
  test('may be days, the last of which is free again', async () => {
    const stay = (guest: string, from: string, to: string | null) => ({ guest, bed: '1', from, to })
    expect((await add('ann', 'stays', stay('Eva', '2026-05-01', '2026-05-04'))).status).toBe(200)
    expect((await add('ann', 'stays', stay('Max', '2026-05-04', '2026-05-05'))).status).toBe(200)
    expect((await add('ann', 'stays', stay('Tom', '2026-05-03', '2026-05-04'))).error).toContain('“Eva”')
  })
})

describe('what is final', () => {
  test('can be neither changed nor removed, but for what may still change; nor by an undo, nor past the store', async () => {
    const made = await add('ann', 'invoices', { title: 'May' })
    const { id } = made.output
    const posted = await act('ann', 'change', { in: 'invoices', id, data: { posted: true } })
    const sentence = '“May” is final and can be neither changed nor removed.'
    const refused = [
      await act('ann', 'change', { in: 'invoices', id, data: { title: 'June' } }),
      await act('ann', 'change', { in: 'invoices', id, data: { posted: false } }),
      await act('ann', 'remove', { in: 'invoices', id }),
      await at.undo('ann', posted.change),
    ]
    expect(refused.map(({ status, error }) => [status, error])).toEqual(refused.map(() => [409, sentence]))
    const noted = await act('ann', 'change', { in: 'invoices', id, data: { note: 'paid' } })
    expect(noted.status).toBe(200)
    expect((await at.undo('ann', noted.change)).status).toBe(200)
    await expect(
      at.db.$client.query(`update records set data = data || '{"title": "June"}' where id = $1`, [id]),
    ).rejects.toMatchObject({ code: '23514' })
    expect(await list('ann', 'invoices')).toMatchObject([{ title: 'May', note: '', posted: true }])
  })
  test('a draft is as free as any', async () => {
    const { output } = await add('dan', 'invoices', { title: 'Draft' })
    expect((await act('dan', 'change', { in: 'invoices', id: output.id, data: { title: 'D' } })).status).toBe(200)
    expect((await act('dan', 'remove', { in: 'invoices', id: output.id })).status).toBe(200)
  })
})

describe('numbers', () => {
  test('are 1 to 50 for 50 that are made at once, although some fail', async () => {
    const made = Array.from({ length: 50 }, (_, n) => add('eve', 'invoices', { title: `I${n}`, number: 999 }))
    const failing = Array.from({ length: 5 }, () => act('eve', 'fail', { in: 'invoices', data: { title: 'never' } }))
    const answers = await Promise.all(made)
    await Promise.all(failing)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const numbers = (await list('eve', 'invoices')).map(({ number }) => number as number).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
  })
  test('are counted in each series, stay as they are, and are told to whoever made the row', async () => {
    const many = ['a', 'b', 'a', 'a'].map((series) => ({ title: 'x', series }))
    const made = (await act('fay', 'addMany', { in: 'invoices', many })).output as unknown as Kept[]
    expect(made.map(({ number }) => number)).toEqual([1, 1, 2, 3])
    const id = made[2]?.id
    expect((await act('fay', 'change', { in: 'invoices', id, data: { number: 7, title: 'y' } })).output.number).toBe(2)
    await expect(raw('fay', 'invoices', { title: 'z', series: 'a', number: 3 })).rejects.toMatchObject({
      code: '23505',
    })
  })
})

describe('amounts of one parent', () => {
  const lines = (entry: string, ...amounts: number[]) => ({
    in: 'lines',
    many: amounts.map((amount) => ({ entry, amount })),
  })
  test('add up to zero when the action ends', async () => {
    expect((await act('ann', 'addMany', lines('e1', 10, -4, -6))).status).toBe(200)
    const off = await act('ann', 'addMany', lines('e2', 10, -4))
    expect([off.status, off.error]).toEqual([
      409,
      'The amounts that belong together have to add up to zero; these come to 6. Correct one of them, please.',
    ])
    const [first] = await list('ann', 'lines')
    for (const one of [
      await add('ann', 'lines', { entry: 'e1', amount: 1 }),
      await act('ann', 'change', { in: 'lines', id: first?.id, data: { amount: 11 } }),
      await act('ann', 'change', { in: 'lines', id: first?.id, data: { entry: 'e3' } }),
      await act('ann', 'remove', { in: 'lines', id: first?.id }),
    ])
      expect(one.error).toContain('add up to zero')
    expect(await list('ann', 'lines')).toHaveLength(3)
    await expect(raw('ann', 'lines', { entry: 'e1', amount: 1 })).rejects.toMatchObject({ code: '23514' })
  })
})

test('a guest’s rows that meet the account’s come along: numbered anew, or in the trash', async () => {
  const slot = { room: 'Blue', from: '2026-05-01T09:00:00Z', to: '2026-05-01T10:00:00Z' }
  await add('guest', 'bookings', { ...slot, title: 'Mine' })
  await add('member', 'bookings', { ...slot, title: 'Theirs' })
  for (const who of ['guest', 'member'])
    await act(who, 'addMany', { in: 'invoices', many: ['a', 'b', 'c'].map((title) => ({ title, posted: true })) })
  await act('guest', 'addMany', { in: 'lines', many: [1, -1].map((amount) => ({ entry: 'g', amount })) })
  await at.db.transaction((tx) => claimRecords([office])(tx, 'guest', 'member'))
  expect((await list('member', 'bookings')).map(({ title }) => title)).toEqual(['Theirs'])
  const { rows } = await at.db.$client.query(
    `select data->>'title' as title from records where scope_id = 'member' and collection = 'bookings' and deleted_at is not null`,
  )
  expect(rows).toEqual([{ title: 'Mine' }])
  expect((await list('member', 'invoices')).map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5, 6])
  expect(await list('member', 'lines')).toHaveLength(2)
})

test('what a module no longer declares is no longer kept', async () => {
  const plain = { ...office, collections: { ...office.collections, lines: collection(Line, { version: 1 }) } }
  await preparePartitions(at.db.$client, [plain], silentLog)
  expect((await add('gil', 'lines', { entry: 'e', amount: 1 })).status).toBe(200)
  await preparePartitions(at.db.$client, [office], silentLog)
  expect((await add('gil', 'lines', { entry: 'f', amount: 1 })).status).toBe(409)
})
