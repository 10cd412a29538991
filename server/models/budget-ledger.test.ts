import { beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../platform/database/test-database.ts'
import { transaction } from '../platform/runs/closing.ts'
import type { Client } from '../platform/runs/store.ts'
import {
  holdUnlimited,
  type Ledger,
  ledgersOf,
  ledgersOfPerson,
  reserve,
  runsThatHold,
  settle,
  settleLeftOvers,
} from './budget-ledger.ts'
import { claimModelUse } from './use.ts'

const { db } = await testDatabase()
const pool = db.$client
const ownerId = 'ann'
const ledgers = ledgersOf(
  { ownerId, seatId: 'seat', teamId: 'team', taskIds: ['task', 'parent'] },
  new Date('2026-03-31T23:30:00Z'),
)
const hold = (micros: number, tokens = 0, runId = 'run', of: readonly Ledger[] = ledgers) =>
  transaction(pool, (client) => reserve(client, { ownerId, runId, seq: 1, ledgers: of, micros, tokens }))
const holdFree = (micros: number, tokens = 0, runId = 'run', of: readonly Ledger[] = ledgers) =>
  holdUnlimited(pool, { ownerId, runId, seq: 1, ledgers: of, micros, tokens })
/** Statements that wait for another's lock. */
const waiting = async () =>
  (await pool.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .rowCount
const limit = (scope: string, scopeId: string, micros: number | null, tokens: number | null = null) =>
  pool.query(
    'insert into budgets (owner_id, scope, scope_id, limit_micros, limit_tokens) values ($1, $2, $3, $4, $5)',
    [ownerId, scope, scopeId, micros, tokens],
  )
const sums = async (scope: string) =>
  (
    await pool.query(
      'select spent_micros as spent, reserved_micros as reserved, tokens, "window" from budget_ledgers where scope = $1',
      [scope],
    )
  ).rows

beforeEach(async () => {
  await pool.query('delete from budgets; delete from budget_ledgers; delete from reservations')
})

describe('a budget', () => {
  test('is never exceeded by fifty debits at once', async () => {
    await limit('seat', 'seat', 1_000)
    await limit('task', 'parent', 650)
    const held = await Promise.all(Array.from({ length: 50 }, () => hold(100)))
    expect(held.filter((one) => 'id' in one)).toHaveLength(6)
    expect(held.filter((one) => 'reached' in one && one.reached.scope === 'task')).toHaveLength(44)
    expect(await sums('seat')).toEqual([{ spent: 0, reserved: 600, tokens: 0, window: '2026-03' }])
    await Promise.all(
      held.map(
        (one) => 'id' in one && transaction(pool, (client) => settle(client, one.id, { micros: 90, tokens: 7 })),
      ),
    )
    expect(await sums('workspace')).toEqual([{ spent: 540, reserved: 0, tokens: 42, window: '2026-03' }])
    expect(await sums('task')).toHaveLength(2)
    expect('id' in (await hold(100))).toBe(true)
    expect('id' in (await hold(100))).toBe(false)
  })

  test('holds for two first debits at once: the second waits for what comes of the first', async () => {
    await limit('seat', 'seat', 150)
    for (const end of ['commit', 'rollback']) {
      await pool.query('delete from budget_ledgers; delete from reservations')
      const first = await pool.connect()
      try {
        await first.query('begin')
        const one = await reserve(first, { ownerId, runId: 'first', seq: 1, ledgers, micros: 100, tokens: 0 })
        expect('id' in one).toBe(true)
        const second = hold(100)
        await vi.waitFor(async () => expect(await waiting()).toBe(1), 30_000)
        await first.query(end)
        expect('id' in (await second)).toBe(end === 'rollback')
        expect(await sums('seat')).toEqual([{ spent: 0, reserved: 100, tokens: 0, window: '2026-03' }])
      } finally {
        first.release()
      }
    }
  })

  test('takes the sums in one order, whatever order they are named in: two first debits do not lock each other out', async () => {
    for (const named of [hold, holdFree]) {
      await pool.query('delete from budget_ledgers; delete from reservations')
      const between = await pool.connect()
      try {
        await between.query('begin')
        await between.query(
          `insert into budget_ledgers (owner_id, scope, scope_id, "window") values ($1, 'team', 'team', '2026-03')`,
          [ownerId],
        )
        const both = Promise.all([named(100), named(100, 0, 'other', [...ledgers].reverse())])
        await vi.waitFor(async () => expect(await waiting()).toBe(2), 30_000)
        await between.query('rollback')
        await both
        expect(await sums('workspace')).toEqual([{ spent: 0, reserved: 200, tokens: 0, window: '2026-03' }])
      } finally {
        between.release()
      }
    }
  })

  test('that nobody has set is held in one statement, and settled as any other', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => holdFree(100, 10)))
    expect(await sums('seat')).toEqual([{ spent: 0, reserved: 2_000, tokens: 0, window: '2026-03' }])
    await Promise.all(ids.map((id) => transaction(pool, (client) => settle(client, id, { micros: 120, tokens: 12 }))))
    for (const scope of ['seat', 'team', 'workspace'])
      expect(await sums(scope)).toEqual([{ spent: 2_400, reserved: 0, tokens: 240, window: '2026-03' }])
  })

  test('that is lowered while debits wait for their turn holds for all of them', async () => {
    await limit('task', 'task', 5_000)
    await hold(100)
    const first = await pool.connect()
    try {
      await first.query('begin')
      await first.query('select 1 from budget_ledgers for update')
      const others = Promise.all(Array.from({ length: 5 }, () => hold(100)))
      await vi.waitFor(async () => expect(await waiting()).toBe(5), 30_000)
      await pool.query(`update budgets set limit_micros = 300 where scope_id = 'task'`)
      await first.query('commit')
      expect((await others).filter((one) => 'id' in one)).toHaveLength(2)
    } finally {
      first.release()
    }
  })

  test('counts tokens where a price is not known, and what was held once only', async () => {
    await limit('workspace', ownerId, null, 1_000)
    const one = await hold(0, 900)
    expect('id' in (await hold(0, 200))).toBe(false)
    if (!('id' in one)) throw new Error('It was not held.')
    const twice = () => transaction(pool, (client) => settle(client, one.id, { micros: 0, tokens: 300 }))
    await Promise.all([twice(), twice()])
    expect(await sums('workspace')).toEqual([{ spent: 0, reserved: 0, tokens: 300, window: '2026-03' }])
  })

  test('takes what a run that vanished had held as spent, and gives back what was not used', async () => {
    await limit('seat', 'seat', 1_000)
    await hold(400, 10, 'vanished')
    const other = await hold(300, 10, 'other')
    expect((await runsThatHold(pool)).sort()).toEqual(['other', 'vanished'])
    await transaction(pool, (client) => settleLeftOvers(client, 'vanished'))
    if ('id' in other) await transaction(pool, (client) => settle(client, other.id, null))
    expect(await sums('seat')).toEqual([{ spent: 400, reserved: 0, tokens: 10, window: '2026-03' }])
  })
})

describe('a guest who signs in', () => {
  const now = new Date()
  const guest = 'anon:1'
  const ofGuest = ledgersOfPerson({ ownerId: guest, teamId: null }, now)
  const holdIn = (client: Client) =>
    holdUnlimited(client, { ownerId: guest, runId: 'run', seq: 1, ledgers: ofGuest, micros: 100, tokens: 10 })
  const claim = () => db.transaction((tx) => claimModelUse(tx, guest, ownerId))
  const spend = (id: string) => settle(pool, id, { micros: 120, tokens: 12 })
  const all = async () =>
    (
      await pool.query(
        `select owner_id as owner, scope_id as of, spent_micros as spent, reserved_micros as reserved from budget_ledgers order by 1, 2`,
      )
    ).rows

  test('takes along what a running reply holds, beside what they hold themselves', async () => {
    const [first, second] = [await holdIn(pool), await holdIn(pool)]
    await spend(first)
    await holdUnlimited(pool, {
      ...{ ownerId, runId: 'mine', seq: 1, micros: 50, tokens: 5 },
      ledgers: ledgersOfPerson({ ownerId, teamId: null }, now),
    })
    await claim()
    expect(await all()).toEqual([{ owner: ownerId, of: ownerId, spent: 120, reserved: 150 }])
    expect(await spend(second)).toBe(ownerId)
    expect(await all()).toEqual([{ owner: ownerId, of: ownerId, spent: 240, reserved: 50 }])
  })

  test('gets what is settled at that moment, in a sum that they did not have when it began', async () => {
    const id = await holdIn(pool)
    let settling: Promise<unknown> = Promise.resolve()
    await db.transaction(async (tx) => {
      await claimModelUse(tx, guest, ownerId)
      settling = spend(id)
      await vi.waitFor(async () => expect(await waiting()).toBe(1), 30_000)
    })
    expect(await settling).toBe(ownerId)
    expect(await all()).toEqual([{ owner: ownerId, of: ownerId, spent: 120, reserved: 0 }])
  })

  test('gets what is held at that moment, be it the first of all', async () => {
    const holder = await pool.connect()
    try {
      await holder.query('begin')
      const id = await holdIn(holder)
      const claiming = claim()
      await vi.waitFor(async () => expect(await waiting()).toBe(1), 30_000)
      await holder.query('commit')
      await claiming
      expect(await all()).toEqual([{ owner: ownerId, of: ownerId, spent: 0, reserved: 100 }])
      expect(await spend(id)).toBe(ownerId)
      expect(await all()).toEqual([{ owner: ownerId, of: ownerId, spent: 120, reserved: 0 }])
    } finally {
      holder.release()
    }
  })
})
