import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '../telemetry.ts'
import { atTheEnd } from '../test-end.ts'
import { storeEnd, storeIdleEnd, transaction } from './closing.ts'
import { type Frame, frame } from './frames.ts'
import { append, liveRun } from './live.ts'
import { type NewRun, readFrames } from './store.ts'
import { said, storedRuns, textsOf } from './test-runs.ts'
import type { RunKind } from './work.ts'

const { config, pool, stored, rowOf, setRow } = await storedRuns()

describe('a transaction', () => {
  const alone = () => {
    const one = new pg.Pool({ ...config, max: 1, connectionTimeoutMillis: 5_000 })
    atTheEnd(() => one.end())
    return one
  }

  test('is kept whole when it succeeds, and leaves its connection to the next', async () => {
    const [one, run] = [alone(), await stored()]
    expect(
      await transaction(one, (client) => client.query(`update runs set error = 'a' where id = $1`, [run.id])),
    ).toMatchObject({ rowCount: 1 })
    expect((await rowOf(run)).error).toBe('a')
    expect((await one.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect([one.totalCount, one.idleCount]).toEqual([1, 1])
  })

  test('is undone when it fails, and leaves its connection clean', async () => {
    const [one, run] = [alone(), await stored()]
    const failing = transaction(one, async (client) => {
      await client.query(`update runs set error = 'b' where id = $1`, [run.id])
      throw new Error('on the way')
    })
    await expect(failing).rejects.toThrow('on the way')
    expect((await rowOf(run)).error).toBeNull()
    expect((await one.query(`select now() = statement_timestamp() as alone`)).rows).toEqual([{ alone: true }])
    expect([one.totalCount, one.idleCount]).toEqual([1, 1])
  })

  test('gives up a connection that broke', async () => {
    const one = alone()
    const away = Object.assign(new Error('gone'), { code: 'ECONNRESET' })
    await expect(transaction(one, () => Promise.reject(away))).rejects.toBe(away)
    expect(one.totalCount).toBe(0)
    expect((await one.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

describe('a run that its worker ends', () => {
  afterEach(() => vi.useRealTimers())
  const warned: object[] = []
  const logging = { ...silentLog, warn: (facts: object) => warned.push(facts) } as never
  const carried = ({ id }: NewRun, fence = 1) => {
    const run = liveRun(id, fence, 1, new Set())
    for (const { json } of said(1, 'a', 'b')) append(run, 'chunk', json)
    return run
  }
  const end = (run: NewRun, save: Parameters<typeof storeEnd>[3], last: Frame | null = null, fence = 1, on = pool) =>
    storeEnd(on, carried(run, fence), { status: 'succeeded' }, save, last, logging)
  /** A database that is away so many times, or as long as this says. */
  const away = (isAway: () => boolean, error: Error) =>
    new Proxy(pool, {
      get: (it, name) =>
        name === 'query'
          ? (...asked: [string]) => (isAway() ? Promise.reject(error) : it.query(...asked))
          : Reflect.get(it, name),
    })
  const unreachable = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })

  test('has its log with the last event, or without one', async () => {
    const [one, other] = [await stored(), await stored()]
    await end(one, null, frame(3, 'done', '"end"'))
    await end(other, null)
    expect(textsOf(await readFrames(pool, one.id, 0))).toEqual(['1 a', '2 b', '3 end'])
    expect(textsOf(await readFrames(pool, other.id, 0))).toEqual(['1 a', '2 b'])
    expect([(await rowOf(one)).status, (await rowOf(other)).status]).toEqual(['succeeded', 'succeeded'])
  })

  test('has what it means in the same transaction, by a statement or by several, and nothing of it under another’s fence', async () => {
    const [one, two, three] = [await stored(), await stored(), await stored()]
    const effect = (to: NewRun) => ({
      ...{ name: `mean-${to.id}`, values: [to.id] },
      text: ($: (n: number) => string) => `update runs set message_id = 'meant' from closed where runs.id = ${$(1)}`,
    })
    const save = async (client: Pick<pg.Pool, 'query'>) => {
      await client.query(`update runs set thread_id = 'saved' where id = $1`, [three.id])
    }
    for (const what of [effect(three), save, null])
      await expect(end(one, what as never, null, 2)).rejects.toMatchObject({ reason: 'fenced' })
    expect(await rowOf(three)).toMatchObject({ message_id: null, thread_id: null })
    expect((await rowOf(one)).status).toBe('running')
    await end(one, effect(three))
    await end(two, save as never)
    expect(await rowOf(three)).toMatchObject({ message_id: 'meant', thread_id: 'saved' })
    expect((await rowOf(two)).status).toBe('succeeded')
    const fails = async () => {
      throw new Error('cannot be saved')
    }
    await expect(end(three, fails)).rejects.toThrow('cannot be saved')
    expect((await rowOf(three)).status).toBe('running')
  })

  test('waits for a database that is away, which is logged, for two minutes, and for no other fault', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const [one, two] = [await stored(), await stored()]
    let tries = 0
    const from = Date.now()
    await end(
      one,
      null,
      null,
      1,
      away(() => ++tries < 2, unreachable),
    )
    expect([(await rowOf(one)).status, tries]).toEqual(['succeeded', 2])
    expect(warned.splice(0)).toEqual([{ err: unreachable, runId: one.id }])
    tries = 0
    const always = away(() => {
      vi.setSystemTime(from + (++tries === 1 ? 0 : tries === 2 ? 120_000 : 120_001))
      return true
    }, unreachable)
    vi.setSystemTime(from)
    await expect(end(two, null, null, 1, always)).rejects.toBe(unreachable)
    expect([tries, warned.splice(0).length]).toEqual([3, 2])
    tries = 0
    const wrong = new Error('a wrong query')
    await expect(
      end(
        two,
        null,
        null,
        1,
        away(() => ++tries > 0, wrong),
      ),
    ).rejects.toBe(wrong)
    expect([tries, warned]).toEqual([1, []])
  })
})

describe('a run that ends while nobody carries it out', () => {
  const asked: unknown[] = []
  const kind = (last?: Awaited<ReturnType<RunKind['endIdle']>>): RunKind => ({
    work: async () => undefined,
    endIdle: async (_, { id, status }, why) => {
      asked.push([id, status, why])
      return last
    },
    idleEnded: ({ id }) => asked.push([id, 'ended']),
  })
  const end = (run: NewRun, why: 'stopped' | 'given-up', last?: { type: 'done'; data: unknown }) =>
    storeIdleEnd(pool, run.id, new Map([[run.kind, kind(last)]]), why)

  test.each([
    ['stopped', ['queued', 'waiting'], 'cancelled'],
    ['given-up', ['running'], 'failed'],
  ] as const)('is over when it is %s, its kind is asked and told, and of no other state', async (why, from, status) => {
    for (const before of ['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled']) {
      const run = await stored()
      await setRow(run, `status = '${before}'`)
      asked.length = 0
      await end(run, why)
      const isOver = (from as readonly string[]).includes(before)
      expect((await rowOf(run)).status, before).toBe(isOver ? status : before)
      expect(asked).toEqual(
        isOver
          ? [
              [run.id, status, why],
              [run.id, 'ended'],
            ]
          : [],
      )
      if (isOver) expect(await rowOf(run)).toMatchObject({ worker: null, ended_at: expect.any(Date) })
      expect(await readFrames(pool, run.id, 0)).toEqual([])
    }
  })

  test('says its last word behind all that was said, as an attempt of its own', async () => {
    const [fresh, begun, later] = [await stored(null), await stored(null), await stored(null)]
    for (const [run, seq] of [
      [begun, 1],
      [later, 100_005],
    ] as const)
      await pool.query(
        `insert into run_events (run_id, first_seq, seq, frames) values ($1, $2, $2, '[["chunk","a"]]')`,
        [...[run.id, seq]],
      )
    const seqs = async (run: NewRun) => {
      await end(run, 'stopped', { type: 'done', data: { why: 'stopped' } })
      return (await readFrames(pool, run.id, 0)).map(({ seq, type, json }) => [seq, type, json])
    }
    const last = ['done', '{"why":"stopped"}']
    expect(await seqs(fresh)).toEqual([[100_001, ...last]])
    expect(await seqs(begun)).toEqual([
      [1, 'chunk', '"a"'],
      [100_001, ...last],
    ])
    expect(await seqs(later)).toEqual([
      [100_005, 'chunk', '"a"'],
      [200_001, ...last],
    ])
  })

  test('ends though nobody knows its kind, and quietly where its kind tells nobody', async () => {
    const [one, other] = [await stored(null), await stored(null)]
    await storeIdleEnd(pool, one.id, new Map(), 'stopped')
    const { idleEnded: _, ...quiet } = kind()
    await storeIdleEnd(pool, other.id, new Map([[other.kind, quiet]]), 'stopped')
    expect([(await rowOf(one)).status, (await rowOf(other)).status]).toEqual(['cancelled', 'cancelled'])
  })
})
