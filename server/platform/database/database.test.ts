import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { DatabaseTooNew, MIGRATIONS, MigrationFailed, migrateDatabase } from './migrate.ts'
import { openDatabase } from './open.ts'
import { AlreadyRunning } from './owning.ts'
import { testDatabase, urlOf } from './test-database.ts'

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

  test('does not mistake a program that was given the same process id for its own, and leaves it alone', async () => {
    const at = home()
    const first = await startEmbedded(at)
    await first.stop()
    // As after a restart of a container: the number of the server that was killed is somebody else's now, here ours.
    const lines = [
      process.pid,
      join(at, 'cluster'),
      Math.floor(Date.now() / 1000),
      5432,
      join(at, 'run'),
      '',
      '0 0',
      '',
    ]
    writeFileSync(join(at, 'cluster', 'postmaster.pid'), lines.join('\n'))
    const second = await startEmbedded(at)
    expect(second.adopted).toBe(false)
    await second.stop()
  })

  test('is ended and started again when it is left over and says nothing', async () => {
    const at = home()
    const first = await startEmbedded(at)
    const client = new pg.Client(first.connection('postgres'))
    client.on('error', ignore)
    await client.connect()
    await client.query('create table kept (one int); insert into kept values (1)')
    process.kill(first.pid, 'SIGSTOP')
    const second = await startEmbedded(at)
    expect(second.adopted).toBe(false)
    expect(second.pid).not.toBe(first.pid)
    expect(() => process.kill(first.pid, 0)).toThrow('ESRCH')
    const next = new pg.Client(second.connection('postgres'))
    await next.connect()
    expect((await next.query('select one from kept')).rows).toEqual([{ one: 1 }])
    await next.end()
    await client.end().catch(ignore)
    await second.stop()
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

  /** This program's migrations and some after them. */
  function withNext(...next: string[]): string {
    const folder = home()
    cpSync(MIGRATIONS, folder, { recursive: true })
    const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
    for (const sql of next) {
      const last = journal.entries.at(-1)
      const tag = `9${String(last.idx + 1).padStart(3, '0')}_next`
      journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag })
      writeFileSync(join(folder, `${tag}.sql`), sql)
    }
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal))
    return folder
  }

  test('take a snapshot first when there is data to lose', async () => {
    const { config, db } = await testDatabase()
    await db.$client.query(`insert into threads (id, owner_id, title) values ('t', 'o', 'precious')`)
    const result = await migrateDatabase(config, withNext('delete from threads;'))
    expect(result.applied).toBe(1)
    expect((await db.$client.query(`select title from ${result.snapshot}.threads`)).rows).toEqual([
      { title: 'precious' },
    ])
    expect((await db.$client.query('select * from threads')).rows).toEqual([])
    // The program that knows one migration less now refuses.
    await expect(migrateDatabase(config)).rejects.toThrow(DatabaseTooNew)
  })

  test('that fail midway leave everything as it was, and the start is refused with a sentence', async () => {
    const { config, db } = await testDatabase()
    await db.$client.query(`insert into threads (id, owner_id, title) values ('t', 'o', 'precious')`)
    const schema = () =>
      db.$client
        .query(
          `select table_name, column_name from information_schema.columns where table_schema = 'public' order by 1, 2`,
        )
        .then(({ rows }) => rows)
    const before = await schema()
    const folder = withNext(
      'alter table threads add column half boolean;',
      `alter table threads drop column title;--> statement-breakpoint\ninsert into no_such_table values (1);`,
    )
    const settings = { DATABASE_URL: urlOf(config), DATA_DIR: home() }
    const refused = await openDatabase(settings, ignore, folder).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(MigrationFailed)
    const { message } = refused as Error
    expect(message).toMatch(/was left as it was: relation "no_such_table" does not exist/)
    expect(await schema()).toEqual(before)
    expect((await db.$client.query('select title from threads')).rows).toEqual([{ title: 'precious' }])
    const snapshot = /schema (before_\w+)\./.exec(message)?.[1]
    expect((await db.$client.query(`select title from ${snapshot}.threads`)).rows).toEqual([{ title: 'precious' }])

    const again = await openDatabase(settings, ignore) // the version before starts
    expect(again.migrated.applied).toBe(0)
    await again.close()
    const mended = withNext('alter table threads add column half boolean;', 'alter table threads drop column title;')
    expect((await migrateDatabase(config, mended)).applied).toBe(2)
  })
})
