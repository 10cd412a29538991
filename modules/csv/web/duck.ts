import { AsyncDuckDB, type AsyncDuckDBConnection, ConsoleLogger, LogLevel } from '@duckdb/duckdb-wasm'
import workerUrl from '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js?url'
import wasmUrl from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url'
import { quoteName, ROWS_FILE, SETTINGS, sqlType } from '../sql.ts'
import type { ColumnType } from '../table.ts'
import { ask } from './client.ts'
import type { Source } from './engine.ts'
import { RESULT_MAX, type Result } from './result.ts'

/** A dataset as a query calls it. */
export interface SqlTable {
  name: string
  source: Source
}

/** Rows that go into the database at once. */
const ROWS = 50_000

let starting: Promise<AsyncDuckDBConnection> | null = null
let database: AsyncDuckDB | null = null
let running: Worker | null = null
/** What each table in the database was made of. */
const made = new Map<string, string>()

async function start(): Promise<AsyncDuckDBConnection> {
  running = new Worker(workerUrl)
  database = new AsyncDuckDB(new ConsoleLogger(LogLevel.NONE), running)
  await database.instantiate(wasmUrl)
  await database.open({ query: { castBigIntToDouble: true, castDecimalToDouble: true, castTimestampToDate: false } })
  const connection = await database.connect()
  // Nothing is ever fetched from elsewhere: an extension that is not built in is a sentence, not a download.
  for (const setting of SETTINGS) await connection.query(setting)
  return connection
}

/** The database, begun at the first question and begun anew when that failed. */
export function connect(): Promise<AsyncDuckDBConnection> {
  starting ??= start().catch((error: unknown) => {
    stop()
    throw error
  })
  return starting
}

/** Ends a query that takes too long: with its worker; the next one begins again. */
export function stop(): void {
  running?.terminate()
  running = null
  database = null
  starting = null
  made.clear()
}

async function load(connection: AsyncDuckDBConnection, { name, source }: SqlTable): Promise<void> {
  const key = JSON.stringify(source)
  if (made.get(name) === key) return
  const columns = await ask('sqlColumns', source)
  const { rows } = await ask('open', source)
  const types = columns.map(({ name: column, type }) => `'${column.replaceAll("'", "''")}': '${sqlType({ type })}'`)
  const declared = columns.map(({ name: column, type }) => `${quoteName(column)} ${sqlType({ type })}`)
  made.delete(name)
  await connection.query(`create or replace table ${quoteName(name)} (${declared.join(', ')})`)
  for (let from = 0; from < rows; from += ROWS) {
    await database?.registerFileBuffer(ROWS_FILE, await ask('forSql', source, from, from + ROWS))
    try {
      await connection.query(
        `insert into ${quoteName(name)} select * from read_csv('${ROWS_FILE}', header = false, delim = ',', quote = '"', escape = '"', columns = {${types.join(', ')}}, auto_detect = false, strict_mode = false, null_padding = true, max_line_size = 20000000, parallel = false)`,
      )
    } finally {
      await database?.dropFile(ROWS_FILE)
    }
  }
  made.set(name, key)
}

/** Runs a query that has been found to read only, in a transaction that cannot write, over these tables. */
export async function run(sql: string, tables: readonly SqlTable[]): Promise<Result> {
  const connection = await connect()
  for (const table of tables) await load(connection, table)
  const began = performance.now()
  await connection.query('begin transaction read only')
  try {
    const answer = await connection.query(sql)
    const took = performance.now() - began
    const names = answer.schema.fields.map(({ name }) => name)
    const length = Math.min(answer.numRows, RESULT_MAX)
    const columns = answer.schema.fields.map((field, at) => {
      const vector = answer.getChildAt(at)
      const type = typeOf(String(field.type))
      const values = Array.from({ length }, (_, row) => cellOf(vector?.get(row), type))
      return { name: free(field.name, names, at), values }
    })
    return {
      table: { columns, length },
      types: answer.schema.fields.map(({ type }) => typeOf(String(type))),
      rows: answer.numRows,
      took,
    }
  } finally {
    await connection.query('rollback').catch(() => undefined) // a failed query has ended it already
  }
}

const free = (name: string, names: readonly string[], at: number): string =>
  names.indexOf(name) === at ? name : `${name} ${names.slice(0, at).filter((one) => one === name).length + 1}`

function typeOf(arrow: string): ColumnType {
  if (/^U?Int/i.test(arrow)) return 'integer'
  if (/^(Float|Decimal)/i.test(arrow)) return 'number'
  if (/^Bool/i.test(arrow)) return 'boolean'
  if (/^Date/i.test(arrow)) return 'date'
  if (/^Timestamp/i.test(arrow)) return 'datetime'
  return 'text'
}

function cellOf(value: unknown, type: ColumnType): string {
  if (value === null || value === undefined) return ''
  if ((type === 'date' || type === 'datetime') && (typeof value === 'number' || value instanceof Date)) {
    const iso = new Date(value).toISOString()
    return type === 'date' ? iso.slice(0, 10) : iso.slice(0, 19)
  }
  if (typeof value === 'object')
    return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? Number(part) : part))
  return String(value)
}
