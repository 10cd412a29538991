import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { LOCKS } from './lock.ts'

export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
const SNAPSHOTS_KEPT = 2

export class DatabaseTooNew extends Error {}

interface Applied {
  count: number
  newest: number
}

async function applied(client: pg.ClientBase): Promise<Applied> {
  const { rows: exists } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as it`)
  if (!exists[0].it) return { count: 0, newest: 0 }
  const { rows } = await client.query(
    'select count(*)::int as count, coalesce(max(created_at), 0)::float8 as newest from drizzle.__drizzle_migrations',
  )
  return rows[0]
}

/**
 * A copy of every table's rows in a schema `before_<n>_<time>`, made in the migration's own session: works with the rights
 * of an ordinary user and beside other connections, which `create database … template` does not.
 */
async function snapshot(client: pg.ClientBase, count: number): Promise<string> {
  const name = `before_${String(count).padStart(4, '0')}_${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`
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
    `select nspname as name from pg_namespace where nspname ~ '^before_[0-9]{4}_[0-9]{14}$' order by nspname desc offset $1`,
    [SNAPSHOTS_KEPT],
  )
  for (const schema of old) await client.query(`drop schema ${pg.escapeIdentifier(schema.name)} cascade`)
  return name
}

async function holdsData(client: pg.ClientBase): Promise<boolean> {
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
 * Brings the database to this program's schema. One migrator at a time, by an advisory lock that others wait for.
 * Throws DatabaseTooNew when a newer program has been at the database.
 */
export async function migrateDatabase(config: pg.ClientConfig, folder = MIGRATIONS): Promise<Migrated> {
  const known = readMigrationFiles({ migrationsFolder: folder })
  const client = new pg.Client(config)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1, $2)', [LOCKS.family, LOCKS.migration])
    const before = await applied(client)
    const last = known.at(-1)
    if (before.count > known.length || (last && before.newest > last.folderMillis)) {
      throw new DatabaseTooNew(
        `This database was written by a newer version (${before.count} migrations; this program knows ${known.length}). Start the newer version, or restore a backup made by this one.`,
      )
    }
    const pending = known.filter((migration) => migration.folderMillis > before.newest).length
    if (pending === 0) return { applied: 0, snapshot: null }
    const kept = before.count > 0 && (await holdsData(client)) ? await snapshot(client, before.count) : null
    await migrate(drizzle(client), { migrationsFolder: folder })
    return { applied: pending, snapshot: kept }
  } finally {
    await client.end() // releases the lock
  }
}
