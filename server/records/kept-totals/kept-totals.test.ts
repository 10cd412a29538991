import { collection, defineModule, type Store } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { silentLog } from '../../platform/telemetry.ts'
import { claimRecords } from '../claim.ts'
import { forgetRecords } from '../owner-deleted.ts'
import { preparePartitions } from '../partitions.ts'
import { type TestModules, testModules } from '../test-module.ts'
import { putRows } from '../test-rows.ts'
import { answerOf } from './answering.ts'
import { SUMS } from './declaring.ts'

const Payment = z.object({
  account: z.string(),
  category: z.string().nullable().default(null),
  day: z.string(),
  cents: z.number().int(),
  parts: z.array(z.object({ cents: z.number() })).default([]),
  pair: z.string().nullable().default(null),
  memo: z.string().default(''),
})
type Payment = z.output<typeof Payment>
const totals = [
  { by: ['account', 'category'], every: { day: 'month' }, filled: ['parts', 'pair'], signs: ['cents'], sum: ['cents'] },
] as const
let work: (store: { kept: Store<Payment>; read: Store<Payment> }) => Promise<unknown> = async () => null
const any = { summary: 'x', input: z.object({}), output: z.unknown() } as const

/** Two collections of the same rows: of one the totals are kept, of the other the rows are read. */
const till = defineModule({
  ...{
    id: 'kept',
    title: 'Kept',
    summary: 'A module of this test.',
    kind: 'module',
    industries: ['all'],
    tier: 'free',
  },
  ...{ triggers: ['/kept'], icon: 'coins' },
  collections: { kept: collection(Payment, { version: 1, totals }), read: collection(Payment, { version: 1 }) },
  actions: { look: { ...any, effect: 'read' }, write: { ...any, effect: 'write' } },
})
const server = defineServer(till, {
  look: (_, { store }) => work(store as never),
  write: (_, { store }) => work(store as never),
})

let at: TestModules
beforeAll(async () => {
  at = await testModules(server)
})
async function run<T>(
  does: (stores: { kept: Store<Payment>; read: Store<Payment> }) => Promise<T>,
  who: string,
  action = 'write',
) {
  work = does
  const answer = await at.act<T>(who, `kept.${action}`)
  if (answer.status !== 200) throw new Error(answer.error)
  return answer
}
const sorted = (groups: readonly object[]) => groups.map((group) => JSON.stringify(group)).sort()

type Asked = { by: (keyof Payment & string)[]; options: object }
async function isSame(who: string, { by, options }: Asked): Promise<void> {
  const { output } = await run(
    async ({ kept, read }) => [await kept.groupBy(by, options), await read.groupBy(by, options)] as const,
    who,
    'look',
  )
  expect(sorted(output[0])).toEqual(sorted(output[1]))
}
const everything: Asked = { by: ['account', 'category', 'day'], options: { every: { day: 'month' }, sum: ['cents'] } }

const day = fc.constantFrom('2025-12-31', '2026-01-01', '2026-01-31', '2026-02-28', '2026-03-01', '2024-02-29')
const payment: fc.Arbitrary<Payment> = fc.record({
  account: fc.constantFrom('a', 'b', 'ü "'),
  category: fc.constantFrom(null, 'food', 'rent'),
  day,
  cents: fc.integer({ min: -3, max: 3 }),
  parts: fc.constantFrom([], [{ cents: 1 }, { cents: 2 }]),
  pair: fc.constantFrom(null, 'x', 'y'),
  memo: fc.constantFrom('', 'm'),
})
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('insert' as const), to: payment, which: fc.nat() }) },
  fc.record({
    does: fc.constantFrom('update' as const, 'remove' as const, 'restore' as const),
    to: payment,
    which: fc.nat(),
  }),
)
const where = fc.record(
  {
    account: fc.constantFrom('a', { in: ['a', 'b'] }, { ne: 'a' }, { notIn: ['b'] }),
    category: fc.constantFrom(null, 'food', { ne: null }, { in: [null, 'rent'] }, { notIn: [null, 'rent'] }),
    day: fc.constantFrom(
      { gte: '2026-01-01' },
      { lte: '2026-02-31' },
      { lt: '2026-02-01', gte: '2025-01-01' },
      { lte: '2026-01-31' },
      { gt: '2026-01-31' },
    ),
    parts: fc.constantFrom([], { ne: [] }, { isEmpty: true }, { isEmpty: false }),
    pair: fc.constantFrom(null, { ne: null }),
    cents: fc.constantFrom({ gt: 0 }, { lte: 0 }),
    or: fc.constant([{ category: null, cents: { gt: 0 } }, { account: 'b' }]),
  },
  { requiredKeys: [] },
)
const asked: fc.Arbitrary<Asked> = fc.record({
  by: fc.subarray(['account', 'category', 'day']),
  options: fc.record({ where, sum: fc.subarray(['cents']), every: fc.constant({ day: 'month' }) }),
})

describe('kept totals', () => {
  test('are what the rows come to, whatever was added, changed, removed and restored, and whatever is asked', async () => {
    let person = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 25 }),
        fc.array(asked, { minLength: 4, maxLength: 8 }),
        async (steps, questions) => {
          const who = `fc${person++}`
          for (const one of questions) expect(answerOf(till.collections.kept, one.by, one.options)).not.toBeNull()
          await run(async (stores) => {
            const ids: string[][] = []
            for (const { does, to, which } of steps) {
              const all = [stores.kept, stores.read]
              const chosen = ids[which % Math.max(1, ids.length)]
              if (does === 'insert') ids.push(await Promise.all(all.map(async (store) => (await store.insert(to)).id)))
              else if (chosen)
                for (const [n, store] of all.entries()) {
                  const id = chosen[n] ?? ''
                  if (does === 'restore') await store.restore(id)
                  else await (does === 'update' ? store.update(id, to) : store.remove(id)).catch(() => undefined)
                }
            }
            return null
          }, who)
          for (const one of questions) await isSame(who, one)
        },
      ),
      { numRuns: 12 },
    )
  })
  test('of a whole collection are one group, also of none', async () => {
    const total = async (who: string) =>
      (await run(async ({ kept }) => [await kept.count(), await kept.sum('cents')], who, 'look')).output
    expect(await total('nobody')).toEqual([0, 0])
    const { output } = await run(
      ({ kept }) => kept.insert(Payment.parse({ account: 'a', day: '2026-01-01', cents: 5 })),
      'one',
    )
    expect(await total('one')).toEqual([1, 5])
    expect(await total('nobody')).toEqual([0, 0])
    await run(({ kept }) => kept.remove((output as { id: string }).id), 'one')
    expect(await total('one')).toEqual([0, 0])
    const groups = await run(({ kept }) => kept.groupBy(['account']), 'one', 'look')
    expect(groups.output).toEqual([])
  })
  test('are not asked for what they do not hold', () => {
    const answers = (by: string[], options: object) => answerOf(till.collections.kept, by, options) !== null
    expect(answers(['account'], { where: { day: { lte: '2026-01-15' } } })).toBe(false)
    expect(answers(['account'], { where: { day: '2026-01-01' } })).toBe(false)
    expect(answers(['account'], { where: { memo: 'm' } })).toBe(false)
    expect(answers(['account'], { where: { cents: { gt: 1 } } })).toBe(false)
    expect(answers(['account'], { where: { pair: 'x' } })).toBe(false)
    expect(answers(['day'], { every: {} })).toBe(false)
    expect(answers(['account'], { words: 'shop' })).toBe(false)
    expect(answers(['account'], { min: ['day'] })).toBe(false)
  })
  test('are right after many have written at once, none of whom waited for another that goes on', async () => {
    const fields = { account: 'a', category: 'food', day: '2026-01-01' }
    const client = await at.db.$client.connect()
    await client.query('begin')
    const insert = `insert into records (id, scope_id, module, collection, data, schema_version) values ($1, 'mob', 'kept', $2, $3, 1)`
    for (const name of ['kept', 'read'])
      await client.query(insert, [`long-${name}`, name, JSON.stringify(Payment.parse({ ...fields, cents: 1000 }))])
    await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        run(async ({ kept, read }) => {
          for (const store of n % 2 ? [kept, read] : [read, kept])
            for (const account of n % 3 ? ['a', 'b'] : ['b', 'a'])
              await store.insert(Payment.parse({ ...fields, account, cents: 1 }))
          return null
        }, 'mob'),
      ),
    )
    await isSame('mob', everything)
    await client.query('commit')
    client.release()
    await isSame('mob', everything)
    const { output } = await run(({ kept }) => kept.sum('cents'), 'mob', 'look')
    expect(output).toBe(1048)
  })
  test('are right within a change of many rows and after it, also where a part of it is taken back', async () => {
    const rows = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) =>
        Payment.parse({ account: `a${(from + n) % 4}`, day: '2026-01-01', cents: from + n }),
      )
    const { output } = await run(async ({ kept, read }) => {
      for (const store of [kept, read]) await store.insertMany(rows(0, 1500))
      const within = [await kept.sum('cents'), await read.sum('cents'), await kept.count({ account: 'a1' })]
      for (const store of [kept, read]) await store.insertMany(rows(1500, 500))
      return within
    }, 'bulk')
    expect(output).toEqual([1124250, 1124250, 375])
    await isSame('bulk', everything)
    const client = await at.db.$client.connect()
    const insert = `insert into records (id, scope_id, module, collection, data, schema_version)
      select $1 || n, 'bulk', 'kept', 'kept', $2::jsonb, 1 from generate_series(1, 100) n`
    const one = JSON.stringify(Payment.parse({ account: 'a0', day: '2026-01-01', cents: 1 }))
    await client.query('begin; savepoint s')
    await client.query(insert, ['lost', one])
    await client.query('rollback to savepoint s')
    await client.query(insert, ['kept', one])
    await client.query('commit')
    client.release()
    expect((await run(({ kept }) => kept.sum('cents'), 'bulk', 'look')).output).toBe(1999000 + 100)
  })
  test('go with their rows: to the account that a guest makes, out of the trash for good, and with a person who leaves', async () => {
    const rows = (stores: Store<Payment>[]) =>
      Promise.all(stores.map((store) => store.insert(Payment.parse({ account: 'a', day: '2026-01-01', cents: 7 }))))
    await run(({ kept, read }) => rows([kept, read]), 'guest')
    await at.db.transaction((tx) => claimRecords([till])(tx, 'guest', 'member'))
    await isSame('member', everything)
    expect((await run(({ kept }) => kept.count(), 'guest', 'look')).output).toBe(0)
    expect((await run(({ kept }) => kept.count(), 'member', 'look')).output).toBe(1)
    await forgetRecords(at.db, 'member')
    expect((await run(({ kept }) => kept.count(), 'member', 'look')).output).toBe(0)
  })
  test('that the database refused to make are not asked: the rows are read', async () => {
    await run(({ kept }) => kept.insert(Payment.parse({ account: 'a', day: '2026-01-01', cents: 3 })), 'late')
    const without = { ...till, collections: { ...till.collections, kept: till.collections.read } }
    await preparePartitions(at.db.$client, [without], silentLog)
    await at.db.$client.query('alter table derived.kept_totals add constraint refused check (false) not valid')
    await preparePartitions(at.db.$client, [till], silentLog)
    expect((await run(({ kept }) => kept.sum('cents'), 'late', 'look')).output).toBe(3)
    await at.db.$client.query('alter table derived.kept_totals drop constraint refused')
    await preparePartitions(at.db.$client, [till], silentLog)
    expect((await run(({ kept }) => kept.sum('cents'), 'late', 'look')).output).toBe(3)
  })
  test('that are declared later begin with the rows that are there, and those declared no more go', async () => {
    const counted = async () =>
      (await at.db.$client.query(`select count(*)::int as n from ${SUMS} where scope_id = 'old'`)).rows[0].n
    const without = { ...till, collections: { ...till.collections, kept: till.collections.read } }
    await preparePartitions(at.db.$client, [without], silentLog)
    expect(await counted()).toBe(0)
    const dataOf = (n: number) => ({
      account: `a${n % 3}`,
      category: n % 2 ? 'food' : null,
      day: `2026-0${1 + (n % 9)}-01`,
      cents: n,
    })
    for (const name of ['kept', 'read']) await putRows(at.db, 'old', till, name, 300, dataOf)
    await preparePartitions(at.db.$client, [till], silentLog)
    expect(await counted()).toBeGreaterThan(0)
    await isSame('old', everything)
  })
  test('tell whoever is shared one row nothing of the others', async () => {
    const put = ({ kept }: { kept: Store<Payment> }, cents: number) =>
      kept.insert(Payment.parse({ account: 'a', day: '2026-01-01', cents }))
    const { output } = await run(async (stores) => [await put(stores, 7), await put(stores, 11)] as const, 'sharer')
    work = async ({ kept }) => [await kept.count(), await kept.sum('cents')]
    const shared = await at.actions.call({
      principal: {
        ...{ kind: 'member', owner: 'sharer', userId: 'friend', sessionId: null },
        share: { id: 's', role: 'viewer', module: 'kept', collection: 'kept', record: output[0].id },
      },
      ...{ action: 'kept.look', input: {}, via: 'http' },
    })
    expect(shared.output).toEqual([1, 7])
  })
})
