import type pg from 'pg'
import { partitionOf } from './declared.ts'

/** Rows that a change writes, from which on a wrong estimate costs more than a new one. */
export const MANY = 2000
/** Longer than the second after which a vacuum gives way to whoever waits for it. */
const PATIENCE = '3s'

/**
 * A vacuum that meets a long change counts none of its rows. The table is then planned as an empty one, whatever index is the smallest
 * serves to look a row up, and each reference to a row reads all that were written before it: 100,000 rows, else in 25 s, are not there
 * after 120. So whoever writes many has the table counted anew by its own transaction, the only one that sees its rows, and as that
 * lasts, no vacuum counts again. Answers whether the estimate will do now; it will not while somebody else counts.
 */
export async function keepEstimate(client: Pick<pg.PoolClient, 'query'>, module: string): Promise<boolean> {
  const table = partitionOf(module)
  const { rows } = await client.query<{ counted: number; patience: string }>(
    `select reltuples as counted, current_setting('lock_timeout') as patience from pg_class where oid = to_regclass($1)`,
    [table],
  )
  const [now] = rows
  if (!now || now.counted >= MANY / 2) return true
  await client.query(`savepoint before_estimate; set local lock_timeout = '${PATIENCE}'`)
  try {
    await client.query(`analyze ${table}`)
    await client.query('release savepoint before_estimate')
    return true
  } catch {
    await client.query('rollback to savepoint before_estimate')
    return false
  } finally {
    await client.query(`select set_config('lock_timeout', $1, true)`, [now.patience])
  }
}
