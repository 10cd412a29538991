import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../database/connect.ts'
import { sqlState } from '../database/connect.ts'
import { Refusal } from '../refusal.ts'

/** ms for which an answer holds: a check costs a file of 64 KB, and one of the database's */
const GOOD_FOR_MS = 5_000
/** ms after which a bad one is asked for anew, so that recovery shows soon */
const BAD_FOR_MS = 1_000

const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** Why no file can be written in `dir`, as a sentence; null when one can. Nothing is made durable: the disk itself is not worn. */
export async function whyNoFiles(dir: string): Promise<string | null> {
  const path = join(dir, `.writable-${process.pid}`)
  try {
    const file = await open(path, 'w', 0o600)
    try {
      await file.write(Buffer.alloc(65_536, 1))
    } finally {
      await file.close()
    }
    return null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = FULL.has(code ?? '') ? 'its disk is full' : code === 'EROFS' ? 'its disk can only be read' : `${code}`
    return `Nothing can be written in DATA_DIR: ${why}.`
  } finally {
    await rm(path, { force: true }).catch(() => undefined)
  }
}

/**
 * Why the database can write nothing, as a sentence; null when it can. It sorts more than the memory it is given: that goes
 * into a temporary file beside its data, without rows, log or flush.
 */
export async function whyNoRows(db: Database): Promise<string | null> {
  const client = await db.$client.connect()
  try {
    await client.query(`begin; set local work_mem = '64kB'`)
    const { rows } = await client.query(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly", max(n) as n
       from (select n, repeat('x', 100) as text from generate_series(1, 3000) as n order by md5(n::text) offset 0) as spilled`,
    )
    await client.query('rollback')
    client.release()
    return rows[0].readOnly ? 'The database can only be read at the moment.' : null
  } catch (error) {
    client.release(true)
    if (sqlState(error) === '53100') return 'Nothing can be written in the database: its disk is full.'
    throw error
  }
}

/** Throws Refusal with a sentence when files or rows cannot be written; asked often, it looks seldom. */
export function createWritable({ db, dir }: { db: Database; dir: string }): () => Promise<void> {
  let last: { until: number; found: Promise<string | null> } | null = null
  const look = async () => {
    const [files, rows] = await Promise.all([whyNoFiles(dir), whyNoRows(db)])
    return [files, rows].filter((why) => why !== null).join(' ') || null
  }
  return async () => {
    if (!last || last.until < performance.now()) {
      const found = look()
      const mine = { until: Number.POSITIVE_INFINITY, found }
      last = mine
      found.then(
        (why) => {
          mine.until = performance.now() + (why === null ? GOOD_FOR_MS : BAD_FOR_MS)
        },
        () => {
          mine.until = 0
        },
      )
    }
    const why = await last.found
    if (why !== null) throw new Refusal(why)
  }
}
