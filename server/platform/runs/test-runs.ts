import { testDatabase } from '../database/test-database.ts'
import { type Frame, frame } from './frames.ts'
import { appendEvents, findRun, insertRun, type NewRun, type RunRow } from './store.ts'

let made = 0
export const newRun = (more: Partial<NewRun> = {}): NewRun => ({
  ...{ id: `run-${++made}`, kind: `kind-${made}`, ownerId: 'ann', threadId: null, messageId: null, input: { n: 1 } },
  ...more,
})
export const said = (first: number, ...words: string[]): Frame[] =>
  words.map((word, at) => frame(first + at, 'chunk', JSON.stringify(word)))
export const textsOf = (frames: readonly Frame[]) => frames.map(({ seq, json }) => `${seq} ${JSON.parse(json)}`)

/** Runs on a database of their own, as the engine stores them. */
export async function storedRuns() {
  const { db, config } = await testDatabase()
  const pool = db.$client
  async function stored(worker: string | null = 'w', more: Partial<NewRun> = {}): Promise<NewRun> {
    const run = newRun(more)
    await insertRun(pool, run, worker)
    return run
  }
  const rowOf = async ({ id }: NewRun) => (await findRun(pool, id)) as RunRow
  const setRow = ({ id }: NewRun, set: string) => pool.query(`update runs set ${set} where id = $1`, [id])
  /** Seconds until the lease ends. */
  async function leaseOf({ id }: NewRun): Promise<number> {
    const { rows } = await pool.query(
      'select extract(epoch from lease_until - now())::float8 as left from runs where id = $1',
      [id],
    )
    return rows[0].left
  }
  const put = (run: NewRun, first: number, ...words: string[]) =>
    appendEvents(
      pool,
      [
        {
          ...{ runId: run.id, fence: 1, firstSeq: first, seq: first + words.length - 1 },
          frames: JSON.stringify(words.map((word) => ['chunk', word])),
        },
      ],
      'w',
    )

  return { db, config, pool, stored, rowOf, setRow, leaseOf, put }
}
