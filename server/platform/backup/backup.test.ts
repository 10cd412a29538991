import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { createBus } from '../database/bus.ts'
import { AlreadyRunning } from '../database/owning.ts'
import { Refusal } from '../refusal.ts'
import { silentLog } from '../telemetry.ts'
import { readArchive } from './archive.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'
import { type Installation, installation, migrationsOf, scratch } from './test-installation.ts'

const version = '1.2.3'
const archiveOf = async ({ settings }: Installation, file = join(scratch(), 'a.tar.gz')) => {
  await backup({ ...settings, file, version })
  return file
}
/** Everything under a folder with its content, but for the database's own. */
const tree = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
const thread = (id: string, title = id) => `insert into threads (id, owner_id, title) values ('${id}', 'o', '${title}')`
const THREADS = 'select id, title from threads order by id'

describe('a backup put back', () => {
  const schema = `
    create table samples (
      id integer generated always as identity primary key,
      parent integer references samples (id),
      doubled integer generated always as (id * 2) stored,
      words text, document jsonb, bytes bytea, exact numeric, small real, large double precision, big bigint,
      at timestamptz, day date, span interval, list text[], flag boolean, letter char(4), search tsvector, "Odd Name" text
    );
    create table nothing (id text);`

  test('is what it was to the last bit, whatever the types', async () => {
    const migrations = migrationsOf(schema)
    const [from, to] = [await installation(migrations), await installation(migrations)]
    await from.db.$client.query(
      `
      insert into samples (words, document, bytes, exact, small, large, big, at, day, span, list, flag, letter, search, "Odd Name") values
        (null, null, null, null, null, null, null, null, null, null, null, null, null, null, null),
        ('', 'null', '', 'NaN', '-Infinity', 'NaN', 9223372036854775807, 'infinity', '-infinity', '0', '{}', false, '', '', ''),
        (E'a\\nb\\t\\\\"''{},', '{"n": 1234567890123456789012345678901234567890.5, "t": "\\ud83d\\ude00"}', '\\x00ff10', '1e100',
         0.1, 0.1::float8 + 0.2, -1, '2026-11-21 06:00:00.123456+05', '4000-01-01', '1 year -2 days 03:04:05.678',
         array['a', null, '"', ',{}', 'NULL', ''], true, 'ab', to_tsvector('simple', 'the quick fox'), 'odd');
      insert into samples (id, parent) overriding system value values (7, 100), (100, 1)`,
    )
    await from.db.$client.query('select setval(pg_get_serial_sequence($1, $2), 100)', ['samples', 'id'])
    const file = await archiveOf(from)
    const totals = await restore({ ...to.settings, file, migrations })
    expect(totals.rows).toEqual({ nothing: 0, samples: 5 })
    const all = 'select s::text from samples s order by id'
    expect(await to.rows(all)).toEqual(await from.rows(all))
    expect(await to.rows(`select document is null as isnull from samples order by id limit 2`)).toEqual([
      { isnull: true },
      { isnull: false },
    ])
    expect(await to.rows('insert into samples (words) values ($$next$$) returning id')).toEqual([{ id: 101 }])
    await expect(to.rows('insert into samples (parent) values (5000)')).rejects.toThrow('foreign key')
  })

  test('of an older program is brought to this one’s schema', async () => {
    const first = 'create table notes (id text primary key, body text not null)'
    const second = `alter table notes add column length integer; update notes set length = length(body);`
    const from = await installation(migrationsOf(first))
    await from.rows(`insert into notes values ('a', 'twelve chars')`)
    const file = await archiveOf(from)
    const migrations = migrationsOf(first, second)
    const to = await installation(migrations)
    await restore({ ...to.settings, file, migrations })
    expect(await to.rows('select * from notes')).toEqual([{ id: 'a', body: 'twelve chars', length: 12 }])
    expect(await to.rows('select created_at from drizzle.__drizzle_migrations order by 1')).toHaveLength(2)
  })

  test('brings the files of DATA_DIR, and none of those that are no part of it', async () => {
    const [from, to] = [await installation(), await installation()]
    await from.rows(thread('t'))
    from.put('files/ab/abcdef', 'an upload')
    from.put(`files/${'long/'.repeat(30)}name`, 'far down')
    from.put('empty', '')
    from.put('session-secret', 'what signs')
    from.put('files/incoming/half', 'not all of it')
    from.put('postgres/cluster/PG_VERSION', '18')
    from.put('backups/old.tar.gz', 'an older one')
    symlinkSync('/nowhere', join(from.settings.DATA_DIR, 'dangling'))
    const before = tree(from.settings.DATA_DIR)
    const file = await archiveOf(from)
    expect(tree(from.settings.DATA_DIR)).toEqual(before)
    to.put('session-secret', 'its own')
    expect(await restore({ ...to.settings, file })).toMatchObject({ files: 3 })
    expect(tree(to.settings.DATA_DIR)).toEqual({
      empty: '',
      'files/ab/abcdef': 'an upload',
      [`files/${'long/'.repeat(30)}name`]: 'far down',
      'session-secret': 'its own',
    })
    expect(readdirSync(to.settings.DATA_DIR).sort()).toEqual(['empty', 'files', 'session-secret'])
  })

  test('takes the place of what was there only when that is asked for', async () => {
    const [from, to] = [await installation(), await installation()]
    await from.rows(thread('new'))
    const file = await archiveOf(from)
    await to.rows(thread('old'))
    to.put('files/cd/cdef', 'of the old')
    await expect(restore({ ...to.settings, file })).rejects.toThrow(
      new Refusal(
        'The database is not empty. To throw away what it holds and put the backup in its place, add --replace.',
      ),
    )
    expect(await to.rows(THREADS)).toEqual([{ id: 'old', title: 'old' }])
    await restore({ ...to.settings, file, replace: true })
    expect(await to.rows(THREADS)).toEqual([{ id: 'new', title: 'new' }])
  })

  test('replaces the database of a newer program, too', async () => {
    const first = 'create table notes (id text primary key)'
    const old = migrationsOf(first)
    const from = await installation(old)
    await from.rows(`insert into notes values ('kept')`)
    const file = await archiveOf(from)
    const to = await installation(migrationsOf(first, 'create table inventions (id text)'))
    await restore({ ...to.settings, file, migrations: old, replace: true })
    expect(await to.rows('select * from notes')).toEqual([{ id: 'kept' }])
    expect(await to.rows(`select to_regclass('inventions') as it`)).toEqual([{ it: null }])
  })
})

describe('a backup', () => {
  test('is of one moment, while others go on writing and deleting', async () => {
    const [from, to] = [await installation(), await installation()]
    from.put('files/ab/keep', 'kept')
    from.put('files/ab/gone', 'deleted while the backup runs')
    const long = 'x'.repeat(50_000)
    await from.rows(
      `insert into threads (id, owner_id, title) select 't' || n, 'o', '${long}' from generate_series(1, 200) n`,
    )
    let at = 0
    let isDone = false
    const writing = (async () => {
      for (; !isDone; at++) {
        await from.rows(
          `with t as (${thread(`w${at}`)} returning id) insert into memories (id, owner_id, text) select id, 'o', '' from t`,
        )
        await from.rows(`delete from threads where id = 't${at}'`)
      }
    })()
    const file = join(scratch(), 'a.tar.gz')
    const tell = vi.fn((line: string) => {
      if (line.startsWith('threads')) rmSync(join(from.settings.DATA_DIR, 'files/ab/gone'))
    })
    const { rows } = await backup({ ...from.settings, file, version, tell })
    isDone = true
    await writing
    expect(at).toBeGreaterThan(3)
    expect(tell).toHaveBeenCalled()
    await restore({ ...to.settings, file })
    const [{ threads, written, memories }] = (await to.rows(
      `select (select count(*) from threads) as threads, (select count(*) from threads where id like 'w%') as written,
              (select count(*) from memories) as memories`,
    )) as [Record<string, number>]
    expect(rows.threads).toBe(threads)
    expect(memories).toBe(written) // both of each pair, or neither
    expect(tree(to.settings.DATA_DIR)).toEqual({
      'files/ab/gone': 'deleted while the backup runs',
      'files/ab/keep': 'kept',
    })
  })

  test('can be looked at with the system’s own tools, and is for its owner’s eyes', async () => {
    const from = await installation()
    await from.rows(thread('t', 'A title'))
    from.put('files/ab/abcdef', 'an upload')
    const file = await archiveOf(from)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const at = scratch()
    expect(spawnSync('tar', ['xzf', file], { cwd: at }).status).toBe(0)
    expect(JSON.parse(readFileSync(join(at, 'atrium-backup.json'), 'utf8'))).toMatchObject({ format: 1, version })
    expect(readFileSync(join(at, 'tables/threads/000001.jsonl'), 'utf8')).toMatch(/^\["t","o","A title",/)
    const sums = spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS-000001'], { cwd: at, encoding: 'utf8' })
    expect(sums).toMatchObject({ status: 0, stderr: '' })
  })

  test('is kept in pieces, so that a large table needs no memory of its size', async () => {
    const from = await installation()
    await from.rows(thread('t'))
    await from.rows(
      `insert into messages (id, thread_id, owner_id, role, content)
       select n::text, 't', 'o', 'user', repeat('some words ', 20000) from generate_series(1, 40) n`,
    )
    const sizes: number[] = []
    for await (const { name, size } of readArchive(await archiveOf(from)))
      if (name.startsWith('tables/messages')) sizes.push(size)
    expect(sizes.length).toBeGreaterThan(4)
    expect(Math.max(...sizes)).toBeLessThan(2 * 1024 * 1024)
  })

  test('never overwrites, and leaves nothing behind when it fails or is stopped', async () => {
    const from = await installation()
    await from.rows(thread('t'))
    const file = await archiveOf(from)
    const before = readFileSync(file)
    await expect(archiveOf(from, file)).rejects.toThrow(`${file} exists already. Choose another name.`)
    expect(readFileSync(file).equals(before)).toBe(true)
    await expect(archiveOf(from, join(from.settings.DATA_DIR, 'a.tar.gz'))).rejects.toThrow('a part of the next backup')
    await archiveOf(from, join(from.settings.DATA_DIR, 'backups', 'a.tar.gz'))

    const place = scratch()
    const stop = new AbortController()
    const stopped = backup({
      ...from.settings,
      file: join(place, 'a.tar.gz'),
      version,
      signal: stop.signal,
      tell: () => stop.abort(),
    })
    await expect(stopped).rejects.toThrow(new Refusal('Stopped; nothing was written.'))
    expect(readdirSync(place)).toEqual([])
    expect(readdirSync(from.settings.DATA_DIR)).toEqual(['backups'])
  })

  test('cleans up after one that was killed', async () => {
    const from = await installation()
    await from.rows(thread('t'))
    from.put('.backup-999999999/files/ab/old', 'held by nobody')
    await archiveOf(from)
    expect(readdirSync(from.settings.DATA_DIR)).toEqual([])
  })

  test('of a database that no server has used is refused', async () => {
    const { db, settings } = await installation()
    await db.$client.query('drop schema public cascade; create schema public; drop schema drizzle cascade')
    await expect(backup({ ...settings, file: join(scratch(), 'a'), version })).rejects.toThrow('nothing to back up')
    await expect(
      backup({ DATABASE_URL: undefined, DATA_DIR: join(scratch(), 'wrong'), file: join(scratch(), 'a'), version }),
    ).rejects.toThrow('Is DATA_DIR right?')
  })
})

describe('a restore is refused, and nothing is changed,', () => {
  /** An installation with something in it, and what must still be there afterwards. */
  async function target() {
    const to = await installation()
    await to.rows(thread('old'))
    to.put('files/ab/old', 'an old upload')
    return {
      ...to,
      async expectUntouched() {
        expect(await to.rows(THREADS)).toEqual([{ id: 'old', title: 'old' }])
        expect(tree(to.settings.DATA_DIR)).toEqual({ 'files/ab/old': 'an old upload' })
        expect(readdirSync(to.settings.DATA_DIR)).toEqual(['files'])
      },
    }
  }
  async function source() {
    const from = await installation()
    await from.rows(thread('new'))
    // Not to be compressed, so that a byte of the archive is a byte of it.
    from.put('files/cd/new', Buffer.from(crypto.getRandomValues(new Uint8Array(40_000))).toString('hex'))
    return { ...from, file: await archiveOf(from) }
  }

  test('while a server runs on the database', async () => {
    const [{ file }, to] = [await source(), await target()]
    const bus = await createBus(to.db, { connectionString: to.settings.DATABASE_URL }, silentLog)
    const refused = restore({ ...to.settings, file, replace: true })
    await expect(refused).rejects.toThrow(AlreadyRunning)
    await expect(refused).rejects.toThrow(/A server is running on this database/)
    await to.expectUntouched()
    await bus.close()
    await restore({ ...to.settings, file, replace: true })
    expect(await to.rows(THREADS)).toEqual([{ id: 'new', title: 'new' }])
  })

  test('when the backup is of a newer program', async () => {
    const migrations = migrationsOf('create table notes (id text primary key)', 'create table inventions (id text)')
    const from = await installation(migrations)
    await from.rows(`insert into notes values ('a')`)
    const [file, to] = [await archiveOf(from), await target()]
    await expect(restore({ ...to.settings, file, replace: true })).rejects.toThrow(
      'This backup was made by a newer version of the program (1.2.3). Restore it with that version, or a later one.',
    )
    await to.expectUntouched()
  })

  test.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    [
      'cut in the middle',
      (bytes) => bytes.subarray(0, bytes.length >> 1),
      /The archive is damaged: its end is missing/,
    ],
    ['cut just before its end', (bytes) => bytes.subarray(0, -9), /The archive is damaged: its end is missing/],
    [
      'not all of it right',
      (bytes) => bytes.fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 3),
      /The archive is damaged/,
    ],
    ['something else', () => Buffer.from('no archive at all'), /The archive is damaged: it is no tar\.gz/],
    ['empty', () => Buffer.alloc(0), /The archive is damaged|is not a backup/],
  ])('when the archive is %s', async (_, damage, sentence) => {
    const [{ file }, to] = [await source(), await target()]
    writeFileSync(file, damage(readFileSync(file)))
    const refused = (await restore({ ...to.settings, file, replace: true }).catch((error: unknown) => error)) as Error
    expect(refused).toBeInstanceOf(Refusal)
    expect(refused.message).toMatch(sentence)
    await to.expectUntouched()
  })

  /** The same archive after somebody unpacked it, changed it, and packed it again. */
  function repacked(file: string, change: (folder: string) => string[] | undefined): string {
    const folder = scratch()
    spawnSync('tar', ['xzf', file], { cwd: folder })
    const order = spawnSync('tar', ['tzf', file], { encoding: 'utf8' }).stdout.trim().split('\n')
    const names = change(folder) ?? order
    const made = spawnSync('tar', ['czf', `${file}.2`, '-P', '--', ...names], { cwd: folder, encoding: 'utf8' })
    expect(made).toMatchObject({ status: 0, stderr: '' })
    return `${file}.2`
  }

  /** These files with hashes that are right: damaged before they were packed, or made by somebody who means harm. */
  function summed(folder: string, names: string[]): string[] {
    const { stdout } = spawnSync('sha256sum', ['--', ...names], { cwd: folder, encoding: 'utf8' })
    writeFileSync(join(folder, 'SHA256SUMS-000001'), stdout)
    return [...names, 'SHA256SUMS-000001']
  }
  /** The whole archive with another content of one of its files. */
  const rewritten = (path: string, change: (content: string) => string) => (folder: string) => {
    writeFileSync(join(folder, path), change(readFileSync(join(folder, path), 'utf8')))
    return summed(folder, ['atrium-backup.json', 'tables/threads/000001.jsonl', 'data/files/cd/new', 'end.json'])
  }

  test.each<[string, (folder: string) => string[] | undefined, RegExp]>([
    [
      'a changed row',
      (folder) => {
        const path = join(folder, 'tables/threads/000001.jsonl')
        writeFileSync(path, readFileSync(path, 'utf8').replace('"new"', '"bad"'))
        return undefined
      },
      /damaged: a file in it is not what was backed up/,
    ],
    [
      'a file too many',
      (folder) => {
        writeFileSync(join(folder, 'data/more'), 'more')
        return [
          'atrium-backup.json',
          'data/more',
          'tables/threads/000001.jsonl',
          'data/files/cd/new',
          'end.json',
          'SHA256SUMS-000001',
        ]
      },
      /damaged: a file in it is not what was backed up/,
    ],
    [
      'no list of hashes',
      () => ['atrium-backup.json', 'tables/threads/000001.jsonl', 'data/files/cd/new', 'end.json'],
      /damaged: its end is missing/,
    ],
    [
      'a file that leads out of DATA_DIR',
      (folder) => {
        writeFileSync(join(folder, 'evil'), 'evil')
        return summed(folder, ['atrium-backup.json', 'data/../evil', 'end.json'])
      },
      /damaged: a file in it has a wrong name/,
    ],
    [
      'a session secret',
      (folder) => {
        writeFileSync(join(folder, 'data/session-secret'), 'known to somebody')
        return summed(folder, ['atrium-backup.json', 'data/session-secret', 'end.json'])
      },
      /damaged: a file in it has a wrong name/,
    ],
    [
      'rows that are no JSON',
      rewritten('tables/threads/000001.jsonl', () => '["a",\n'),
      /damaged: tables\/threads\/000001\.jsonl has rows that do not fit their table/,
    ],
    [
      'rows that are no rows',
      rewritten('tables/threads/000001.jsonl', () => 'null\n'),
      /damaged: tables\/threads\/000001\.jsonl has rows that do not fit their table/,
    ],
    [
      'a moment that is none',
      rewritten('tables/threads/000001.jsonl', (rows) => rows.replace(/"\d{4}-\d\d-\d\d [^"]*"/, '"2026-99-99"')),
      /damaged: tables\/threads\/000001\.jsonl has rows that do not fit their table/,
    ],
    [
      'a row without what it must have',
      rewritten('tables/threads/000001.jsonl', (rows) => rows.replace('"new"', 'null')),
      /damaged: tables\/threads\/000001\.jsonl has rows that do not fit their table/,
    ],
    [
      'a manifest of another shape',
      rewritten('atrium-backup.json', () => '[]'),
      /damaged: atrium-backup.json cannot be read/,
    ],
    ['totals of another shape', rewritten('end.json', () => '{"rows":{}}'), /damaged: end.json cannot be read/],
    ['no manifest', () => ['end.json'], /is not a backup made by `npm run backup`/],
    [
      'a manifest of a format to come',
      (folder) => {
        writeFileSync(
          join(folder, 'atrium-backup.json'),
          JSON.stringify({ format: 2, version: '9.0.0', shape: 'unknown' }),
        )
        return undefined
      },
      /made by a newer version of the program \(9\.0\.0\)/,
    ],
  ])('when the archive has %s', async (_, change, sentence) => {
    const [{ file }, to] = [await source(), await target()]
    await expect(restore({ ...to.settings, file: repacked(file, change), replace: true })).rejects.toThrow(sentence)
    expect(existsSync(join(to.settings.DATA_DIR, '..', 'evil'))).toBe(false)
    await to.expectUntouched()
  })

  test('when a byte was flipped or the end is missing, wherever that is', async () => {
    const [{ file }, to] = [await source(), await target()]
    const bytes = readFileSync(file)
    // gzip's header names a moment and a system, which nothing reads.
    for (let at = 10; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ 0x10
      for (const damage of [flipped, bytes.subarray(0, at)]) {
        writeFileSync(`${file}.bad`, damage)
        const error = await restore({ ...to.settings, file: `${file}.bad`, replace: true }).catch((cause) => cause)
        expect(error, `byte ${at} of ${bytes.length}`).toBeInstanceOf(Refusal)
        expect(error.message).toMatch(/^The archive is damaged/)
      }
    }
    await to.expectUntouched()
  })

  test('when it is stopped', async () => {
    const [{ file }, to] = [await source(), await target()]
    const refused = restore({ ...to.settings, file, replace: true, signal: AbortSignal.abort() })
    await expect(refused).rejects.toThrow(new Refusal('Stopped; nothing was changed.'))
    await to.expectUntouched()
  })

  test('when the database is shared with another program', async () => {
    const [{ file }, to] = [await source(), await target()]
    await to.rows('create table of_somebody_else (id text)')
    await expect(restore({ ...to.settings, file, replace: true })).rejects.toThrow(
      /tables that this program does not know \(of_somebody_else\)/,
    )
    await to.expectUntouched()
  })

  test('when there is no such archive', async () => {
    const to = await target()
    await expect(restore({ ...to.settings, file: '/nowhere/a.tar.gz' })).rejects.toThrow(
      'There is no archive /nowhere/a.tar.gz.',
    )
  })

  test('and what it holds is readable to the end otherwise', async () => {
    const { file } = await source()
    const names: string[] = []
    for await (const { name } of readArchive(file)) names.push(name)
    expect(names).toEqual(['atrium-backup.json', 'tables/threads/000001.jsonl', 'data/files/cd/new', 'end.json'])
    expect(gunzipSync(readFileSync(file)).length).toBeGreaterThan(80_000)
  })
})
