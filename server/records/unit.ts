import { AppError } from '@atrium/contract/errors'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { type Database, type Queryable, sqlState } from '../platform/database/connect.ts'
import { type Cause, save, type Write } from './saving.ts'

/** Rows of one statement; more are sent in several, inside a transaction. */
const BATCH = 1000

/** Whoever keeps something of a change, with it or not at all. */
export interface Listener {
  /**
   * Whether anybody waits for changes of these modules' records in this scope, asked without a lock: a change of which nobody
   * is told needs no transaction for that.
   */
  awaits(on: Pick<pg.Pool, 'query'>, scope: string, modules: readonly string[]): Promise<boolean>
  /** Written last in the change's own transaction. Throws to take the change back. */
  tell(on: Pick<pg.PoolClient, 'query'>, scope: string, modules: readonly string[]): Promise<void>
}

/**
 * The reads and writes of one action call. Writes wait in memory and go to the database together with their change and
 * their history in one statement: an action that only inserts needs one round trip and no explicit transaction. A
 * transaction is opened when a row is locked for an update, or when something reads what has been written.
 */
export interface Unit {
  readonly scope: string
  readonly now: Date
  /** The rows that this change names and that are held for it: `crm.contacts <id>`. */
  readonly held: Set<string>
  /** The ids of those that it takes away: two that name each other go together. */
  readonly going: Set<string>
  /** For reads. Sends what waits for this collection first, so that the reader sees it. */
  reading(module: string, collection: string): Promise<Queryable>
  /** For `select … for update`, inside the transaction. Sends a waiting write of this record first. */
  locking(id: string): Promise<Queryable>
  /** The rows of a query, so many at a time, as they were when the first was asked for. Opens the transaction. */
  cursor<Row extends object>(text: string, values: unknown[], size: number): AsyncGenerator<Row>
  write(write: Write): Promise<void>
  /** Saves everything. Answers the id of the change, or null when nothing was written. */
  commit(alongside?: (client: pg.PoolClient, change: string | null) => Promise<void>): Promise<string | null>
  rollback(): Promise<void>
}

export function createUnit(db: Database, scope: string, cause: Cause, now: Date, listener?: Listener): Unit {
  let pending: Write[] = []
  let transaction: Promise<{ client: pg.PoolClient; on: Queryable }> | null = null
  let change: string | null = null
  let closed = false
  let cursors = 0
  /** Modules whose records this changes. */
  const touched = new Set<string>()

  const open = async () => {
    const client = await db.$client.connect()
    await client.query('begin').catch((error) => {
      client.release(true)
      throw error
    })
    return { client, on: drizzle(client) }
  }

  const begin = () => {
    if (closed) throw new Error(`${cause.action} used its store after it had ended`)
    transaction ??= open()
    return transaction
  }

  const send = async (on: Pick<pg.Pool, 'query'>) => {
    const writes = pending
    pending = []
    const isFirst = change === null
    change ??= uuid()
    const saved = await save(on, writes, { scope, change, now, cause: isFirst ? cause : null }).catch((error) => {
      throw asTaken(error, writes) ?? error
    })
    if (saved !== writes.length) throw tooSlow()
  }

  const end = async (word: 'commit' | 'rollback') => {
    closed = true
    const opened = await transaction?.catch(() => null) // it never began: whoever asked for it was told
    transaction = null
    if (!opened) return
    try {
      await opened.client.query(word)
      opened.client.release()
    } catch (error) {
      opened.client.release(true) // in an unknown state: not for the next caller
      throw error
    }
  }

  return {
    scope,
    now,
    held: new Set(),
    going: new Set(),
    reading: async (module, collection) => {
      if (pending.some((write) => write.module === module && write.collection === collection))
        await send((await begin()).client)
      return transaction ? (await transaction).on : db
    },
    locking: async (id) => {
      const { client, on } = await begin()
      if (pending.some((write) => write.id === id)) await send(client)
      return on
    },
    async *cursor<Row extends object>(text: string, values: unknown[], size: number) {
      const { client } = await begin()
      const name = `rows_${++cursors}`
      await client.query(`declare ${name} no scroll cursor for ${text}`, values)
      try {
        for (;;) {
          const { rows } = await client.query<Row>(`fetch ${size} from ${name}`)
          yield* rows
          if (rows.length < size) return
        }
      } finally {
        if (!closed) await client.query(`close ${name}`).catch(() => undefined) // it ends with a transaction that failed
      }
    },
    write: async (write) => {
      if (closed) throw new Error(`${cause.action} wrote after it had ended`)
      pending.push(write)
      touched.add(write.module)
      if (pending.length >= BATCH) await send((await begin()).client)
    },
    commit: async (alongside) => {
      const modules = [...touched]
      const heard = modules.length > 0 ? listener : undefined
      if (transaction || alongside || (await heard?.awaits(db.$client, scope, modules))) {
        const { client } = await begin()
        if (pending.length > 0) await send(client)
        await alongside?.(client, change)
        await heard?.tell(client, scope, modules)
      } else if (pending.length > 0) await send(db.$client)
      await end('commit')
      return change
    },
    rollback: () => end('rollback'),
  }
}

/** The refusal of a record whose key another has; null when the error says something else. */
function asTaken(error: unknown, writes: readonly Write[]): AppError | null {
  if (sqlState(error) !== '23505') return null
  const { constraint = '', detail = '' } = error as pg.DatabaseError
  const those = writes.filter(({ keys }) => keys?.has(constraint))
  if (those.length === 0) return null
  const one = those.find(({ called = '' }) => detail.includes(called.slice(1, -1))) ?? those[0]
  const called = one?.called ?? 'one'
  const sentence = `There is already ${called}. Choose another name, please.`
  return new AppError('conflict', sentence, { cause: error, details: { taken: called } })
}

/** Whether another took the key first: whoever looks again finds it. */
export const isTaken = (error: unknown): boolean =>
  error instanceof AppError &&
  error.code === 'conflict' &&
  Boolean((error.details as { taken?: string } | undefined)?.taken)

export const tooSlow = () =>
  new AppError('conflict', 'Somebody changed the same thing at the same moment. Please try again.')
