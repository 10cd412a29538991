import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { discover } from '../../records/discover.ts'
import { preparePartitions } from '../../records/partitions.ts'
import { silentLog } from '../telemetry.ts'
import { startEmbedded } from './embedded.ts'
import { migrateDatabase } from './migrate.ts'

const MODULES = fileURLToPath(new URL('../../../modules', import.meta.url))

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: pg.ClientConfig
    testTemplate: string
  }
}

/**
 * Vitest's global set-up: one PostgreSQL for the run (the built-in one on a directory of its own, or TEST_DATABASE_URL's)
 * with a migrated template that each test file clones. The name carries our process id, so two runs never meet.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = `atrium_template_${process.pid}`
  const url = process.env.TEST_DATABASE_URL
  const home = url ? null : mkdtempSync(join(tmpdir(), 'atrium-test-'))
  if (home) chmodSync(home, 0o755)
  // The clones are thrown away: durability is tested on clusters of their own.
  const cluster = home ? await startEmbedded(home, { fsync: 'off', max_connections: '200' }) : null
  const at = (database: string): pg.ClientConfig => {
    if (cluster) return cluster.connection(database)
    const address = new URL(url as string)
    address.pathname = `/${database}`
    return { connectionString: address.href }
  }
  const admin = new pg.Client(at('postgres'))
  await admin.connect()
  await admin.query(`create database ${template}`)
  await migrateDatabase(at(template))
  const opened = new pg.Pool(at(template))
  const modules = await discover(MODULES, silentLog)
  await preparePartitions(
    opened,
    modules.map(({ module }) => module),
    silentLog,
  )
  await opened.end()
  project.provide('testCluster', at('postgres'))
  project.provide('testTemplate', template)

  return async () => {
    const { rows } = await admin.query('select datname from pg_database where datname like $1', [`${template}%`])
    for (const row of rows)
      await admin.query(`drop database if exists ${pg.escapeIdentifier(row.datname)} with (force)`)
    await admin.end()
    await cluster?.stop()
    if (home) rmSync(home, { recursive: true, force: true })
  }
}
