import { describe, expect, test } from 'vitest'
import type { Write } from './saving.ts'
import { MODULE, NOW, next, row, rows, testUnits } from './test-unit.ts'

const { at, asked, unitOf, failAt, keep, kept } = testUnits()
const said = (writes: readonly Write[]) => writes.map(({ id, version }) => `${id} ${version}`).sort()
const changesOf = async (writes: readonly Write[]) => {
  const ids = writes.map(({ id }) => id)
  const found = await at.db.$client.query<{ change_id: string }>(
    'select distinct change_id from record_versions where record_id = any($1)',
    [ids],
  )
  return found.rows.map((one) => one.change_id)
}
const lines = async () => Number((await at.db.$client.query('select count(*) as n from changes')).rows[0]?.n)

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
    expect(await unit.reading(MODULE, 'things')).toBe(unit.database)
    for (const write of [two, three]) await unit.write(write)
    expect(await unit.reading(MODULE, 'things')).toBe(unit.database)
    expect([asked, unit.isIdle()]).toEqual([[], false])
    await unit.write(one)
    const on = await unit.reading(MODULE, 'things')
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
    expect(await unit.reading(MODULE, 'others')).toBe(on)
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
    asked.length = 0
    expect((await Array.fromAsync(numbers(2, 2))).map(({ n }) => n)).toEqual([2, 3, 4, 5])
    expect(fetched()).toEqual(['fetch 2', 'fetch 2', 'fetch 2', 'close rows_2'])
    asked.length = 0
    const [one, other] = [numbers(1), numbers(3)] // side by side
    expect([(await one.next()).value, (await other.next()).value]).toEqual([{ n: 1 }, { n: 1 }])
    await one.return(undefined)
    expect(fetched().at(-1)).toMatch(/^close/)
    await unit.commit()
    asked.length = 0
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
  test('what is refused on its way, while nobody waits for it, is no fault of the process', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const unit = unitOf()
    const first = row()
    for (const write of [first, { ...row(), id: first.id }, ...rows(998)]) await unit.write(write)
    const failed = `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction (aborted)'`
    await expect.poll(async () => (await at.db.$client.query(failed)).rows[0].n).toBe(1)
    await new Promise((resolve) => setImmediate(resolve)) // it has come here
    await unit.rollback()
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
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
    failAt('begin')
    await expect(unit.client()).rejects.toThrow('begin fails')
    expect(asked).toEqual(['begin', 'close the connection'])
    await unit.rollback()
    expect(asked).toHaveLength(2)
    const other = unitOf()
    await other.client()
    failAt('commit')
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

describe('a table that a change fills', () => {
  const counted = () => asked.filter((one) => one.startsWith('savepoint before_estimate')).length
  test('is counted within it after 2,000 rows, and once', async () => {
    const unit = unitOf()
    for (const write of rows(1999)) await unit.write(write)
    await unit.reading(MODULE, 'things')
    expect(counted()).toBe(0)
    await unit.write(row())
    await unit.reading(MODULE, 'things')
    expect(counted()).toBe(1)
    for (const write of rows(2000)) await unit.write(write)
    await unit.commit()
    expect(counted()).toBe(1)
  })
  test('is counted again after as many more while somebody else counts it', async () => {
    const other = await at.db.$client.connect()
    at.release(other)
    await other.query('begin; lock table records_of_unit_test in share update exclusive mode')
    const unit = unitOf()
    const tries: number[] = []
    for (let batch = 0; batch < 5; batch++) {
      for (const write of rows(1000)) await unit.write(write)
      await unit.reading(MODULE, 'things')
      tries.push(counted())
    }
    expect(tries).toEqual([0, 1, 1, 2, 2])
    await unit.rollback()
  })
})
