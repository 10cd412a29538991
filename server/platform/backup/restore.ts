import type { MigrationMeta } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { sqlState } from '../database/connect.ts'
import { appliedMigrations, applyMigrations, knownMigrations, MIGRATIONS } from '../database/migrate.ts'
import { Refusal } from '../refusal.ts'
import {
  damaged,
  END,
  MANIFEST,
  type Manifest,
  manifestOf,
  parseJson,
  readArchive,
  Totals,
  textOf,
  tooNew,
} from './archive.ts'
import { type StagedFiles, stageFiles } from './data-files.ts'
import { reachAlone, type Settings } from './reach.ts'
import { insertRows, quoted, speakPlainly, type Table, tablesOf } from './tables.ts'

export interface RestoreOptions extends Settings {
  file: string
  /** Whatever the database holds goes. */
  replace?: boolean
  migrations?: string
  signal?: AbortSignal
  tell?: (line: string) => void
}

/**
 * Puts a backup back: everything, or nothing when any of it is wrong. A backup of an older program is brought to this
 * one's schema. Throws Refusal, AlreadyRunning while a server uses the database.
 */
export async function restore(options: RestoreOptions): Promise<Totals> {
  const { file, replace = false, tell = () => undefined } = options
  const known = knownMigrations(options.migrations ?? MIGRATIONS)
  const manifest = await manifestOf(file)
  const through = manifest.migrations.length
  if (manifest.migrations.some((at, index) => known[index]?.folderMillis !== at)) throw tooNew(manifest.version)
  await verifyArchive(file, options.signal)

  const { client, release } = await reachAlone(options)
  let staged: StagedFiles | undefined
  try {
    await speakPlainly(client)
    staged = await stageFiles(options.DATA_DIR)
    await client.query('begin')
    await clear(client, manifest, known, replace)
    await applyMigrations(client, known.slice(0, through))
    const totals = await load(client, staged, manifest, options)
    await applyMigrations(client, known.slice(through))
    await client.query('analyze')
    // The files first: those of the database as it was stay beside them until nobody needs them any more.
    await staged.place()
    await client.query('commit')
    tell(`files: ${totals.files}`)
    return totals
  } catch (error) {
    await client.query('rollback').catch(() => undefined) // without a connection there is nothing to roll back
    throw stopped(error)
  } finally {
    await staged?.release()
    await release()
  }
}

const stopped = (error: unknown) =>
  error instanceof Error && error.name === 'AbortError'
    ? new Refusal('Stopped; nothing was changed.', { cause: error })
    : error

/** Reads all of it once, so that nothing of a damaged archive reaches the database or the disk. Throws Refusal. */
async function verifyArchive(file: string, signal?: AbortSignal): Promise<void> {
  try {
    for await (const _ of readArchive(file)) signal?.throwIfAborted()
  } catch (error) {
    throw stopped(error)
  }
}

/** Removes what is there, if it may go. */
async function clear(
  client: pg.ClientBase,
  manifest: Manifest,
  known: readonly MigrationMeta[],
  replace: boolean,
): Promise<void> {
  const sql = known.flatMap((migration) => migration.sql).join('\n')
  const ours = new Set([
    ...manifest.tables.map(({ name }) => name),
    ...[...sql.matchAll(/create\s+table\s+(?:if\s+not\s+exists\s+)?(?:"?public"?\.)?"?(\w+)"?/gi)].map(
      ([, name]) => name,
    ),
    ...[...sql.matchAll(/rename\s+to\s+"?(\w+)"?/gi)].map(([, name]) => name),
  ])
  const present = (await tablesOf(client)).map(({ name }) => name)
  const foreign = present.filter((name) => !ours.has(name))
  const isNewer = (await appliedMigrations(client)).length > known.length // then they are the newer program's
  if (foreign.length > 0 && !isNewer)
    throw new Refusal(
      `The database holds tables that this program does not know (${foreign.join(', ')}). Restore into a database of its own, or remove them.`,
    )
  for (const name of present) {
    const { rowCount } = await client.query(`select 1 from public.${quoted(name)} limit 1`)
    if (rowCount && !replace)
      throw new Refusal(
        'The database is not empty. To throw away what it holds and put the backup in its place, add --replace.',
      )
  }
  for (const name of present) await client.query(`drop table public.${quoted(name)} cascade`)
  await client.query('drop table if exists drizzle.__drizzle_migrations')
}

async function load(
  client: pg.ClientBase,
  staged: StagedFiles,
  manifest: Manifest,
  { file, signal, tell = () => undefined }: RestoreOptions,
): Promise<Totals> {
  const tables = new Map<string, { table: Table; types: string[] }>()
  for (const table of manifest.tables) tables.set(table.name, { table, types: await typesOf(client, table) })
  const bindAgain = await unbind(client)

  const done: Totals = { rows: Object.fromEntries(manifest.tables.map(({ name }) => [name, 0])), files: 0, bytes: 0 }
  let expected: Totals | undefined
  for await (const entry of readArchive(file)) {
    signal?.throwIfAborted()
    const of = tables.get(/^tables\/([^/]+)\/\d+\.jsonl$/.exec(entry.name)?.[1] ?? '')
    if (entry.name === END) expected = parseJson(entry.name, await textOf(entry), Totals)
    else if (of) {
      const count = await insertRows(client, of.table, of.types, await textOf(entry)).catch((cause: unknown) => {
        throw isOfTheRows(cause) ? damaged(`${entry.name} has rows that do not fit their table`, cause) : cause
      })
      done.rows[of.table.name] = (done.rows[of.table.name] ?? 0) + count
    } else if (entry.name.startsWith('data/')) {
      await staged.add(entry)
      done.files += 1
      done.bytes += entry.size
    } else if (entry.name !== MANIFEST) throw damaged(`it holds something unknown (${entry.name.slice(0, 200)})`)
  }
  if (JSON.stringify(done) !== JSON.stringify(expected)) throw damaged('it does not hold as much as was backed up')
  for (const [name, count] of Object.entries(done.rows)) tell(`${name}: ${count} rows`)

  await bindAgain().catch((cause: unknown) => {
    throw isOfTheRows(cause) ? damaged('rows of it name others that it does not hold', cause) : cause
  })
  for (const { table } of tables.values()) await continueCounting(client, table)
  return done
}

/** What the rows themselves are to blame for: no JSON, or refused by the database as data (22…) or by a constraint (23…). */
const isOfTheRows = (error: unknown) =>
  error instanceof SyntaxError || error instanceof TypeError || /^2[23]/.test(sqlState(error) ?? '')

/** The types of a table's columns, in the manifest's order. */
async function typesOf(client: pg.ClientBase, { name, columns }: Table): Promise<string[]> {
  const { rows } = await client.query<{ column: string; type: string }>(
    `select attname::text as column, format_type(atttypid, atttypmod) as type
       from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
    [`public.${quoted(name)}`],
  )
  const types = new Map(rows.map(({ column, type }) => [column, type]))
  return columns.map((column) => {
    const type = types.get(column)
    if (type === undefined) throw damaged(`it has a table or column that its version has not (${name}.${column})`)
    return type
  })
}

/** Takes the foreign keys away while rows come in any order; what it answers puts them back and checks them all. */
async function unbind(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  return async () => {
    for (const { table, name, definition } of rows)
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  }
}

/** Columns that number their rows go on after the highest number. */
async function continueCounting(client: pg.ClientBase, { name, columns }: Table): Promise<void> {
  for (const column of columns) {
    const { rows } = await client.query(`select pg_get_serial_sequence($1, $2) as sequence`, [
      `public.${quoted(name)}`,
      column,
    ])
    if (rows[0].sequence)
      await client.query(
        `select setval($1, coalesce(max(${quoted(column)}), 0) + 1, false) from public.${quoted(name)}`,
        [rows[0].sequence],
      )
  }
}
