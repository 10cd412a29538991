import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { ImportFormat, ImportReport } from '@atrium/contract/data'
import { AppError } from '@atrium/contract/errors'
import type { Module } from '@atrium/contract/module'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Files } from '../files/files.ts'
import type { Incoming } from '../files/store.ts'
import type { Database } from '../platform/database/connect.ts'
import { createTurns } from '../platform/turns.ts'
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
import { importSpaces } from './import-spaces.ts'
import { createTally, type Session } from './session.ts'
import { type Archive, openArchive } from './zip-read.ts'

export interface ImportSettings {
  db: Database
  files: Files
  modules: readonly Module[]
}

/** Each holds a connection to its end, which may take minutes. */
const inTurn = createTurns(2)

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
  { files, modules }: ImportSettings,
  preview: boolean,
  received: Incoming[],
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
    if (archive.has('spaces.json')) await importSpaces(session, archive, ids)
    if (!preview) await files.keepBytes(drizzle(session.client as import('pg').PoolClient), session.owner, received)
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
    parts.map((name) => archive.read(name)),
  )
}

/** Takes in what is on the disk at `path`: all of it in one transaction, which a preview takes back. */
export const importFrom = (settings: ImportSettings, owner: string, path: string, preview: boolean) =>
  inTurn(() => importOne(settings, owner, path, preview))

async function importOne(
  settings: ImportSettings,
  owner: string,
  path: string,
  preview: boolean,
): Promise<ImportReport> {
  const client = await settings.db.$client.connect()
  const received: Incoming[] = []
  let archive: Archive | null = null
  let broken = false
  try {
    if (await isZip(path)) archive = await openArchive(path)
    await client.query('begin')
    const { rows } = await client.query(`select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as ours`, [
      `import of ${owner}`,
    ])
    if (!rows[0]?.ours) throw new AppError('conflict', 'An import of yours is at work already. Wait until it is done.')
    const session: Session = { client, owner, tally: createTally(), renamed: new Map() }
    const format = archive
      ? await fromZip(session, archive, settings, preview, received)
      : await importConversations(session, [createReadStream(path)])
    await client.query(preview ? 'rollback' : 'commit')
    return { format, counts: session.tally.counts(), refused: session.tally.refusals() }
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true // in an unknown state: not for the next caller
    })
    throw error
  } finally {
    client.release(broken)
    archive?.close()
    for (const incoming of received) await settings.files.store.discard(incoming)
  }
}
