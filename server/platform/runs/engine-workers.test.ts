import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { insertRun, readFrames } from './store.ts'
import { byHand, end, engines, reasonOf, say, until } from './test-engine.ts'
import { newRun, textsOf } from './test-runs.ts'
import { Stopped } from './work.ts'

const { pool, instance, atWork, setRow, leaseOf } = await engines()

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const [FLUSH, HEARTBEAT] = [250, 10_000 / 3]
const logFor = async (id: string) => textsOf(await readFrames(pool, id, 0))

describe('a worker', () => {
  test('that leaves its run open, or fails over it, is logged, unless it was told that another has the run', async () => {
    const open = 'The worker returned without closing its run.'
    for (const [how, message] of [
      [(at: Awaited<ReturnType<typeof atWork>>) => at.finish(), open],
      [(at: Awaited<ReturnType<typeof atWork>>) => at.fail(new Error('a bug')), 'a bug'],
      [(at: Awaited<ReturnType<typeof atWork>>) => at.fail(new Stopped('cancelled')), 'The run was stopped: cancelled'],
      [(at: Awaited<ReturnType<typeof atWork>>) => at.fail(new Stopped('fenced')), null],
    ] as const) {
      const at = await atWork()
      const heard: unknown[] = []
      at.engine.listen(at.run.id, (one) => heard.push(one))
      how(at)
      await until(() => at.engine.size() === 0)
      await until(() => heard.length === 1)
      expect(heard).toEqual([null])
      expect(at.logged.map(({ level, facts }) => [level, (facts.err as Error).message])).toEqual(
        message ? [['error', message]] : [],
      )
    }
  })

  test('that leaves while its words are being stored is not waited for', async () => {
    const { engine, run, work, gate, logged, finish } = await atWork()
    engine.start()
    say(work, 'a')
    const storing = gate.hold('append', 'after')
    vi.advanceTimersByTime(FLUSH)
    await until(storing.isReached)
    finish()
    await until(() => engine.size() === 0)
    let isDrained = false
    const drained = engine.drain().then(() => {
      isDrained = true
    })
    await new Promise((later) => setTimeout(later, 30))
    expect(isDrained, 'a statement is on its way').toBe(false)
    storing.release()
    await drained
    expect(logged.map(({ level }) => level)).toEqual(['error'])
    expect(await logFor(run.id)).toEqual(['1 a'])
  })

  test('is none where nobody knows the kind of run, which is logged', async () => {
    const { engine, begin, logged } = instance()
    const run = newRun()
    await begin(run)
    await until(() => logged.length === 1)
    const err = expect.objectContaining({ message: `No worker for runs of kind ${run.kind}` })
    expect(logged).toEqual([{ level: 'error', said: 'a run could not begin', facts: { runId: run.id, err } }])
    expect(engine.size()).toBe(0)
  })

  test('begins without a look at what there was, and at a later attempt after all of it, with numbers of its own', async () => {
    const { work, gate, finish } = await atWork()
    expect([work.prior, gate.count('read')]).toEqual([[], 0])
    await end(work)
    finish()
    const its = byHand()
    const run = newRun()
    const { engine, say: told } = instance({ [run.kind]: its.kind })
    await insertRun(pool, run, 'dead')
    await pool.query(
      `insert into run_events (run_id, first_seq, seq, frames) values ($1, 1, 2, '[["status","a"],["status","b"]]')`,
      [run.id],
    )
    await setRow(run, `lease_until = now() - interval '1 second'`)
    told('run-queued')
    await until(() => its.begun[0])
    const later = (its.begun[0] as (typeof its.begun)[0]).work
    expect(textsOf(later.prior)).toEqual(['1 a', '2 b'])
    expect([later.run.attempts, later.run.failures, reasonOf(later)]).toEqual([2, 1, null])
    say(later, 'c', 'd')
    await later.flush()
    const seen = async (seq: number) => textsOf((await engine.after(run.id, seq)).frames)
    const all = ['1 a', '2 b', '100001 c', '100002 d']
    expect([await seen(0), await seen(1), await seen(2), await seen(100_001)]).toEqual([
      all,
      all.slice(1),
      all.slice(2),
      all.slice(3),
    ])
    await end(later)
    its.begun[0]?.finish()
  })

  test('shows what it has said without a look at the database to who has all that was before', async () => {
    const { engine, run, work, gate, finish } = await atWork()
    say(work, 'a', 'b')
    await work.flush()
    for (const [seq, frames] of [
      [0, ['1 a', '2 b']],
      [1, ['2 b']],
      [2, []],
    ] as const) {
      const seen = await engine.after(run.id, seq)
      expect([textsOf(seen.frames), seen.open]).toEqual([frames, true])
    }
    expect([gate.count('read'), gate.count('find')]).toEqual([0, 0])
    await end(work)
    finish()
    expect(await engine.after(run.id, 1)).toMatchObject({ open: false, frames: [{ seq: 2 }] })
  })

  test('that takes over does not look back for who has seen all up to its beginning', async () => {
    const its = byHand()
    const run = newRun()
    const { engine, gate, say: told } = instance({ [run.kind]: its.kind })
    await insertRun(pool, run, null)
    await setRow(run, 'attempts = 1')
    told('run-queued')
    await until(() => its.begun[0])
    const { work, finish } = its.begun[0] as (typeof its.begun)[0]
    const before = gate.count('read')
    say(work, 'a')
    for (const seq of [100_000, 100_001, 100_002]) await engine.after(run.id, seq)
    expect(gate.count('read')).toBe(before)
    await engine.after(run.id, 99_999)
    expect(gate.count('read')).toBe(before + 1)
    await end(work)
    finish()
  })

  test('that takes over begins behind the last that was said, though all but that is of an attempt before', async () => {
    const its = byHand()
    const run = newRun()
    const { say: told } = instance({ [run.kind]: its.kind })
    await insertRun(pool, run, null)
    await setRow(run, 'attempts = 1')
    for (const seq of [1, 100_001])
      await pool.query(
        `insert into run_events (run_id, first_seq, seq, frames) values ($1, $2, $2, '[["status","a"]]')`,
        [...[run.id, seq]],
      )
    told('run-queued')
    await until(() => its.begun[0])
    const { work, finish } = its.begun[0] as (typeof its.begun)[0]
    say(work, 'b')
    await end(work)
    finish()
    expect(await logFor(run.id)).toEqual(['1 a', '100001 a', '200001 b'])
  })

  test('is told at once of a run whose end was asked for before it had it', async () => {
    const its = byHand()
    const run = newRun()
    const { say: told } = instance({ [run.kind]: its.kind })
    await insertRun(pool, run, null)
    await setRow(run, 'cancel_requested_at = now()')
    told('run-queued')
    await until(() => its.begun[0])
    const { work, finish } = its.begun[0] as (typeof its.begun)[0]
    expect(reasonOf(work)).toBe('cancelled')
    await work.close({ status: 'cancelled' }, null)
    finish()
  })
})

describe('a heartbeat', () => {
  async function beating() {
    const at = await atWork()
    at.engine.start()
    const beat = async () => {
      const before = at.gate.count('extend')
      vi.advanceTimersByTime(HEARTBEAT + 1)
      await until(() => at.gate.count('extend') > before)
      await new Promise((later) => setTimeout(later, 30))
    }
    const stop = async () => {
      at.finish()
      await at.engine.drain()
    }
    return { ...at, beat, stop }
  }

  test('keeps the lease of what is at work, and asks nothing where nothing is', async () => {
    const { engine, run, work, gate, logged, beat, finish } = await beating()
    await setRow(run, 'lease_until = now()')
    vi.advanceTimersByTime(HEARTBEAT - 1)
    expect(gate.count('extend')).toBe(0)
    await beat()
    expect(await leaseOf(run)).toBeGreaterThan(8)
    expect([reasonOf(work), logged]).toEqual([null, []])
    await end(work)
    finish()
    const before = gate.count('extend')
    vi.advanceTimersByTime(2 * HEARTBEAT)
    await new Promise((later) => setTimeout(later, 30))
    expect(gate.count('extend')).toBe(before)
    await engine.drain()
  })

  test.each([
    ['its end was asked for', 'cancel_requested_at = now()', 'cancelled'],
    ['another has the run', `fence = 5, worker = 'other'`, 'fenced'],
    ['it has the run anew', 'fence = 5', 'fenced'],
    ['it has just ended, by its own fence', `status = 'succeeded'`, null],
  ])('tells the work that %s', async (_, set, reason) => {
    const { run, work, beat, stop } = await beating()
    await setRow(run, set)
    await beat()
    expect(reasonOf(work)).toBe(reason)
    await stop()
  })

  test('tells the work that its run is gone', async () => {
    const { run, work, beat, stop } = await beating()
    await pool.query('delete from runs where id = $1', [run.id])
    await beat()
    expect(reasonOf(work)).toBe('fenced')
    await stop()
  })

  test('has nothing to say of what ends meanwhile', async () => {
    const { engine, gate, logged, fail } = await beating()
    const late = gate.hold('extend', 'after')
    vi.advanceTimersByTime(HEARTBEAT + 1)
    await until(late.isReached)
    fail(new Stopped('fenced'))
    await until(() => engine.size() === 0)
    late.release()
    await engine.drain()
    await new Promise((later) => setTimeout(later, 30))
    expect(logged).toEqual([])
  })

  test.each([
    ['a database that is away, as a warning', Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }), 'warn'],
    ['any other fault, as one', new Error('a wrong query'), 'error'],
  ])('logs %s', async (_, fault, level) => {
    const { gate, logged, work, beat, stop } = await beating()
    gate.failOnce('extend', fault)
    await beat()
    expect(logged).toMatchObject([{ level, facts: { err: fault }, said: 'leases could not be extended' }])
    expect(reasonOf(work)).toBeNull()
    await stop()
  })
})
