import { AppError } from '@atrium/contract/errors'
import type pg from 'pg'
import { transaction } from '../platform/runs/closing.ts'
import type { Engine } from '../platform/runs/work.ts'
import type { JobRow } from './rows.ts'

/** One that waits rests at once; one that is under way when the step that it is in is done. Throws `conflict` when it has ended. */
export async function pauseJob(pool: pg.Pool, { id, run_id }: JobRow): Promise<void> {
  await transaction(pool, async (client) => {
    const { rowCount: isIdle } = await client.query(
      `update runs set status = 'waiting' where id = $1 and status = 'queued'`,
      [run_id],
    )
    const text = isIdle
      ? `update jobs set status = 'paused', pause_asked = false where id = $1 and status = 'waiting'`
      : `update jobs set pause_asked = true where id = $1 and status in ('waiting', 'running')`
    const { rowCount } = await client.query(text, [id])
    if (rowCount !== 1) throw new AppError('conflict', 'It rests already, or has ended.')
  })
}

/** Takes the word back where it is still under way, puts it back into its queue where it rests. Throws `conflict` otherwise. */
export async function resumeJob(pool: pg.Pool, engine: Engine, { id, run_id }: JobRow): Promise<void> {
  await transaction(pool, async (client) => {
    const { rowCount: isUnderWay } = await client.query(
      `update jobs set pause_asked = false where id = $1 and pause_asked and status in ('waiting', 'running')`,
      [id],
    )
    if (isUnderWay) return
    const text = `update jobs set status = 'waiting' where id = $1 and status = 'paused'`
    const { rowCount } = await client.query(text, [id])
    if (rowCount !== 1 || run_id === null || !(await engine.requeue(client, run_id, null)))
      throw new AppError('conflict', 'It does not rest.')
  })
}
