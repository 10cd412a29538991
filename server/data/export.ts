import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { type FileHandle, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AppError } from '@atrium/contract/errors'
import { sentences } from '@atrium/contract/sentences'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { isDiskFull, type Store } from '../files/store.ts'
import { NOT_WAITING } from '../files/waiting.ts'
import type { Database } from '../platform/database/connect.ts'
import { createFairQueue } from '../platform/parsing/fair-queue.ts'
import { readPreferences } from '../preferences/preferences.ts'
import { WORK, WORKFORCE } from './export-work.ts'
import { CHANGES, COMMENTS, FORMAT, FORMAT_VERSION, portableMeta, portableStatus, VERSIONS } from './format.ts'
import { WORK_FILES } from './format-work.ts'
import { linesOf } from './json-stream.ts'
import type { ZipEntry } from './zip-write.ts'

interface ExportSettings {
  db: Database
  owner: string
  /** The program's version. */
  version: string
  store: Pick<Store, 'scratch' | 'pathOf'>
  /** Fires when the caller has left. */
  signal: AbortSignal
  /** Told how many bytes of rows are written down so far. */
  written?: (bytes: number) => void
}

/** What a person had at one moment. */
export interface Snapshot {
  /** The files of an archive; `packed` is told how many bytes have been read of them so far. */
  entries(packed?: (bytes: number) => void): AsyncGenerator<ZipEntry>
  /** Unpacked: of the lists, and of the person's files. */
  bytes: { list: number; held: number }
  discard(): Promise<void>
}

type Row = Record<string, unknown>

/** UTF-16 units of lines in memory at a time, about. */
const HEAVY = 1024 * 1024
const MOST_ROWS = 32

const PROFILE = `select coalesce(display_username, username) as username, case when is_anonymous then null else coalesce(claimed_email, email) end as email,
  first_name as "firstName", tier, created_at as "createdAt" from users where id = $1`
const PICTURE = 'select bytes from user_pictures where user_id = $1'
const MEMORIES = `select id, text, source_message_id as "sourceMessageId", created_at as "createdAt" from memories
  where owner_id = $1 order by created_at, id`
const THREADS = `select id, title, title_is_derived as "titleIsDerived", space, persona, model, pinned_at as "pinnedAt",
  archived_at as "archivedAt", deleted_at as "deletedAt", leaf_id as "leafId", created_at as "createdAt", updated_at as "updatedAt"
  from threads where owner_id = $1 order by id`
const MESSAGES = `select m.id, parent_id as "parentId", role, content, status, meta, feedback, feedback_reason as "feedbackReason",
  array(select file_id from message_files f where f.message_id = m.id order by position) as files, m.created_at as "createdAt",
  m.thread_id as thread
  from messages m join threads t on t.id = m.thread_id where t.owner_id = $1 order by m.thread_id, m.created_at, m.id`
const FILES = `select id, name, mime, size, sha256, module, created_at as "createdAt" from files where owner_id = $1 and ${NOT_WAITING} order by id`
const COLLECTIONS = 'select distinct module, collection from records where scope_id = $1 order by module, collection'
const RECORDS = `select id, data, schema_version as "schemaVersion", version, created_at as "createdAt", updated_at as "updatedAt",
  deleted_at as "deletedAt" from records where scope_id = $1 and module = $2 and collection = $3 order by id`
const HISTORY = {
  [CHANGES]: `select id, action, via, input, created_at as "createdAt", undone_at as "undoneAt" from changes
  where scope_id = $1 order by id`,
  [VERSIONS]: `select record_id as "recordId", v.module, v.version, change_id as "changeId", before, deleted_before as "deletedBefore",
  v.created_at as "createdAt" from record_versions v where v.scope_id = $1 order by record_id, v.version`,
  [COMMENTS]: `select c.id, record_id as "recordId", module, coalesce(u.display_username, u.username, c.called) as by,
  coalesce(author_id = $1, false) as "isMine", text, c.created_at as "createdAt", edited_at as "editedAt"
  from record_comments c left join users u on u.id = author_id where c.scope_id = $1 order by c.id`,
}
/** What happened while nobody looked, without what it was given: that may name what is not here. */
const ACTIVITY = `select id, kind, module, name, coalesce(result->>'file', input->>'file') as file, status, done, total, result, error,
  created_at as "createdAt", ended_at as "endedAt" from jobs
  where owner_id = $1 and (kind = 'job' or status = 'failed') order by id`

const SPACES = `select s.space, coalesce((select text from space_instructions i where i.owner_id = $1 and i.space = s.space), '') as instructions,
  array(select file_id from space_files f where f.owner_id = $1 and f.space = s.space order by f.created_at, f.file_id) as files,
  (select coalesce(json_agg(json_build_object('kind', p.kind, 'id', p.target) order by p.position), '[]') from space_pins p
    where p.owner_id = $1 and p.space = s.space) as pins
  from (select space from space_instructions where owner_id = $1 union select space from space_files where owner_id = $1
    union select space from space_pins where owner_id = $1) s order by s.space`

/** Each holds a connection while the rows are written down, which takes no longer than the disk and the database do. */
const turns = createFairQueue({ atOnce: 2 })

const plain = (row: Row): string => JSON.stringify(row)

function messageLine({ thread: _, ...row }: Row): string {
  const status = portableStatus(row.status as Parameters<typeof portableStatus>[0])
  return JSON.stringify({ message: { ...row, status, meta: portableMeta(row.meta as object) } })
}

/** A disk that fills up may take a part of what it is given. */
async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten
}

/** Reads a query's rows through a cursor of the open transaction, as lines; heavy rows come a few at a time. */
function reader(client: pg.ClientBase) {
  let cursors = 0
  return async function* (text: string, values: unknown[], lineOf = plain): AsyncGenerator<{ row: Row; line: string }> {
    const cursor = `rows_${++cursors}`
    await client.query(`declare ${cursor} no scroll cursor for ${text}`, values)
    for (let size = 1; ; ) {
      const { rows } = await client.query<Row>(`fetch ${size} from ${cursor}`)
      let weight = 0
      for (const row of rows) {
        const line = `${lineOf(row)}\n`
        weight += line.length
        yield { row, line }
      }
      if (rows.length < size) break
      size = weight > HEAVY ? Math.max(1, size >> 1) : Math.min(MOST_ROWS, size * 2)
    }
    await client.query(`close ${cursor}`)
  }
}

/**
 * What a person has at this moment, whatever changes meanwhile: one transaction reads it all, and writes it down, since a slow
 * download must neither hold a connection nor fill the memory.
 */
export async function snapshotOf({ db, owner, version, store, signal, written }: ExportSettings): Promise<Snapshot> {
  const { path, file } = await store.scratch()
  const parts: { name: string; start: number; end: number }[] = []
  const counts: Record<string, number> = {}
  const sha256: Record<string, string> = {}
  let at = 0
  let held = 0

  async function keep(name: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const start = at
    const hash = createHash('sha256')
    let waiting = ''
    const flush = async () => {
      signal.throwIfAborted()
      const bytes = Buffer.from(waiting)
      hash.update(bytes)
      await writeAll(file, bytes)
      at += bytes.length
      waiting = ''
      written?.(at)
    }
    for await (const piece of pieces) {
      waiting += piece
      if (waiting.length > HEAVY) await flush()
    }
    if (waiting) await flush()
    parts.push({ name, start, end: at })
    sha256[name] = hash.digest('hex')
  }
  const whole = (name: string, value: unknown) => keep(name, [JSON.stringify(value, null, 2)])

  async function* counted(kind: string | null, lines: AsyncIterable<{ line: string }>): AsyncGenerator<string> {
    for await (const { line } of lines) {
      if (kind) counts[kind] = (counts[kind] ?? 0) + 1
      yield line
    }
  }

  async function* weighed<T extends { row: Row }>(lines: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const one of lines) {
      held += Number(one.row.size)
      yield one
    }
  }

  async function write(client: pg.PoolClient): Promise<Buffer | null> {
    const rows = reader(client)
    async function* threads() {
      const messages = rows(MESSAGES, [owner], messageLine)
      let next = await messages.next()
      for await (const { row, line } of rows(THREADS, [owner], (thread) => JSON.stringify({ thread }))) {
        counts.threads = (counts.threads ?? 0) + 1
        yield line
        for (; !next.done && next.value.row.thread === row.id; next = await messages.next()) {
          counts.messages = (counts.messages ?? 0) + 1
          yield next.value.line
        }
      }
    }
    const { rows: profiles } = await client.query<Row>(PROFILE, [owner])
    if (!profiles[0]) throw new AppError('unauthenticated', 'Please sign in first.')
    await whole('profile.json', profiles[0])
    await whole('preferences.json', await readPreferences(drizzle(client), owner))
    const { rows: memories } = await client.query<Row>(MEMORIES, [owner])
    counts.memories = memories.length
    await whole('memories.json', memories)
    const { rows: spaces } = await client.query<Row>(SPACES, [owner])
    if (spaces.length > 0) counts.spaces = spaces.length
    await whole('spaces.json', spaces)
    const { rows: workforce } = await client.query<Row>(WORKFORCE, [owner])
    await whole('workforce.json', workforce[0])
    await keep('threads.jsonl', threads())
    const { rows: collections } = await client.query<Record<'module' | 'collection', string>>(COLLECTIONS, [owner])
    for (const { module, collection } of collections) {
      const kind = `${module}.${collection}`
      await keep(`records/${kind}.jsonl`, counted(kind, rows(RECORDS, [owner, module, collection])))
    }
    for (const [name, text] of Object.entries(WORK)) {
      const kind = WORK_FILES[name as keyof typeof WORK].kind
      await keep(name, counted(kind, rows(text, [owner])))
    }
    for (const [name, text] of Object.entries(HISTORY)) await keep(name, counted(null, rows(text, [owner])))
    await keep('activity.jsonl', counted(null, rows(ACTIVITY, [owner])))
    await keep('files.jsonl', counted('files', weighed(rows(FILES, [owner]))))
    const { rows: pictures } = await client.query<{ bytes: Buffer }>(PICTURE, [owner])
    const picture = pictures[0]?.bytes ?? null
    if (picture) sha256.picture = createHash('sha256').update(picture).digest('hex')
    const madeAt = new Date().toISOString()
    const made = { format: FORMAT, formatVersion: FORMAT_VERSION, madeBy: version, madeAt }
    await whole('manifest.json', { ...made, counts, sha256 })
    return picture
  }

  async function inOneMoment(): Promise<Buffer | null> {
    signal.throwIfAborted()
    const client = await db.$client.connect()
    let broken: Error | undefined
    try {
      await client.query('begin isolation level repeatable read read only')
      return await write(client)
    } finally {
      await client.query('rollback').catch((error: Error) => {
        broken = error // in an unknown state: not for the next caller
      })
      client.release(broken)
    }
  }

  const discard = () => rm(path, { force: true })
  const read = ({ start, end }: { start: number; end: number }) =>
    end > start ? createReadStream(path, { start, end: end - 1 }) : Readable.from([])
  try {
    const leave = await turns.enter(owner, signal)
    const picture = await inOneMoment().finally(leave)
    await file.close()
    return {
      discard,
      bytes: { list: at, held },
      async *entries(packed = () => undefined) {
        let done = 0
        const told = async function* (body: Readable): AsyncGenerator<Uint8Array> {
          for await (const piece of body) {
            done += (piece as Uint8Array).length
            packed(done)
            yield piece as Uint8Array
          }
        }
        for (const part of parts) yield { name: part.name, packed: true, body: told(read(part)) }
        if (picture) yield { name: 'picture', packed: false, body: Readable.from([picture]) }
        const listed = parts.find(({ name }) => name === 'files.jsonl') as (typeof parts)[number]
        // One whose content is missing on the disk is in the list alone; the import says so.
        for await (const value of linesOf(read(listed))) {
          const { id, sha256 } = value as { id: string; sha256: string }
          if (existsSync(store.pathOf(sha256)))
            yield { name: `files/${id}`, packed: false, body: told(createReadStream(store.pathOf(sha256))) }
        }
      },
    }
  } catch (error) {
    await file.close()
    await discard()
    throw isDiskFull(error) ? new AppError('unavailable', sentences.unavailable, { cause: error }) : error
  }
}
