import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Database } from '../database/connect.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { testDatabase, urlOf } from '../database/test-database.ts'

export function scratch(): string {
  const path = mkdtempSync(join(tmpdir(), 'atrium-backup-'))
  chmodSync(path, 0o755) // the built-in database's user walks through it
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A folder of migrations of their own, one for each text. */
export function migrationsOf(...texts: string[]): string {
  const folder = scratch()
  mkdirSync(join(folder, 'meta'))
  const entries = texts.map((_, idx) => ({
    idx,
    version: '7',
    when: 1000 + idx,
    tag: `${idx}_step`,
    breakpoints: true,
  }))
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }))
  for (const [idx, text] of texts.entries()) writeFileSync(join(folder, `${idx}_step.sql`), text)
  return folder
}

export interface Installation {
  settings: { DATABASE_URL: string; DATA_DIR: string }
  db: Database
  /** The rows of a query, as PostgreSQL writes them. */
  rows(query: string): Promise<unknown[]>
  put(path: string, content: string): void
}

/** A database and a DATA_DIR, empty but for the schema: this program's, or another. */
export async function installation(migrations?: string): Promise<Installation> {
  const { db, config } = await testDatabase()
  if (migrations) {
    await db.$client.query('drop schema public cascade; create schema public; drop schema drizzle cascade')
    await migrateDatabase(config, migrations)
  }
  const DATA_DIR = scratch()
  return {
    settings: { DATABASE_URL: urlOf(config), DATA_DIR },
    db,
    rows: async (query) => (await db.$client.query(query)).rows,
    put(path, content) {
      mkdirSync(dirname(join(DATA_DIR, path)), { recursive: true })
      writeFileSync(join(DATA_DIR, path), content)
    },
  }
}
