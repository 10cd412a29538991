import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isUnreachable } from '../database/connect.ts'
import type { Log } from '../telemetry.ts'
import { encodeFrames, type Frame, frame, nextAttemptSeq } from './frames.ts'
import type { LiveRun } from './live.ts'
import { type Client, type Closing, closeRun, type RunRow, readFrames } from './store.ts'
import { type RunKind, type Save, Stopped } from './work.ts'

/** How long the end of a run waits for a database that is gone. */
const PATIENCE_MS = 120_000
const RETRY_MS = 500

/** Runs `task` in a transaction of its own. */
export async function transaction<T>(pool: pg.Pool, task: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await task(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined) // the connection may be what broke; the first error counts
    client.release(isUnreachable(error))
    throw error
  }
}

/**
 * Stores the end of a run with what it means, waiting for a database that is away. Throws Stopped('fenced') when another
 * worker holds the run.
 */
export async function storeEnd(
  pool: pg.Pool,
  run: LiveRun,
  closing: Closing,
  save: Save,
  last: Frame | null,
  log: Log,
): Promise<void> {
  const frames = last ? [...run.frames, last] : run.frames
  const compacted = { firstSeq: run.firstSeq, lastSeq: run.firstSeq + frames.length - 1, frames: encodeFrames(frames) }
  for (const until = Date.now() + PATIENCE_MS; ; await sleep(RETRY_MS)) {
    try {
      if (typeof save !== 'function') {
        if (await closeRun(pool, run.id, run.fence, closing, compacted, save)) return
        throw new Stopped('fenced')
      }
      return await transaction(pool, async (client) => {
        if (!(await closeRun(client, run.id, run.fence, closing, compacted, null))) throw new Stopped('fenced')
        await save(client)
      })
    } catch (error) {
      if (!isUnreachable(error) || Date.now() > until) throw error
      log.warn({ err: error, runId: run.id }, 'the end of a run could not be stored yet; trying again')
    }
  }
}

/** Ends a run that nobody carries out: one that waits or is queued (`stopped`), or one just claimed (`given-up`). */
export async function storeIdleEnd(
  pool: pg.Pool,
  id: string,
  kinds: ReadonlyMap<string, RunKind>,
  why: 'stopped' | 'given-up',
): Promise<void> {
  const from = why === 'stopped' ? ['queued', 'waiting'] : ['running']
  const ended = await transaction(pool, async (client) => {
    const { rows } = await client.query<RunRow>(
      `update runs set status = $2, worker = null, lease_until = null, ended_at = now() where id = $1 and status = any($3) returning *`,
      [id, why === 'stopped' ? 'cancelled' : 'failed', from],
    )
    const run = rows[0]
    const last = run ? await kinds.get(run.kind)?.endIdle(client, run, why) : undefined
    if (!last) return run
    const seq = nextAttemptSeq((await readFrames(client, id, 0)).at(-1)?.seq ?? 0)
    const text = encodeFrames([frame(seq, last.type, JSON.stringify(last.data))])
    await client.query('insert into run_events (run_id, first_seq, seq, frames) values ($1, $2, $2, $3)', [
      id,
      seq,
      text,
    ])
    return run
  })
  if (ended) kinds.get(ended.kind)?.idleEnded?.(ended)
}
