import { AppError } from '@atrium/contract/errors'
import type { Effect } from '@atrium/contract/module'
import type { Principal } from '@atrium/contract/principal'
import type pg from 'pg'
import { type Database, sqlState } from '../platform/database/connect.ts'
import type { Seat } from '../platform/parsing/pool.ts'
import type { Log } from '../platform/telemetry.ts'
import { dateFormat } from '../platform/time-zone.ts'
import { withoutTexts } from './hidden.ts'
import { auditInput } from './saving.ts'
import { isTaken } from './unique-keys.ts'
import { type Beside, createUnit, tooSlow, type Unit } from './unit.ts'

/** Who does what, as the audit line says it. */
export interface Doing {
  principal: Principal
  /** `tasks.add`, `wallet.import.statement` */
  action: string
  input: unknown
  /** The last three are done while nobody looks. */
  via: 'http' | 'guide' | 'model' | 'seat' | 'schedule' | 'event' | 'job'
  /** IANA name; UTC when absent or unknown. */
  timeZone?: string | null
  /** BCP 47; English when absent. */
  language?: string | undefined
  signal?: AbortSignal
  /** The moment at which it is done: now when absent. */
  now?: Date
  /** Milliseconds until it is stopped. */
  limit: number
  /** Everything written is taken back at the end: a preview. */
  isTrial?: boolean
  /** Done once more when somebody else took a key at the same moment: what looks for a name and makes it else finds it then. */
  again?: boolean
  /** A place among those whose files are read, where one was taken before: nobody waits in line with a transaction open. */
  seat?: Seat
  /** Told how much of the file has been read, from 0 to 1. */
  onProgress?: (fraction: number) => void
  /** The listeners whose answers to events led here. */
  trail?: readonly string[]
  /** Written in the same transaction, after the work: what it answered, and the change it made. Throws to take it all back. */
  alongside?: (client: Pick<pg.PoolClient, 'query'>, done: Done<unknown>) => Promise<void>
}

/** An action that is at work, and what it declares of itself. */
export interface Called {
  /** `tasks.add` */
  name: string
  effect: Effect
  asksModel?: boolean
}

/** What the calls of one doing share. */
export interface Frame {
  principal: Principal
  unit: Unit
  timeZone: string
  language: string
  signal: AbortSignal
  isTrial: boolean
  seat: Seat | null
  onProgress: ((fraction: number) => void) | undefined
  /** Values that are neither answered nor kept in the audit line. */
  hidden: Set<string>
  /** The calls above this one: `tasks.done`. */
  above: Called[]
  /** The listeners whose answers to events led here: none of them is told of what this does. */
  trail: readonly string[]
  /** Written with the unit, in its transaction: what is left for later. */
  alongside: ((client: Pick<pg.PoolClient, 'query'>, change: string | null) => Promise<void>)[]
  /** What lies outside the database and must go when the unit is rolled back. */
  takeBack: (() => Promise<unknown>)[]
  /** What lies outside the database and may go once the unit is committed. */
  afterwards: (() => Promise<unknown>)[]
}

export interface Done<T> {
  output: T
  /** Give it to `undo`; null when nothing was written. */
  change: string | null
}

export type Perform = <T>(doing: Doing, work: (frame: Frame) => Promise<T>) => Promise<Done<T>>

/** Rejects when the signal fires, so that a handler that hangs cannot hold a transaction. */
async function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let stop: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
    work.catch(() => undefined) // it may fail later, against its closed store; the reason was told already
    aborted.catch(() => undefined)
  }
}

const HIDE_INPUT = 'update changes set input = $2::jsonb where id = $1'

/** Does a piece of work as one change: all of what it writes, or nothing. */
export function createPerform(db: Database, log: Log, beside: Omit<Beside, 'timeZone' | 'language'> = {}): Perform {
  const once: Perform = async (
    { principal, action, input, via, timeZone, language, signal, limit, isTrial = false, ...doing },
    work,
  ) => {
    const { alongside } = doing
    const timeout = AbortSignal.timeout(limit)
    const zone = (timeZone && dateFormat(timeZone)?.resolvedOptions().timeZone) || null
    const hidden = new Set<string>()
    /** How much was hidden when the audit line was written, with the first writes. */
    let hiddenThen: number | null = null
    const cause = {
      ...{ action, via, actor: principal.userId },
      get input() {
        hiddenThen = hidden.size
        return withoutTexts(input, hidden)
      },
    }
    const unit = createUnit(db, principal.owner, cause, doing.now ?? new Date(), {
      ...beside,
      // where another is, and what they read, says nothing of the owner
      timeZone: principal.link || principal.share ? null : zone,
      language: principal.link || principal.share ? null : language,
    })
    const frame: Frame = {
      principal,
      unit,
      timeZone: zone ?? 'UTC',
      language: language ?? 'en',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      isTrial,
      seat: doing.seat ?? null,
      onProgress: doing.onProgress,
      hidden,
      above: [],
      trail: doing.trail ?? [],
      alongside: [],
      takeBack: [],
      afterwards: [],
    }
    const tidy = async (steps: Frame['afterwards']) => {
      for (const step of steps)
        await step().catch((err) => log.warn({ err, action }, 'what an action left could not be removed'))
    }
    const rollback = async () => {
      await unit.rollback().catch((err) => log.warn({ err, action }, 'a rollback failed'))
      await tidy(frame.takeBack)
    }
    try {
      const output = await before(frame.signal, work(frame))
      if (isTrial) {
        await rollback()
        return { output, change: null }
      }
      const writeAlongside = async (client: pg.PoolClient, change: string | null) => {
        if (isLate()) await client.query(HIDE_INPUT, [change, auditInput(withoutTexts(input, hidden))])
        await alongside?.(client, { output, change })
        for (const write of frame.alongside) await write(client, change)
      }
      /** Something was hidden after the line was written, in this transaction. */
      const isLate = () => hiddenThen !== null && hidden.size > hiddenThen
      const change = await unit.commit(alongside || isLate() || frame.alongside.length > 0 ? writeAlongside : undefined)
      await tidy(frame.afterwards)
      return { output, change }
    } catch (error) {
      await rollback()
      if (timeout.aborted && error === timeout.reason)
        throw new AppError('timeout', 'That took too long and was stopped. Nothing was changed.', { cause: error })
      // 40P01 deadlock, 40001 serialization, 23505 the same version of a record written twice
      if (!(error instanceof AppError) && ['40P01', '40001', '23505'].includes(sqlState(error) ?? ''))
        throw Object.assign(tooSlow(), { cause: error })
      throw error
    }
  }

  return (doing, work) =>
    once(doing, work).catch((error: unknown) => {
      if (!doing.again || !isTaken(error)) throw error
      return once(doing, work)
    })
}
