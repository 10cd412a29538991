import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { Refusal } from '../refusal.ts'
import { LOCKS } from './lock.ts'

export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
const SNAPSHOTS_KEPT = 2

export class DatabaseTooNew extends Refusal {}
export class MigrationFailed extends Refusal {}

/** Every migration that this program knows, the oldest first. */
export const knownMigrations = (folder = MIGRATIONS): MigrationMeta[] =>
  readMigrationFiles({ migrationsFolder: folder })

/** The moments (`when` of the journal) of the migrations that this database has been through, the oldest first. */
export async function appliedMigrations(client: pg.ClientBase): Promise<number[]> {
  const { rows: exists } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as it`)
  if (!exists[0].it) return []
  const { rows } = await client.query('select created_at::float8 as at from drizzle.__drizzle_migrations order by 1')
  return rows.map((row) => row.at)
}

/** Carries these out in the transaction that is open, and notes them where drizzle's own migrator looks. */
export async function applyMigrations(client: pg.ClientBase, migrations: readonly MigrationMeta[]): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) if (statement.trim()) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}

/**
 * A copy of every table's rows in a schema `before_<n>_<time>`, made in the migration's own session: works with the rights
 * of an ordinary user and beside other connections, which `create database … template` does not.
 */
async function snapshot(client: pg.ClientBase, count: number): Promise<string> {
  const name = `before_${String(count).padStart(4, '0')}_${new Date().toISOString().replace(/\D/g, '').slice(0, 17)}`
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  await client.query('begin isolation level repeatable read')
  try {
    await client.query(`create schema ${pg.escapeIdentifier(name)}`)
    for (const table of tables) {
      await client.query(
        `create table ${pg.escapeIdentifier(name)}.${pg.escapeIdentifier(table.name)} as table public.${pg.escapeIdentifier(table.name)}`,
      )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  const { rows: old } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname ~ '^before_[0-9]{4}_[0-9]{14,17}$' order by nspname desc offset $1`,
    [SNAPSHOTS_KEPT],
  )
  for (const schema of old) await client.query(`drop schema ${pg.escapeIdentifier(schema.name)} cascade`)
  return name
}

export async function holdsData(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  for (const table of rows) {
    const { rowCount } = await client.query(`select 1 from public.${pg.escapeIdentifier(table.name)} limit 1`)
    if (rowCount) return true
  }
  return false
}

export interface Migrated {
  applied: number
  /** The schema that holds the rows as they were, when there was data to lose. */
  snapshot: string | null
}

/**
 * Brings the database to this program's schema: wholly, or not at all. One migrator at a time, by an advisory lock that
 * others wait for. Throws DatabaseTooNew when a newer program has been at the database, MigrationFailed when it stays as
 * it was.
 */
export async function migrateDatabase(config: pg.ClientConfig, folder = MIGRATIONS): Promise<Migrated> {
  const known = knownMigrations(folder)
  const client = new pg.Client(config)
  client.on('error', () => undefined) // whoever awaits a query is told
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1, $2)', [LOCKS.family, LOCKS.migration])
    const before = await appliedMigrations(client)
    const newest = before.at(-1) ?? 0
    if (before.length > known.length || newest > (known.at(-1)?.folderMillis ?? newest)) {
      throw new DatabaseTooNew(
        `This database was written by a newer version (${before.length} migrations; this program knows ${known.length}). Start the newer version, or restore a backup made by this one.`,
      )
    }
    const pending = known.filter((migration) => migration.folderMillis > newest)
    if (pending.length === 0) return { applied: 0, snapshot: null }
    const kept = before.length > 0 && (await holdsData(client)) ? await snapshot(client, before.length) : null
    try {
      await client.query('begin')
      await applyMigrations(client, pending)
      await client.query('commit')
    } catch (cause) {
      await client.query('rollback').catch(() => undefined) // without a connection there is nothing to roll back
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new MigrationFailed(
        `The database could not be brought to this version, and was left as it was: ${reason}. ${kept ? `Its rows are also kept in the schema ${kept}. ` : ''}Start the version before this one, and report this, please.`,
        { cause },
      )
    }
    return { applied: pending.length, snapshot: kept }
  } finally {
    await client.end() // releases the lock
  }
}
