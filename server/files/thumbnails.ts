import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@atrium/contract/errors'
import type { Struck } from '../platform/parsing/limits.ts'
import type { ParsingPool } from '../platform/parsing/pool.ts'
import { diskSource } from '../platform/parsing/source.ts'
import type { Log } from '../platform/telemetry.ts'
import type { Store } from './store.ts'

/** px; the longest side. Few and fixed, so that nobody has the server make pictures without end. */
export const THUMBNAILS = { large: 800, small: 200 } as const
export type ThumbnailSize = keyof typeof THUMBNAILS
export const SIZES = Object.keys(THUMBNAILS) as ThumbnailSize[]

const READERS = new URL('./pictures/readers.ts', import.meta.url).href
/** Of one picture: one that needs more has none. */
const LIMITS = { time: 15_000, memory: 768, output: 16 * 1024 * 1024 }
/** Pictures that are remembered to have none. */
const KNOWN_MAX = 5_000
/** What strikes a good picture too, on a machine that was busy: such a one is tried again, later each time. */
const PASSING: readonly unknown[] = ['time', 'died'] satisfies Struck[]
/** ms until the second try, and at most until any: whoever asks again and again has the server do it no more often. */
const TRIED_AGAIN = { first: 60_000, last: 24 * 3_600_000 }

/** Kinds of which there may be one. */
const KINDS = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

export interface Pictured {
  mime: string
  size: number
  sha256: string
  /** Whose it is: one of each person is made at a time. */
  ownerId: string
}

export interface Thumbnails {
  /** Where the small picture of a file is, made if there is none yet. Throws `unsupported_media_type` where there can be none. */
  find(file: Pictured, size: ThumbnailSize): Promise<{ path: string; mime: string }>
  remove(sha256: string): Promise<void>
}

const none = (cause?: unknown) =>
  new AppError('unsupported_media_type', 'There is no small picture of this file.', { cause })

/**
 * Small pictures of people's pictures, by the hash of the bytes: what two people have is made once. They are made anew where they
 * are gone, so no backup has them.
 */
export function createThumbnails(
  dir: string,
  store: Store,
  parsing: ParsingPool,
  log: Log,
  now: () => number = () => performance.now(),
): Thumbnails {
  const pathOf = (sha256: string, size: ThumbnailSize) => join(dir, sha256.slice(0, 2), `${sha256}.${size}`)
  const making = new Map<string, Promise<void>>()
  /** Until when each has none, for `now`, and how long that was since it was tried. */
  const refused = new Map<string, { until: number; wait: number }>()

  function refuse(sha256: string, mayPass: boolean): void {
    const before = refused.get(sha256)?.wait
    const wait = !mayPass
      ? Number.POSITIVE_INFINITY
      : Math.min(TRIED_AGAIN.last, before === undefined ? TRIED_AGAIN.first : before * 4)
    refused.delete(sha256) // so that it is the newest
    const oldest = refused.keys().next()
    if (refused.size >= KNOWN_MAX && !oldest.done) refused.delete(oldest.value)
    refused.set(sha256, { until: now() + wait, wait })
  }

  async function make({ sha256, size, ownerId }: Pictured): Promise<void> {
    const source = diskSource('picture', store.pathOf(sha256), size)
    const options = { sizes: SIZES.map((one) => THUMBNAILS[one]) }
    const made = parsing.read('picture', ownerId, {
      source,
      readers: READERS,
      reader: 'thumbnails',
      options,
      limits: LIMITS,
    })
    await mkdir(join(dir, sha256.slice(0, 2)), { recursive: true })
    let at = 0
    for await (const bytes of made) {
      const path = pathOf(sha256, SIZES[at] as ThumbnailSize)
      const beside = `${path}.${randomUUID()}`
      // Whole or not at all, whoever else makes it meanwhile.
      await writeFile(beside, bytes as Uint8Array)
      await rename(beside, path)
      at += 1
    }
  }

  async function remove(sha256: string): Promise<void> {
    refused.delete(sha256)
    for (const size of SIZES) await rm(pathOf(sha256, size), { force: true })
  }

  async function judged(file: Pictured): Promise<void> {
    try {
      await make(file)
      refused.delete(file.sha256)
      // Whoever removed the bytes meanwhile found no small ones to remove with them.
      if (!(await isThere(store.pathOf(file.sha256)))) await remove(file.sha256)
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT')
        throw new AppError('gone', 'The content of this file is missing on the server.', { cause })
      if (!(cause instanceof AppError) || cause.code === 'unavailable') throw cause
      log.info({ sha256: file.sha256, code: cause.code, details: cause.details }, 'a picture has no small one')
      refuse(file.sha256, PASSING.includes(cause.details?.limit))
      throw none(cause)
    }
  }

  const isThere = (path: string) =>
    stat(path).then(
      ({ size }) => size > 0,
      () => false,
    )

  return {
    async find(file, size) {
      const { sha256, mime } = file
      if (!KINDS.has(mime) || (refused.get(sha256)?.until ?? 0) > now()) throw none()
      const path = pathOf(sha256, size)
      if (!(await isThere(path))) {
        const one = making.get(sha256) ?? judged(file).finally(() => making.delete(sha256))
        making.set(sha256, one)
        await one
      }
      return { path, mime: await kindOf(path) }
    },
    remove,
  }
}

/** An opaque picture is a JPEG, one that is seen through a PNG. */
async function kindOf(path: string): Promise<string> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? none(error) : error
  })
  try {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, 0)
    return buffer[0] === 0xff ? 'image/jpeg' : 'image/png'
  } finally {
    await file.close()
  }
}
