import { createReadStream } from 'node:fs'
import { AppError } from '@atrium/contract/errors'
import type { KeptFile, ModuleFiles } from '@atrium/contract/module-files'
import { and, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Database } from '../platform/database/connect.ts'
import type { Files } from './files.ts'
import { safeName } from './names.ts'
import { files } from './tables.ts'

/** bytes of one file; how much a person may keep in all is the quota's */
const LARGEST = 20 * 1024 ** 3

const tooLarge = () => new AppError('too_large', 'That file is too large.')

export interface Holding {
  readOnly: boolean
  /** A preview: nothing is kept. */
  isTrial: boolean
  /** Told what must happen when the action fails. */
  takeBack: (() => Promise<unknown>)[]
  /** Told what must happen when it is done for good. */
  afterwards: (() => Promise<unknown>)[]
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/** One person's files, as a module keeps them with its records. */
export function heldFiles(
  db: Database,
  { store, inspect, keepAll }: Pick<Files, 'store' | 'inspect' | 'keepAll'>,
  owner: string,
  module: string,
  { readOnly, isTrial, takeBack, afterwards }: Holding,
): ModuleFiles {
  const refuseWrite = () => {
    if (readOnly) throw new Error('An action that is declared a read changed files')
  }
  const find = async (id: string) => {
    const [row] = await db
      .select()
      .from(files)
      .where(and(eq(files.id, id), eq(files.ownerId, owner)))
    return row ?? null
  }
  // the bytes of a removed row go with the next cleaning, when nobody else has them
  const remove = (id: string) => db.delete(files).where(and(eq(files.id, id), eq(files.ownerId, owner)))

  return {
    async save(sent, mime, bytes) {
      refuseWrite()
      const name = safeName(sent)
      const source = bytes instanceof Uint8Array ? once(bytes) : bytes
      const incoming = await store.receive(source, { bytes: LARGEST, refusal: tooLarge })
      const kept: KeptFile = { id: uuid(), name, mime, size: incoming.size, sha256: incoming.sha256 }
      try {
        if (isTrial) {
          await store.discard(incoming)
          return kept
        }
        const inspected = await inspect(owner, name, mime, incoming)
        const row = { ...inspected, id: kept.id, createdAt: new Date(), incoming, module }
        await db.transaction((tx) => keepAll(tx, owner, [row]))
        takeBack.push(() => remove(kept.id))
        return { ...kept, mime: inspected.mime }
      } catch (error) {
        await store.discard(incoming)
        throw error
      }
    },
    async find(id) {
      const row = await find(id)
      return row && { id: row.id, name: row.name, mime: row.mime, size: row.size, sha256: row.sha256 }
    },
    async *read(id, range) {
      const row = await find(id)
      if (!row) throw new AppError('not_found', 'The content of this file is gone.')
      yield* createReadStream(store.pathOf(row.sha256), range) as AsyncIterable<Uint8Array>
    },
    async text(id) {
      return (await find(id))?.text ?? null
    },
    async remove(id) {
      refuseWrite()
      afterwards.push(() => remove(id))
    },
  }
}
