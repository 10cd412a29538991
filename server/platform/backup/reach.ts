import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'
import { startEmbedded } from '../database/embedded.ts'
import { LOCKS, tryLock } from '../database/lock.ts'
import { refuseOld } from '../database/open.ts'
import { AlreadyRunning, NAME, ownEmbedded } from '../database/owning.ts'
import { Refusal } from '../refusal.ts'

export type Settings = Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>

/** A connection to the database, as a command has it that is not the server. */
export interface Reached {
  client: pg.Client
  release(): Promise<void>
}

async function connected(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, application_name: 'atrium-command' })
  client.on('error', () => undefined) // whoever awaits a query is told
  await client.connect()
  return client
}

/** To read: a server may be using it, or begin to. */
export async function reachBesideServer({ DATABASE_URL, DATA_DIR }: Settings): Promise<Reached> {
  if (DATABASE_URL) {
    const config = { connectionString: DATABASE_URL }
    await refuseOld(config)
    const client = await connected(config)
    return { client, release: () => client.end() }
  }
  const home = join(DATA_DIR, 'postgres')
  if (!existsSync(home)) throw new Refusal(`There is no database in ${DATA_DIR}. Is DATA_DIR right?`)
  const cluster = await startEmbedded(home)
  /** A server that began meanwhile has taken over the PostgreSQL that we started: then it stays. */
  const stop = async () => {
    if (cluster.adopted) return
    const client = await connected(cluster.connection('postgres'))
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as ours', [LOCKS.family, LOCKS.owner])
    if (rows[0].ours) await cluster.stop()
    await client.end().catch(() => undefined) // it has just been stopped
  }
  try {
    const client = await connected(cluster.connection(NAME))
    return {
      client,
      async release() {
        await client.end()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    if ((error as { code?: string }).code === '3D000')
      throw new Refusal(`The database in ${DATA_DIR} is empty.`, { cause: error })
    throw error
  }
}

/** To write: throws AlreadyRunning when a server uses it, and whatever starts meanwhile waits or is refused. */
export async function reachAlone({ DATABASE_URL, DATA_DIR }: Settings): Promise<Reached> {
  if (DATABASE_URL) {
    const config = { connectionString: DATABASE_URL }
    await refuseOld(config)
    const client = await connected(config)
    return alone({ client, release: () => client.end() })
  }
  const cluster = await startEmbedded(join(DATA_DIR, 'postgres'))
  let owner: pg.Client | undefined
  try {
    owner = await ownEmbedded(cluster, DATA_DIR)
    const held = owner
    const client = await connected(cluster.connection(NAME))
    return await alone({
      client,
      async release() {
        await client.end()
        await held.end()
        await cluster.stop()
      },
    })
  } catch (error) {
    await owner?.end().catch(() => undefined)
    if (!(error instanceof AlreadyRunning)) await cluster.stop()
    throw error
  }
}

async function alone(reached: Reached): Promise<Reached> {
  if (await tryLock(reached.client, LOCKS.serving)) {
    if (await tryLock(reached.client, LOCKS.migration)) return reached
    await reached.release()
    throw new Refusal('A backup or a migration of this database is at work. Wait until it is done, please.')
  }
  await reached.release()
  throw new AlreadyRunning(
    'A server is running on this database. Stop it (each of them, if there are several) and try again.',
  )
}
