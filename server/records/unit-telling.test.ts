import { AppError } from '@atrium/contract/errors'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { Notices } from './notices.ts'
import type { Guard, Guards } from './saving.ts'
import { MODULE, NOW, row, testUnits } from './test-unit.ts'
import { both, type Listener } from './unit.ts'

const { at, asked, unitOf, failAt, keep } = testUnits()

describe('whoever listens', () => {
  const listener = (isAwaited: boolean, heard: string[], name = ''): Listener => ({
    awaits: async (_, scope, modules) => {
      heard.push(`${name}awaits ${scope} ${[...modules].sort().join('+')}`)
      return isAwaited
    },
    tell: async (on, scope, modules) => {
      heard.push(`${name}tell ${scope} ${[...modules].sort().join('+')}`)
      await on.query(`select 'told'`)
    },
  })
  test('is told within the transaction, last, of each module once; where nobody waits there is none', async () => {
    const heard: string[] = []
    await keep([row(), row({ module: 'other' }), row()], { listener: listener(false, heard) })
    expect([heard.splice(0), asked]).toEqual([['awaits ann other+unit-test'], ['pool: save first']])
    await keep([row()], { listener: listener(true, heard) })
    expect(heard.splice(0)).toEqual(['awaits ann unit-test', 'tell ann unit-test'])
    expect(asked).toEqual(['begin', 'save first', `select 'told'`, 'commit', 'release'])
    await keep([], { listener: listener(true, heard) })
    expect([heard, asked]).toEqual([[], []])
    const unit = unitOf({ listener: listener(false, heard) })
    await unit.client()
    await unit.write(row())
    await unit.commit()
    expect(heard).toEqual(['tell ann unit-test']) // it is open anyway: nobody is asked whether they wait
  })
  test('may be two: one that waits is enough, and both are told, in their order', async () => {
    for (const [first, last] of [
      [true, false],
      [false, true],
      [false, false],
    ] as const) {
      const heard: string[] = []
      const two = both(listener(first, heard, '1 '), listener(last, heard, '2 '))
      expect(await two.awaits(at.db.$client, 'ann', ['m'])).toBe(first || last)
      expect(heard.splice(0)).toEqual(first ? ['1 awaits ann m'] : ['1 awaits ann m', '2 awaits ann m'])
      await two.tell(at.db.$client, 'ann', ['m'])
      expect(heard).toEqual(['1 tell ann m', '2 tell ann m'])
    }
  })
})

describe('what people are told', () => {
  const noticed = (reminds: boolean, heard: unknown[]): Notices => ({
    concerns: (writes, around) => {
      heard.push({ concerns: writes.length, around })
      return reminds
    },
    derive: async (on, writes) => {
      heard.push({ derived: writes.map(({ value }) => value) })
      await on.query(`select 'derived'`)
    },
    check: ({ withdrawn }) => {
      if (withdrawn === 'wrong') throw new Error('no such kind')
      heard.push({ checked: withdrawn })
    },
    tell: async (on, told, _, change) => {
      heard.push({ told: told.map(({ withdrawn }) => withdrawn), change })
      await on.query(`select 'told'`)
    },
    committed: () => heard.push('committed'),
  })
  const one = (withdrawn: string) => ({ module: MODULE, withdrawn })
  test('is kept with the change, in its transaction, and may go out once it is committed', async () => {
    const heard: unknown[] = []
    const unit = unitOf({ notices: noticed(false, heard), timeZone: 'Asia/Tokyo', language: 'ja' })
    unit.tell(one('a'))
    expect(() => unit.tell(one('wrong'))).toThrow('no such kind')
    await unit.write(row())
    const change = await unit.commit()
    const around = { scope: 'ann', now: NOW, actor: 'ann', timeZone: 'Asia/Tokyo', language: 'ja' }
    expect(heard.filter((each) => !Object.hasOwn(each as object, 'concerns'))).toEqual([
      { checked: 'a' },
      { told: ['a'], change },
      'committed',
    ])
    expect(heard).toContainEqual({ concerns: 1, around })
    expect(asked).toEqual(['begin', 'save first', `select 'told'`, 'commit', 'release'])
  })
  test('is told without any row as well, and nobody where the change is taken back', async () => {
    const heard: unknown[] = []
    const unit = unitOf({ notices: noticed(false, heard) })
    unit.tell(one('a'))
    await unit.commit()
    expect(heard.slice(-2)).toEqual([{ told: ['a'], change: null }, 'committed'])
    heard.length = 0
    const other = unitOf({ notices: noticed(false, heard) })
    other.tell(one('b'))
    await expect(other.commit(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await other.rollback()
    expect(heard).not.toContain('committed')
  })
  test('is nothing where rows remind of nothing, and what they remind of is brought into line in the transaction', async () => {
    const heard: unknown[] = []
    await keep([row(), row()], { notices: noticed(false, heard) })
    expect(asked).toEqual(['pool: save first'])
    expect(JSON.stringify(heard)).not.toMatch(/derived|told|committed/)
    expect(heard[0]).toMatchObject({ around: { timeZone: null, language: null } })
    const writes = [row(), row()]
    await keep(writes, { notices: noticed(true, heard) })
    expect(asked).toEqual(['begin', 'save first', `select 'derived'`, 'commit', 'release'])
    expect(heard.at(-1)).toEqual({ derived: writes.map(({ data }) => JSON.parse(data)) })
    expect(writes.every((write) => !('value' in write))).toBe(true)
  })
  test('cannot be told where nobody is here to bring it', () => {
    expect(() => unitOf().tell(one('a'))).toThrow('nobody is here to bring it')
  })
})

describe('what guards refuse', () => {
  const guard = (name: string, more: Partial<Guard> = {}): Guard => ({
    name,
    refuse: ({ detail, writes, scope }) =>
      new AppError('conflict', `${name} refuses ${writes.map(({ id }) => id).join(' ')} of ${scope}: ${detail}`),
    ...more,
  })
  const guards = (...all: Guard[]): Guards => new Map(all.map((one) => [one.name, one]))
  /** The history’s own key: a second first version of a row. */
  const KEY = 'record_versions_of_unit_test_pkey'

  test('is told in their sentence, of the rows that they look at, on the connection at hand', async () => {
    const known = row()
    await keep([known])
    const again = { ...known, guards: guards(guard(KEY)) }
    await expect(keep([again])).rejects.toThrow(`${KEY} refuses ${known.id} of ann: Key (record_id, version, `)
    expect(asked).toEqual(['pool: save first'])
    const unit = unitOf()
    await unit.client()
    await unit.write(row())
    await unit.write(again)
    const refused = await unit.reading(MODULE, 'things').catch((error) => error)
    expect(refused).toMatchObject({ code: 'conflict', cause: { code: '23505', constraint: KEY } })
    expect(refused.message).toContain(`refuses ${known.id} of ann`)
    expect(asked.slice(0, 3)).toEqual(['begin', 'save first', 'rollback; begin'])
    // a handler that goes on all the same finds the transaction failed
    await expect((await unit.client()).query('select 1')).rejects.toMatchObject({ code: '25P02' })
    await unit.rollback()
  })
  test('that is none of theirs is told as it is', async () => {
    const known = row()
    await keep([known])
    for (const one of [known, { ...known, guards: guards(guard('another')) }])
      await expect(keep([one])).rejects.toMatchObject({ code: '23505' })
    failAt(null)
    const unit = unitOf()
    await unit.client()
    await unit.write({ ...row(), guards: guards(guard(KEY)) })
    failAt('save')
    await expect(unit.commit()).rejects.toThrow('save fails')
    expect(asked).toEqual(['begin', 'save first']) // the database has said nothing: it is not asked again
    await unit.rollback()
  })
  test('in turn is waited for, once each and in one order, within a transaction', async () => {
    const turns: unknown[] = []
    const unit = unitOf()
    const client = (await unit.client()) as pg.PoolClient
    const query = client.query.bind(client) as (...all: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      if (String(given[0]).includes('pg_advisory_xact_lock')) turns.push(given[1])
      return query(...given)
    }) as typeof client.query
    const inTurn = (...names: string[]) => guards(...names.map((name) => guard(name, { inTurn: true })), guard('x'))
    for (const names of [['b'], ['a', 'b'], ['c']]) await unit.write(row({ guards: inTurn(...names) }))
    await unit.write(row())
    await unit.commit()
    expect(turns).toEqual([[['a ann', 'b ann', 'c ann']]])
    await keep([row({ guards: inTurn('a') })])
    expect(asked[0]).toBe('begin')
    expect(asked).toContain('save first')
    expect(asked.filter((one) => one.includes('pg_advisory_xact_lock'))).toHaveLength(1)
    await keep([row({ guards: guards(guard('x')) })])
    expect(asked).toEqual(['pool: save first'])
  })
})
