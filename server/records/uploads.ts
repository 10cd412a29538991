import { createReadStream } from 'node:fs'
import { unlink } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { AppError } from '@atrium/contract/errors'
import { type ImportedFile, Upload } from '@atrium/contract/module-files'
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { safeName } from '../files/names.ts'
import type { Store } from '../files/store.ts'
import { whileItComes } from '../files/while-it-comes.ts'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { uuid } from '../platform/ids.ts'
import { diskSource, type Source } from '../platform/parsing/source.ts'
import { uploads } from './tables.ts'

/** bytes */
export const UPLOAD_MAX = 1024 ** 3
/** ms; as long as the store keeps what came in and was not kept */
const AGE_MAX = 24 * 3_600_000
/** Waiting ones of one person; the oldest make room. */
const WAITING_MAX = 5
/** Made ones of one person, which wait to be fetched; the oldest make room. */
const MADE_MAX = 10

const tooLarge = () => new AppError('too_large', 'A file to import may have at most 1 GB.')
export const madeTooLarge = () => new AppError('too_large', 'A file that is exported may have at most 1 GB.')
const madeOf = ({ id, name, mime, size, path }: Omit<Made, 'bytes'> & { path: string }): Made => ({
  ...{ id, name, mime, size },
  bytes: () => createReadStream(path),
})
const missing = () => new AppError('not_found', 'This upload is gone. Choose the file again.')

/** A file that was made to be fetched. */
export interface Made {
  id: string
  name: string
  mime: string
  /** bytes */
  size: number
  bytes(): Readable
}

export interface Uploads {
  routes: Route[]
  /** Throws `not_found`. */
  find(owner: string, id: string): Promise<ImportedFile>
  /** The same for a reader. Throws `not_found`. */
  source(owner: string, id: string): Promise<Source>
  /** Keeps bytes as if they had been sent. */
  receive(owner: string, name: string, bytes: AsyncIterable<Uint8Array>): Promise<Upload>
  /** Keeps what was made to be fetched, for a day. Throws `too_large`. */
  keepMade(owner: string, name: string, mime: string, bytes: AsyncIterable<Uint8Array>): Promise<Made>
  /** Throws `not_found`. */
  made(owner: string, id: string): Promise<Made>
  /** Removes one, with its bytes. */
  discard(owner: string, id: string): Promise<void>
}

/** Which module a file is for, so that its readers are loaded while it comes: no more than a hint, a wrong one changes nothing. */
const For = z.string().max(100)

/**
 * Files on their way into an import: they lie on the disk from the preview to the decision. `expect` is told when one begins,
 * or will soon: it will be read soon.
 */
export function createUploads(
  db: Database,
  store: Store,
  expect: (owner: string, module: string | undefined) => Promise<void> = async () => undefined,
): Uploads {
  const remove = async (row: { id: string; path: string }) => {
    await db.delete(uploads).where(eq(uploads.id, row.id))
    await unlink(row.path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }

  const makeRoom = async (owner: string, isMade = false) => {
    // What a job is still to read stays, however many come after it.
    const isIdle = sql`not exists (select from jobs where jobs.owner_id = ${owner} and jobs.input->>'upload' = ${uploads.id}
      and jobs.status in ('waiting', 'running'))`
    const kind = isMade ? isNotNull(uploads.mime) : and(isNull(uploads.mime), isIdle)
    const waiting = await db
      .select()
      .from(uploads)
      .where(and(eq(uploads.ownerId, owner), kind))
      .orderBy(uploads.createdAt)
    const most = isMade ? MADE_MAX : WAITING_MAX
    for (const row of waiting.slice(0, Math.max(0, waiting.length - most + 1))) await remove(row)
    await db.delete(uploads).where(lt(uploads.createdAt, new Date(Date.now() - AGE_MAX))) // their bytes went by themselves
  }

  const find = async (owner: string, id: string) => {
    const [row] = await db
      .select()
      .from(uploads)
      .where(and(eq(uploads.id, id), eq(uploads.ownerId, owner)))
    return row
  }

  const receive: Uploads['receive'] = async (owner, name, bytes) => {
    const { path, size } = await store.receive(bytes, { bytes: UPLOAD_MAX, refusal: tooLarge })
    const row = { id: uuid(), ownerId: owner, name: safeName(name), size, path }
    await db.insert(uploads).values(row)
    return { id: row.id, name: row.name, size }
  }

  return {
    receive: async (owner, name, bytes) => {
      await makeRoom(owner)
      return receive(owner, name, bytes)
    },
    find: async (owner, id) => {
      const row = await find(owner, id)
      if (!row) throw missing()
      const { name, size, path } = row
      return { upload: id, name, size, bytes: () => createReadStream(path) }
    },
    source: async (owner, id) => {
      const row = await find(owner, id)
      if (!row) throw missing()
      return diskSource(row.name, row.path, row.size)
    },
    async keepMade(owner, name, mime, bytes) {
      await makeRoom(owner, true)
      const { path, size } = await store.receive(bytes, { bytes: UPLOAD_MAX, refusal: madeTooLarge })
      const row = { id: uuid(), ownerId: owner, name: safeName(name), size, path, mime }
      await db.insert(uploads).values(row)
      return madeOf(row)
    },
    made: async (owner, id) => {
      const row = await find(owner, id)
      if (!row?.mime) throw new AppError('not_found', 'This file is gone. Export it again.')
      return madeOf({ ...row, mime: row.mime })
    },
    discard: async (owner, id) => {
      const row = await find(owner, id)
      if (row) await remove(row)
    },
    routes: [
      route(
        {
          method: 'POST',
          path: '/api/uploads/expected',
          summary:
            'Say that a file for a module will be sent: what reads it is made ready while the person looks for it',
          tag: 'modules',
          access: 'action.write',
          limit: 'write',
          scoped: true,
          query: z.object({ module: For }),
          answer: z.object({ ok: z.literal(true) }),
        },
        async ({ principal, query }) => {
          await expect(principal.owner, query.module)
          return { ok: true }
        },
      ),
      route(
        {
          method: 'POST',
          path: '/api/uploads',
          summary: 'Send a file that is to be imported: the raw bytes as the body, its name in the query',
          tag: 'modules',
          access: 'action.write',
          limit: 'upload',
          scoped: true,
          query: z.object({
            name: z.string('Say the name of the file: /api/uploads?name=…').min(1).max(1000),
            module: For.optional(),
          }),
          answer: Upload,
          status: 201,
          rawBody: true,
        },
        async ({ principal, query, incoming }) => {
          if (Number(incoming.headers['content-length'] ?? 0) > UPLOAD_MAX) throw tooLarge()
          expect(principal.owner, query.module).catch(() => undefined) // a module that is broken says so when it imports
          await makeRoom(principal.owner)
          return whileItComes(incoming, (bytes) => receive(principal.owner, query.name, bytes))
        },
      ),
    ],
  }
}
