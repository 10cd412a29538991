import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { RestoredArchive } from '@atrium/contract/data'
import { AppError } from '@atrium/contract/errors'
import { sentences } from '@atrium/contract/sentences'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { isDiskFull } from '../files/store.ts'
import type { AccountWork, OwnContext } from '../jobs/own-work.ts'
import { ARCHIVE_KIND, RESTORED_KIND } from '../notifications/kinds.ts'
import type { Notifications } from '../notifications/notifications.ts'
import { transaction } from '../platform/runs/closing.ts'
import type { Archives } from './archives.ts'
import { snapshotOf } from './export.ts'
import { type ImportSettings, importFrom } from './import.ts'
import { zipOf } from './zip-write.ts'

export const MAKING = 'export.archive'
export const RESTORING = 'import.archive'
/** The page of the settings where archives lie. */
const PAGE = '/settings/data'
/** bytes of what its bar counts */
const KB = 1000

interface Parts {
  settings: ImportSettings
  archives: Archives
  version: string
  tell: Notifications['tell']
  /** The person's other pages look anew at all that may have come. */
  renewed(owner: string): void
}

/** What a job to make an archive answers. */
export interface MadeArchive {
  /** Its name. */
  file: string
  /** bytes */
  size: number
  archive: string
  link: string
}

export interface RestoreInput {
  upload: string
  /** Its name. */
  file: string
  /** Things that the preview found; null where nobody looked. */
  things: number | null
}

export const linkTo = (id: string): string => `/api/data/archives/${id}/file`

type Context = Omit<OwnContext, 'module'>

/** About how many bytes a person's rows are, and how many their files. */
async function weightOf(pool: pg.Pool, owner: string): Promise<{ rows: number; files: number }> {
  const { rows } = await pool.query<{ rows: string; files: string }>(
    `select (select coalesce(sum(pg_column_size(r.data)), 0) from records r where r.scope_id = $1)
       + (select coalesce(sum(pg_column_size(m.content) + pg_column_size(m.meta)), 0)
          from messages m join threads t on t.id = m.thread_id where t.owner_id = $1) as rows,
       (select coalesce(sum(f.size), 0) from files f where f.owner_id = $1) as files`,
    [owner],
  )
  return { rows: Number(rows[0]?.rows ?? 0), files: Number(rows[0]?.files ?? 0) }
}

/** Nobody waits for it any more: the bell says that it is done. */
const tellLater = ({ isAwaited, afterwards }: Context, tell: () => Promise<unknown>) =>
  isAwaited() ? undefined : afterwards(tell)

/** Everything of a person in a zip on the disk. Begun anew where it was cut off; what is whole alone gets a name. */
export function archiveMaking({ settings: { db, files }, archives, version, tell }: Parts): AccountWork {
  async function run(context: Context): Promise<MadeArchive> {
    const { id, input, signal, kept, progress } = context
    const { owner } = await context.principal()
    const { file: name } = input as { file: string }
    const told = () => tellLater(context, () => tell(owner, ARCHIVE_KIND, { body: name, link: PAGE }))
    if (kept !== undefined) {
      await told()
      return kept as MadeArchive
    }
    await archives.discardParts(id)
    const { rows, files: bytes } = await weightOf(db.$client, owner)
    await archives.requireRoom(rows + bytes)
    const show = (done: number, total: number) => progress(done / KB, Math.max(done, total) / KB)
    const store = { pathOf: files.store.pathOf, scratch: () => archives.part(id) }
    const written = (count: number) => show(count, 2 * rows + bytes)
    const snapshot = await snapshotOf({ db, owner, version, store, signal, written })
    const { path, file } = await archives.part(id)
    try {
      try {
        const { list, held } = snapshot.bytes
        const packed = (count: number) => show(list + count, 2 * list + held)
        const write = async (zip: AsyncIterable<Uint8Array>) => {
          for await (const piece of zip) await file.writeFile(piece)
        }
        await pipeline(zipOf(snapshot.entries(packed)), write, { signal })
        await file.sync()
      } finally {
        await snapshot.discard()
      }
      const { size } = await file.stat()
      const placed = await archives.place(path, id)
      const answer = { file: name, size, archive: id, link: linkTo(id) }
      const replaced = await transaction(db.$client, async (client) => {
        const one = { id, ownerId: owner, name, size, file: placed }
        const gone = await archives.keep(drizzle(client as pg.PoolClient), one, 'made')
        await context.keep(client, answer)
        return gone
      }).catch(async (error) => {
        await archives.removeFiles([placed])
        throw error
      })
      await context.afterwards(() => archives.removeFiles(replaced))
      await told()
      return answer
    } catch (error) {
      throw isDiskFull(error) ? new AppError('unavailable', sentences.unavailable, { cause: error }) : error
    } finally {
      await file.close()
      await rm(path, { force: true })
    }
  }
  return { access: 'data.own', run }
}

/** An archive that was sent is taken in: one transaction, begun again from its bytes where the server stopped over it. */
export function archiveRestoring({ settings, archives, tell, renewed }: Parts): AccountWork {
  async function run(context: Context): Promise<RestoredArchive> {
    const { input, signal, kept, progress, afterwards } = context
    const { upload, things, file } = input as RestoreInput
    const { owner } = await context.principal()
    let answer = kept as RestoredArchive | undefined
    if (answer === undefined) {
      const sent = await archives.find(owner, 'sent', upload)
      if (!sent) throw new AppError('not_found', 'This upload is gone. Choose the file again.')
      const report = await importFrom(settings, owner, archives.pathOf(sent), {
        ...{ isPreview: false, signal },
        counted: (done) => progress(done, things),
        alongside: (client, done) => context.keep(client, { report: done }),
      })
      answer = { report }
    }
    await afterwards(() => archives.remove(owner, 'sent', upload))
    renewed(owner)
    await tellLater(context, () => tell(owner, RESTORED_KIND, { body: file, link: PAGE }))
    return answer
  }
  return { access: 'data.import', run }
}
