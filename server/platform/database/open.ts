import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'
import { connect, type Database } from './connect.ts'
import { type Cluster, startEmbedded } from './embedded.ts'
import { takeOwnership } from './lock.ts'
import { MIGRATIONS, type Migrated, migrateDatabase } from './migrate.ts'

/** The oldest PostgreSQL whose SQL we write. */
const OLDEST = 150000
/** Of the built-in database. */
export const NAME = 'atrium'

export class AlreadyRunning extends Refusal {}

export interface OpenDatabase {
  db: Database
  config: pg.ClientConfig
  /** True for the built-in database: this server is the only one that uses it. */
  embedded: boolean
  adopted: boolean
  migrated: Migrated
  close(): Promise<void>
}

/** The lock on the built-in database, as a connection that holds it. Throws AlreadyRunning. */
export async function ownEmbedded(cluster: Cluster, dataDir: string): Promise<pg.Client> {
  const owner = new pg.Client(cluster.connection('postgres'))
  owner.on('error', () => undefined)
  await owner.connect()
  if (!(await takeOwnership(owner))) {
    await owner.end()
    throw new AlreadyRunning(
      `Another server is already running on ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
    )
  }
  const { rowCount } = await owner.query('select 1 from pg_database where datname = $1', [NAME])
  if (!rowCount) await owner.query(`create database ${NAME}`)
  return owner
}

/** Throws Refusal when the database at DATABASE_URL does not answer or is too old. */
export async function refuseOld(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 10_000 })
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

/** Opens the database of this configuration, starting the built-in one when DATABASE_URL is absent, and migrates it. */
export async function openDatabase(
  settings: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  onError: (error: Error) => void,
  migrations = MIGRATIONS,
): Promise<OpenDatabase> {
  if (settings.DATABASE_URL) {
    const config = { connectionString: settings.DATABASE_URL }
    await refuseOld(config)
    const migrated = await migrateDatabase(config, migrations)
    const db = connect(config, onError)
    return { db, config, embedded: false, adopted: false, migrated, close: () => db.$client.end() }
  }
  const cluster = await startEmbedded(join(settings.DATA_DIR, 'postgres'))
  let owner: pg.Client | undefined
  try {
    owner = await ownEmbedded(cluster, settings.DATA_DIR)
    const held = owner
    const config = cluster.connection(NAME)
    const migrated = await migrateDatabase(config, migrations)
    const db = connect(config, onError)
    const close = async () => {
      await db.$client.end()
      await held.end().catch(() => undefined)
      await cluster.stop()
    }
    return { db, config, embedded: true, adopted: cluster.adopted, migrated, close }
  } catch (error) {
    await owner?.end().catch(() => undefined)
    if (!(error instanceof AlreadyRunning)) await cluster.stop()
    throw error
  }
}
