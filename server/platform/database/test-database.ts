import pg from 'pg'
import { inject } from 'vitest'
import { atTheEnd } from '../test-end.ts'
import { connect, type Database } from './connect.ts'

let made = 0

export interface TestDatabase {
  db: Database
  config: pg.ClientConfig
}

/** What DATABASE_URL says of this database. */
export function urlOf({ connectionString, host, port, user, password, database }: pg.ClientConfig): string {
  if (connectionString) return connectionString
  const url = new URL(`postgres://localhost:${port}/${database}`)
  url.username = user ?? ''
  url.password = String(password)
  url.searchParams.set('host', host ?? '') // a directory: its unix socket
  return url.href
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
  atTheEnd(() => db.$client.end())
  return { db, config }
}
