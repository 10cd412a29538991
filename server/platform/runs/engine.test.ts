import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { createBus } from '../database/bus.ts'
import { testDatabase } from '../database/test-database.ts'
import { testServer } from '../http/test-server.ts'
import { silentLog } from '../telemetry.ts'
import { atTheEnd } from '../test-end.ts'
import { createEngine } from './engine.ts'
import { runRoutes } from './routes.ts'
import { appendEvents, findRun, insertRun, type NewRun, type RunRow, readFrames } from './store.ts'
import type { Engine, RunKind, Stopped, Work } from './work.ts'

const { db, config } = await testDatabase()
const pool = db.$client
const engines: Engine[] = []
afterAll(async () => {
  for (const engine of engines) await engine.drain()
})

/** An instance of the server, as far as runs of one kind go. */
async function instance(name: string, kind: Partial<RunKind>, of = name): Promise<Engine> {
  const bus = await createBus(db, config, silentLog)
  const engine = createEngine({ db, bus, worker: name, log: silentLog })
  engine.register(of, { work: async () => undefined, endIdle: async () => undefined, ...kind })
  engine.start()
  engines.push(engine)
  atTheEnd(() => bus.close())
  return engine
}

let made = 0
async function begin(engine: Engine, run: NewRun): Promise<NewRun> {
  await engine.begin(run, (worker) => insertRun(pool, run, worker))
  return run
}
const newRun = (kind: string, owner = 'ann', input: unknown = {}) => ({
  id: `run-${++made}-${Math.random()}`,
  kind,
  ownerId: owner,
  threadId: null,
  messageId: null,
  input,
})
const until = async <T>(
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
): Promise<T> => {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(10)) {
    const found = await look()
    if (found) return found
  }
  throw new Error(`It never came: ${look}`)
}
const texts = (frames: { type: string; json: string }[]) =>
  frames.filter((one) => one.type === 'chunk').map((one) => JSON.parse(one.json).text)
const done = (work: Work) => work.close({ status: 'succeeded' }, async () => undefined, { type: 'done', data: {} })

/** Says ten words, one each few milliseconds; what is saved at the end is its text. */
const tenWords = async (work: Work) => {
  let at = 0
  for (let word = 0; word < 10; word++) {
    work.signal.throwIfAborted()
    const text = `w${word} `
    work.chunk(text, at)
    at += text.length
    await sleep(5)
  }
  await done(work)
}

/** Reads an event stream to its end. */
async function readStream(
  url: string,
  owner: string,
  headers: Record<string, string> = {},
): Promise<{ ids: number[]; text: string; ended: boolean }> {
  const answer = await fetch(url, { headers: { 'x-test-person': owner, ...headers } })
  expect(answer.status).toBe(200)
  const body = await answer.text()
  const ids = [...body.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]))
  const text = [...body.matchAll(/^event: chunk\ndata: (.*)$/gm)]
    .map((match) => JSON.parse(match[1] as string).text)
    .join('')
  return { ids, text, ended: body.endsWith('data: [DONE]\n\n') }
}

const ALL = 'w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 '

describe('a run', () => {
  test('keeps an input and a state that no database can hold as they are', async () => {
    const engine = await instance('broken', {
      work: (work) => work.close({ status: 'waiting', state: { said: 'half \ud83d and NUL \0' } }, null),
    })
    const run = await begin(engine, newRun('broken', 'ann', { asked: '\0' }))
    const row = await until(async () => {
      const found = await findRun(pool, run.id)
      return found?.status === 'waiting' && found
    })
    expect([row.input, row.state]).toEqual([{ asked: '' }, { said: 'half \ufffd and NUL ' }])
    expect(await engine.requeue(pool, run.id, { again: '\udc00' })).toBe(true)
  })

  test('that waited is told to all instances when it is queued again, and one that does not wait is not', async () => {
    const engine = await instance('again', { work: (work) => work.close({ status: 'waiting', state: {} }, null) })
    const bus = await createBus(db, config, silentLog)
    atTheEnd(() => bus.close())
    const heard: unknown[] = []
    bus.subscribe('run-queued', (body) => heard.push(body))
    const run = await begin(engine, newRun('again'))
    await until(async () => (await findRun(pool, run.id))?.status === 'waiting')
    expect(await engine.requeue(pool, 'no-such-run', {})).toBe(false)
    expect(await engine.requeue(pool, run.id, {})).toBe(true)
    await expect.poll(() => heard).toEqual([null])
  })

  test('is shown live, replayed after any event, and stored in one row at its end', async () => {
    const engine = await instance('one', { work: tenWords })
    const url = await testServer(runRoutes({ db, engine }))
    const run = await begin(engine, newRun('one'))
    const live = await readStream(`${url}/api/runs/${run.id}/events`, 'ann')
    expect(live).toMatchObject({ text: ALL, ended: true, ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] })
    expect((await readStream(`${url}/api/runs/${run.id}/events?after=4`, 'ann')).text).toBe('w4 w5 w6 w7 w8 w9 ')
    expect((await readStream(`${url}/api/runs/${run.id}/events`, 'ann', { 'last-event-id': '9' })).text).toBe('w9 ')
    const { rows } = await pool.query('select first_seq, seq from run_events where run_id = $1', [run.id])
    expect(rows).toEqual([{ first_seq: 1, seq: 11 }])
    expect((await findRun(pool, run.id))?.status).toBe('succeeded')
  })

  test('that its worker closed is not told of as a fault, one that it left open is', async () => {
    const bus = await createBus(db, config, silentLog)
    atTheEnd(() => bus.close())
    const faults: unknown[] = []
    const log = { ...silentLog, error: ({ runId }: { runId: string }) => faults.push(runId) }
    const engine = createEngine({ db, bus, worker: 'told', log: log as never })
    engine.register('closed', { work: done, endIdle: async () => undefined })
    engine.register('left', { work: async () => undefined, endIdle: async () => undefined })
    const [closed, left] = [newRun('closed'), newRun('left')]
    for (const run of [closed, left]) await begin(engine, run)
    await until(() => engine.size() === 0)
    expect(faults).toEqual([left.id])
    await pool.query('delete from runs where id = $1', [left.id])
  })

  test('is its owner’s only, with the same answer as a missing one', async () => {
    const engine = await instance('two', { work: tenWords })
    const url = await testServer(runRoutes({ db, engine }))
    const run = await begin(engine, newRun('two', 'ann'))
    const ask = async (id: string, who: string) => {
      const answer = await fetch(`${url}/api/runs/${id}`, { headers: { 'x-test-person': who } })
      const { error } = (await answer.json()) as { error?: { message: string } }
      return [answer.status, error?.message]
    }
    expect(await ask(run.id, 'ann')).toEqual([200, undefined])
    expect(await ask(run.id, 'bob')).toEqual(await ask('no-such-run', 'bob'))
    expect((await ask(run.id, 'bob'))[0]).toBe(404)
    const events = await fetch(`${url}/api/runs/${run.id}/events`, { headers: { 'x-test-person': 'bob' } })
    expect(events.status).toBe(404)
    const stop = await fetch(`${url}/api/runs/${run.id}/stop`, { method: 'POST', headers: { 'x-test-person': 'bob' } })
    expect(stop.status).toBe(404)
  })

  test('is open to its viewers while it waits for its turn or runs elsewhere, and at no other time', async () => {
    const engine = await instance('looking-on', {})
    const run = newRun('nobody-does-this')
    await insertRun(pool, run, null)
    expect(await engine.after(run.id, 0)).toEqual({ frames: [], open: true })
    for (const [status, open] of [
      ['running', true],
      ['waiting', false],
      ['succeeded', false],
      ['failed', false],
      ['cancelled', false],
    ] as const) {
      await pool.query('update runs set status = $2 where id = $1', [run.id, status])
      expect((await engine.after(run.id, 0)).open, status).toBe(open)
    }
    expect(await engine.after('no-such-run', 0)).toEqual({ frames: [], open: false })
  })

  test('goes on when its viewer leaves', async () => {
    const engine = await instance('three', { work: tenWords })
    const url = await testServer(runRoutes({ db, engine }))
    const run = await begin(engine, newRun('three'))
    const leave = new AbortController()
    const answer = await fetch(`${url}/api/runs/${run.id}/events`, {
      headers: { 'x-test-person': 'ann' },
      signal: leave.signal,
    })
    await answer.body?.getReader().read()
    leave.abort()
    await until(async () => (await findRun(pool, run.id))?.status === 'succeeded')
    expect(texts(await readFrames(pool, run.id, 0)).join('')).toBe(ALL)
  })

  test('ends when its owner stops it, and keeps what it said', async () => {
    const engine = await instance('four', {
      work: async (work) => {
        work.chunk('begun', 0)
        await new Promise((_, failed) => work.signal.addEventListener('abort', () => failed(work.signal.reason))).catch(
          async (reason) => {
            expect((reason as Stopped).reason).toBe('cancelled')
            await work.close({ status: 'cancelled' }, async () => undefined, { type: 'done', data: {} })
          },
        )
      },
    })
    const url = await testServer(runRoutes({ db, engine }))
    const run = await begin(engine, newRun('four'))
    await fetch(`${url}/api/runs/${run.id}/stop`, { method: 'POST', headers: { 'x-test-person': 'ann' } })
    const shown = await readStream(`${url}/api/runs/${run.id}/events`, 'ann')
    expect(shown).toMatchObject({ text: 'begun', ended: true })
    expect((await findRun(pool, run.id))?.status).toBe('cancelled')
  })
})

describe('events', () => {
  const stored = async (): Promise<NewRun> => {
    const run = newRun('nobody’s')
    await insertRun(pool, run, 'worker')
    return run
  }
  const row = ({ id }: NewRun, firstSeq: number, words: string[]) => ({
    runId: id,
    fence: 1,
    firstSeq,
    seq: firstSeq + words.length - 1,
    frames: JSON.stringify(words.map((text) => ['chunk', { type: 'text', text }])),
  })

  test('whose commit went through unheard count as stored, and hold up no other run', async () => {
    const [one, other] = [await stored(), await stored()]
    const rows = [row(one, 1, ['a', 'b'])]
    await appendEvents(pool, rows, 'worker')
    expect(await appendEvents(pool, [...rows, row(other, 1, ['c'])], 'worker')).toEqual(new Set([one.id, other.id]))
    expect(texts(await readFrames(pool, one.id, 0))).toEqual(['a', 'b'])
    expect(texts(await readFrames(pool, other.id, 0))).toEqual(['c'])
  })

  test('that stand twice, once within a longer row, are read once', async () => {
    const run = await stored()
    await appendEvents(pool, [row(run, 1, ['a', 'b'])], 'worker')
    await appendEvents(pool, [row(run, 1, ['a', 'b', 'c'])], 'worker')
    expect(texts(await readFrames(pool, run.id, 0))).toEqual(['a', 'b', 'c'])
    expect(texts(await readFrames(pool, run.id, 1))).toEqual(['b', 'c'])
  })

  test('of a worker whose fence is stale are not stored', async () => {
    const run = await stored()
    await pool.query('update runs set fence = 2 where id = $1', [run.id])
    expect(await appendEvents(pool, [row(run, 1, ['late'])], 'worker')).toEqual(new Set())
    expect(await readFrames(pool, run.id, 0)).toEqual([])
  })
})

describe('a run that ends while nobody carries it out', () => {
  test.each([
    ['stopped', 'waiting', 'cancelled'],
    ['given up', 'running', 'failed'],
  ])('is told of when that is stored: %s', async (_, before, after) => {
    const kind = `idle-${before}`
    await pool.query(
      `create or replace function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return null; end $$`,
    )
    await pool.query(
      `create constraint trigger slow_commit after update on runs deferrable initially deferred
       for each row when (new.status = '${after}') execute function slowly()`,
    )
    const run = newRun(kind)
    const seen: Promise<string | undefined>[] = []
    const engine = await instance(kind, {
      idleEnded: ({ id }) => seen.push(findRun(pool, id).then((row) => row?.status)),
    })
    await insertRun(pool, run, 'somebody who fell silent')
    await pool.query(
      `update runs set status = $2, failures = 9, lease_until = now() - interval '1 second' where id = $1`,
      [run.id, before],
    )
    if (before === 'waiting') await engine.stop((await findRun(pool, run.id)) as RunRow)
    await until(() => seen[0])
    expect(await Promise.all(seen)).toEqual([after])
    await pool.query('drop trigger slow_commit on runs')
  })
})

describe('several instances', () => {
  test('show, and stop, what another one runs', async () => {
    const here = await instance('here', {
      work: async (work) => {
        let at = 0
        try {
          for (;;) {
            work.signal.throwIfAborted()
            work.chunk('x', at++)
            await sleep(20, undefined, { signal: work.signal })
          }
        } catch (error) {
          expect((work.signal.reason as Stopped).reason).toBe('cancelled')
          await work.close({ status: 'cancelled', error: (error as Error).name }, async () => undefined, {
            type: 'done',
            data: { at },
          })
        }
      },
    })
    const there = await instance(
      'there',
      { work: async () => expect.unreachable('the run belongs to the other instance') },
      'here',
    )
    const url = await testServer(runRoutes({ db, engine: there }))
    const run = await begin(here, newRun('here'))
    const shown = readStream(`${url}/api/runs/${run.id}/events`, 'ann')
    await until(async () => (await readFrames(pool, run.id, 0)).length > 3)
    await fetch(`${url}/api/runs/${run.id}/stop`, { method: 'POST', headers: { 'x-test-person': 'ann' } })
    const { ids, text, ended } = await shown
    expect(ended).toBe(true)
    expect(text.length).toBeGreaterThan(3)
    expect(ids).toEqual(ids.map((_, at) => at + 1))
  })

  test('take over within a lease though the clock was put back by a day since it was given', async () => {
    const run = newRun('ahead')
    await insertRun(pool, run, 'dead')
    await pool.query(`update runs set lease_until = lease_until + interval '1 day' where id = $1`, [run.id])
    const carried = Promise.withResolvers<string>()
    const work = async (its: Work) => {
      carried.resolve(its.run.id)
      await done(its)
    }
    await instance('behind', { work }, 'ahead')
    expect(await carried.promise).toBe(run.id)
  })

  test('end what is watched here though the one that carried it out was killed before it told of the end', async () => {
    const there = await instance('bystander', {}, 'untold')
    const looked = Promise.withResolvers<void>()
    const after: Engine['after'] = async (id, seq) => {
      const found = await there.after(id, seq)
      looked.resolve()
      return found
    }
    const url = await testServer(runRoutes({ db, engine: { ...there, after } }))
    const run = newRun('untold')
    await insertRun(pool, run, 'killed')
    const shown = readStream(`${url}/api/runs/${run.id}/events`, 'ann')
    await looked.promise
    await pool.query(`update runs set status = 'succeeded', worker = null, lease_until = null where id = $1`, [run.id])
    expect((await shown).ended).toBe(true)
  })

  test('claim a queued run once', async () => {
    const carriers: string[] = []
    const kind = (name: string) => ({
      work: async (work: Work) => {
        carriers.push(`${name}:${work.run.id}`)
        await done(work)
      },
    })
    const [a] = await Promise.all([
      instance('a', kind('a'), 'queued'),
      instance('b', kind('b'), 'queued'),
      instance('c', kind('c'), 'queued'),
    ])
    const runs = Array.from({ length: 30 }, () => newRun('queued'))
    for (const run of runs)
      await pool.query(`insert into runs (id, kind, owner_id, status) values ($1, 'queued', 'ann', 'queued')`, [run.id])
    await pool.query('select pg_notify($1, $2)', ['atrium', '["run-queued",null]'])
    await until(
      async () =>
        (
          await pool.query(`select 1 from runs where id = any($1) and status <> 'succeeded'`, [
            runs.map((run) => run.id),
          ])
        ).rowCount === 0,
    )
    expect(new Set(carriers.map((entry) => entry.split(':')[1])).size).toBe(
      carriers.filter((entry) => runs.some((run) => entry.endsWith(run.id))).length,
    )
    expect(a.worker).toBe('a')
  })

  test('take over from one that fell silent, which can then write nothing more', async () => {
    let stale: Work | undefined
    const first = await instance('silent', {
      work: async (work) => {
        if (work.run.attempts > 1) await new Promise(() => undefined) // claims its own run again, and stays silent
        stale = work
        work.chunk('lost and found ', 0)
        await new Promise(() => undefined)
      },
    })
    const run = await begin(first, newRun('silent'))
    await until(async () => (await readFrames(pool, run.id, 0)).length === 1)
    const seen: string[] = []
    await instance(
      'heir',
      {
        work: async (work) => {
          seen.push(...texts(work.prior))
          work.chunk('and told on', 15)
          await done(work)
        },
      },
      'silent',
    )
    // The silent one's heartbeats stop counting the moment its lease is gone.
    await until(async () => {
      await pool.query(
        `update runs set lease_until = now() - interval '1 second' where id = $1 and worker = 'silent'`,
        [run.id],
      )
      return (await findRun(pool, run.id))?.status === 'succeeded'
    })
    expect(seen).toEqual(['lost and found '])
    expect(texts(await readFrames(pool, run.id, 0)).join('')).toBe('lost and found and told on')
    let saved = false
    await expect(
      (stale as Work).close({ status: 'failed' }, async () => {
        saved = true
      }),
    ).rejects.toThrow(/fenced/)
    expect(saved).toBe(false)
    expect((await findRun(pool, run.id))?.status).toBe('succeeded')
    engines.splice(engines.indexOf(first), 1) // it never comes back to be drained
  })
})

test('a graceful stop lets the worker say what becomes of its run', async () => {
  const engine = await instance('leaving', {
    work: async (work) => {
      await new Promise((resolve) => work.signal.addEventListener('abort', resolve))
      expect((work.signal.reason as Stopped).reason).toBe('shutdown')
      await work.close({ status: 'queued' }, async () => undefined)
    },
  })
  const run = await begin(engine, newRun('leaving'))
  await until(async () => (await findRun(pool, run.id))?.status === 'running')
  await pool.query(`update runs set kind = 'nobody' where id = $1`, [run.id])
  await engine.drain()
  const row = (await findRun(pool, run.id)) as RunRow
  expect([row.status, row.worker]).toEqual(['queued', null])
})
