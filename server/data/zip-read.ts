import { crc32 } from 'node:zlib'
import { AppError } from '@atrium/contract/errors'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

const MB = 1024 * 1024
/** Files of one archive; their names are held in memory. */
const ENTRIES_MAX = 100_000
/** bytes of all files together, unpacked */
const UNPACKED_MAX = 6 * 1024 * MB
/** Texts pack to a tenth, rarely to a fiftieth; deflate's own limit is 1,032 (zlib's technical details). */
const RATIO_MAX = 200
/** bytes; below it any ratio is harmless */
const SMALL = 64 * MB

export interface Archive {
  names(): string[]
  has(name: string): boolean
  /** Bytes, unpacked, as declared. Throws `unprocessable` when the archive has no such file. */
  size(name: string): number
  /**
   * Throws `unprocessable` when the archive has no such file. The stream fails when its bytes are not what was declared: their
   * number, or at its end their CRC-32.
   */
  read(name: string): AsyncIterable<Uint8Array>
  close(): void
}

const refuse = (sentence: string, cause?: unknown) => new AppError('unprocessable', sentence, { cause })
export const damaged = (cause: unknown) =>
  refuse('This zip is damaged or incomplete. Download it again and try once more.', cause)

/** Is it a file by itself or a path that leads out of the archive? */
const isUnsafe = (name: string) =>
  name.includes('\0') || /^[/\\]|^[a-z]:/i.test(name) || name.split(/[/\\]/).includes('..')

function check(entry: Entry): void {
  if (isUnsafe(entry.fileName)) throw refuse('This zip has a file whose path leads out of it. It was not read.')
  if (entry.isEncrypted()) throw refuse('This zip is encrypted. Unpack it and pack it again without a password.')
  const { compressedSize: packed, uncompressedSize: size } = entry
  if (size > SMALL && size > packed * RATIO_MAX)
    throw refuse('This zip unpacks to far more than such files ever do. It was not read.')
}

/**
 * Opens a zip on the disk. Throws `unprocessable` for what is damaged, encrypted, a bomb, or leads out of itself. When the signal
 * fires, this and every read of it throw its reason.
 */
export async function openArchive(path: string, signal?: AbortSignal): Promise<Archive> {
  let zip: ZipFile
  try {
    zip = await openPromise(path, { autoClose: false })
  } catch (cause) {
    throw damaged(cause)
  }
  const entries = new Map<string, Entry>()
  try {
    if (zip.entryCount > ENTRIES_MAX) throw refuse(`This zip has more than ${ENTRIES_MAX.toLocaleString('en')} files.`)
    let total = 0
    for await (const entry of zip.eachEntry()) {
      signal?.throwIfAborted()
      check(entry)
      total += entry.uncompressedSize
      if (total > UNPACKED_MAX) throw refuse('This zip unpacks to more than 6 GB. It was not read.')
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
    }
  } catch (error) {
    zip.close()
    signal?.throwIfAborted()
    if (error instanceof AppError) throw error
    if (error instanceof Error && /^(invalid relative path|absolute path|invalid characters)/.test(error.message))
      throw refuse('This zip has a file whose path leads out of it. It was not read.', error)
    throw damaged(error)
  }
  const find = (name: string): Entry => {
    const entry = entries.get(name)
    if (!entry) throw refuse(`This archive has no ${name}.`)
    return entry
  }
  return {
    names: () => [...entries.keys()],
    has: (name) => entries.has(name),
    size: (name) => find(name).uncompressedSize,
    async *read(name) {
      const entry = find(name)
      let stream: AsyncIterator<Uint8Array>
      try {
        stream = (await zip.openReadStreamPromise(entry))[Symbol.asyncIterator]()
      } catch (cause) {
        throw damaged(cause)
      }
      let sum = 0
      try {
        for (;;) {
          signal?.throwIfAborted()
          const next = await stream.next().catch((cause: unknown) => {
            throw damaged(cause)
          })
          if (next.done) break
          sum = crc32(next.value, sum) // which yauzl leaves to its callers
          yield next.value
        }
        if (sum !== entry.crc32) throw damaged(new Error(`${name} has another CRC-32 than the zip says`))
      } finally {
        await stream.return?.()
      }
    },
    close: () => zip.close(),
  }
}
