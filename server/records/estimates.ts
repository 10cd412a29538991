import type pg from 'pg'
import { partitionOf } from './declared.ts'

/** Rows that a change writes, from which on a wrong estimate costs more than a new one. */
export const MANY = 2000
/** ms; longer than the second after which a vacuum gives way to whoever waits for it */
const PATIENCE = 3000
/** ms, where the estimate will do for now */
const HASTE = 100

/**
 * A vacuum that meets a long change counts none of its rows. The table is then planned as an empty one, whatever index is the smallest
 * serves to look a row up, and each reference to a row reads all that were written before it: 100,000 rows, else in 25 s, are not there
 * after 120. So whoever writes many keeps the vacuum out until it ends, and has the table counted by its own transaction, the only
 * one that sees its rows. Answers whether that is so now; it is not while somebody else counts.
 */
export async function keepEstimate(client: Pick<pg.PoolClient, 'query'>, module: string): Promise<boolean> {
  const table = partitionOf(module)
  const state = async () => {
    const { rows } = await client.query<{ counted: number; patience: string }>(
      `select reltuples as counted, current_setting('lock_timeout') as patience from pg_class where oid = to_regclass($1)`,
      [table],
    )
    return rows[0]
  }
  const found = await state()
  if (!found) return true
  const isCounted = found.counted >= MANY / 2
  await client.query(`savepoint before_estimate; set local lock_timeout = ${isCounted ? HASTE : PATIENCE}`)
  try {
    await client.query(`lock table ${table} in share update exclusive mode`)
    if (((await state())?.counted ?? 0) < MANY / 2) await client.query(`analyze ${table}`)
    await client.query('release savepoint before_estimate')
    return true
  } catch {
    await client.query('rollback to savepoint before_estimate')
    return false
  } finally {
    await client.query(`select set_config('lock_timeout', $1, true)`, [found.patience])
  }
}
