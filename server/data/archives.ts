import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@atrium/contract/errors'
import { sentences } from '@atrium/contract/sentences'
import { and, desc, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { archives } from './tables.ts'

export type Kept = typeof archives.$inferSelect
export type Kind = 'made' | 'sent'

const HOUR = 3_600_000
/** ms that they lie for: to be fetched, as elsewhere a week; to be taken in, as every upload a day. */
const LIFE: Record<Kind, number> = { made: 7 * 24 * HOUR, sent: 24 * HOUR }
/** ms without a byte, after which what nobody has a row of is left over */
const ABANDONED_AFTER = HOUR
/** bytes that the database and everybody else are left with */
const SPARE = 256 * 1024 * 1024

export interface Archives {
  /** A file that an archive is written to. Whoever asks for it closes it, and places or removes it. */
  part(id: string): Promise<{ path: string; file: FileHandle }>
  /** Gives a whole one its name for good, which it answers. */
  place(path: string, id: string): Promise<string>
  /** Removes what an attempt that was cut off has left of it. */
  discardParts(id: string): Promise<void>
  /** Throws `unavailable` where the disk has not so much room. */
  requireRoom(bytes: number): Promise<void>
  /** Keeps one in the place of the owner's others of its kind, whose files it answers: to be removed after the commit. */
  keep(on: Queryable, one: Pick<Kept, 'id' | 'ownerId' | 'name' | 'size' | 'file'>, kind: Kind): Promise<string[]>
  of(owner: string): Promise<Kept[]>
  find(owner: string, kind: Kind, id: string): Promise<Kept | undefined>
  pathOf(one: Pick<Kept, 'file'>): string
  removeFiles(files: readonly string[]): Promise<void>
  /** Answers false where there is no such one. */
  remove(owner: string, kind: Kind, id: string): Promise<boolean>
  claim(tx: Queryable, from: string, to: string): Promise<void>
  /** Their bytes go with the next cleaning. */
  forget(tx: Queryable, owner: string): Promise<void>
  /** Removes what has lain long enough, and what is left over. */
  cleanUp(now?: Date): Promise<void>
}

/** Links of Activity go with the archive that they lead to, which has the id of its job. */
const unlinked = (ids: readonly string[]) =>
  sql`update jobs set result = result - 'link' where id = any(${sql.param([...ids])}::text[]) and name = 'export.archive'`

/** What a job that waits or runs is to read stays. */
const isIdle = sql`not exists (select from jobs where jobs.owner_id = ${archives.ownerId} and jobs.input->>'upload' = ${archives.id}
  and jobs.status in ('waiting', 'running'))`

/** Archives under `DATA_DIR/archives/<id>.<one of several>.zip`, and `.part` as long as they are not whole. */
export function createArchives(db: Database, dataDir: string): Archives {
  const directory = join(dataDir, 'archives')
  const removeFiles = async (files: readonly string[]) => {
    for (const file of files) await rm(join(directory, file), { force: true })
  }
  const ofOwner = (owner: string, kind: Kind) => and(eq(archives.ownerId, owner), eq(archives.kind, kind))

  /** After a backup was put back there are rows alone. */
  const hasBytes = ({ file }: Pick<Kept, 'file'>) => existsSync(join(directory, file))

  async function syncDirectory(): Promise<void> {
    if (process.platform === 'win32') return
    const folder = await open(directory, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  }

  /** Those that no row knows, and no job is at work on. */
  async function* leftOver(now: Date): AsyncGenerator<string> {
    const names = await readdir(directory)
    const rows = await db.select({ file: archives.file }).from(archives)
    const known = new Set(rows.map(({ file }) => file))
    const text = `select id from jobs where name = 'export.archive' and status in ('waiting', 'running')`
    const atWork = new Set((await db.$client.query<{ id: string }>(text)).rows.map(({ id }) => id))
    for (const name of names) {
      if (known.has(name) || atWork.has(name.slice(0, name.indexOf('.')))) continue
      const found = await stat(join(directory, name)).catch(() => null)
      if (found && found.mtimeMs < now.getTime() - ABANDONED_AFTER) yield name
    }
  }

  return {
    async part(id) {
      await mkdir(directory, { recursive: true })
      const path = join(directory, `${id}.${randomUUID()}.part`)
      return { path, file: await open(path, 'wx', 0o600) }
    },
    async place(path, id) {
      const name = `${id}.${randomUUID()}.zip`
      await rename(path, join(directory, name))
      await syncDirectory()
      return name
    },
    async discardParts(id) {
      await mkdir(directory, { recursive: true })
      const [row] = await db.select({ file: archives.file }).from(archives).where(eq(archives.id, id))
      const names = await readdir(directory)
      await removeFiles(names.filter((name) => name.startsWith(`${id}.`) && name !== row?.file))
    },
    async requireRoom(bytes) {
      await mkdir(directory, { recursive: true })
      const { bavail, bsize } = await statfs(directory)
      if (bavail * bsize < bytes + SPARE)
        throw new AppError('unavailable', sentences.unavailable, { cause: new Error('the disk has no room for it') })
    },
    async keep(on, one, kind) {
      const createdAt = new Date()
      const endsAt = new Date(createdAt.getTime() + LIFE[kind])
      await on.insert(archives).values({ ...one, kind, createdAt, endsAt })
      const earlier = and(ofOwner(one.ownerId, kind), ne(archives.id, one.id), kind === 'sent' ? isIdle : undefined)
      const gone = await on.delete(archives).where(earlier).returning({ id: archives.id, file: archives.file })
      if (gone.length > 0) await on.execute(unlinked(gone.map(({ id }) => id)))
      return gone.map(({ file }) => file)
    },
    async of(owner) {
      const isThere = and(ofOwner(owner, 'made'), gt(archives.endsAt, new Date()))
      const rows = await db.select().from(archives).where(isThere).orderBy(desc(archives.createdAt))
      return rows.filter(hasBytes)
    },
    async find(owner, kind, id) {
      const isThis = and(ofOwner(owner, kind), eq(archives.id, id), gt(archives.endsAt, new Date()))
      const [row] = await db.select().from(archives).where(isThis)
      return row && hasBytes(row) ? row : undefined
    },
    pathOf: ({ file }) => join(directory, file),
    removeFiles,
    async remove(owner, kind, id) {
      const gone = await db
        .delete(archives)
        .where(and(ofOwner(owner, kind), eq(archives.id, id)))
        .returning({ file: archives.file })
      if (gone.length > 0) await db.execute(unlinked([id]))
      await removeFiles(gone.map(({ file }) => file))
      return gone.length > 0
    },
    async claim(tx, from, to) {
      await tx.update(archives).set({ ownerId: to }).where(eq(archives.ownerId, from))
    },
    async forget(tx, owner) {
      await tx.delete(archives).where(eq(archives.ownerId, owner))
    },
    async cleanUp(now = new Date()) {
      await mkdir(directory, { recursive: true })
      const gone = await db
        .delete(archives)
        .where(and(lt(archives.endsAt, now), isIdle))
        .returning({ id: archives.id, file: archives.file })
      if (gone.length > 0) await db.execute(unlinked(gone.map(({ id }) => id)))
      await removeFiles(gone.map(({ file }) => file))
      for await (const name of leftOver(now)) await rm(join(directory, name), { force: true })
    },
  }
}
