import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'
import { connect, type Database } from './connect.ts'
import { startEmbedded } from './embedded.ts'
import { keepEmbedded } from './keeping.ts'
import { MIGRATIONS, type Migrated, migrateDatabase } from './migrate.ts'
import { AlreadyRunning, NAME, ownEmbedded } from './owning.ts'

/** The oldest PostgreSQL whose SQL we write. */
const OLDEST = 150000
export interface OpenDatabase {
  db: Database
  config: pg.ClientConfig
  /** True for the built-in database: this server is the only one that uses it. */
  embedded: boolean
  adopted: boolean
  migrated: Migrated
  close(): Promise<void>
}

/** Throws Refusal when the database at DATABASE_URL does not answer or is too old. */
export async function refuseOld(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined) // whoever awaits a query is told
  try {
    await client.connect()
    const { rows } = await client.query('show server_version_num')
    if (Number(rows[0].server_version_num) < OLDEST)
      throw new Refusal('The PostgreSQL at DATABASE_URL is older than 15. Upgrade it, please.')
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    const reason =
      cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : String(cause)
    throw new Refusal(`The database at DATABASE_URL does not answer: ${reason}`, { cause })
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Opens the database of this configuration, starting the built-in one when DATABASE_URL is absent, and migrates it.
 * `onLost`: another server has the built-in one now, and this one must end.
 */
export async function openDatabase(
  settings: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  onError: (error: Error) => void,
  migrations = MIGRATIONS,
  onLost: (error: Error) => void = onError,
): Promise<OpenDatabase> {
  if (settings.DATABASE_URL) {
    const config = { connectionString: settings.DATABASE_URL }
    await refuseOld(config)
    const migrated = await migrateDatabase(config, migrations)
    const db = connect(config, onError)
    return { db, config, embedded: false, adopted: false, migrated, close: () => db.$client.end() }
  }
  const home = join(settings.DATA_DIR, 'postgres')
  const cluster = await startEmbedded(home)
  const owner = await ownEmbedded(cluster, settings.DATA_DIR).catch(async (error) => {
    if (!(error instanceof AlreadyRunning)) await cluster.stop()
    throw error
  })
  const kept = keepEmbedded(cluster, owner, { home, dataDir: settings.DATA_DIR, onError, onLost })
  try {
    const config = cluster.connection(NAME)
    const migrated = await migrateDatabase(config, migrations)
    const db = connect(config, onError)
    const close = async () => {
      await db.$client.end()
      await kept.stop()
    }
    return { db, config, embedded: true, adopted: cluster.adopted, migrated, close }
  } catch (error) {
    await kept.stop()
    throw error
  }
}
