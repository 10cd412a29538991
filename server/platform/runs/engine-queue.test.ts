import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { insertRun, type NewRun } from './store.ts'
import { byHand, engines, reasonOf, until } from './test-engine.ts'
import { newRun } from './test-runs.ts'

const { pool, instance, stored, rowOf, setRow, leaseOf } = await engines()

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const POLL = 2_000
const silence = `lease_until = now() - interval '1 second'`
const moments = () => new Promise((later) => setTimeout(later, 30))
/** Runs of one kind that wait for their turn. */
async function queued(count: number): Promise<NewRun[]> {
  const { kind } = newRun()
  const runs: NewRun[] = []
  for (let at = 0; at < count; at++) runs.push(await stored(null, { kind }))
  return runs
}
async function endAll({ begun }: ReturnType<typeof byHand>) {
  for (const { work, finish } of begun) {
    await work.close({ status: 'succeeded' }, null)
    finish()
  }
}
const asFirst = <T>(all: readonly T[]) => all[0] as T

describe('what waits', () => {
  test('is not looked for where nothing could be done with it, and is with one kind known', async () => {
    const [run] = (await queued(1)) as [NewRun]
    const its = byHand()
    const { engine, gate, say } = instance()
    say('run-queued')
    await moments()
    expect(gate.count('claim')).toBe(0)
    engine.register(run.kind, its.kind)
    say('run-queued')
    await until(() => its.begun.length === 1)
    await moments()
    expect(gate.count('claim')).toBe(1)
    await endAll(its)
  })

  test('is taken eight at a time, all of it', async () => {
    const runs = await queued(9)
    const its = byHand()
    const { engine, gate, say } = instance({ [asFirst(runs).kind]: its.kind })
    const second = gate.hold('claim', 'before') // the first goes before it
    say('run-queued')
    await moments()
    second.release()
    await until(() => its.begun.length === 9)
    await moments()
    expect([engine.size(), gate.count('claim')]).toEqual([9, 2])
    await endAll(its)
    const [one] = (await queued(1)) as [NewRun]
    engine.register(one.kind, its.kind)
    say('run-queued')
    await until(() => its.begun.length === 10)
    await moments()
    expect(gate.count('claim')).toBe(3)
    await endAll({ ...its, begun: its.begun.slice(9) })
  })

  test('is taken no more than eight of before those are begun', async () => {
    const runs = await queued(9)
    const its = byHand()
    const { engine, gate, say } = instance({ [asFirst(runs).kind]: its.kind })
    say('run-queued')
    const second = gate.hold('claim', 'before')
    // the first has been asked by now
    await until(() => gate.count('claim') === 2)
    expect(engine.size()).toBe(8)
    second.release()
    await until(() => its.begun.length === 9)
    await endAll(its)
  })

  test('is given back by who leaves at this moment, and looked for no more', async () => {
    const [run] = (await queued(1)) as [NewRun]
    const its = byHand()
    const { engine, gate, say } = instance({ [run.kind]: its.kind })
    const late = gate.hold('claim', 'after')
    say('run-queued')
    await until(late.isReached)
    await engine.drain()
    late.release()
    await until(async () => (await rowOf(run)).status === 'queued')
    say('run-queued')
    await moments()
    expect([its.begun.length, gate.count('claim'), (await rowOf(run)).worker]).toEqual([0, 1, null])
  })

  test('cannot be looked for while the database is away, which is logged', async () => {
    const its = byHand()
    const { gate, say, logged } = instance({ some: its.kind })
    for (const [fault, level] of [
      [Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }), 'warn'],
      [new Error('a wrong query'), 'error'],
    ] as const) {
      gate.failOnce('claim', fault)
      say('run-queued')
      await until(() => logged.length === 1)
      expect(logged.splice(0)).toMatchObject([{ level, facts: { err: fault }, said: 'runs could not be claimed' }])
    }
  })
})

describe('a run over which workers fell silent', () => {
  test('is begun after the third, and given up after the fourth, which is logged and told to all who look on', async () => {
    const idle: unknown[] = []
    const its = byHand({
      endIdle: async (_, { id }, why) => {
        idle.push([id, why])
        return { type: 'done', data: {} }
      },
    })
    const [tried, over] = (await queued(2)) as [NewRun, NewRun]
    for (const [run, failures] of [
      [tried, 2],
      [over, 3],
    ] as const)
      await setRow(run, `status = 'running', failures = ${failures}, ${silence}`)
    const { engine, worker, say, logged, published } = instance({ [tried.kind]: its.kind })
    const heard: unknown[] = []
    engine.listen(over.id, (one) => heard.push(one))
    say('run-queued')
    await until(() => published.length === 1)
    expect(its.begun.map(({ work }) => work.run.id)).toEqual([tried.id])
    expect([(await rowOf(over)).status, idle, heard]).toEqual(['failed', [[over.id, 'given-up']], [null]])
    expect(logged).toMatchObject([{ level: 'error', facts: { runId: over.id, kind: over.kind } }])
    expect(published).toEqual([['run-events', { worker, ids: [over.id] }]])
    await endAll(its)
  })
})

describe('who looks on', () => {
  test('at what another instance carries out is told to look again, by its name or with all, and at what is carried out here not', async () => {
    const its = byHand()
    const [here, there, elsewhere] = [newRun(), newRun(), newRun()]
    const { engine, worker, say, begin } = instance({ [here.kind]: its.kind })
    await begin(here)
    const heard: string[] = []
    for (const { id } of [here, there, elsewhere]) engine.listen(id, (one) => heard.push(`${id} ${one}`))
    const told = (ids: string[] | null, by = 'another') => {
      say('run-events', { worker: by, ids })
      return heard.splice(0)
    }
    expect(told([there.id, here.id, 'unknown'])).toEqual([`${there.id} null`])
    expect(told(null)).toEqual([`${there.id} null`, `${elsewhere.id} null`])
    expect(told([there.id], worker)).toEqual([])
    await endAll(its)
  })

  test('is told with the others until they leave, and what nobody looks at any more is not asked for', async () => {
    const its = byHand()
    const { engine, gate, say } = instance({ some: its.kind })
    engine.start()
    const heard: string[] = []
    const leave = ['a', 'b'].map((name) => engine.listen('r', () => heard.push(name)))
    const told = () => {
      say('run-events', { worker: 'another', ids: ['r'] })
      return heard.splice(0)
    }
    expect(told()).toEqual(['a', 'b'])
    leave[0]?.()
    expect(told()).toEqual(['b'])
    vi.advanceTimersByTime(POLL)
    await until(() => gate.count('open') === 1)
    await until(() => heard.splice(0).length === 1) // there is no such run
    leave[1]?.()
    expect(told()).toEqual([])
    vi.advanceTimersByTime(POLL)
    await moments()
    expect(gate.count('open')).toBe(1)
    await engine.drain()
  })

  test('is told of an end that nobody told of, and of nothing where there is none', async () => {
    const its = byHand()
    const here = newRun()
    const { engine, gate, begin, logged } = instance({ [here.kind]: its.kind })
    const [open, over] = [await stored('another'), await stored('another')]
    await begin(here)
    engine.start()
    const heard: string[] = []
    for (const { id } of [here, open, over]) engine.listen(id, () => heard.push(id))
    await setRow(over, `status = 'succeeded'`)
    vi.advanceTimersByTime(POLL - 1)
    await moments()
    expect(gate.count('open')).toBe(0)
    vi.advanceTimersByTime(1)
    await until(() => heard.length > 0)
    await moments()
    expect(heard).toEqual([over.id])
    gate.failOnce('open', new Error('a wrong query'))
    vi.advanceTimersByTime(POLL)
    await until(() => logged.length > 0)
    expect(logged).toMatchObject([{ level: 'error', said: 'the ends of watched runs could not be looked for' }])
    await endAll(its)
    await engine.drain()
  })

  test('at what is carried out here hears each frame, whoever left before, and leaves nothing behind', async () => {
    const its = byHand()
    const run = newRun()
    const { engine, gate, begin } = instance({ [run.kind]: its.kind })
    await begin(run)
    engine.start()
    const heard: string[] = []
    engine.listen(run.id, () => heard.push('left'))()
    const leave = engine.listen(run.id, (one) => heard.push(`${one?.seq}`))
    asFirst(its.begun).work.emit('status', 'a')
    expect(heard).toEqual(['1'])
    leave()
    await endAll(its)
    vi.advanceTimersByTime(POLL)
    await moments()
    expect(gate.count('open')).toBe(0)
    await engine.drain()
  })

  test('looks again, and what waits is looked for, when notices may have been missed', async () => {
    const its = byHand()
    const [run] = (await queued(1)) as [NewRun]
    const { engine, gap } = instance({ [run.kind]: its.kind })
    const heard: unknown[] = []
    engine.listen('r', (one) => heard.push(one))
    gap()
    expect(heard).toEqual([null])
    await until(() => its.begun.length === 1)
    await endAll(its)
  })
})

describe('a run is stopped', () => {
  test('by who carries it out, at once, or when the others say so', async () => {
    const its = byHand()
    const run = newRun()
    const { engine, begin, say, published } = instance({ [run.kind]: its.kind })
    for (const stop of [() => engine.stop({ id: run.id } as never), async () => say('run-cancel', run.id) ?? true]) {
      await begin(run)
      const { work, finish } = its.begun.at(-1) as (typeof its.begun)[0]
      say('run-cancel', 'another')
      expect(reasonOf(work)).toBeNull()
      expect([await stop(), reasonOf(work)]).toEqual([true, 'cancelled'])
      await work.close({ status: 'cancelled' }, null)
      finish()
      await pool.query('delete from runs')
    }
    expect(published.filter(([topic]) => topic === 'run-cancel')).toEqual([])
  })

  test('where it runs elsewhere by telling the others, and its wish is kept', async () => {
    const { engine, published } = instance()
    const run = await stored('another')
    expect(await engine.stop(await rowOf(run))).toBe(true)
    expect(published).toEqual([['run-cancel', run.id]])
    expect(await rowOf(run)).toMatchObject({ status: 'running', cancel_requested_at: expect.any(Date) })
  })

  test.each(['queued', 'waiting'])('where it is %s by ending it, of which all who look on are told', async (status) => {
    const its = byHand({ endIdle: async () => ({ type: 'done', data: {} }) })
    const run = await stored(null)
    const { engine, worker, published } = instance({ [run.kind]: its.kind })
    await setRow(run, `status = '${status}'`)
    const heard: unknown[] = []
    engine.listen(run.id, (one) => heard.push(one))
    expect(await engine.stop(await rowOf(run))).toBe(true)
    await until(() => published.length === 1)
    expect([heard, (await rowOf(run)).status]).toEqual([[null], 'cancelled'])
    expect(published).toEqual([['run-events', { worker, ids: [run.id] }]])
    expect((await engine.after(run.id, 0)).frames.map(({ type }) => type)).toEqual(['done'])
  })

  test('no more when it has ended, or was never there', async () => {
    const { engine, published } = instance()
    const run = await stored('another')
    await setRow(run, `status = 'succeeded'`)
    expect(await engine.stop(await rowOf(run))).toBe(false)
    expect(await engine.stop({ id: 'no-such-run' } as never)).toBe(false)
    expect([published, (await rowOf(run)).cancel_requested_at]).toEqual([[], null])
  })
})

describe('an instance', () => {
  test('that begins takes what waits, and shortens leases of a clock that was put back', async () => {
    const its = byHand()
    const [run] = (await queued(1)) as [NewRun]
    const ahead = await stored('dead')
    await setRow(ahead, `lease_until = now() + interval '1 day'`)
    const { engine } = instance({ [run.kind]: its.kind })
    engine.start()
    await until(() => its.begun.length === 1)
    await until(async () => (await leaseOf(ahead)) < 11)
    await endAll(its)
    await engine.drain()
  })

  test('looks for what waits every two seconds, and at the leases every ten', async () => {
    const its = byHand()
    const [run] = (await queued(1)) as [NewRun]
    const { engine, gate, logged } = instance({ [run.kind]: its.kind })
    engine.start()
    await until(() => its.begun.length === 1)
    await endAll(its)
    const counts = async (ms: number) => {
      vi.advanceTimersByTime(ms)
      await moments()
      return [gate.count('claim'), gate.count('shorten')]
    }
    expect(await counts(POLL - 1)).toEqual([1, 1])
    expect(await counts(1)).toEqual([2, 1])
    expect(await counts(4 * POLL - 1)).toEqual([5, 1])
    expect(await counts(1)).toEqual([6, 2])
    gate.failOnce('shorten', new Error('a wrong query'))
    await counts(5 * POLL)
    await until(() => logged.length > 0)
    expect(logged).toMatchObject([{ level: 'error' }])
    await engine.drain()
  })

  test('that leaves tells its work, waits until that has ended, and does nothing after', async () => {
    const its = byHand()
    const [first, second] = (await queued(2)) as [NewRun, NewRun]
    const { engine, begin, say, published } = instance({ [first.kind]: its.kind })
    await pool.query('delete from runs')
    engine.start()
    for (const run of [first, second]) await begin(run)
    await engine.stop(await rowOf(first))
    let isDrained = false
    const drained = engine.drain().then(() => {
      isDrained = true
    })
    expect(its.begun.map(({ work }) => reasonOf(work))).toEqual(['cancelled', 'shutdown'])
    const late = newRun({ kind: first.kind })
    published.length = 0
    await begin(late)
    expect(await rowOf(late)).toMatchObject({ status: 'queued', worker: null })
    expect(published).toEqual([['run-queued', null]])
    say('run-queued')
    await moments()
    expect([isDrained, its.begun.length]).toEqual([false, 2])
    await endAll(its)
    await drained
    expect([engine.size(), vi.getTimerCount()]).toEqual([0, 0])
  })

  test('queues again what waits, once, which is told in the same transaction', async () => {
    const { engine } = instance()
    const run = await stored(null)
    await setRow(run, `status = 'waiting'`)
    const asked: unknown[] = []
    const client = {
      query: (...args: [string, unknown[]]) => {
        asked.push(args[1])
        return pool.query(...args)
      },
    } as never
    expect(await engine.requeue(client, run.id, { at: 'x\0' })).toBe(true)
    expect(asked).toEqual([
      [run.id, '{"at":"x"}'],
      ['atrium', '["run-queued",null]'],
    ])
    expect(await rowOf(run)).toMatchObject({ status: 'queued', state: { at: 'x' } })
    asked.length = 0
    expect(await engine.requeue(client, run.id, {})).toBe(false)
    expect(asked).toHaveLength(1)
    await insertRun(pool, newRun(), null)
  })
})
