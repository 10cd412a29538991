import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

// int8 (counts, token sums, micro-dollars) stays far below 2^53 here; as strings they would concatenate.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type Database = NodePgDatabase & { $client: pg.Pool }
/** What a query needs: the database or a transaction of it. */
export type Queryable = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute'>

export function connect(config: pg.PoolConfig, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    max: 16,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...config,
  })
  pool.on('error', onError) // an idle connection that breaks must not end the process
  // Nor one at work, between two statements of a transaction, say: then the pool does not listen. Whoever has it hears of it
  // from their next statement.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return drizzle(pool)
}

/** PostgreSQL's own code of an error (`23505`), wherever drizzle wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown }
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return undefined
}

const unreachableCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])

/**
 * A value that PostgreSQL cannot hold: a number past its column, a date past the calendar, text of no encoding. The schemas
 * refuse those before; what they let through is still the caller's to correct, and nothing has been written.
 */
export function isUnstorable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown }
    if (typeof code === 'string' && UNSTORABLE.has(code)) return true
  }
  return false
}
/**
 * Numeric value out of range, datetime field overflow, interval overflow, string too long, not of the encoding, no such text,
 * no such date, and 22009: a year of six digits is taken for a time zone.
 */
const UNSTORABLE = new Set(['22003', '22008', '22015', '22001', '22021', '22P05', '22P02', '22007', '22009'])

/** Is the database gone (stopped, restarting, refusing) or out of room, rather than the query wrong? It may be back in a moment. */
export function isUnreachable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, syscall } = at as { code?: unknown; syscall?: unknown }
    if (typeof code === 'string' && unreachableCodes.has(code)) return true
    if (code === 'ENOENT' && syscall === 'connect') return true // its socket; a file that is missing stays missing
    // 57P01–57P03: shut down, crashed, starting; 08xxx: connection exceptions; 53100: disk full; 53200: out of memory;
    // 53300: too many connections
    if (typeof code === 'string' && /^(57P0[123]|08...|53[123]00)$/.test(code)) return true
    if (
      /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        at.message,
      )
    )
      return true
  }
  return false
}
