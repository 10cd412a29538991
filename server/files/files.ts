import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ANY_FILE, fileAnswers } from '@atrium/contract/described-call'
import { AppError } from '@atrium/contract/errors'
import { FILE_MAX_BYTES, StoredFile } from '@atrium/contract/files'
import type { Principal } from '@atrium/contract/principal'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { validate as isUuid, v7 as uuid } from 'uuid'
import { z } from 'zod'
import { ownerKind } from '../accounts/user.ts'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { type Call, type Route, route } from '../platform/http/route.ts'
import { createParsingPool, type ParsingPool } from '../platform/parsing/pool.ts'
import { authorize } from '../platform/policy.ts'
import type { Log } from '../platform/telemetry.ts'
import { type Bounds, isDocument, keptText, readDocument, readPlainText } from './extract.ts'
import { sniff } from './kind.ts'
import { listFiles, usedBy } from './list.ts'
import { safeName } from './names.ts'
import { lockQuota, QUOTAS, type Quotas, refuseOverQuota } from './quota.ts'
import { serveFile } from './serve-file.ts'
import { createStore, type Incoming, type Store } from './store.ts'
import { files } from './tables.ts'
import { createThumbnails, SIZES } from './thumbnails.ts'
import { claimUnfinished, forgetUnfinished, removeOldUnfinished } from './unfinished-rows.ts'
import { removeOldWaiting, waitingFor } from './waiting.ts'
import { whileItComes } from './while-it-comes.ts'

/** A file with the text found in it, which is empty when there was none. */
export interface ReadableFile {
  id: string
  name: string
  mime: string
  text: string
}

export interface FileBytes {
  name: string
  mime: string
  bytes: Buffer
}

export interface Inspected {
  name: string
  mime: string
  text: string | null
}

/** A file that has come in and been read, with the id and the moment that it is to have. */
export interface KeptFile extends Inspected {
  id: string
  createdAt: Date
  incoming: Incoming
  /** The module whose record holds it. */
  module?: string | null
}

export interface Waiting {
  module: string
  most: { bytes: number; refusal: () => AppError }
  /** Told what the bytes are, by themselves. Throws for what the field does not take. */
  judge(mime: string): void
}

export interface Files {
  routes: Route[]
  /** The owner's files among `ids`, in their order; others' and missing ones are left out. */
  readText(ownerId: string, ids: readonly string[]): Promise<ReadableFile[]>
  /** null when the owner has no such file */
  readBytes(ownerId: string, id: string): Promise<FileBytes | null>
  /** Keeps what the server made itself (a picture, an export). Throws as an upload does. */
  saveBytes(ownerId: string, name: string, mime: string, bytes: Uint8Array): Promise<StoredFile>
  claim(tx: Queryable, fromOwner: string, toOwner: string): Promise<void>
  /** Removes the owner's files for good; `cleanUp` then removes the bytes that nobody else has. */
  forget(tx: Queryable, owner: string): Promise<void>
  /** Keeps what is sent for a field of a module's records, until one of them names it. Throws as an upload does, and what `judge` does. */
  saveWaiting(ownerId: string, name: string, bytes: AsyncIterable<Uint8Array>, held: Waiting): Promise<StoredFile>
  /** Where the bytes lie, and how they come in: for whoever moves files with everything else of theirs. */
  store: Store
  /** Reads what has come in: its kind and its text. */
  inspect(ownerId: string, name: string, mime: string | null, incoming: Incoming): Promise<Inspected>
  /** Keeps files in a transaction of the caller's. Throws `too_large` when the owner has no room for them all. */
  keepAll(tx: Queryable, ownerId: string, rows: readonly KeptFile[]): Promise<void>
  /** `keepAll` in two steps, for more files than the memory holds texts of: the rows one by one, and their bytes at the end. */
  addRow(tx: Queryable, ownerId: string, row: KeptFile): Promise<void>
  keepBytes(tx: Queryable, ownerId: string, incomings: readonly Incoming[]): Promise<void>
  quotas: Quotas
  /** The room that all files of the principal's scope take, and may take. */
  room(principal: Principal): Promise<{ usedBytes: number; quotaBytes: number }>
  /** Removes bytes that no row knows, as a crash may leave them. */
  cleanUp(): Promise<void>
}

export interface FilesSettings {
  db: Database
  /** DATA_DIR; the bytes lie under `files` in it */
  dir: string
  log: Log
  /** Where documents are read; one of its own when absent */
  parsing?: ParsingPool
  /** What a document may take to read; for tests */
  bounds?: Bounds
  quotas?: Quotas
  /** The principal as they may act on what belongs to this owner: in a team's scope when it is a team of theirs. */
  within?: (principal: Principal, owner: string) => Promise<Principal>
}

type Row = typeof files.$inferSelect

const missing = 'File not found'
const shown = (row: Pick<Row, 'id' | 'name' | 'mime' | 'size' | 'text' | 'createdAt'>): StoredFile => ({
  id: row.id,
  name: row.name,
  mime: row.mime,
  size: row.size,
  url: `/api/files/${row.id}`,
  hasText: row.text !== null,
  createdAt: row.createdAt.toISOString(),
})

/**
 * Held by whoever adds or removes the bytes of one hash, so that a new upload never loses them to an old deletion. Hashes
 * share 256 locks: an import may hold them all, and PostgreSQL has room for some thousands.
 */
async function lockHashes(tx: Queryable, hashes: readonly string[]): Promise<void> {
  // in the order of their locks, so that two imports never wait for each other in a circle
  const locks = [...new Set(hashes.map((sha256) => `bytes ${sha256.slice(0, 2)}`))].sort()
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(lock, 0)) from unnest(${sql.param(locks)}::text[]) as lock`)
}

export function createFiles({
  db,
  dir,
  log,
  parsing = createParsingPool({ log }),
  bounds,
  quotas = QUOTAS,
  within,
}: FilesSettings): Files {
  const store = createStore(join(dir, 'files'))
  const small = createThumbnails(join(dir, 'thumbnails'), store, parsing, log)

  async function inspect(ownerId: string, name: string, mime: string | null, incoming: Incoming): Promise<Inspected> {
    const plain = await readPlainText(incoming.path)
    const sniffed = await sniff(incoming.path, name, plain, log)
    const kind = sniffed === 'application/octet-stream' && mime ? mime : sniffed
    const text = isDocument(kind)
      ? await readDocument(parsing, { path: incoming.path, mime: kind, owner: ownerId }, log, bounds)
      : plain === null
        ? null
        : keptText(plain)
    return { name, mime: kind, text }
  }

  async function record(
    ownerId: string,
    name: string,
    mime: string | null,
    incoming: Incoming,
    held?: Waiting,
  ): Promise<StoredFile> {
    const { size, sha256 } = incoming
    const inspected = await inspect(ownerId, name, mime, incoming)
    held?.judge(inspected.mime)
    const row = {
      id: uuid(),
      ownerId,
      ...inspected,
      module: held ? waitingFor(held.module) : null,
      size,
      sha256,
      createdAt: new Date(),
    }
    await db.transaction(async (tx) => {
      await lockQuota(tx, ownerId)
      await refuseOverQuota(tx, quotas, ownerId, size)
      await lockHashes(tx, [sha256])
      await store.keep([incoming])
      await tx.insert(files).values(row)
    })
    return shown(row)
  }

  async function save(
    ownerId: string,
    sent: string,
    mime: string | null,
    source: AsyncIterable<Uint8Array>,
    held?: Waiting,
  ) {
    const incoming = await store.receive(source, held?.most)
    try {
      return await record(ownerId, safeName(sent), mime, incoming, held)
    } catch (error) {
      await store.discard(incoming)
      throw error
    }
  }

  async function removeUnused(sha256: string): Promise<void> {
    await db.transaction(async (tx) => {
      await lockHashes(tx, [sha256])
      const [used] = await tx.select({ id: files.id }).from(files).where(eq(files.sha256, sha256)).limit(1)
      if (used) return
      await store.remove(sha256)
      await small.remove(sha256)
    })
  }

  async function addRow(tx: Queryable, ownerId: string, { incoming, ...row }: KeptFile): Promise<void> {
    await tx.insert(files).values({ ...row, ownerId, size: incoming.size, sha256: incoming.sha256 })
  }

  /** For rows of this transaction: until it ends nobody else sees them, nor removes what they need. */
  async function keepBytes(tx: Queryable, ownerId: string, incomings: readonly Incoming[]): Promise<void> {
    await lockQuota(tx, ownerId)
    const bytes = incomings.reduce((sum, { size }) => sum + size, 0)
    await refuseOverQuota(tx, quotas, ownerId, bytes, bytes)
    if (incomings.length === 0) return
    await lockHashes(
      tx,
      incomings.map(({ sha256 }) => sha256),
    )
    await store.keep(incomings)
  }

  async function own(
    call: Pick<Call<{ id: string }>, 'params' | 'principal'>,
    capability: 'file.own' | 'file.read',
  ): Promise<Row> {
    const { id } = call.params
    const [row] = isUuid(id) ? await db.select().from(files).where(eq(files.id, id)) : []
    if (!row) throw new AppError('not_found', missing)
    // A browser asks for a picture of a team's records by its address alone, which names no scope.
    const who = within ? await within(call.principal, row.ownerId) : call.principal
    authorize(who, capability, row.ownerId, missing)
    return row
  }

  async function upload({ principal, query, incoming }: Call<undefined, { name: string }>): Promise<StoredFile> {
    const announced = Number(incoming.headers['content-length'] ?? 0)
    if (announced > FILE_MAX_BYTES)
      throw new AppError('too_large', `That file is too large: at most ${FILE_MAX_BYTES / 1024 / 1024} MB.`)
    await refuseOverQuota(db, quotas, principal.owner, announced) // before the bytes come, where their number is known
    return whileItComes(incoming, (bytes) => save(principal.owner, query.name, null, bytes))
  }

  const room: Files['room'] = async ({ owner, kind, team }) => ({
    usedBytes: await usedBy(db, owner),
    quotaBytes: quotas[team ? await ownerKind(db, owner) : kind],
  })
  const common = { tag: 'files', access: 'file.own' } as const
  const one = { ...common, path: '/api/files/:id', params: z.object({ id: z.string() }) } as const
  const routes = [
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/files',
        summary: 'Your files, the newest first, and the room that they take',
        limit: 'read',
        answer: z.object({ files: z.array(StoredFile), usedBytes: z.number(), quotaBytes: z.number() }),
      },
      ({ principal }) => listFiles(db, quotas[principal.kind], principal.owner),
    ),
    route(
      {
        tag: 'files',
        method: 'GET',
        path: '/api/room',
        summary: 'The room that all files take, and may take',
        access: 'room.read',
        limit: 'read',
        scoped: true,
        answer: z.object({ usedBytes: z.number(), quotaBytes: z.number() }),
      },
      ({ principal }) => room(principal),
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/files',
        summary: 'Upload a file: the raw bytes as the body, its name in the query',
        limit: 'upload',
        query: z.object({ name: z.string('Say the name of the file: /api/files?name=…').min(1).max(1000) }),
        answer: StoredFile,
        status: 201,
        rawBody: true,
      },
      upload,
    ),
    route(
      {
        ...one,
        method: 'GET',
        access: 'file.read',
        summary: 'The content of a file',
        limit: 'read',
        answers: fileAnswers('The bytes of the file', ANY_FILE),
        refuses: ['gone', 'unsupported_media_type'],
        query: z.object({
          show: z.literal('1', 'Ask with show=1, or without.').optional(),
          thumbnail: z.enum(SIZES, 'A small picture is small or large.').optional(),
        }),
      },
      async (call) => {
        const row = await own(call, 'file.read')
        const size = call.query.thumbnail
        if (size) {
          const { path, mime } = await small.find(row, size)
          return serveFile(call, { ...row, mime, sha256: `${row.sha256}-${size}` }, path)
        }
        return serveFile(call, row, store.pathOf(row.sha256), call.query.show !== undefined)
      },
    ),
    route(
      { ...one, method: 'DELETE', summary: 'Delete a file', limit: 'write', answer: z.object({ ok: z.literal(true) }) },
      async (call) => {
        const row = await own(call, 'file.own')
        await db.delete(files).where(eq(files.id, row.id))
        await removeUnused(row.sha256)
        return { ok: true }
      },
    ),
  ]

  return {
    routes,
    store,
    inspect,
    quotas,
    room,
    addRow,
    keepBytes,
    async keepAll(tx, ownerId, rows) {
      if (rows.length === 0) return
      await tx
        .insert(files)
        .values(rows.map(({ incoming: { size, sha256 }, ...row }) => ({ ...row, ownerId, size, sha256 })))
      await keepBytes(
        tx,
        ownerId,
        rows.map(({ incoming }) => incoming),
      )
    },
    async readText(ownerId, ids) {
      if (ids.length === 0) return []
      const rows = await db
        .select({ id: files.id, name: files.name, mime: files.mime, text: files.text })
        .from(files)
        .where(and(eq(files.ownerId, ownerId), inArray(files.id, [...ids])))
      const byId = new Map(rows.map((row) => [row.id, { ...row, text: row.text ?? '' }]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
    async readBytes(ownerId, id) {
      const [row] = await db
        .select()
        .from(files)
        .where(and(eq(files.id, id), eq(files.ownerId, ownerId)))
      return row ? { name: row.name, mime: row.mime, bytes: await readFile(store.pathOf(row.sha256)) } : null
    },
    async saveBytes(ownerId, name, mime, bytes) {
      const once = async function* () {
        yield bytes
      }
      return save(ownerId, name, mime, once())
    },
    saveWaiting: (ownerId, name, bytes, held) => save(ownerId, name, null, bytes, held),
    async claim(tx, fromOwner, toOwner) {
      await tx.update(files).set({ ownerId: toOwner }).where(eq(files.ownerId, fromOwner))
      await claimUnfinished(tx, fromOwner, toOwner)
    },
    async forget(tx, owner) {
      await tx.delete(files).where(eq(files.ownerId, owner))
      await forgetUnfinished(tx, owner)
    },
    async cleanUp() {
      await store.discardAbandoned()
      await removeOldWaiting(db)
      await removeOldUnfinished(db)
      for await (const hashes of store.hashes()) {
        const rows = await db.select({ sha256: files.sha256 }).from(files).where(inArray(files.sha256, hashes))
        const used = new Set(rows.map((row) => row.sha256))
        for (const sha256 of hashes) if (!used.has(sha256)) await removeUnused(sha256)
      }
    },
  }
}
