import { AppError } from '@atrium/contract/errors'
import { collection } from '@atrium/contract/module'
import type pg from 'pg'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '../platform/database/connect.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { silentLog } from '../platform/telemetry.ts'
import type { Notices } from './notices.ts'
import { preparePartitions } from './partitions.ts'
import type { Guard, Guards, Write } from './saving.ts'
import { type Beside, both, createUnit, type Listener } from './unit.ts'

const things = { id: 'unit-test', collections: { things: collection(z.object({ n: z.number() }), { version: 1 }) } }
let real: Database
beforeAll(async () => {
  real = (await testDatabase()).db
  await preparePartitions(real.$client, [things], silentLog)
})

/** What is asked of the database, in order: `pool: …` on any connection, else on the one of the transaction. */
let asked: string[] = []
const short = (statement: unknown): string => {
  const text = String((statement as { text?: string }).text ?? statement)
  if (text.includes('insert into record_versions'))
    return text.includes('insert into changes') ? 'save first' : 'save more'
  return text.replace(/\s+/g, ' ').slice(0, 60)
}
/** Connections that a test left open, as it does when it fails. */
const held = new Set<pg.PoolClient>()
afterEach(() => {
  for (const client of held) client.release(true)
  held.clear()
})
/** A statement of the transaction that fails. */
let failing: string | null = null
const watched = (): Database => {
  const note = (statement: unknown, from: string) => {
    asked.push(from + short(statement))
    if (failing !== null && short(statement).startsWith(failing)) throw new Error(`${failing} fails`)
  }
  const connect = async () => {
    const client = await real.$client.connect()
    held.add(client)
    const query = (...given: unknown[]) => {
      try {
        note(given[0], '')
      } catch (error) {
        return Promise.reject(error)
      }
      return (client.query as (...all: unknown[]) => unknown)(...given)
    }
    const release = (isBroken?: boolean) => {
      asked.push(isBroken ? 'close the connection' : 'release')
      held.delete(client)
      client.release(isBroken)
    }
    return { query, release }
  }
  const query = (...given: unknown[]) => {
    note(given[0], 'pool: ')
    return (real.$client.query as (...all: unknown[]) => unknown)(...given)
  }
  return Object.create(real, { $client: { value: { connect, query } } }) as Database
}

const NOW = new Date('2026-03-04T05:06:07.000Z')
const unitOf = (beside: Beside = {}, scope = 'ann') => {
  asked = []
  failing = null
  return createUnit(watched(), scope, { action: 'things.do', via: 'http', input: { a: 1 }, actor: 'ann' }, NOW, beside)
}
let count = 0
const row = (more: Partial<Write> = {}): Write => ({
  id: `u${++count}`,
  module: things.id,
  collection: 'things',
  data: JSON.stringify({ n: count }),
  value: { n: count },
  schemaVersion: 1,
  version: 1,
  search: '',
  createdAt: NOW,
  deletedAt: null,
  before: null,
  deletedBefore: null,
  ...more,
})
const next = (was: Write): Write => ({
  ...was,
  version: was.version + 1,
  before: { schema: 1, data: JSON.parse(was.data) },
})
const rows = (many: number, more: Partial<Write> = {}) => Array.from({ length: many }, () => row(more))
const kept = async (writes: readonly Write[]) => {
  const ids = writes.map(({ id }) => id)
  const found = await real.$client.query('select id, version from records where id = any($1) order by id', [ids])
  return found.rows.map(({ id, version }) => `${id} ${version}`)
}
const said = (writes: readonly Write[]) => writes.map(({ id, version }) => `${id} ${version}`).sort()
const changesOf = async (writes: readonly Write[]) => {
  const ids = writes.map(({ id }) => id)
  const found = await real.$client.query<{ change_id: string }>(
    'select distinct change_id from record_versions where record_id = any($1)',
    [ids],
  )
  return found.rows.map((one) => one.change_id)
}
const lines = async () => Number((await real.$client.query('select count(*) as n from changes')).rows[0]?.n)
/** Writes all of them, and ends. */
const keep = async (writes: readonly Write[], beside: Beside = {}) => {
  const unit = unitOf(beside)
  try {
    for (const write of writes) await unit.write(write)
    return await unit.commit()
  } catch (error) {
    await unit.rollback()
    throw error
  }
}

describe('round trips', () => {
  test('are none where nothing was written, and no change is made', async () => {
    const unit = unitOf()
    expect([unit.written(), unit.isIdle(), unit.scope, unit.now]).toEqual([0, true, 'ann', NOW])
    expect(await unit.commit()).toBeNull()
    expect(asked).toEqual([])
  })
  test('are one for one row, for two, and for 99, without a transaction; 100 are checked by one plan within one', async () => {
    for (const many of [1, 2, 99]) {
      const writes = rows(many)
      const change = await keep(writes)
      expect(asked).toEqual(['pool: save first'])
      expect(await changesOf(writes)).toEqual([change])
      expect(await kept(writes)).toEqual(said(writes))
    }
    await keep(rows(100))
    expect(asked).toEqual(['begin', 'save first', 'set local plan_cache_mode to force_generic_plan; commit', 'release'])
  })
  test('are one for one change of a known version', async () => {
    const was = row()
    await keep([was])
    await keep([next(was)])
    expect(asked).toEqual(['pool: save first'])
    expect(await kept([was])).toEqual([`${was.id} 2`])
  })
  test('are one for a thousand rows, which are on their way while more are made', async () => {
    const unit = unitOf()
    for (const write of rows(999)) await unit.write(write)
    expect([asked, unit.written()]).toEqual([[], 999])
    await unit.write(row())
    expect(asked).toEqual(['begin', 'save first'])
    for (const write of rows(1100)) await unit.write(write)
    const sent = () => asked.filter((one) => /^save (first|more)$/.test(one))
    expect(sent()).toEqual(['save first', 'save more'])
    await unit.commit()
    expect(sent()).toEqual(['save first', 'save more', 'save more'])
  })
})

describe('a read', () => {
  test('sees what waits of its own collection, and sends nothing of another one', async () => {
    const unit = unitOf()
    const [one, two, three] = [row(), row({ collection: 'others' }), row({ module: 'other-module' })]
    expect(await unit.reading(things.id, 'things')).toBe(unit.database)
    for (const write of [two, three]) await unit.write(write)
    expect(await unit.reading(things.id, 'things')).toBe(unit.database)
    expect([asked, unit.isIdle()]).toEqual([[], false])
    await unit.write(one)
    const on = await unit.reading(things.id, 'things')
    expect(on).not.toBe(unit.database)
    expect(asked).toEqual(['begin', 'save first'])
    expect(unit.isIdle()).toBe(false)
    await unit.write(row())
    await unit.rollback()
    expect(asked.slice(2)).toEqual(['rollback', 'release'])
    expect(await kept([one, two, three])).toEqual([])
  })
  test('that locks a row sees what waits of it, within one transaction, and all of it is one change', async () => {
    const unit = unitOf()
    const [one, two] = [row(), row()]
    await unit.write(one)
    const on = await unit.locking('another')
    expect(asked).toEqual(['begin'])
    expect(await unit.locking(one.id)).toBe(on)
    expect(asked).toEqual(['begin', 'save first'])
    await unit.write(two)
    expect(await unit.reading(things.id, 'others')).toBe(on)
    await unit.client()
    const change = await unit.commit()
    expect(asked).toEqual(['begin', 'save first', 'save more', 'commit', 'release'])
    expect(await changesOf([one, two])).toEqual([change])
  })
  test('of a cursor comes part by part to its end, and what was begun alone is closed', async () => {
    const unit = unitOf()
    const numbers = (size: number, from = 1) =>
      unit.cursor<{ n: number }>(`select n from generate_series($1::int, 5) n`, [from], size)
    const fetched = () => asked.filter((one) => /^(fetch|close)/.test(one)).map((one) => one.split(' ', 2).join(' '))
    expect((await Array.fromAsync(numbers(2))).map(({ n }) => n)).toEqual([1, 2, 3, 4, 5])
    expect(fetched()).toEqual(['fetch 2', 'fetch 2', 'fetch 2', 'close rows_1'])
    asked = []
    expect((await Array.fromAsync(numbers(2, 2))).map(({ n }) => n)).toEqual([2, 3, 4, 5])
    expect(fetched()).toEqual(['fetch 2', 'fetch 2', 'fetch 2', 'close rows_2'])
    asked = []
    const [one, other] = [numbers(1), numbers(3)] // side by side
    expect([(await one.next()).value, (await other.next()).value]).toEqual([{ n: 1 }, { n: 1 }])
    await one.return(undefined)
    expect(fetched().at(-1)).toMatch(/^close/)
    await unit.commit()
    asked = []
    await other.return(undefined) // its transaction has ended: nobody is asked
    expect(asked).toEqual([])
  })
  test('of a cursor that fails is told as it is', async () => {
    const unit = unitOf()
    const broken = unit.cursor('select 1 / (3 - n) as n from generate_series(1, 5) n', [], 2)
    await expect(Array.fromAsync(broken)).rejects.toThrow('division by zero')
    await unit.rollback()
  })
})

describe('once it has ended', () => {
  for (const how of ['commit', 'rollback'] as const)
    test(`by a ${how} it is used by nobody`, async () => {
      const unit = unitOf()
      await unit.client()
      await unit[how]()
      await expect(unit.write(row())).rejects.toThrow('things.do wrote after it had ended')
      for (const use of [() => unit.client(), () => unit.locking('x'), () => unit.cursor('select 1', [], 1).next()])
        await expect(use()).rejects.toThrow('things.do used its store after it had ended')
      expect(asked).toEqual(['begin', how, 'release'])
    })
  test('without a transaction nothing is rolled back', async () => {
    const unit = unitOf()
    await unit.write(row())
    await unit.rollback()
    expect(asked).toEqual([])
  })
})

describe('all or nothing', () => {
  const tooSlow = 'Somebody changed the same thing at the same moment. Please try again.'
  test('of two that change one version the second is told, and neither a row nor an audit line of it is kept', async () => {
    const [one, two] = [row(), row()]
    await keep([one, two])
    await keep([next(one)])
    const before = await lines()
    await expect(keep([next(one)])).rejects.toMatchObject({ code: 'conflict', message: tooSlow })
    for (const writes of [
      [next(one), next(two)],
      [next(two), next(one)],
      [row(), next(one)],
      [next(one), row()],
    ])
      await expect(keep(writes)).rejects.toThrow(tooSlow)
    expect(await lines()).toBe(before)
    expect(await kept([one, two])).toEqual([`${one.id} 2`, `${two.id} 1`])
  })
  test('what is refused on its way is told to whoever comes next, and again at the end, though the handler looks away', async () => {
    const next = [
      (unit: ReturnType<typeof unitOf>) => unit.reading('any', 'thing'),
      (unit: ReturnType<typeof unitOf>) => unit.client(),
      (unit: ReturnType<typeof unitOf>) => unit.locking('x'),
      (unit: ReturnType<typeof unitOf>) => unit.cursor('select 1', [], 1).next(),
    ]
    for (const use of next) {
      const unit = unitOf()
      const writes = rows(1000)
      writes[500] = { ...row(), id: writes[0]?.id as string }
      for (const write of writes) await unit.write(write)
      await expect(use(unit)).rejects.toMatchObject({ code: '23505' })
      await expect(unit.commit()).rejects.toMatchObject({ code: '23505' })
      await unit.rollback()
      expect(asked.slice(-2)).toEqual(['rollback', 'release'])
      expect(await kept(writes)).toEqual([])
    }
  })
  test('what is refused on its way is taken back without a word where all is taken back', async () => {
    const unit = unitOf()
    const first = row()
    for (const write of [first, { ...row(), id: first.id }, ...rows(998)]) await unit.write(write)
    await unit.rollback()
    expect(asked.slice(-2)).toEqual(['rollback', 'release'])
  })
  test('a change whose transaction has failed is not told to be kept', async () => {
    const unit = unitOf()
    const client = await unit.client()
    await client.query('select 1 / 0').catch(() => undefined)
    await expect(unit.commit()).rejects.toThrow('things.do went on after a failure')
    expect(asked.slice(-2)).toEqual(['commit', 'close the connection'])
  })
  test('a connection on which a transaction cannot begin, or end, is nobody else’s', async () => {
    const unit = unitOf()
    failing = 'begin'
    await expect(unit.client()).rejects.toThrow('begin fails')
    expect(asked).toEqual(['begin', 'close the connection'])
    await unit.rollback()
    expect(asked).toHaveLength(2)
    const other = unitOf()
    await other.client()
    failing = 'commit'
    await expect(other.commit()).rejects.toThrow('commit fails')
    expect(asked).toEqual(['begin', 'commit', 'close the connection'])
  })
})

describe('what is written alongside', () => {
  test('is written in the change’s transaction, after it, and takes it back by throwing', async () => {
    const unit = unitOf()
    const one = row()
    await unit.write(one)
    let told: string | null = null
    const change = await unit.commit(async (client, its) => {
      told = its
      await client.query('select 1')
    })
    expect(told).toBe(change)
    expect(asked).toEqual(['begin', 'save first', 'select 1', 'commit', 'release'])
    const other = unitOf()
    const two = row()
    await other.write(two)
    await expect(other.commit(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await other.rollback()
    expect(await kept([one, two])).toEqual([`${one.id} 1`])
  })
  test('is written with nothing else as well, of no change', async () => {
    let told: string | null | undefined
    const change = await unitOf().commit(async (_, its) => {
      told = its
    })
    expect([told, change, asked]).toEqual([null, null, ['begin', 'commit', 'release']])
  })
})

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
      expect(await two.awaits(real.$client, 'ann', ['m'])).toBe(first || last)
      expect(heard.splice(0)).toEqual(first ? ['1 awaits ann m'] : ['1 awaits ann m', '2 awaits ann m'])
      await two.tell(real.$client, 'ann', ['m'])
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
  const one = (withdrawn: string) => ({ module: things.id, withdrawn })
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
    const refused = await unit.reading(things.id, 'things').catch((error) => error)
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
    failing = null
    const unit = unitOf()
    await unit.client()
    await unit.write({ ...row(), guards: guards(guard(KEY)) })
    failing = 'save'
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

describe('a table that a change fills', () => {
  const counted = () => asked.filter((one) => one.startsWith('savepoint before_estimate')).length
  test('is counted within it after 2,000 rows, and once', async () => {
    const unit = unitOf()
    for (const write of rows(1999)) await unit.write(write)
    await unit.reading(things.id, 'things')
    expect(counted()).toBe(0)
    await unit.write(row())
    await unit.reading(things.id, 'things')
    expect(counted()).toBe(1)
    for (const write of rows(2000)) await unit.write(write)
    await unit.commit()
    expect(counted()).toBe(1)
  })
  test('is counted again after as many more while somebody else counts it', async () => {
    const other = await real.$client.connect()
    held.add(other)
    await other.query('begin; lock table records_of_unit_test in share update exclusive mode')
    const unit = unitOf()
    const tries: number[] = []
    for (let batch = 0; batch < 5; batch++) {
      for (const write of rows(1000)) await unit.write(write)
      await unit.reading(things.id, 'things')
      tries.push(counted())
    }
    expect(tries).toEqual([0, 1, 1, 2, 2])
    await unit.rollback()
  })
})
