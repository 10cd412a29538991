import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@atrium/contract/errors'
import { FILE_MAX_BYTES } from '@atrium/contract/files'
import { sentences } from '@atrium/contract/sentences'

/** Bytes on their way in, complete and on the disk, but under no hash yet. */
export interface Incoming {
  path: string
  size: number
  /** hex */
  sha256: string
}

/** Bytes under `directory/aa/<sha256>`. Who may read them is known to the table alone. */
export interface Store {
  /** Writes the bytes as they come. Throws `too_large`, `bad_request` when there are none or they break off. */
  receive(source: AsyncIterable<Uint8Array>, most?: Most): Promise<Incoming>
  /** An empty file for what the server writes down for a while. Whoever asks for it closes and removes it. */
  scratch(): Promise<{ path: string; file: FileHandle }>
  /** Gives them their names for good, each folder of theirs made to last once. */
  keep(incomings: readonly Incoming[]): Promise<void>
  discard(incoming: Pick<Incoming, 'path'>): Promise<void>
  /** Where those lie that have come in, by the last part of their path. */
  incomingPath(name: string): string
  pathOf(sha256: string): string
  remove(sha256: string): Promise<void>
  /** Every hash that is kept, a folder of them at a time. */
  hashes(): AsyncIterable<string[]>
  /** Removes what uploads left behind that a crash cut off. */
  discardAbandoned(): Promise<void>
}

/** ms; no upload takes that long, nor may one that goes on where it stopped (unfinished.ts) */
export const ABANDONED_AFTER = 24 * 60 * 60 * 1000
const HASH = /^[0-9a-f]{64}$/

const tooLarge = () => new AppError('too_large', `That file is too large: at most ${FILE_MAX_BYTES / 1024 / 1024} MB.`)

/** Makes a rename last through a power cut; Windows neither needs nor allows it. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error))

function asSentence(error: unknown): unknown {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  if (isDiskFull(error)) return new AppError('unavailable', sentences.unavailable, { cause: error })
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR')
    return new AppError('bad_request', 'The upload broke off before it was complete.', { cause: error })
  return error
}

interface Most {
  bytes: number
  refusal: () => AppError
}

/** Writes the bytes into an empty file as they come, and closes it; what breaks off leaves nothing. */
export async function receiveInto(
  { path, file }: { path: string; file: FileHandle },
  source: AsyncIterable<Uint8Array>,
  most: Most = { bytes: FILE_MAX_BYTES, refusal: tooLarge },
): Promise<Incoming> {
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of source) {
      size += chunk.byteLength
      if (size > most.bytes) throw most.refusal()
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    if (size === 0) throw new AppError('bad_request', 'That file is empty.')
    await file.sync()
  } catch (error) {
    await file.close()
    await rm(path, { force: true })
    throw asSentence(error)
  }
  await file.close()
  return { path, size, sha256: hash.digest('hex') }
}

export function createStore(directory: string): Store {
  const incomingDirectory = join(directory, 'incoming')
  const directoryOf = (sha256: string) => join(directory, sha256.slice(0, 2))
  const pathOf = (sha256: string) => {
    if (!HASH.test(sha256)) throw new Error('not a SHA-256 in hex')
    return join(directoryOf(sha256), sha256)
  }

  const scratch = async () => {
    await mkdir(incomingDirectory, { recursive: true })
    const path = join(incomingDirectory, randomUUID())
    return { path, file: await open(path, 'wx', 0o600) }
  }

  return {
    pathOf,
    scratch,
    receive: async (source, most) => receiveInto(await scratch(), source, most),
    async keep(incomings) {
      const homes = new Set(incomings.map(({ sha256 }) => directoryOf(sha256)))
      let isNew = false
      for (const home of homes) if (await mkdir(home, { recursive: true })) isNew = true
      if (isNew) await syncDirectory(directory)
      for (const { path, sha256 } of incomings) await rename(path, pathOf(sha256))
      for (const home of homes) await syncDirectory(home)
    },
    incomingPath: (name) => join(incomingDirectory, name),
    discard: (incoming) => rm(incoming.path, { force: true }),
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    async *hashes() {
      await mkdir(directory, { recursive: true })
      for (const folder of await readdir(directory)) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue
        const hashes = (await readdir(join(directory, folder))).filter((name) => HASH.test(name))
        if (hashes.length > 0) yield hashes
      }
    },
    async discardAbandoned() {
      await mkdir(incomingDirectory, { recursive: true })
      for (const name of await readdir(incomingDirectory)) {
        const path = join(incomingDirectory, name)
        const { mtimeMs } = await stat(path)
        if (mtimeMs < Date.now() - ABANDONED_AFTER) await rm(path, { force: true })
      }
    },
  }
}
