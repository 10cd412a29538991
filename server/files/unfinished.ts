import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '@atrium/contract/errors'
import type { HeldFile } from '@atrium/contract/files'
import type { BegunUpload, SentMetadata } from '@atrium/contract/resumable'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import type { Files, Waiting } from './files.ts'
import { refuseOverQuota } from './quota.ts'
import { files, unfinishedFiles as unfinished } from './tables.ts'
import { tooOld } from './unfinished-rows.ts'
import { removeWaiting } from './waiting.ts'

// Files of fields that come by pieces. Each piece lies on the disk before its request is answered; the last one makes the file.

type Row = typeof unfinished.$inferSelect

/** Uploads of one person that wait to go on; the oldest give way. */
const WAITING_MOST = 100

/**
 * Of one upload. At one more the last ones become one, from the first that is no larger than what follows it; there is one, as every file is
 * smaller than 2^32 bytes. Each byte is written again as often as its piece has doubled, however small the pieces are that come.
 */
const PIECES_MOST = 32

/** Which of these sizes, of more than `PIECES_MOST`, is the first of those that become one. */
function firstOfMerge(sizes: readonly number[]): number {
  let after = 0
  let first = sizes.length - 1
  for (let at = first; at >= 0; at--) {
    const size = sizes[at] ?? 0
    if (at < sizes.length - 1 && size <= after) first = at
    after += size
  }
  return first
}

/** Whose uploads, and where they are to be. */
export interface UnfinishedPlace {
  owner: string
  begunBy: string
  module: string
  /** Any of the module's, where it is not said. */
  place?: string
}

const gone = () => new AppError('not_found', 'File not found')
const lost = (cause: unknown) => new AppError('gone', 'The content of this file is missing on the server.', { cause })
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException)?.code === 'ENOENT'

const receivedOf = async (on: Queryable, owner: string): Promise<number> => {
  const [sum] = await on
    .select({ bytes: sql<number>`coalesce(sum(${unfinished.received}), 0)::bigint` })
    .from(unfinished)
    .where(and(eq(unfinished.ownerId, owner), isNull(unfinished.fileId)))
  return sum?.bytes ?? 0
}

/** What has become of an upload, as the header of its last answer says. */
export const became = (file: HeldFile) => ({ 'X-File': encodeURIComponent(JSON.stringify(file)) })

export function createUnfinished(db: Database, { store, quotas, saveWaiting }: Files) {
  async function find({ owner, begunBy, module }: UnfinishedPlace, id: string): Promise<Row> {
    const [row] = await db
      .select()
      .from(unfinished)
      .where(and(eq(unfinished.id, id), eq(unfinished.ownerId, owner), eq(unfinished.begunBy, begunBy)))
    if (!row?.place.startsWith(`${module}/`) || row.createdAt < tooOld()) throw gone()
    return row
  }
  async function fileOf({ owner }: UnfinishedPlace, id: string): Promise<HeldFile> {
    const [file] = await db
      .select({ id: files.id, name: files.name, mime: files.mime, size: files.size })
      .from(files)
      .where(and(eq(files.id, id), eq(files.ownerId, owner)))
    if (!file) throw gone()
    return file
  }
  async function forget(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await db.delete(unfinished).where(inArray(unfinished.id, ids))
    await discard(rows.flatMap(({ pieces }) => pieces))
  }
  /** One that nobody has gone on with since. */
  async function forgetUnchanged({ id, version, pieces }: Row): Promise<boolean> {
    const same = and(eq(unfinished.id, id), eq(unfinished.version, version))
    const gone = await db.delete(unfinished).where(same).returning({ id: unfinished.id })
    if (gone.length > 0) await discard(pieces)
    return gone.length > 0
  }
  async function discard(pieces: readonly string[]): Promise<void> {
    for (const name of pieces) await store.discard({ path: store.incomingPath(name) })
  }
  async function* bytesOf(pieces: readonly string[]) {
    for (const name of pieces) yield* createReadStream(store.incomingPath(name)) as AsyncIterable<Uint8Array>
  }
  /** The same bytes in at most `PIECES_MOST`, and what of them is new on the disk. */
  async function merged(pieces: readonly string[]): Promise<{ pieces: readonly string[]; made: readonly string[] }> {
    if (pieces.length <= PIECES_MOST) return { pieces, made: [] }
    const sizes = await Promise.all(pieces.map(async (name) => (await stat(store.incomingPath(name))).size))
    const first = firstOfMerge(sizes)
    const made = basename((await store.receive(bytesOf(pieces.slice(first)))).path)
    return { pieces: [...pieces.slice(0, first), made], made: [made] }
  }

  return {
    async begin(whose: UnfinishedPlace & { place: string }, size: number, metadata: SentMetadata): Promise<string> {
      const { owner: ownerId, begunBy, place } = whose
      await refuseOverQuota(db, quotas, ownerId, size + (await receivedOf(db, ownerId)))
      const id = uuid()
      await db.insert(unfinished).values({ id, ownerId, begunBy, place, size, metadata })
      const before = await db
        .select()
        .from(unfinished)
        .where(and(eq(unfinished.ownerId, ownerId), eq(unfinished.begunBy, begunBy)))
        .orderBy(desc(unfinished.createdAt), desc(unfinished.id))
        .offset(WAITING_MOST)
      await forget(before)
      return id
    },

    find,

    async begun(whose: UnfinishedPlace, id: string): Promise<BegunUpload> {
      const { size, received, metadata, createdAt, fileId } = await find(whose, id)
      return {
        size,
        offset: received,
        metadata,
        createdAt: createdAt.toISOString(),
        ...(fileId && { became: became(await fileOf(whose, fileId)) }),
      }
    },

    /** The next piece; the last one makes the file, or is not kept where the file is refused. */
    async append(whose: UnfinishedPlace, id: string, bytes: AsyncIterable<Uint8Array>, held: Waiting): Promise<number> {
      const row = await find(whose, id)
      const { ownerId, size, received, pieces, version } = row
      const rest = size - received
      await refuseOverQuota(db, quotas, ownerId, rest + (await receivedOf(db, ownerId)))
      const piece = await store.receive(bytes, { bytes: rest, refusal: held.most.refusal })
      const all = [...pieces, basename(piece.path)]
      const made = [basename(piece.path)]
      let left: readonly string[]
      try {
        const isWhole = piece.size === rest
        const file = isWhole ? await saveWaiting(ownerId, row.metadata.filename ?? '', bytesOf(all), held) : null
        const waiting = file ? { pieces: [], made: [] } : await merged(all)
        made.push(...waiting.made)
        const [updated] = await db
          .update(unfinished)
          .set({
            received: received + piece.size,
            version: version + 1,
            pieces: waiting.pieces,
            ...(file && { fileId: file.id }),
          })
          .where(and(eq(unfinished.id, id), eq(unfinished.version, version)))
          .returning({ id: unfinished.id })
        if (!updated) throw gone() // given up meanwhile, or continued on another instance: whoever asks again hears
        left = all.filter((name) => !waiting.pieces.includes(name))
      } catch (error) {
        await discard(made)
        // Another instance that went on with it has taken its pieces meanwhile.
        if (isMissing(error)) throw (await forgetUnchanged(row)) ? lost(error) : gone()
        // Sent again it would be refused again: nothing of it is of use.
        if (error instanceof AppError && error.code === 'unsupported_media_type') await forgetUnchanged(row)
        throw error
      }
      await discard(left)
      return piece.size
    },

    async finish(whose: UnfinishedPlace, id: string): Promise<Record<string, string>> {
      const { fileId } = await find(whose, id)
      if (!fileId) throw gone()
      return became(await fileOf(whose, fileId))
    },

    async remove(whose: UnfinishedPlace, id: string): Promise<void> {
      const row = await find(whose, id)
      await forget([row])
      if (row.fileId) await removeWaiting(db, row.ownerId, whose.module, row.fileId)
    },
  }
}
