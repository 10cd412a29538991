import { createWriteStream } from 'node:fs'
import { access, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { LOCKS } from '../database/lock.ts'
import { appliedMigrations } from '../database/migrate.ts'
import { Refusal } from '../refusal.ts'
import { END, FORMAT, MANIFEST, type Manifest, type Totals, whole, writeArchive } from './archive.ts'
import { type HeldFiles, holdFiles, isBackedUp } from './data-files.ts'
import { reachBesideServer, type Settings } from './reach.ts'
import { rowsOf, speakPlainly, tablesOf } from './tables.ts'
import type { TarEntry } from './tar.ts'

/** zlib's; the highest costs three times the time for a twentieth of the size */
const LEVEL = 5

export interface BackupOptions extends Settings {
  /** Where to write; must not exist. */
  file: string
  /** The version of the program. */
  version: string
  signal?: AbortSignal
  /** Told what has been done, as a line. */
  tell?: (line: string) => void
}

export interface BackedUp extends Totals {
  /** bytes of the archive */
  size: number
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * Writes everything into one archive: the database as it is at one moment, while servers may be at work on it, and the
 * files that belong to it. What is at `file` in the end is whole. Throws Refusal.
 */
export async function backup(options: BackupOptions): Promise<BackedUp> {
  const file = resolve(options.file)
  if (await exists(file)) throw new Refusal(`${file} exists already. Choose another name.`)
  if (isBackedUp(options.DATA_DIR, file))
    throw new Refusal(
      `${file} would become a part of the next backup. Write it outside of DATA_DIR, or to DATA_DIR/backups.`,
    )
  const { client, release } = await reachBesideServer(options)
  let held: HeldFiles | undefined
  const half = `${file}.partial`
  try {
    await speakPlainly(client)
    await client.query('select pg_advisory_lock_shared($1, $2)', [LOCKS.family, LOCKS.migration])
    const migrations = await appliedMigrations(client)
    if (migrations.length === 0)
      throw new Refusal('There is nothing to back up: no server has ever used this database.')
    // Held before and after: a file that the snapshot knows was there at one of the two.
    held = await holdFiles(options.DATA_DIR)
    await client.query('begin isolation level repeatable read, read only')
    const tables = await tablesOf(client)
    await held.again()

    const totals: Totals = { rows: {}, files: 0, bytes: 0 }
    const manifest = {
      format: FORMAT,
      version: options.version,
      createdAt: new Date().toISOString(),
      migrations,
      tables,
    }
    await mkdir(dirname(file), { recursive: true })
    await pipeline(
      Readable.from(writeArchive(content(client, held, manifest, totals, options.tell)), { objectMode: false }),
      createGzip({ level: LEVEL }),
      createWriteStream(half, { flags: 'wx', mode: 0o600 }),
      { signal: options.signal },
    )
    await client.query('commit')
    await sync(half)
    await rename(half, file)
    await sync(dirname(file))
    return { ...totals, size: (await stat(file)).size }
  } catch (error) {
    await rm(half, { force: true })
    throw asRefusal(error, file)
  } finally {
    await held?.release()
    await release()
  }
}

async function* content(
  client: pg.ClientBase,
  held: HeldFiles,
  manifest: Manifest,
  totals: Totals,
  tell: (line: string) => void = () => undefined,
): AsyncGenerator<TarEntry> {
  yield whole(MANIFEST, JSON.stringify(manifest, null, 2))
  for (const table of manifest.tables) {
    totals.rows[table.name] = 0
    for await (const { rows, ...entry } of rowsOf(client, table)) {
      totals.rows[table.name] = (totals.rows[table.name] ?? 0) + rows
      yield entry
    }
    tell(`${table.name}: ${totals.rows[table.name]} rows`)
  }
  for await (const entry of held.entries()) {
    totals.files += 1
    totals.bytes += entry.size
    yield entry
  }
  tell(`files: ${totals.files}`)
  yield whole(END, JSON.stringify(totals, null, 2))
}

async function sync(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function asRefusal(error: unknown, file: string): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  if (error.name === 'AbortError') return new Refusal('Stopped; nothing was written.', { cause: error })
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'EEXIST')
    return new Refusal(`${file}.partial is there already: is another backup writing it? Remove it otherwise.`, {
      cause: error,
    })
  if (/^(ENOSPC|EDQUOT|EACCES|EPERM|EROFS|ENOTDIR)$/.test(code))
    return new Refusal(`The backup could not be written: ${error.message}`, { cause: error })
  return error
}
