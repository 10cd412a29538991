import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { MIGRATIONS, migrateDatabase } from './migrate.ts'

/** A database of its own that has seen the migrations before the one of this name. */
export async function oldDatabase(before: string): Promise<pg.ClientConfig> {
  const base = inject('testCluster')
  const name = `${inject('testTemplate')}_before_${before}_${process.pid}`
  const admin = new pg.Client(base)
  await admin.connect()
  await admin.query(`create database ${name}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  const folder = mkdtempSync(join(tmpdir(), 'atrium-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(MIGRATIONS, folder, { recursive: true })
  const journal = join(folder, 'meta/_journal.json')
  const known = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] }
  const at = known.entries.findIndex(({ tag }) => tag.endsWith(`_${before}`))
  writeFileSync(journal, JSON.stringify({ ...known, entries: known.entries.slice(0, at) }))
  const config = base.connectionString
    ? { connectionString: Object.assign(new URL(base.connectionString), { pathname: `/${name}` }).href }
    : { ...base, database: name }
  await migrateDatabase(config, folder)
  return config
}
