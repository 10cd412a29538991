import type { RunStatus } from '@atrium/contract/runs'
import { type Bus, CHANNEL, payload, type Topic } from '../database/bus.ts'
import { type Database, isUnreachable } from '../database/connect.ts'
import type { Observer } from '../observe/observer.ts'
import type { Log } from '../telemetry.ts'
import { storeEnd, storeIdleEnd } from './closing.ts'
import { attemptStart, frame } from './frames.ts'
import {
  append,
  appendChunk,
  deliver,
  framesAfter,
  type Listener,
  type LiveRun,
  lastSeq,
  liveRun,
  unstored,
} from './live.ts'
import { storableJson } from './storable.ts'
import {
  appendEvents,
  type Closing,
  claimedRow,
  claimRuns,
  extendLeases,
  findRun,
  LEASE_SECONDS,
  openAmong,
  type RunRow,
  readFrames,
  returnRuns,
  shortenLeases,
} from './store.ts'
import { type Engine, type LastEvent, type RunKind, type Save, Stopped, type Work } from './work.ts'

const nextRound = () => new Promise<void>((later) => setImmediate(later))

const FLUSH_MS = 250
const POLL_MS = 2_000
const CLAIM_AT_ONCE = 8
/** A run over which so many workers fell silent is given up: it may be what ends them. */
const FAILURES_MAX = 3

export interface EngineSettings {
  db: Database
  bus: Bus
  worker: string
  log: Log
  observer?: Observer
}

export function createEngine({ db, bus, worker, log, observer }: EngineSettings): Engine {
  const pool = db.$client
  const kinds = new Map<string, RunKind>()
  const live = new Map<string, LiveRun>()
  const watchers = new Map<string, Set<Listener>>()
  const tasks = new Set<Promise<void>>()
  let draining = false
  let timers: NodeJS.Timeout[] = []
  /** The flush that is at work, and in the end why it failed. */
  let flushing: Promise<unknown> = Promise.resolve()

  const watchersOf = (id: string): Set<Listener> => {
    const found = watchers.get(id) ?? new Set()
    watchers.set(id, found)
    return found
  }
  const forgetWatchers = (id: string) => {
    if (!live.has(id) && watchers.get(id)?.size === 0) watchers.delete(id)
  }
  const announce = (topic: Topic, body: unknown) => {
    bus
      .publish(topic, body)
      .catch((error) => log.warn({ err: error, topic }, 'other instances were not told; their next look finds it'))
  }

  const flush = async () => {
    const rows = [...live.values()].flatMap((run) => unstored(run) ?? [])
    if (rows.length === 0) return
    const written = await appendEvents(pool, rows, worker)
    for (const row of rows) {
      const run = live.get(row.runId)
      if (!run || run.fence !== row.fence) continue
      if (written.has(row.runId)) run.stored = row.seq
      else run.controller.abort(new Stopped('fenced'))
    }
  }
  /** Flushes never overlap: one statement at a time stores everything that came meanwhile. */
  const tick = () => {
    flushing = flushing.then(flush).catch((error) => {
      log.warn({ err: error }, 'events could not be stored yet; they stay in memory')
      return error
    })
    return flushing
  }

  const heartbeat = async () => {
    const ids = [...live.keys()]
    if (ids.length === 0) return
    const ours = new Map((await extendLeases(pool, worker, ids)).map((row) => [row.id, row]))
    for (const id of ids) {
      const run = live.get(id)
      if (!run || run.held) continue
      const row = ours.get(id)
      if (row && row.fence === run.fence) {
        if (row.cancelled) run.controller.abort(new Stopped('cancelled'))
      } else if ((await findRun(pool, id))?.fence !== run.fence) run.controller.abort(new Stopped('fenced'))
    }
  }

  const claim = async () => {
    if (draining || kinds.size === 0) return
    const rows = await claimRuns(pool, worker, [...kinds.keys()], CLAIM_AT_ONCE, [...live.keys()])
    if (draining) return returnRuns(pool, worker, rows)
    for (const row of rows) {
      if (row.failures <= FAILURES_MAX) carry(row, Promise.resolve())
      else {
        log.error({ runId: row.id, kind: row.kind }, 'a run was given up: every worker fell silent over it')
        await storeIdleEnd(pool, row.id, kinds, 'given-up')
        poke([row.id])
        announce('run-events', { worker, ids: [row.id] })
      }
    }
    if (rows.length === CLAIM_AT_ONCE) await claim()
  }
  const guarded = (what: string, task: () => Promise<void>) => () =>
    task().catch((error) => (isUnreachable(error) ? log.warn : log.error).call(log, { err: error }, what))
  const claimNow = guarded('runs could not be claimed', claim)

  const shorten = guarded('leases of a clock that was put back could not be shortened', () => shortenLeases(pool))

  const drop = (run: LiveRun) => {
    if (live.get(run.id) === run) live.delete(run.id)
    for (const listener of [...run.listeners]) listener(null)
    forgetWatchers(run.id)
  }

  const close = async (run: LiveRun, closing: Closing, save: Save, last?: LastEvent) => {
    run.held = true
    await flushing
    const final = last ? frame(lastSeq(run) + 1, last.type, JSON.stringify(last.data)) : null
    await storeEnd(pool, run, closing, save, final, log)
    if (final) {
      run.frames.push(final)
      deliver(run, final)
    }
    run.stored = lastSeq(run)
    drop(run)
    announce('run-events', { worker, ids: [run.id] })
    if (closing.status === 'queued') announce('run-queued', null)
  }

  const workOf = (row: RunRow, run: LiveRun, ready: Promise<unknown>, prior: Work['prior']): Work => ({
    run: row,
    signal: run.controller.signal,
    prior,
    ready,
    emit: (type, data) => deliver(run, append(run, type, JSON.stringify(data))),
    chunk: (text, at) => deliver(run, appendChunk(run, text, at)),
    async flush() {
      await ready
      const until = lastSeq(run)
      const failure = await tick()
      run.controller.signal.throwIfAborted()
      if (run.stored < until) throw new Error('The run’s events could not be stored.', { cause: failure })
    },
    async close(closing, save, last) {
      await ready
      await close(run, closing, save, last)
      if (closing.status === 'queued' || closing.status === 'waiting') return
      observer?.runEnded({
        id: row.id,
        kind: row.kind,
        status: closing.status,
        startedAt: row.created_at.getTime(),
        endedAt: Date.now(),
        tokens: closing.tokensUsed ?? 0,
        costMicros: closing.costMicros ?? 0,
      })
    },
  })

  const carryOut = async (row: RunRow, stored: Promise<unknown>) => {
    const kind = kinds.get(row.kind)
    if (!kind) throw new Error(`No worker for runs of kind ${row.kind}`)
    const prior = row.attempts > 1 ? await readFrames(pool, row.id, 0) : []
    const run = liveRun(row.id, row.fence, attemptStart(row.attempts, prior.at(-1)?.seq ?? 0), watchersOf(row.id))
    live.get(row.id)?.controller.abort(new Stopped('fenced'))
    live.set(row.id, run)
    run.held = true
    const ready = stored.then(
      () => {
        run.held = false
      },
      () => run.controller.abort(new Stopped('fenced')), // whoever stores it tells the person why
    )
    if (row.cancel_requested_at) run.controller.abort(new Stopped('cancelled'))
    try {
      await kind.work(workOf(row, run, ready, prior))
      if (live.get(row.id) === run) throw new Error('The worker returned without closing its run.')
    } catch (error) {
      if (!(error instanceof Stopped && error.reason === 'fenced')) {
        log.error({ err: error, runId: row.id }, 'a run was left unfinished; whoever claims it next decides')
      }
    } finally {
      drop(run)
    }
  }
  const carry = (row: RunRow, stored: Promise<unknown>) => {
    const task = carryOut(row, stored).catch((error) =>
      log.error({ err: error, runId: row.id }, 'a run could not begin'),
    )
    tasks.add(task)
    void task.finally(() => tasks.delete(task))
  }

  const poke = (ids: readonly string[] | null) => {
    for (const id of ids ?? watchers.keys())
      if (!live.has(id)) for (const listener of watchers.get(id) ?? []) listener(null)
  }
  /**
   * The notice of a run's end goes out after the commit, so an instance that is killed between the two sends none, and
   * nobody takes over what has ended: the viewers here would wait for ever.
   */
  const lookForEnds = async () => {
    const elsewhere = [...watchers.keys()].filter((id) => !live.has(id))
    if (elsewhere.length === 0) return
    const open = await openAmong(pool, elsewhere)
    poke(elsewhere.filter((id) => !open.has(id)))
  }
  bus.subscribe('run-events', (body) => {
    const news = body as { worker: string; ids: string[] | null }
    if (news.worker !== worker) poke(news.ids)
  })
  bus.subscribe('run-queued', () => void claimNow())
  bus.subscribe('run-cancel', (body) => live.get(body as string)?.controller.abort(new Stopped('cancelled')))
  bus.onGap(() => {
    poke(null)
    void claimNow()
  })

  return {
    worker,
    size: () => live.size,
    register: (kind, handlers) => kinds.set(kind, handlers),
    async begin(run, store) {
      if (draining) {
        await store(null)
        announce('run-queued', null)
        return
      }
      // The work begins first: what it sends out at once is on its way before the statement is put together. (undici looks
      // at an idle connection for one round of the event loop before it writes to it, hence two.)
      const stored = nextRound()
        .then(nextRound)
        .then(() => store(worker))
      carry(claimedRow(run, worker), stored)
      await stored
    },
    async requeue(client, id, state) {
      const { rowCount } = await client.query(
        `update runs set status = 'queued', state = $2 where id = $1 and status = 'waiting'`,
        [id, storableJson(state)],
      )
      if (rowCount) await client.query('select pg_notify($1, $2)', [CHANNEL, payload('run-queued', null)])
      return rowCount === 1
    },
    async stop(run) {
      const { rows } = await pool.query<{ status: RunStatus }>(
        `update runs set cancel_requested_at = coalesce(cancel_requested_at, now()) where id = $1 and status in ('queued', 'running', 'waiting') returning status`,
        [run.id],
      )
      if (!rows[0]) return false
      const here = live.get(run.id)
      if (here) here.controller.abort(new Stopped('cancelled'))
      else if (rows[0].status === 'running') await bus.publish('run-cancel', run.id)
      else {
        await storeIdleEnd(pool, run.id, kinds, 'stopped')
        poke([run.id])
        announce('run-events', { worker, ids: [run.id] })
      }
      return true
    },
    async after(runId, seq) {
      const run = live.get(runId)
      if (run) {
        const stored =
          seq < run.firstSeq - 1 ? (await readFrames(pool, runId, seq)).filter((one) => one.seq < run.firstSeq) : []
        return { frames: [...stored, ...framesAfter(run, seq)], open: live.has(runId) }
      }
      const row = await findRun(pool, runId)
      const frames = await readFrames(pool, runId, seq)
      return { frames, open: row?.status === 'queued' || row?.status === 'running' }
    },
    listen(runId, listener) {
      const set = watchersOf(runId).add(listener)
      return () => {
        set.delete(listener)
        forgetWatchers(runId)
      }
    },
    start() {
      timers = [
        setInterval(() => void tick(), FLUSH_MS),
        setInterval(guarded('leases could not be extended', heartbeat), (LEASE_SECONDS * 1000) / 3),
        setInterval(claimNow, POLL_MS),
        setInterval(guarded('the ends of watched runs could not be looked for', lookForEnds), POLL_MS),
        setInterval(shorten, LEASE_SECONDS * 1000),
      ]
      void shorten()
      void claimNow()
    },
    async drain() {
      draining = true
      for (const run of live.values()) run.controller.abort(new Stopped('shutdown')) // the first reason stays
      await Promise.allSettled([...tasks])
      for (const timer of timers) clearInterval(timer)
      await flushing
    },
  }
}
