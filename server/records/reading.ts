import { AppError } from '@atrium/contract/errors'
import type { Read, ReadSource } from '@atrium/contract/reading'
import { and, eq } from 'drizzle-orm'
import type { Files } from '../files/files.ts'
import { files as table } from '../files/tables.ts'
import type { Database } from '../platform/database/connect.ts'
import type { ParsingPool, Seat } from '../platform/parsing/pool.ts'
import { diskSource, memorySource, type Source } from '../platform/parsing/source.ts'
import type { InstalledModule } from './installed.ts'
import type { Frame } from './performing.ts'
import type { Uploads } from './uploads.ts'

interface Parts {
  db: Database
  files: Pick<Files, 'store'>
  uploads: Pick<Uploads, 'source'>
  parsing: ParsingPool
}

/** How a module has files read: by its own readers, in the pool, and only what the scope of its work owns. */
export function createReading({ db, files, uploads, parsing }: Parts) {
  async function sourceOf(owner: string, source: ReadSource): Promise<Source> {
    if ('upload' in source) return uploads.source(owner, source.upload)
    if ('content' in source) return memorySource(source.name, source.content)
    const [row] = await db
      .select()
      .from(table)
      .where(and(eq(table.id, source.file), eq(table.ownerId, owner)))
    if (!row) throw new AppError('not_found', 'The content of this file is gone.')
    return diskSource(row.name, files.store.pathOf(row.sha256), row.size)
  }

  return ({ module, server }: InstalledModule, frame: Frame): Read => {
    const owner = frame.unit.scope
    /** Readings that go on: what is read within another needs no second place. */
    let open = 0
    let own: Promise<Seat> | null = null

    const leave = async () => {
      open -= 1
      if (open > 0) return
      const left = own
      own = null
      await left?.then(
        (seat) => seat.leave(),
        () => undefined, // it never had one
      )
    }

    return async function* read(source, reader, options) {
      const { readers } = await server()
      if (readers === null) throw new Error(`${module.id} declares no readers`)
      const found = await sourceOf(owner, source)
      open += 1
      try {
        own ??= frame.seat ? null : parsing.enter('import', owner, frame.signal)
        const seat = frame.seat ?? ((await own) as Seat)
        const { signal, onProgress } = frame
        yield* seat.read({ source: found, readers, reader, options, signal, onProgress })
      } finally {
        await leave()
      }
    }
  }
}
