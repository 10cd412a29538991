import { open, stat } from 'node:fs/promises'
import type { ImportFormat, ImportReport } from '@atrium/contract/data'
import { AppError } from '@atrium/contract/errors'
import type { Module } from '@atrium/contract/module'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Files } from '../files/files.ts'
import type { Incoming } from '../files/store.ts'
import type { Waiting } from '../notifications/waiting.ts'
import type { Database } from '../platform/database/connect.ts'
import { createFairQueue } from '../platform/parsing/fair-queue.ts'
import type { ParsingPool } from '../platform/parsing/pool.ts'
import { diskSource, streamSource } from '../platform/parsing/source.ts'
import {
  checkManifest,
  importMemories,
  importPreferences,
  importProfile,
  importRecords,
  importThreads,
  receiveFiles,
  refuseFiles,
  sortFiles,
} from './import-archive.ts'
import { importConversations } from './import-foreign.ts'
import { settleChanges } from './import-history.ts'
import { remindOfImported } from './import-reminders.ts'
import { importSpaces } from './import-spaces.ts'
import { importWork } from './import-work.ts'
import { createTally, type Session } from './session.ts'
import { verifyArchive } from './verify.ts'
import { type Archive, openArchive } from './zip-read.ts'

export interface ImportSettings {
  db: Database
  files: Files
  modules: readonly Module[]
  /** Where the exports of other services are read. */
  parsing: ParsingPool
  /** Where what the records remind of is kept; they remind of nothing when absent. */
  waiting?: Waiting
}

/** bytes; what is larger may take minutes, and whoever brings less does not wait for it */
const LARGE = 1024 * 1024
const AT_ONCE = 2

/** A person's imports come one after the other. */
const ofPerson = createFairQueue({ atOnce: Number.POSITIVE_INFINITY })
/** Each holds a connection to its end. */
const lanes = { small: createFairQueue({ atOnce: AT_ONCE }), large: createFairQueue({ atOnce: AT_ONCE }) }

async function inTurn<T>(owner: string, bytes: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const leave = await ofPerson.enter(owner, signal)
  try {
    const leaveLane = await lanes[bytes > LARGE ? 'large' : 'small'].enter(owner, signal)
    return await work().finally(leaveLane)
  } finally {
    leave()
  }
}

/** As ChatGPT and Claude send it: alone at the top or in a folder, and in numbered parts when it is long. */
const CONVERSATIONS = /^(?:[^/]+\/)?conversations(?:-\d+)?\.json$/

async function isZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.toString('latin1') === 'PK'
  } finally {
    await file.close()
  }
}

async function fromZip(
  session: Session,
  archive: Archive,
  { files, modules, parsing, waiting }: ImportSettings,
  preview: boolean,
  received: Incoming[],
  signal: AbortSignal,
): Promise<ImportFormat> {
  if (archive.has('manifest.json') && archive.has('threads.jsonl')) {
    await checkManifest(archive)
    const { ids, fresh } = await sortFiles(session, archive)
    await refuseFiles(session, files, fresh)
    if (!preview) await receiveFiles(session, archive, files, fresh, received)
    await settleChanges(session, archive)
    await importThreads(session, archive, ids)
    if (archive.has('memories.json')) await importMemories(session, archive)
    await importProfile(session, archive)
    if (archive.has('preferences.json')) await importPreferences(session, archive)
    await importRecords(session, archive, modules)
    if (waiting) await remindOfImported(session, waiting)
    if (archive.has('spaces.json')) await importSpaces(session, archive, ids)
    await importWork(session, archive)
    if (!preview) await files.keepBytes(drizzle(session.client as pg.PoolClient), session.owner, received)
    return 'atrium'
  }
  const parts = archive
    .names()
    .filter((name) => CONVERSATIONS.test(name))
    .sort()
  if (parts.length === 0)
    throw new AppError(
      'unprocessable',
      'This zip is neither an archive of ours nor an export of ChatGPT or Claude: it has no conversations.json.',
    )
  return importConversations(
    session,
    parts.map((name) => streamSource(name, archive.size(name), archive.read(name))),
    parsing,
    signal,
  )
}

interface Taking {
  isPreview: boolean
  signal: AbortSignal
  /** Told how many things there were so far. */
  counted?: (things: number) => void
  /** Writes in the transaction of what is taken in, at its end. */
  alongside?: (client: pg.PoolClient, report: ImportReport) => Promise<void>
}

/**
 * Takes in what is on the disk at `path`: all of it in one transaction, which a preview takes back. Throws the signal's reason
 * when it fires: nothing has been taken in then, whatever was at work.
 */
export async function importFrom(
  settings: ImportSettings,
  owner: string,
  path: string,
  taking: Taking,
): Promise<ImportReport> {
  const { size } = await stat(path)
  return inTurn(owner, size, taking.signal, () => importOne(settings, owner, path, taking))
}

async function importOne(settings: ImportSettings, owner: string, path: string, taking: Taking): Promise<ImportReport> {
  const archive = (await isZip(path)) ? await openArchive(path, taking.signal) : null
  try {
    if (archive) await verifyArchive(archive)
    return await takeIn(settings, owner, archive ?? path, taking)
  } finally {
    archive?.close()
  }
}

const fileAt = async (path: string) => diskSource('conversations.json', path, (await stat(path)).size)

/** From an archive, or from the JSON at a path. */
async function takeIn(
  settings: ImportSettings,
  owner: string,
  source: Archive | string,
  { isPreview: preview, signal, counted, alongside }: Taking,
): Promise<ImportReport> {
  signal.throwIfAborted()
  const pool = settings.db.$client
  const client = await pool.connect()
  const received: Incoming[] = []
  let broken = false
  let cancelled: Promise<unknown> | undefined
  let backend: number | undefined
  /** What reads notices the signal by itself; a statement may wait for another transaction. */
  const cancel = () => {
    if (backend !== undefined) cancelled = pool.query('select pg_cancel_backend($1)', [backend]).catch(() => undefined) // it ends without, later
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    await client.query('begin')
    const { rows } = await client.query<{ ours: boolean; backend: number }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as ours, pg_backend_pid() as backend',
      [`import of ${owner}`],
    )
    if (!rows[0]?.ours) throw new AppError('conflict', 'An import of yours is at work already. Wait until it is done.')
    backend = rows[0].backend
    const session: Session = { client, owner, tally: createTally(counted), renamed: new Map() }
    const format =
      typeof source === 'string'
        ? await importConversations(session, [await fileAt(source)], settings.parsing, signal)
        : await fromZip(session, source, settings, preview, received, signal)
    signal.throwIfAborted()
    const report = { format, counts: session.tally.counts(), refused: session.tally.refusals() }
    await alongside?.(client, report)
    await client.query(preview ? 'rollback' : 'commit')
    return report
  } catch (error) {
    await cancelled
    await client.query('rollback').catch(() => {
      broken = true // in an unknown state: not for the next caller
    })
    signal.throwIfAborted() // what failed is the echo of it
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
    await cancelled
    client.release(broken || cancelled !== undefined) // a cancel that comes late must not meet the next caller
    for (const incoming of received) await settings.files.store.discard(incoming)
  }
}
