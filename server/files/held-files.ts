import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { AppError } from '@atrium/contract/errors'
import type { KeptFile, ModuleFiles, SentFile } from '@atrium/contract/module-files'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import type { Files, KeptFile as KeptRow } from './files.ts'
import { safeName } from './names.ts'
import type { Incoming } from './store.ts'
import { files } from './tables.ts'

/** bytes of one file; how much a person may keep in all is the quota's */
const LARGEST = 20 * 1024 ** 3

/** Files that are kept together, and their bytes in all. */
const TOGETHER = { files: 200, bytes: 4 * 1024 * 1024 }
/** bytes; smaller ones are held while they are written, side by side */
const SMALL = 64 * 1024
/** files that are looked into side by side */
const AT_ONCE = 16

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

/** All the bytes; or the first of them, at least so many, and what comes after. */
async function beginning(
  bytes: AsyncIterable<Uint8Array>,
  least: number,
): Promise<[Uint8Array, AsyncIterator<Uint8Array> | null]> {
  const rest = bytes[Symbol.asyncIterator]()
  const parts: Uint8Array[] = []
  for (let size = 0; size < least; ) {
    const { value, done } = await rest.next()
    if (done) return [Buffer.concat(parts), null]
    parts.push(value)
    size += value.byteLength
  }
  return [Buffer.concat(parts), rest]
}
async function* joined(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield first
    for (;;) {
      const { value, done } = await rest.next()
      if (done) return
      yield value
    }
  } finally {
    await rest.return?.()
  }
}

/** What `receive` would answer, of bytes that go nowhere. */
async function weigh(bytes: AsyncIterable<Uint8Array>): Promise<Incoming> {
  const hash = createHash('sha256')
  let size = 0
  for await (const part of bytes) {
    hash.update(part)
    size += part.byteLength
  }
  return { path: '', size, sha256: hash.digest('hex') }
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

  /** Of which nothing is kept yet but the bytes, under no name. */
  type Received = { name: string; mime: string; incoming: Incoming }

  const take = (bytes: AsyncIterable<Uint8Array>) =>
    isTrial ? weigh(bytes) : store.receive(bytes, { bytes: LARGEST, refusal: tooLarge })

  async function keep(received: readonly Received[]): Promise<KeptFile[]> {
    if (isTrial)
      return received.map(({ name, mime, incoming: { size, sha256 } }) => ({ id: uuid(), name, mime, size, sha256 }))
    const rows: KeptRow[] = []
    for (let at = 0; at < received.length; at += AT_ONCE)
      rows.push(
        ...(await Promise.all(
          received.slice(at, at + AT_ONCE).map(async ({ name, mime, incoming }) => {
            const inspected = await inspect(owner, name, mime, incoming)
            return { ...inspected, id: uuid(), createdAt: new Date(), incoming, module }
          }),
        )),
      )
    await db.transaction((tx) => keepAll(tx, owner, rows))
    takeBack.push(async () => {
      for (const { id } of rows) await remove(id)
    })
    return rows.map(({ id, name, mime, incoming: { size, sha256 } }) => ({ id, name, mime, size, sha256 }))
  }

  async function keepTogether(coming: readonly Promise<Received>[]): Promise<KeptFile[]> {
    try {
      return await keep(await Promise.all(coming))
    } finally {
      await discard(coming)
    }
  }
  /** What is kept has left its place already. */
  async function discard(coming: readonly Promise<Received>[]): Promise<void> {
    for (const one of await Promise.allSettled(coming))
      if (one.status === 'fulfilled' && !isTrial) await store.discard(one.value.incoming)
  }

  async function* saveAll(sent: AsyncIterable<SentFile>): AsyncGenerator<KeptFile> {
    refuseWrite()
    let coming: Promise<Received>[] = []
    let bytesHeld = 0
    /** Those before, which are kept while these come in. */
    let before = Promise.resolve<KeptFile[]>([])
    try {
      for await (const { name, mime, bytes } of sent) {
        const [first, rest] = await beginning(bytes, SMALL)
        const received = take(rest ? joined(first, rest) : once(first)).then((incoming) => {
          return { name: safeName(name), mime, incoming }
        })
        received.catch(() => {}) // told when they are kept
        coming.push(received)
        bytesHeld += first.length
        // The small ones are written side by side; what comes after a large one is only there once it is through.
        if (rest) await received
        if (!rest && coming.length < TOGETHER.files && bytesHeld < TOGETHER.bytes) continue
        yield* await before
        before = keepTogether(coming)
        before.catch(() => {}) // told with the next, or at the end
        coming = []
        bytesHeld = 0
      }
      yield* await before
      before = keepTogether(coming)
      coming = []
      yield* await before
    } finally {
      await Promise.allSettled([before])
      await discard(coming)
    }
  }

  return {
    async save(name, mime, bytes) {
      async function* one() {
        yield { name, mime, bytes: bytes instanceof Uint8Array ? once(bytes) : bytes }
      }
      for await (const kept of saveAll(one())) return kept
      throw new Error('nothing was kept of what was sent')
    },
    saveAll,
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
