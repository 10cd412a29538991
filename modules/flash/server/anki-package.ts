import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { AppError } from '@atrium/contract/errors'
import type { ReadableFile } from '@atrium/contract/reading'
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl'
import { say } from '../say.ts'
import { readMediaEntries } from './anki-messages.ts'
import { zipSource } from './zip-source.ts'

/** What may unpack from a package: more is a bomb, or nothing that one person reviews. */
const COLLECTION_MAX = 1024 * 1024 * 1024
const MEDIA_MAP_MAX = 64 * 1024 * 1024
export const MEDIUM_MAX = 100 * 1024 * 1024

/** The containers, newest first: a newer one beside an older holds the cards, the older a note that says "please update". */
const COLLECTIONS = [
  { name: 'collection.anki21b', zstd: true },
  { name: 'collection.anki21', zstd: false },
  { name: 'collection.anki2', zstd: false },
] as const

const notAPackage = (cause?: unknown) =>
  new AppError('bad_request', say('notAPackage'), {
    cause,
  })

export interface PackageMedium {
  name: string
  /** Throws `too_large` above 100 MB. */
  open(): Promise<Readable>
}

export interface AnkiPackage {
  /** Where the SQLite file lies for now. */
  collection: string
  media: PackageMedium[]
  close(): void
}

function bounded(most: number, what: string): Transform {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      seen += chunk.length
      if (seen > most) done(new AppError('too_large', say('partTooLarge', { what, value: most / 1024 / 1024 })))
      else done(null, chunk)
    },
  })
}

async function unpacked(zip: ZipFile, entry: Entry, zstd: boolean, most: number, what: string): Promise<Readable> {
  const raw = await zip.openReadStreamPromise(entry)
  const limit = bounded(most, what)
  // A failure of any part is the last one's, where whoever reads it sees it.
  const failed = (error: Error) => limit.destroy(error)
  raw.on('error', failed)
  if (!zstd) return raw.pipe(limit)
  const unzip = createZstdDecompress()
  unzip.on('error', failed)
  return raw.pipe(unzip).pipe(limit)
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** `{"0": "heart.png"}`, or since 2022 the same as protobuf, by place. */
function mediaMap(bytes: Buffer, isNewest: boolean): Map<string, string> {
  if (isNewest) return new Map(readMediaEntries(bytes).map(({ name }, at) => [String(at), name]))
  if (bytes.length === 0) return new Map()
  const map: unknown = JSON.parse(bytes.toString('utf8'))
  return new Map(Object.entries(map as object).filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}

async function openZip(file: ReadableFile): Promise<ZipFile> {
  try {
    return await fromRandomAccessReaderPromise(zipSource(file), file.size, { autoClose: false, lazyEntries: true })
  } catch (cause) {
    throw notAPackage(cause)
  }
}

/** Opens a package in any of its three shapes. Throws `bad_request` when it is none. Close it when it has been read. */
export async function openPackage(file: ReadableFile): Promise<AnkiPackage> {
  const zip = await openZip(file)
  const close = () => zip.close()
  try {
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    const kind = COLLECTIONS.find(({ name }) => entries.has(name))
    const found = kind && entries.get(kind.name)
    if (!kind || !found) throw notAPackage()
    const collection = join(file.scratch, 'collection.sqlite')
    const stream = await unpacked(zip, found, kind.zstd, COLLECTION_MAX, 'The collection')
    await pipeline(stream, createWriteStream(collection))
    const listed = entries.get('media')
    const map = listed
      ? mediaMap(await bytesOf(await unpacked(zip, listed, kind.zstd, MEDIA_MAP_MAX, 'The list of media')), kind.zstd)
      : new Map<string, string>()
    const media = [...map].flatMap(([place, name]): PackageMedium[] => {
      const entry = entries.get(place)
      return entry ? [{ name, open: () => unpacked(zip, entry, kind.zstd, MEDIUM_MAX, `“${name}”`) }] : []
    })
    return { collection, media, close }
  } catch (error) {
    close()
    throw error instanceof AppError ? error : notAPackage(error)
  }
}

export async function sha256Of(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of stream) hash.update(part)
  return hash.digest('hex')
}
