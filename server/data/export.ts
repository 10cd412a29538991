import { createReadStream, existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { AppError } from '@atrium/contract/errors'
import type pg from 'pg'
import type { Database } from '../platform/database/connect.ts'
import { readPreferences } from '../preferences/preferences.ts'
import { FORMAT, FORMAT_VERSION, portableMeta, portableStatus } from './format.ts'
import type { ZipEntry } from './zip-write.ts'

interface ExportSettings {
  db: Database
  owner: string
  /** The program's version. */
  version: string
  pathOf(sha256: string): string
}

/** Rows in memory at a time. */
const PAGE = 100

type Row = Record<string, unknown>

const PROFILE = `select coalesce(display_username, username) as username, case when is_anonymous then null else email end as email,
  first_name as "firstName", tier, created_at as "createdAt" from users where id = $1`
const MEMORIES = `select id, text, source_message_id as "sourceMessageId", created_at as "createdAt" from memories
  where owner_id = $1 order by created_at, id`
const THREADS = `select id, title, title_is_derived as "titleIsDerived", space, persona, model, pinned_at as "pinnedAt",
  archived_at as "archivedAt", deleted_at as "deletedAt", leaf_id as "leafId", created_at as "createdAt", updated_at as "updatedAt"
  from threads where owner_id = $1 and id > $2 order by id limit $3`
const MESSAGES = `select id, parent_id as "parentId", role, content, status, meta, feedback, feedback_reason as "feedbackReason",
  array(select file_id from message_files f where f.message_id = m.id order by position) as files, created_at as "createdAt"
  from messages m where thread_id = $1 and (created_at, id) > ($2, $3) order by created_at, id limit $4`
const FILES = `select id, name, mime, size, sha256, created_at as "createdAt" from files
  where owner_id = $1 and id > $2 order by id limit $3`
const COLLECTIONS = 'select distinct module, collection from records where scope_id = $1 order by module, collection'
const RECORDS = `select id, data, schema_version as "schemaVersion", version, created_at as "createdAt", updated_at as "updatedAt",
  deleted_at as "deletedAt" from records where scope_id = $1 and module = $2 and collection = $3 and id > $4 order by id limit $5`

const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`)

/**
 * What a person has, as the files of an archive. It is read page by page with short queries, so that a slow download
 * neither fills the memory nor holds a connection; what changes meanwhile may be in it or not.
 */
export async function* exportOf({ db, owner, version, pathOf }: ExportSettings): AsyncGenerator<ZipEntry> {
  const pool: pg.Pool = db.$client
  const counts: Record<string, number> = {}
  const count = (kind: string) => {
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  const rowsOf = async (text: string, values: unknown[]) => (await pool.query<Row>(text, values)).rows
  const whole = (name: string, value: unknown): ZipEntry => ({
    name,
    packed: true,
    body: (async function* () {
      yield Buffer.from(JSON.stringify(value, null, 2))
    })(),
  })

  async function* paged(text: string, before: unknown[]): AsyncGenerator<Row> {
    for (let last = ''; ; ) {
      const rows = await rowsOf(text, [...before, last, PAGE])
      yield* rows
      if (rows.length < PAGE) return
      last = String(rows.at(-1)?.id)
    }
  }
  async function* threads() {
    for await (const thread of paged(THREADS, [owner])) {
      count('threads')
      yield line({ thread })
      for (let after: [Date, string] = [new Date(0), '']; ; ) {
        const rows = await rowsOf(MESSAGES, [thread.id, ...after, PAGE])
        for (const row of rows) {
          count('messages')
          const status = portableStatus(row.status as Parameters<typeof portableStatus>[0])
          yield line({ message: { ...row, status, meta: portableMeta(row.meta as object) } })
        }
        const last = rows.at(-1)
        if (!last || rows.length < PAGE) break
        after = [last.createdAt as Date, String(last.id)]
      }
    }
  }
  async function* records(module: string, collection: string) {
    for await (const row of paged(RECORDS, [owner, module, collection])) {
      count(`${module}.${collection}`)
      yield line(row)
    }
  }
  async function* files() {
    for await (const row of paged(FILES, [owner])) {
      count('files')
      yield line(row)
    }
  }

  const [profile] = await rowsOf(PROFILE, [owner])
  if (!profile) throw new AppError('unauthenticated', 'Please sign in first.')
  yield whole('profile.json', profile)
  const [picture] = await rowsOf('select bytes from user_pictures where user_id = $1', [owner])
  if (picture) yield { name: 'picture', packed: false, body: Readable.from([picture.bytes as Buffer]) }
  yield whole('preferences.json', await readPreferences(db, owner))
  const memories = await rowsOf(MEMORIES, [owner])
  counts.memories = memories.length
  yield whole('memories.json', memories)
  yield { name: 'threads.jsonl', packed: true, body: threads() }
  for (const { module, collection } of await rowsOf(COLLECTIONS, [owner]))
    yield {
      name: `records/${module}.${collection}.jsonl`,
      packed: true,
      body: records(String(module), String(collection)),
    }
  yield { name: 'files.jsonl', packed: true, body: files() }
  // One whose content is missing on the disk is in the list alone; the import says so.
  for await (const { id, sha256 } of paged(FILES, [owner]))
    if (existsSync(pathOf(String(sha256))))
      yield { name: `files/${id}`, packed: false, body: createReadStream(pathOf(String(sha256))) }
  const madeAt = new Date().toISOString()
  yield whole('manifest.json', { format: FORMAT, formatVersion: FORMAT_VERSION, madeBy: version, madeAt, counts })
}
