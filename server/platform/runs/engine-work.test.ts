import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Frame } from './frames.ts'
import { insertRun, readFrames } from './store.ts'
import { byHand, end, engines, reasonOf, say, until } from './test-engine.ts'
import { newRun, textsOf } from './test-runs.ts'

const { pool, instance, atWork, rowOf, setRow } = await engines()

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const [FLUSH, HEARTBEAT] = [250, 10_000 / 3]
const logFor = async (id: string) => textsOf(await readFrames(pool, id, 0))

describe('what is said', () => {
  test('is stored in one statement for all, each piece once, and nothing is asked where there is nothing new', async () => {
    const { run, work, gate, finish } = await atWork()
    say(work, 'a', 'b')
    await work.flush()
    expect(await logFor(run.id)).toEqual(['1 a', '2 b'])
    expect(gate.count('append')).toBe(1)
    await work.flush()
    expect(gate.count('append')).toBe(1)
    work.chunk('c', 7)
    await work.flush()
    expect((await readFrames(pool, run.id, 2)).map(({ seq, type, json }) => [seq, type, JSON.parse(json)])).toEqual([
      [3, 'chunk', { type: 'text', text: 'c', at: 7 }],
    ])
    await end(work)
    finish()
  })

  test('is stored by itself every quarter of a second', async () => {
    const { engine, run, work, gate, finish } = await atWork()
    engine.start()
    say(work, 'a')
    vi.advanceTimersByTime(FLUSH - 1)
    expect(gate.count('append')).toBe(0)
    vi.advanceTimersByTime(1)
    await until(() => gate.count('append') === 1)
    await until(async () => (await logFor(run.id)).length === 1)
    await end(work)
    finish()
    await engine.drain()
  })

  test('stays in memory where it cannot be stored, which is logged and said to who asked for it, and is stored later', async () => {
    const { run, work, gate, logged, finish } = await atWork()
    const fault = new Error('no room')
    gate.failOnce('append', fault)
    say(work, 'a')
    await expect(work.flush()).rejects.toMatchObject({
      ...{ message: 'The run’s events could not be stored.', cause: fault },
    })
    expect(logged).toMatchObject([{ level: 'warn', facts: { err: fault } }])
    expect(reasonOf(work)).toBeNull()
    await work.flush()
    expect(await logFor(run.id)).toEqual(['1 a'])
    await end(work)
    finish()
  })

  test('is not stored any more when another has the run: the work is told', async () => {
    const { run, work, logged, fail } = await atWork()
    await setRow(run, 'fence = 2')
    say(work, 'a')
    await expect(work.flush()).rejects.toMatchObject({ reason: 'fenced' })
    expect(reasonOf(work)).toBe('fenced')
    expect(await logFor(run.id)).toEqual([])
    fail(work.signal.reason as Error)
    await until(() => logged.length === 0)
  })

  test('waits for the run to be stored, which neither a flush nor a heartbeat takes for a loss', async () => {
    const its = byHand()
    const run = newRun()
    const { engine, gate } = instance({ [run.kind]: its.kind })
    engine.start()
    const { promise, resolve } = Promise.withResolvers<void>()
    let isBegun = false
    const beginning = engine
      .begin(run, async (worker) => {
        await promise
        await insertRun(pool, run, worker)
      })
      .then(() => {
        isBegun = true
      })
    await until(() => its.begun[0])
    const { work, finish } = its.begun[0] as (typeof its.begun)[0]
    say(work, 'a')
    const done: string[] = []
    const flushed = work.flush().then(() => done.push('flushed'))
    vi.advanceTimersByTime(HEARTBEAT)
    await until(() => gate.count('extend') === 1)
    await new Promise((later) => setTimeout(later, 30))
    expect([reasonOf(work), done, isBegun, gate.count('append')]).toEqual([null, [], false, 0])
    resolve()
    await Promise.all([beginning, flushed])
    expect([await logFor(run.id), isBegun]).toEqual([['1 a'], true])
    await end(work)
    finish()
    await engine.drain()
  })

  test('of a run that could not be stored goes nowhere: its work is ended, and whoever began it is told why', async () => {
    const its = byHand()
    const run = newRun()
    const { engine, logged } = instance({ [run.kind]: its.kind })
    const fault = new Error('no database')
    await expect(engine.begin(run, () => Promise.reject(fault))).rejects.toBe(fault)
    const { work, fail } = its.begun[0] as (typeof its.begun)[0]
    say(work, 'a')
    await expect(work.flush()).rejects.toMatchObject({ reason: 'fenced' })
    await expect(end(work)).rejects.toMatchObject({ reason: 'fenced' })
    fail(work.signal.reason as Error)
    await until(() => engine.size() === 0)
    expect(logged).toEqual([])
  })
})

describe('a run that is claimed twice by one instance', () => {
  test('is the later one’s: the work before is told, and what it was storing is not taken for the other’s', async () => {
    const its = byHand()
    const run = newRun()
    const { engine, gate, say: told, logged } = instance({ [run.kind]: its.kind })
    await insertRun(pool, run, null)
    const late = gate.hold('claim', 'before')
    told('run-queued') // this one has seen nothing live, and comes late
    await until(late.isReached)
    told('run-queued')
    await until(() => its.begun.length === 1)
    const first = (its.begun[0] as (typeof its.begun)[0]).work
    say(first, 'of the first', 'and more')
    const storing = gate.hold('append', 'after')
    const flushed = first.flush().catch((error) => error)
    await until(storing.isReached)
    await setRow(run, `lease_until = now() - interval '1 second'`)
    late.release()
    await until(() => its.begun.length === 2)
    const second = (its.begun[1] as (typeof its.begun)[0]).work
    expect([reasonOf(first), reasonOf(second)]).toEqual(['fenced', null])
    say(second, 'of the second')
    storing.release()
    expect(await flushed).toMatchObject({ reason: 'fenced' })
    its.begun[0]?.fail(first.signal.reason as Error)
    await second.flush()
    expect(engine.size()).toBe(1)
    expect(await logFor(run.id)).toEqual(['1 of the first', '2 and more', '100001 of the second'])
    await end(second)
    its.begun[1]?.finish()
    expect([engine.size(), logged]).toEqual([0, []])
  })
})

describe('the end of a run', () => {
  test('that comes before it is stored waits until it is', async () => {
    const its = byHand()
    const run = newRun()
    const { engine, gate } = instance({ [run.kind]: its.kind })
    const { promise, resolve } = Promise.withResolvers<void>()
    const beginning = engine.begin(run, async (worker) => {
      await promise
      await insertRun(pool, run, worker)
    })
    await until(() => its.begun[0])
    const { work, finish } = its.begun[0] as (typeof its.begun)[0]
    say(work, 'a')
    const closed = end(work)
    await new Promise((later) => setTimeout(later, 30))
    expect(gate.count('close')).toBe(0)
    resolve()
    await Promise.all([beginning, closed])
    finish()
    expect([(await rowOf(run)).status, await logFor(run.id)]).toEqual(['succeeded', ['1 a']])
  })

  test('waits for what is being stored, and nothing more is stored beside it', async () => {
    const { run, work, gate, engine, finish } = await atWork()
    engine.start()
    say(work, 'a')
    const storing = gate.hold('append', 'after')
    const flushed = work.flush()
    await until(storing.isReached)
    say(work, 'b')
    const closing = gate.hold('close', 'before')
    const closed = end(work)
    vi.advanceTimersByTime(FLUSH)
    await new Promise((later) => setTimeout(later, 30))
    expect(gate.count('close')).toBe(0)
    storing.release()
    await flushed
    await until(closing.isReached)
    vi.advanceTimersByTime(FLUSH)
    await new Promise((later) => setTimeout(later, 30))
    expect(gate.count('append')).toBe(1)
    closing.release()
    await closed
    finish()
    expect(await logFor(run.id)).toEqual(['1 a', '2 b'])
    await engine.drain()
  })

  test('is shown when it is stored, to who looks at once too, and told to the other instances', async () => {
    const { engine, run, work, worker, published, finish } = await atWork()
    const heard: (string | null)[] = []
    const looks: Promise<{ frames: Frame[]; open: boolean }>[] = []
    engine.listen(run.id, (one) => {
      heard.push(one && `${one.seq} ${one.type}`)
      if (one?.type === 'done') looks.push(engine.after(run.id, 0))
    })
    say(work, 'a')
    await work.close({ status: 'succeeded' }, null, { type: 'done', data: 'end' })
    expect(heard).toEqual(['1 status', '2 done', null])
    expect(textsOf((await looks[0])?.frames ?? [])).toEqual(['1 a', '2 end'])
    expect(await logFor(run.id)).toEqual(['1 a', '2 end'])
    expect(engine.size()).toBe(0)
    await work.flush() // there is nothing left
    finish()
    await until(() => published.length === 1)
    expect(published).toEqual([['run-events', { worker, ids: [run.id] }]])
  })

  test('without a last word is told of once', async () => {
    const { engine, run, work, finish } = await atWork()
    const heard: (string | null)[] = []
    engine.listen(run.id, (one) => heard.push(one ? one.type : null))
    say(work, 'a')
    await end(work)
    finish()
    expect(heard).toEqual(['status', null])
  })

  test('that is none, since it goes back into the queue, is told to whoever is free', async () => {
    const { run, work, worker, published, finish } = await atWork()
    await work.close({ status: 'queued' }, null)
    finish()
    await until(() => published.length === 2)
    expect(published).toEqual([
      ['run-events', { worker, ids: [run.id] }],
      ['run-queued', null],
    ])
    expect((await rowOf(run)).status).toBe('queued')
  })

  test('that the others could not be told of is logged, and has come all the same', async () => {
    const { run, work, state, logged, finish } = await atWork()
    state.isDown = true
    await end(work)
    finish()
    await until(() => logged.length === 1)
    expect(logged).toMatchObject([{ level: 'warn', facts: { topic: 'run-events' } }])
    expect((await rowOf(run)).status).toBe('succeeded')
  })

  test('is told to who watches the server, with what it cost; one that waits or goes on has none', async () => {
    for (const [closing, seen] of [
      [
        { status: 'succeeded', tokensUsed: 5, costMicros: 7 },
        { tokens: 5, costMicros: 7 },
      ],
      [{ status: 'failed' }, { tokens: 0, costMicros: 0 }],
      [{ status: 'waiting', tokensUsed: 5 }, null],
      [{ status: 'queued' }, null],
    ] as const) {
      const { run, work, ended, finish } = await atWork()
      await work.close(closing, null)
      finish()
      const times = { startedAt: expect.any(Number), endedAt: expect.any(Number) }
      expect(ended).toEqual(seen ? [{ id: run.id, kind: run.kind, status: closing.status, ...seen, ...times }] : [])
    }
  })
})
