import type { Log } from '../telemetry.ts'
import { createFairQueue } from './fair-queue.ts'
import { LIMITS, type Limits } from './limits.ts'
import { type ReaderProcess, startReader } from './process.ts'
import type { Source } from './source.ts'

/**
 * Each has places of its own: while an import goes on, which may take minutes, documents are read; and an import that
 * keeps a document waits for nobody but documents.
 */
export type Lane = 'import' | 'document' | 'picture' | 'archive'

export interface Reading {
  source: Source
  /** The file of readers, as a URL, and the one of them that knows this kind. */
  readers: string
  reader: string
  /** Plain data. */
  options?: unknown
  limits?: Partial<Limits>
  signal?: AbortSignal | undefined
  /** How much of the file has been read, from 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined
}

/** A place at work: whoever has it may read what they need, one file within the reading of another too. */
export interface Seat {
  /** Has a file read in a process of its own. Values come as they are taken. Throws `AppError`, and the signal's reason. */
  read(reading: Reading): AsyncGenerator<unknown>
  leave(): void
}

export interface ParsingPool {
  /** Waits for its turn: one place for each person in a lane. Throws `unavailable` when too many wait. */
  enter(lane: Lane, owner: string, signal?: AbortSignal): Promise<Seat>
  /** One file, from its turn to its end. */
  read(lane: Lane, owner: string, reading: Reading): AsyncGenerator<unknown>
  /**
   * A file of theirs will be read soon, by these readers: a process is started for it, or the one that they have is told, and
   * loads them meanwhile. Never is more than one new process at rest, and none is ended to make room for it. No more than a
   * hint: where it cannot be followed, that is logged.
   */
  warm(owner: string, readers: string): void
  /** Ends every process. */
  close(): void
  /** For metrics and tests. */
  size(): { running: number; waiting: number; resting: number }
}

export interface PoolSettings {
  log: Log
  /** at once, in each lane */
  atOnce?: number
  /** ms after which a process that nothing came for is ended: a server at rest is no larger for having read */
  restsFor?: number
  /** Folders of readers outside our own. */
  code?: readonly string[]
}

interface Resting {
  reader: ReaderProcess
  /** Who it has read for; null when it is new. It never reads for another. */
  owner: string | null
  timer: NodeJS.Timeout
}

const LANES: readonly Lane[] = ['import', 'document', 'picture', 'archive']
const RESTING_MAX = 3

/**
 * Reads people's files in processes that can do nothing else. A hostile file can waste its own bounded time and memory, or
 * end its process; the server and everybody else's files go on.
 */
export function createParsingPool({ log, atOnce = 2, restsFor = 30_000, code = [] }: PoolSettings): ParsingPool {
  // Imports of archives come in two lanes of their own, of large files and of small ones (data/import.ts), which do not wait
  // for each other: here neither.
  const placesOf = (lane: Lane) => (lane === 'archive' ? 2 * atOnce : atOnce)
  const queues = new Map(LANES.map((lane) => [lane, createFairQueue({ atOnce: placesOf(lane) })]))
  const alive = new Set<ReaderProcess>()
  let resting: Resting[] = []
  let isClosed = false

  const start = (): ReaderProcess => {
    const reader = startReader(code)
    alive.add(reader)
    return reader
  }
  const end = (reader: ReaderProcess) => {
    alive.delete(reader)
    reader.end()
  }
  const rest = (reader: ReaderProcess, owner: string | null) => {
    if (isClosed || !reader.isFit()) return end(reader)
    const one: Resting = {
      reader,
      owner,
      timer: setTimeout(() => {
        resting = resting.filter((other) => other !== one)
        end(reader)
      }, restsFor).unref(),
    }
    resting.push(one)
    const oldest = resting.length > RESTING_MAX ? resting.shift() : undefined
    if (!oldest) return
    clearTimeout(oldest.timer)
    end(oldest.reader)
  }
  /** One that this person used last, or a new one. */
  const restingFor = (owner: string): Resting | undefined => {
    for (const { reader } of resting) if (!reader.isFit()) alive.delete(reader) // it ended by itself
    resting = resting.filter(({ reader }) => reader.isFit())
    return resting.find((one) => one.owner === owner) ?? resting.find((one) => one.owner === null)
  }
  const take = (owner: string): ReaderProcess => {
    const own = restingFor(owner)
    if (!own) return start()
    resting = resting.filter((one) => one !== own)
    clearTimeout(own.timer)
    return own.reader
  }

  async function* reading(
    owner: string,
    { source, readers, reader, options = {}, limits, signal, onProgress }: Reading,
  ): AsyncGenerator<unknown> {
    let process: ReaderProcess | null = null
    const opened = await source.open()
    try {
      process = take(owner)
      let furthest = 0
      yield* process.read({
        ...{ readers, reader, options, signal, name: source.name, size: source.size, source: opened },
        limits: { ...LIMITS, ...limits },
        onRead(reached) {
          if (reached <= furthest) return
          furthest = reached
          onProgress?.(source.size > 0 ? Math.min(1, reached / source.size) : 1)
        },
      })
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      if (cause !== undefined) log.warn({ err: cause, reader }, 'a file could not be read')
      throw error
    } finally {
      if (process) rest(process, owner)
      await opened.close()
    }
  }

  const enter: ParsingPool['enter'] = async (lane, owner, signal) => {
    const leave = await (queues.get(lane) as ReturnType<typeof createFairQueue>).enter(owner, signal)
    return { read: (given) => reading(owner, given), leave }
  }

  return {
    enter,
    async *read(lane, owner, given) {
      const seat = await enter(lane, owner, given.signal)
      try {
        yield* seat.read(given)
      } finally {
        seat.leave()
      }
    },
    warm(owner, readers) {
      if (isClosed) return
      try {
        if (!restingFor(owner) && resting.length < RESTING_MAX) rest(start(), null)
        const soon = restingFor(owner)
        soon?.timer.refresh()
        soon?.reader.load(readers)
      } catch (err) {
        log.warn({ err }, 'no process could be made ready for a file that will come')
      }
    },
    close() {
      isClosed = true
      for (const { timer } of resting) clearTimeout(timer)
      resting = []
      for (const reader of [...alive]) end(reader)
    },
    size: () => ({
      running: LANES.reduce((sum, lane) => sum + (queues.get(lane)?.size().running ?? 0), 0),
      waiting: LANES.reduce((sum, lane) => sum + (queues.get(lane)?.size().waiting ?? 0), 0),
      resting: resting.length,
    }),
  }
}
