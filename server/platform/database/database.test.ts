import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { DatabaseTooNew, MIGRATIONS, migrateDatabase } from './migrate.ts'
import { AlreadyRunning, openDatabase } from './open.ts'
import { testDatabase } from './test-database.ts'

const homes: string[] = []
const home = () => {
  const path = mkdtempSync(join(tmpdir(), 'atrium-db-'))
  chmodSync(path, 0o755) // reachable for the unprivileged user, so that nothing is left elsewhere
  homes.push(path)
  return path
}
afterAll(() => {
  for (const path of homes) rmSync(path, { recursive: true, force: true })
})
const ignore = () => undefined

describe('the built-in database', () => {
  test('is durable by its settings, keeps its data over a restart, and is gone after close', async () => {
    const settings = { DATABASE_URL: undefined, DATA_DIR: home() }
    const first = await openDatabase(settings, ignore)
    const { rows } = await first.db.$client.query(
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')`,
    )
    expect(rows.every((row) => row.setting === 'on')).toBe(true)
    await first.db.$client.query(`insert into threads (id, owner_id, title) values ('t', 'o', 'kept')`)
    await first.close()
    await expect(new pg.Client(first.config).connect()).rejects.toThrow()

    const second = await openDatabase(settings, ignore)
    expect((await second.db.$client.query('select title from threads')).rows).toEqual([{ title: 'kept' }])
    expect(second.migrated.applied).toBe(0)
    await second.close()
  })

  test('refuses a second server on the same directory with a sentence', async () => {
    const settings = { DATABASE_URL: undefined, DATA_DIR: home() }
    const first = await openDatabase(settings, ignore)
    const second = openDatabase(settings, ignore)
    await expect(second).rejects.toThrow(AlreadyRunning)
    await expect(second).rejects.toThrow(/Another server is already running/)
    expect((await first.db.$client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await first.close()
  })

  test('is adopted when the server before was killed', async () => {
    const settings = { DATABASE_URL: undefined, DATA_DIR: home() }
    const script = `
      const { openDatabase } = await import(${JSON.stringify(new URL('./open.ts', import.meta.url).href)})
      const open = await openDatabase({ DATA_DIR: ${JSON.stringify(settings.DATA_DIR)} }, () => {})
      await open.db.$client.query("insert into threads (id, owner_id, title) values ('t', 'o', 'before the kill')")
      console.log('ready')
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')

    const next = await openDatabase(settings, ignore)
    expect(next.adopted).toBe(true)
    expect((await next.db.$client.query('select title from threads')).rows).toEqual([{ title: 'before the kill' }])
    await next.close()
    await expect(new pg.Client(next.config).connect()).rejects.toThrow()
  })

  test('starts over a stale postmaster.pid', async () => {
    const at = home()
    const first = await startEmbedded(at)
    const config = first.connection('postgres')
    process.kill(first.pid, 'SIGKILL')
    for (;;) {
      const client = new pg.Client(config)
      client.on('error', ignore)
      const alive = await client.connect().then(
        () => true,
        () => false,
      )
      await client.end().catch(ignore)
      if (!alive) break
    }
    const second = await startEmbedded(at)
    expect(second.adopted).toBe(false)
    await second.stop()
  })
})

describe('migrations', () => {
  test('run once when many servers start together', async () => {
    const { config, db } = await testDatabase()
    await db.$client.query('drop schema public cascade; create schema public; drop schema drizzle cascade')
    const all = await Promise.all(Array.from({ length: 5 }, () => migrateDatabase(config)))
    expect(all.filter((one) => one.applied > 0)).toHaveLength(1)
  })

  test('take a snapshot first when there is data to lose', async () => {
    const { config, db } = await testDatabase()
    await db.$client.query(`insert into threads (id, owner_id, title) values ('t', 'o', 'precious')`)
    const folder = home()
    cpSync(MIGRATIONS, folder, { recursive: true })
    const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
    const last = journal.entries.at(-1)
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag: '9999_next' })
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal))
    writeFileSync(join(folder, '9999_next.sql'), 'delete from threads;')
    const result = await migrateDatabase(config, folder)
    expect(result.applied).toBe(1)
    expect((await db.$client.query(`select title from ${result.snapshot}.threads`)).rows).toEqual([
      { title: 'precious' },
    ])
    expect((await db.$client.query('select * from threads')).rows).toEqual([])
    // The program that knows one migration less now refuses.
    await expect(migrateDatabase(config)).rejects.toThrow(DatabaseTooNew)
  })
})
