import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { connect, type Database } from './connect.ts'

let made = 0

export interface TestDatabase {
  db: Database
  config: pg.ClientConfig
}

/** A migrated database for this test file alone, dropped after it. */
export async function testDatabase(): Promise<TestDatabase> {
  const base = inject('testCluster')
  const template = inject('testTemplate')
  const name = `${template}_${process.pid}_${made++}_${Math.random().toString(36).slice(2, 8)}`
  const admin = new pg.Client(base)
  await admin.connect()
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  await admin.end()
  const config: pg.ClientConfig = base.connectionString
    ? { connectionString: Object.assign(new URL(base.connectionString), { pathname: `/${name}` }).href }
    : { ...base, database: name }
  const db = connect(config, () => undefined)
  afterAll(() => db.$client.end())
  return { db, config }
}
