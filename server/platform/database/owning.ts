import pg from 'pg'
import { Refusal } from '../refusal.ts'
import type { Cluster } from './embedded.ts'
import { takeOwnership } from './lock.ts'

/** Of the built-in database. */
export const NAME = 'atrium'

export class AlreadyRunning extends Refusal {}

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
