import { AppError } from '@atrium/contract/errors'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { type Database, type Queryable, sqlState } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import { keepEstimate, MANY } from './estimates.ts'
import { refusalOf } from './guards.ts'
import type { Around, Notices, Told } from './notices.ts'
import { type Cause, save, type Write } from './saving.ts'

/** Rows of one statement; more are sent in several, inside a transaction. */
const BATCH = 1000

/**
 * Rows of a change, from which on the links of its history are checked by one plan for all. They name a partitioned table: PostgreSQL
 * takes a plan for one value for cheaper there, makes it anew for every row, and believes of a person whom it has not counted that
 * there is one row: 10,000 rows, else checked in 0.1 s, took 6.
 */
const BULK = 100
const PLANNED = 'set local plan_cache_mode to force_generic_plan'

const turnsOf = (writes: readonly Write[]) => [
  ...new Set(
    writes.flatMap(({ guards }) => [...(guards?.values() ?? [])].flatMap((one) => (one.inTurn ? one.name : []))),
  ),
]
const WAIT = 'select pg_advisory_xact_lock(hashtextextended(turn, 0)) from unnest($1::text[]) as turn'

const FAIL = `do $$ begin raise exception 'this change was refused'; end $$`

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

/** Two that are told, the second one last. */
export const both = (first: Listener, last: Listener): Listener => ({
  awaits: async (on, scope, modules) => (await first.awaits(on, scope, modules)) || last.awaits(on, scope, modules),
  tell: async (on, scope, modules) => {
    await first.tell(on, scope, modules)
    await last.tell(on, scope, modules)
  },
})

/**
 * The reads and writes of one action call. Writes wait in memory and go to the database together with their change and
 * their history in one statement: an action that only inserts needs one round trip and no explicit transaction. A
 * transaction is opened when a row is locked for an update, or when something reads what has been written.
 */
export interface Unit {
  readonly database: Database
  readonly scope: string
  readonly now: Date
  /** The rows that this change names and that stay locked for it: `crm.contacts <id>`. */
  readonly lockedTargets: Set<string>
  /** The last number that this change gave in each series. */
  readonly lastNumbers: Map<string, number>
  /** For reads. Sends what waits for this collection first, so that the reader sees it. */
  reading(module: string, collection: string): Promise<Queryable>
  /** The connection of the transaction, which it opens. */
  client(): Promise<Pick<pg.PoolClient, 'query'>>
  /** For `select … for update`, inside the transaction. Sends a waiting write of this record first. */
  locking(id: string): Promise<Queryable>
  /** The rows of a query, so many at a time, as they were when the first was asked for. Opens the transaction. */
  cursor<Row extends object>(text: string, values: unknown[], size: number): AsyncGenerator<Row>
  write(write: Write): Promise<void>
  /** How many writes there have been. */
  written(): number
  /** Nothing is written, no row is locked and no transaction is open: it may wait for what takes long. */
  isIdle(): boolean
  /** Told to people once this is kept. */
  tell(told: Told): void
  /** Saves everything. Answers the id of the change, or null when nothing was written. */
  commit(alongside?: (client: pg.PoolClient, change: string | null) => Promise<void>): Promise<string | null>
  rollback(): Promise<void>
}

/** What is kept with the rows besides. */
export interface Beside {
  listener?: Listener | undefined
  notices?: Notices | undefined
  /** IANA name, where the caller said one. */
  timeZone?: string | null
  /** BCP 47, where the caller said one. */
  language?: string | null
}

export function createUnit(db: Database, scope: string, cause: Cause, now: Date, beside: Beside = {}): Unit {
  const { listener, notices } = beside
  const around: Around = {
    scope,
    now,
    actor: cause.actor,
    timeZone: beside.timeZone ?? null,
    language: beside.language ?? null,
  }
  const told: Told[] = []
  let pending: Write[] = []
  let transaction: Promise<{ client: pg.PoolClient; on: Queryable }> | null = null
  let change: string | null = null
  let closed = false
  let cursors = 0
  let writes = 0
  /** Modules whose records this changes. */
  const touched = new Set<string>()

  /** After how many rows of a module its table is counted. */
  const countedAt = new Map<string, number>()
  const sentOf = new Map<string, number>()

  /** What some constraint may yet refuse, when the transaction ends at the latest. */
  const guarded: Write[] = []

  /** The sentence is looked for on the connection that is held: with all of them held, a second one would never come. */
  const refused = async (error: unknown, on: Pick<pg.Pool, 'query'>): Promise<never> => {
    if (sqlState(error) === undefined) throw error
    const isOpen = transaction !== null
    if (isOpen) await on.query('rollback; begin')
    const refusal = await refusalOf(error, guarded, { scope, on })
    // A handler that goes on all the same finds the transaction failed.
    if (isOpen) await on.query(FAIL).catch(() => undefined)
    throw refusal ?? error
  }

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

  const saveAll = async (on: Pick<pg.Pool, 'query'>) => {
    const sent = pending
    pending = []
    const isFirst = change === null
    change ??= uuid()
    for (const write of sent) if (write.guards?.size) guarded.push(write)
    const turns = turnsOf(sent)
    if (turns.length > 0) await on.query(WAIT, [turns.sort().map((turn) => `${turn} ${scope}`)])
    const saved = await save(on, sent, { scope, change, now, cause: isFirst ? cause : null }).catch((error) =>
      refused(error, on),
    )
    if (saved !== sent.length) throw tooSlow()
    await keepEstimates(on, sent)
    if (notices?.concerns(sent, around)) await notices.derive(on, sent, around)
    // Rows with guards are kept until the commit: as their JSON alone.
    for (const write of sent) delete write.value
  }

  /** What was refused of this change. Nothing of it is kept then, whatever the handler made of it: a COMMIT would say nothing. */
  let failure: { error: unknown } | null = null
  const send = async (on: Pick<pg.Pool, 'query'>) => {
    try {
      await saveAll(on)
    } catch (error) {
      failure ??= { error }
      throw error
    }
  }

  /** A batch on its way, while the next one is made; what it is refused for, whoever comes next is told. */
  let underway: Promise<void> | null = null
  const arrived = async () => {
    const sent = underway
    underway = null
    await sent
  }
  const sendAhead = async () => {
    await arrived()
    const { client } = await begin()
    if (pending.length < BATCH) return
    underway = send(client)
    underway.catch(() => undefined)
  }

  const keepEstimates = async (on: Pick<pg.Pool, 'query'>, sent: readonly Write[]) => {
    if (!transaction) return
    for (const { module } of sent) sentOf.set(module, (sentOf.get(module) ?? 0) + 1)
    for (const [module, count] of sentOf) {
      const at = countedAt.get(module) ?? MANY
      if (count < at) continue
      const isKept = await keepEstimate(on, module)
      countedAt.set(module, isKept ? Number.POSITIVE_INFINITY : 2 * count)
    }
  }

  const end = async (word: 'commit' | 'rollback') => {
    closed = true
    const opened = await transaction?.catch(() => null) // it never began: whoever asked for it was told
    transaction = null
    if (!opened) return
    try {
      // The checks wait for the commit.
      const ended = await opened.client.query(word === 'commit' && writes >= BULK ? `${PLANNED}; commit` : word)
      // A transaction that a read has failed in is rolled back by a COMMIT that is no error.
      if (word === 'commit' && ended.command === 'ROLLBACK') throw new Error(`${cause.action} went on after a failure`)
    } catch (error) {
      // What only the end refuses has ended the transaction; any other connection is in an unknown state, and for nobody else.
      const isEnded = guarded.length > 0 && sqlState(error)?.startsWith('23') === true
      const told = isEnded ? await refusalOf(error, guarded, { scope, on: opened.client }).catch(() => null) : null
      opened.client.release(true)
      throw told ?? error
    }
    opened.client.release()
  }

  return {
    database: db,
    scope,
    now,
    lockedTargets: new Set(),
    lastNumbers: new Map(),
    reading: async (module, collection) => {
      await arrived()
      if (pending.some((write) => write.module === module && write.collection === collection))
        await send((await begin()).client)
      return transaction ? (await transaction).on : db
    },
    client: async () => {
      await arrived()
      return (await begin()).client
    },
    locking: async (id) => {
      await arrived()
      const { client, on } = await begin()
      if (pending.some((write) => write.id === id)) await send(client)
      return on
    },
    async *cursor<Row extends object>(text: string, values: unknown[], size: number) {
      await arrived()
      const { client } = await begin()
      const name = `rows_${++cursors}`
      await client.query(`declare ${name} no scroll cursor for ${text}`, values)
      try {
        for (;;) {
          await arrived()
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
      writes += 1
      touched.add(write.module)
      if (pending.length >= BATCH) await sendAhead()
    },
    written: () => writes,
    isIdle: () => transaction === null && pending.length === 0,
    tell: (one) => {
      if (!notices) throw new Error(`${cause.action} tells people something, and nobody is here to bring it`)
      notices.check(one)
      told.push(one)
    },
    commit: async (alongside) => {
      await arrived()
      if (failure) throw failure.error
      const modules = [...touched]
      const heard = modules.length > 0 ? listener : undefined
      const reminds = told.length > 0 || Boolean(notices?.concerns(pending, around))
      // Of several rows one may have been changed by somebody else: then none is saved.
      const mayFailInPart = pending.length > 1 && pending.some(({ version }) => version > 1)
      if (
        transaction ||
        alongside ||
        reminds ||
        mayFailInPart ||
        writes >= BULK ||
        turnsOf(pending).length > 0 ||
        (await heard?.awaits(db.$client, scope, modules))
      ) {
        const { client } = await begin()
        if (pending.length > 0) await send(client)
        if (told.length > 0) await notices?.tell(client, told, around, change)
        await alongside?.(client, change)
        await heard?.tell(client, scope, modules)
      } else if (pending.length > 0) await send(db.$client)
      await end('commit')
      if (told.length > 0) notices?.committed()
      return change
    },
    rollback: async () => {
      await arrived().catch(() => undefined) // whatever it was refused for is taken back as well
      await end('rollback')
    },
  }
}

export const tooSlow = () =>
  new AppError('conflict', 'Somebody changed the same thing at the same moment. Please try again.')
