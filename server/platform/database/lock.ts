import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/**
 * Any fixed numbers; the first names us among programs that share a database.
 * owner: one server on a DATA_DIR. migration: one migrator; backups share it, for they must not meet one.
 * serving: shared by all servers on a database, so that a restore meets none. registration: one at a time, so that exactly
 * one is the first.
 */
export const LOCKS = { family: 0x4174, owner: 1, migration: 2, serving: 3, registration: 100 } as const

/** Tries for 3 s to get a lock that belongs to the connection: a backend may not have noticed yet that its client died. */
export async function tryLock(client: pg.ClientBase, lock: number): Promise<boolean> {
  for (let attempt = 0; attempt < 15; attempt++) {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as ours', [LOCKS.family, lock])
    if (rows[0].ours) return true
    await sleep(200)
  }
  return false
}

/**
 * Takes the lock that says "one server on this DATA_DIR" and holds it on `client` for as long as the process lives:
 * the kernel closes the connection of a killed process, so it never goes stale.
 */
export const takeOwnership = (client: pg.Client): Promise<boolean> => tryLock(client, LOCKS.owner)
