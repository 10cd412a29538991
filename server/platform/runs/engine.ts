import type { EventType, RunStatus } from '@atrium/contract/runs'
import { type Bus, CHANNEL, payload, type Topic } from '../database/bus.ts'
import { type Database, isUnreachable } from '../database/connect.ts'
import type { Log } from '../telemetry.ts'
import { encodeFrames, type Frame, frame, nextAttemptSeq } from './frames.ts'
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
import {
  appendEvents,
  type Closing,
  claimedRow,
  claimRuns,
  closeRun,
  extendLeases,
  findRun,
  insertRun,
  LEASE_SECONDS,
  type NewRun,
  type RunRow,
  readFrames,
} from './store.ts'
import type { FrameSource } from './viewer.ts'

const FLUSH_MS = 250
const POLL_MS = 2_000
const CLAIM_AT_ONCE = 8
/** How long the end of a run waits for a database that is gone. */
const CLOSE_PATIENCE_MS = 120_000

/** Why a run's signal was aborted. */
export type StopReason = 'cancelled' | 'fenced' | 'shutdown'
export class Stopped extends Error {
  readonly reason: StopReason
  constructor(reason: StopReason) {
    super(`The run was stopped: ${reason}`)
    this.reason = reason
  }
}

type Client = Parameters<typeof closeRun>[0]

/** What a worker is given: its run, the ways to say something, and the one way to end. */
export interface Work {
  run: RunRow
  /** Aborted with a Stopped. */
  signal: AbortSignal
  /** Resolves when the run is stored: nothing that leaves a mark may happen before. */
  ready: Promise<unknown>
  /** What earlier attempts stored; empty at the first. */
  prior: Frame[]
  emit(type: EventType, data: unknown): void
  /** A piece of reply text that begins at `at`. */
  chunk(text: string, at: number): void
  /**
   * Ends (or parks) the run and stores whatever `save` writes, in one transaction that this worker's fence guards.
   * `last` is the final frame; viewers see it after the commit.
   */
  close(
    closing: Closing,
    save: (client: Client) => Promise<void>,
    last?: { type: EventType; data: unknown },
  ): Promise<void>
}

export interface RunKind {
  /** Carries the run out and closes it. Throwing before that returns it to the queue when the database was the cause. */
  work(work: Work): Promise<void>
  /** Ends a run that nobody is carrying out, when its owner stops it: saves what the end means. */
  stopIdle(client: Client, run: RunRow): Promise<void>
}

export interface Engine extends FrameSource {
  readonly worker: string
  register(kind: string, handlers: RunKind): void
  /** Inserts a run inside the caller's transaction, claimed by this instance; `begin` it after the commit. */
  insert(client: Client, run: NewRun): Promise<RunRow>
  begin(run: RunRow): void
  /**
   * As insert and begin, but the work begins while `store` is still storing the run: a model takes longer to say its first
   * word than the commit. `store` gets the worker to write into the row, null while this instance is leaving. When it fails,
   * the work is aborted and the failure is thrown.
   */
  beginWhile(run: NewRun, store: (worker: string | null) => Promise<unknown>): Promise<void>
  /** Puts a parked run back into the queue. */
  requeue(client: Client, id: string, state: unknown): Promise<boolean>
  /** Asks a run of this owner to end. False when there is none, or it has ended. */
  stop(run: RunRow): Promise<boolean>
  isLive(id: string): boolean
  liveCount(): number
  start(): void
  /** Stops claiming, ends what runs (kept as interrupted or returned to the queue), stores everything. */
  drain(): Promise<void>
}

export function createEngine({ db, bus, worker, log }: { db: Database; bus: Bus; worker: string; log: Log }): Engine {
  const pool = db.$client
  const kinds = new Map<string, RunKind>()
  const live = new Map<string, LiveRun>()
  const watchers = new Map<string, Set<Listener>>()
  const finished = new Set<Promise<void>>()
  let draining = false
  let timers: NodeJS.Timeout[] = []
  let flushing: Promise<void> = Promise.resolve()

  const watchersOf = (id: string): Set<Listener> => {
    const found = watchers.get(id) ?? new Set()
    watchers.set(id, found)
    return found
  }
  const forgetWatchers = (id: string) => {
    if (!live.has(id) && watchers.get(id)?.size === 0) watchers.delete(id)
  }

  const flush = async () => {
    const rows = [...live.values()].flatMap((run) => unstored(run) ?? [])
    if (rows.length === 0) return
    const written = await appendEvents(pool, rows, worker)
    for (const row of rows) {
      const run = live.get(row.runId)
      if (!run || run.fence !== row.fence) continue
      if (written.has(row.runId)) run.stored = row.seq
      else if (!run.controller.signal.aborted) run.controller.abort(new Stopped('fenced'))
    }
  }
  /** Flushes never overlap: one statement at a time stores everything that came meanwhile. */
  const tick = () => {
    flushing = flushing.then(flush).catch((error) => {
      log.warn({ err: error }, 'events could not be stored yet; they stay in memory')
    })
    return flushing
  }

  const heartbeat = async () => {
    const ids = [...live.keys()]
    if (ids.length === 0) return
    const ours = new Map((await extendLeases(pool, worker, ids)).map((row) => [row.id, row]))
    for (const id of ids) {
      const run = live.get(id)
      if (!run || run.held || run.controller.signal.aborted) continue
      const row = ours.get(id)
      if (row && row.fence === run.fence) {
        if (row.cancelled) run.controller.abort(new Stopped('cancelled'))
      } else if ((await findRun(pool, id))?.fence !== run.fence) run.controller.abort(new Stopped('fenced'))
    }
  }

  const claim = async () => {
    if (draining || kinds.size === 0) return
    const rows = await claimRuns(pool, worker, [...kinds.keys()], CLAIM_AT_ONCE)
    for (const row of rows) begin(row)
    if (rows.length === CLAIM_AT_ONCE) await claim()
  }
  const guarded = (what: string, task: () => Promise<void>) => () =>
    task().catch((error) => (isUnreachable(error) ? log.warn : log.error).call(log, { err: error }, what))
  const claimNow = guarded('runs could not be claimed', claim)

  const announce = (topic: Topic, body: unknown) => {
    bus
      .publish(topic, body)
      .catch((error) => log.warn({ err: error, topic }, 'other instances were not told; their next look finds it'))
  }

  const drop = (run: LiveRun) => {
    if (live.get(run.id) === run) live.delete(run.id)
    for (const listener of [...run.listeners]) listener(null)
    forgetWatchers(run.id)
  }

  const closeOnce = async (
    run: LiveRun,
    closing: Closing,
    save: (client: Client) => Promise<void>,
    final: Frame | null,
  ) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const frames = final ? [...run.frames, final] : run.frames
      const compacted = {
        firstSeq: run.firstSeq,
        lastSeq: run.firstSeq + frames.length - 1,
        frames: encodeFrames(frames),
      }
      if (!(await closeRun(client, run.id, run.fence, closing, compacted))) throw new Stopped('fenced')
      await save(client)
      await client.query('commit')
      client.release()
    } catch (error) {
      await client.query('rollback').catch(() => undefined) // the connection may be what broke; the first error counts
      client.release(isUnreachable(error))
      throw error
    }
  }

  const close = async (
    run: LiveRun,
    closing: Closing,
    save: (client: Client) => Promise<void>,
    last?: { type: EventType; data: unknown },
  ) => {
    run.held = true
    await flushing
    const final = last ? frame(lastSeq(run) + 1, last.type, JSON.stringify(last.data)) : null
    for (const until = Date.now() + CLOSE_PATIENCE_MS; ; ) {
      try {
        await closeOnce(run, closing, save, final)
        break
      } catch (error) {
        if (!isUnreachable(error) || Date.now() > until) throw error
        log.warn({ err: error, runId: run.id }, 'the end of a run could not be stored yet; trying again')
        await new Promise((later) => setTimeout(later, 500))
      }
    }
    run.stored = lastSeq(run) + (final ? 1 : 0)
    if (final) {
      run.frames.push(final)
      deliver(run, final)
    }
    drop(run)
    announce('run-events', { worker, ids: [run.id] })
  }

  const carryOut = async (row: RunRow, stored: Promise<unknown>) => {
    const kind = kinds.get(row.kind)
    if (!kind) throw new Error(`No worker for runs of kind ${row.kind}`)
    const prior = row.attempts > 1 ? await readFrames(pool, row.id, 0) : []
    const run = liveRun(
      row.id,
      row.fence,
      row.attempts > 1 ? nextAttemptSeq(prior.at(-1)?.seq ?? 0) : 1,
      watchersOf(row.id),
    )
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
      await kind.work({
        run: row,
        signal: run.controller.signal,
        prior,
        ready,
        emit: (type, data) => deliver(run, append(run, type, JSON.stringify(data))),
        chunk: (text, at) => deliver(run, appendChunk(run, text, at)),
        close: async (closing, save, last) => {
          await ready
          await close(run, closing, save, last)
        },
      })
      if (live.get(row.id) === run) throw new Error('The worker returned without closing its run.')
    } catch (error) {
      if (!(error instanceof Stopped && error.reason === 'fenced')) {
        log.error({ err: error, runId: row.id }, 'a run was left unfinished; whoever claims it next decides')
      }
    } finally {
      drop(run)
    }
  }
  const begin = (row: RunRow, stored: Promise<unknown> = Promise.resolve()) => {
    const task = carryOut(row, stored).catch((error) =>
      log.error({ err: error, runId: row.id }, 'a run could not begin'),
    )
    finished.add(task)
    void task.finally(() => finished.delete(task))
  }

  const poke = (ids: readonly string[] | null) => {
    for (const id of ids ?? watchers.keys())
      if (!live.has(id)) for (const listener of watchers.get(id) ?? []) listener(null)
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
    register: (kind, handlers) => kinds.set(kind, handlers),
    insert: (client, run) => insertRun(client, run, draining ? null : worker),
    async beginWhile(run, store) {
      if (draining) {
        await store(null)
        announce('run-queued', null)
        return
      }
      const stored = store(worker)
      begin(claimedRow(run, worker), stored)
      await stored
    },
    begin(row) {
      if (row.worker === worker && !draining) begin(row)
      else
        void bus
          .publish('run-queued', null)
          .catch((error) => log.warn({ err: error }, 'nobody was told of a queued run; the next poll finds it'))
    },
    async requeue(client, id, state) {
      const { rowCount } = await client.query(
        `update runs set status = 'queued', state = $2 where id = $1 and status = 'waiting'`,
        [id, JSON.stringify(state)],
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
      else await stopIdle(run.id)
      return true
    },
    isLive: (id) => live.has(id),
    liveCount: () => live.size,
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
      ]
      void claimNow()
    },
    async drain() {
      draining = true
      for (const timer of timers.slice(2)) clearInterval(timer)
      for (const run of live.values()) if (!run.controller.signal.aborted) run.controller.abort(new Stopped('shutdown'))
      await Promise.allSettled([...finished])
      for (const timer of timers) clearInterval(timer)
      await tick()
    },
  }

  async function stopIdle(id: string): Promise<void> {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query<RunRow>(
        `update runs set status = 'cancelled', ended_at = now() where id = $1 and status in ('queued', 'waiting') returning *`,
        [id],
      )
      if (rows[0]) await kinds.get(rows[0].kind)?.stopIdle(client, rows[0])
      await client.query('commit')
      client.release()
      announce('run-events', { worker: '', ids: [id] })
    } catch (error) {
      await client.query('rollback').catch(() => undefined) // the first error counts
      client.release(true)
      throw error
    }
  }
}
