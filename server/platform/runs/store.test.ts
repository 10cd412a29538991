import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { atTheEnd } from '../test-end.ts'
import {
  appendEvents,
  type Closing,
  claimedRow,
  claimRuns,
  closeRun,
  expireLeases,
  extendLeases,
  findRun,
  insertRun,
  type NewRun,
  openAmong,
  readFrames,
  returnRuns,
  runInfo,
  shortenLeases,
} from './store.ts'
import { newRun, storedRuns, textsOf } from './test-runs.ts'

const { config, pool, stored, rowOf, setRow, leaseOf, put } = await storedRuns()

describe('a new run', () => {
  test('is its worker’s already, as it says before it is stored; without one it waits', async () => {
    const run = newRun({ threadId: 't', messageId: 'm', tokenBudget: 500, costBudgetMicros: 600 })
    await insertRun(pool, run, 'w')
    const claimed = claimedRow(run, 'w')
    expect(await rowOf(run)).toMatchObject({ ...claimed, created_at: expect.any(Date) })
    expect(claimed).toEqual({
      ...{ id: run.id, kind: run.kind, owner_id: 'ann', thread_id: 't', message_id: 'm', status: 'running' },
      ...{ input: { n: 1 }, state: null, worker: 'w', fence: 1, attempts: 1, failures: 0, cancel_requested_at: null },
      ...{ token_budget: 500, tokens_used: 0, cost_budget_micros: 600, cost_micros: 0, error: null },
      ...{ created_at: expect.any(Date), ended_at: null },
    })
    const left = await leaseOf(run)
    expect(left).toBeGreaterThan(9)
    expect(left).toBeLessThanOrEqual(10)
    const waiting = await stored(null)
    expect(await rowOf(waiting)).toMatchObject({ status: 'queued', worker: null, fence: 0, attempts: 0 })
    expect(claimedRow(waiting, 'w')).toMatchObject({ token_budget: null, cost_budget_micros: null })
    expect(await rowOf(waiting)).toMatchObject({ token_budget: null, cost_budget_micros: null, failures: 0 })
    expect(await findRun(pool, 'no-such-run')).toBeNull()
  })

  test('is shown without what is in it', async () => {
    const run = await stored()
    const row = await rowOf(run)
    const shown = { id: run.id, kind: run.kind, status: 'running', threadId: null, messageId: null, error: null }
    expect(runInfo(row)).toEqual({ ...shown, createdAt: row.created_at.toISOString(), endedAt: null })
    const ended = new Date('2026-02-03T04:05:06.007Z')
    expect(runInfo({ ...row, ended_at: ended })).toMatchObject({ endedAt: '2026-02-03T04:05:06.007Z' })
  })
})

describe('a lease', () => {
  test('is had by one worker at a time: of what waits or whose worker fell silent, the oldest first, as many as asked for', async () => {
    const kind = 'claimed'
    const [first, second, silent, held, mine] = [
      await stored(null, { kind }),
      await stored(null, { kind }),
      await stored('dead', { kind }),
      await stored('other', { kind }),
      await stored('dead', { kind }),
    ]
    const all = [first, second, silent, held, mine].map(({ id }) => id)
    for (const one of [silent, mine]) await setRow(one, `lease_until = now() - interval '1 second'`)
    const claim = async (limit: number, except: string[] = []) =>
      (await claimRuns(pool, 'w', [kind], limit, except))
        .sort((a, b) => all.indexOf(a.id) - all.indexOf(b.id))
        .map(({ id, fence, attempts, failures, worker }) => [id, fence, attempts, failures, worker])
    expect(await claimRuns(pool, 'w', ['another'], 8, [])).toEqual([])
    expect(await claim(1, [mine.id])).toEqual([[first.id, 1, 1, 0, 'w']])
    expect(await claim(8, [mine.id])).toEqual([
      [second.id, 1, 1, 0, 'w'],
      [silent.id, 2, 2, 1, 'w'],
    ])
    expect(await claim(8)).toEqual([[mine.id, 2, 2, 1, 'w']])
    expect((await rowOf(held)).worker).toBe('other')
  })

  test('is extended for what one still holds, and begins anew where it is longer than any', async () => {
    const [mine, others, ended] = [await stored('w'), await stored('other'), await stored('w')]
    await setRow(ended, `status = 'succeeded'`)
    await setRow(mine, `lease_until = now(), cancel_requested_at = now()`)
    expect(await extendLeases(pool, 'w', [mine.id, others.id, ended.id])).toEqual([
      { id: mine.id, fence: 1, cancelled: true },
    ])
    expect(await leaseOf(mine)).toBeGreaterThan(9)
    await setRow(mine, `lease_until = now() + interval '1 day'`)
    await setRow(others, `lease_until = now() + interval '19 seconds'`)
    await shortenLeases(pool)
    expect(await leaseOf(mine)).toBeLessThanOrEqual(10)
    expect(await leaseOf(others)).toBeGreaterThan(17)
    await expireLeases(pool)
    expect(Math.max(await leaseOf(mine), await leaseOf(others))).toBeLessThan(0)
  })

  test('is given back by who has it alone', async () => {
    const [mine, others] = [await stored('w'), await stored('other')]
    await returnRuns(pool, 'w', [await rowOf(mine), await rowOf(others)])
    expect([(await rowOf(mine)).status, (await rowOf(mine)).worker]).toEqual(['queued', null])
    expect((await rowOf(others)).status).toBe('running')
    const statuses = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled']
    const runs: NewRun[] = []
    for (const status of statuses) {
      runs.push(await stored())
      await setRow(runs.at(-1) as NewRun, `status = '${status}'`)
    }
    const ids = runs.map(({ id }) => id)
    expect(await openAmong(pool, ids)).toEqual(new Set(ids.slice(0, 2)))
  })
})

describe('events', () => {
  test('are told of with the runs that they are of, or, where those are too many for one notice, as of any', async () => {
    const listener = new pg.Client(config)
    await listener.connect()
    atTheEnd(() => listener.end())
    const notices: unknown[] = []
    listener.on('notification', ({ payload }) => notices.push(JSON.parse(payload as string)))
    await listener.query('listen atrium')
    const row = (run: NewRun) => ({ runId: run.id, fence: 1, firstSeq: 1, seq: 1, frames: '[["chunk","a"]]' })
    const one = await stored()
    expect(await appendEvents(pool, [row(one)], 'w')).toEqual(new Set([one.id]))
    const many = Array.from({ length: 300 }, (_, at) => ({ ...row(one), runId: `missing-${'x'.repeat(30)}-${at}` }))
    expect(await appendEvents(pool, many, 'w')).toEqual(new Set())
    await vi.waitFor(() => expect(notices).toHaveLength(2))
    expect(notices).toEqual([
      ['run-events', { worker: 'w', ids: [one.id] }],
      ['run-events', { worker: 'w', ids: null }],
    ])
  })

  test('are read after any of them, each once, also where a row stands again within a longer one', async () => {
    const run = await stored()
    await put(run, 1, 'a', 'b')
    await put(run, 2, 'b', 'c', 'd')
    await put(run, 5, 'e')
    const all = ['1 a', '2 b', '3 c', '4 d', '5 e']
    for (let after = 0; after <= 5; after++)
      expect(textsOf(await readFrames(pool, run.id, after))).toEqual(all.slice(after))
  })
})

describe('the end of a run', () => {
  const log = (first: number, ...words: string[]) => ({
    firstSeq: first,
    lastSeq: first + words.length - 1,
    frames: JSON.stringify(words.map((word) => ['chunk', word])),
  })

  test('adds up what it cost, keeps its state and its log in one row, and does what it means', async () => {
    const run = await stored()
    await put(run, 1, 'a', 'b')
    await put(run, 3, 'c')
    await setRow(run, 'tokens_used = 10, cost_micros = 20')
    const effect = {
      ...{ name: 'of-test', values: ['meant', 'message'] },
      text: ($: (n: number) => string) =>
        `update runs set kind = ${$(1)}, message_id = ${$(2)} from closed where runs.id = 'other'`,
    }
    await insertRun(pool, newRun({ id: 'other' }), 'w')
    const closing: Closing = { status: 'failed', error: 'Oh', state: { at: 'x\0' }, tokensUsed: 5, costMicros: 7 }
    expect(await closeRun(pool, run.id, 1, closing, log(1, 'a', 'b', 'c', 'd'), effect)).toBe(true)
    const row = await rowOf(run)
    expect(row).toMatchObject({ status: 'failed', error: 'Oh', state: { at: 'x' }, tokens_used: 15, cost_micros: 27 })
    expect([row.worker, row.ended_at]).toEqual([null, expect.any(Date)])
    expect(await findRun(pool, 'other')).toMatchObject({ kind: 'meant', message_id: 'message' })
    const { rows } = await pool.query('select first_seq, seq from run_events where run_id = $1', [run.id])
    expect(rows).toEqual([{ first_seq: 1, seq: 4 }])
    expect(textsOf(await readFrames(pool, run.id, 0))).toEqual(['1 a', '2 b', '3 c', '4 d'])
  })

  test('says nothing, costs nothing and keeps no state where there is none; one that waits or goes on has not ended', async () => {
    for (const status of ['succeeded', 'queued', 'waiting'] as const) {
      const run = await stored()
      await setRow(run, `state = '1', error = 'before'`)
      expect(await closeRun(pool, run.id, 1, { status }, log(1), null)).toBe(true)
      const row = await rowOf(run)
      expect(row).toMatchObject({ status, error: null, state: null, tokens_used: 0, cost_micros: 0, worker: null })
      expect(row.ended_at === null, status).toBe(status !== 'succeeded')
      expect(await readFrames(pool, run.id, 0)).toEqual([])
    }
  })

  test('is nobody’s who does not hold it any more', async () => {
    const run = await stored()
    await put(run, 1, 'a')
    expect(await closeRun(pool, run.id, 2, { status: 'failed' }, log(1, 'x'), null)).toBe(false)
    await setRow(run, `status = 'cancelled'`)
    expect(await closeRun(pool, run.id, 1, { status: 'failed' }, log(1, 'x'), null)).toBe(false)
    expect(textsOf(await readFrames(pool, run.id, 0))).toEqual(['1 a'])
  })
})
