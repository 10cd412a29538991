import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFile } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { AppError, type ErrorCode } from '@atrium/contract/errors'
import type { Sentence } from '@atrium/contract/sentence'
import { confinement } from './confinement.ts'
import { FROM_READER, frame, frameReader, TO_READER } from './frames.ts'
import { type Limits, type Struck, struck, tooBusy, unreadable } from './limits.ts'
import type { ReaderJob } from './reader-process.ts'
import type { OpenSource } from './source.ts'
import { ENDED_BY } from './watch.ts'

const ENTRY = fileURLToPath(new URL('./reader-process.ts', import.meta.url))
/** bytes that wait here for whoever takes the values; the process then waits too */
const WAITING_MAX = 1024 * 1024
/** characters of what a dying process says, for the log */
const LAST_WORDS = 2_000
/** ms of no sign of life for each ms of processor time that a job may take: a process that only waits is given up too */
const SILENCE = 3

type Refused = [ErrorCode, string | Sentence, Record<string, unknown> | null]

export interface Work extends Pick<ReaderJob, 'readers' | 'reader' | 'options' | 'name' | 'size'> {
  source: OpenSource
  limits: Limits
  signal: AbortSignal | undefined
  /** Told how far the file has been read, in bytes. */
  onRead(reached: number): void
}

/** A confined process that reads one file after another. */
export interface ReaderProcess {
  readonly pid: number | undefined
  /** A file for these readers, named by their URL, will come: it loads them meanwhile. */
  load(readers: string): void
  /** What the file holds, as the consumer takes it. Throws `AppError`. */
  read(work: Work): AsyncGenerator<unknown>
  /** Whether it can take another file. */
  isFit(): boolean
  end(): void
}

/** MB; after a job that left it larger a process is not used again */
const RESTED_MAX = 256

function endedBy(code: number | null, signal: NodeJS.Signals | null, words: string): Struck {
  if (signal === ENDED_BY.time) return 'time'
  if (signal === ENDED_BY.memory || /heap|out of memory|allocation failed/i.test(words)) return 'memory'
  if (signal === 'SIGABRT' || signal === 'SIGTRAP' || code === 134) return 'memory'
  return 'died'
}

/** What a reader threw that is no sentence of ours. */
function faultOf(name: string, stack: string): AppError {
  const cause = new Error(stack)
  const isFull = /Invalid string length|Array buffer allocation failed|ERR_STRING_TOO_LONG|a value is too long/.test(
    stack,
  )
  return isFull ? struck('memory', name, cause) : unreadable(name, cause)
}

/** One reading: what has come and is not taken yet, and how it ended. */
function createInbox(wire: Duplex, limits: Limits, name: string) {
  let values: { list: unknown[]; weight: number }[] = []
  let waiting = 0
  let rows = 0
  let output = 0
  let end: { error: unknown } | 'done' | null = null
  let wake: () => void = () => undefined

  const finish = (how: { error: unknown } | 'done') => {
    end ??= how
    wake()
  }
  return {
    finish,
    isOver: () => end !== null,
    put(list: unknown[], weight: number) {
      rows += list.length
      output += weight
      if (rows > limits.rows) return finish({ error: struck('rows', name) })
      if (output > limits.output) return finish({ error: struck('output', name) })
      values.push({ list, weight })
      waiting += weight
      if (waiting > WAITING_MAX) wire.pause()
      wake()
    },
    /** The consumer has to take what is there before the process is asked for more. */
    isFull: () => waiting > WAITING_MAX,
    async *take(): AsyncGenerator<unknown> {
      for (;;) {
        if (end !== null && end !== 'done') throw end.error
        const batches = values
        values = []
        for (const { list, weight } of batches) {
          yield* list
          waiting -= weight
          if (waiting <= WAITING_MAX) wire.resume()
        }
        if (values.length > 0) continue
        if (end === 'done') return
        if (end !== null) continue
        await new Promise<void>((go) => {
          wake = go
        })
      }
    },
  }
}

/** The operating system's own means, where it has them: the server goes first, and where memory ends this process does. */
function standBack(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // it has ended already, or this system does not let us
  }
  if (process.platform === 'linux') writeFile(`/proc/${pid}/oom_score_adj`, '900', () => undefined)
}

export function startReader(code: readonly string[] = []): ReaderProcess {
  const scratch = mkdtempSync(join(tmpdir(), 'atrium-reading-'))
  const child: ChildProcess = spawn(process.execPath, [...confinement(scratch, code), ENTRY, scratch], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: process.env.TZ === undefined ? {} : { TZ: process.env.TZ },
    windowsHide: true,
  })
  child.on('error', () => undefined) // told of below, where there is a process
  // Without a descriptor to spare there are no pipes, and no process either.
  const wire = child.stdio?.[3] as unknown as Duplex | undefined
  if (!wire) {
    rmSync(scratch, { recursive: true, force: true })
    throw tooBusy()
  }
  let inbox: ReturnType<typeof createInbox> | null = null
  let work: Work | null = null
  let words = ''
  let isFit = true
  /** It has ended its last job by itself: whoever left earlier leaves it at work, and what it says then is nobody's. */
  let isAtRest = true

  const give = (kind: number, payload: Uint8Array | string) => {
    for (const part of frame(kind, payload)) wire.write(part)
  }
  const end = () => {
    isFit = false
    child.kill('SIGKILL')
  }
  const gone = (error: unknown) => {
    isFit = false
    inbox?.finish({ error })
    rmSync(scratch, { recursive: true, force: true })
  }

  /** At rest it keeps no server from ending. */
  const hold = (isHeld: boolean) => {
    const handles = [child, wire, child.stderr] as unknown as { ref?(): void; unref?(): void }[]
    for (const handle of handles) isHeld ? handle.ref?.() : handle.unref?.()
  }
  hold(false)
  if (child.pid !== undefined) standBack(child.pid)
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-LAST_WORDS)
  })
  child.on('error', gone)
  child.on('close', (exit, signal) => {
    const cause = new Error(`a reading process ended with ${signal ?? exit}: ${words}`)
    gone(struck(endedBy(exit, signal, words), work?.name ?? '', cause))
  })
  wire.on('error', () => undefined) // its end says more

  async function serve(now: Work, payload: Buffer) {
    const [start, stop] = JSON.parse(payload.toString()) as [number, number]
    try {
      const bytes = await now.source.read(start, stop)
      if (work !== now) return
      now.onRead(start + bytes.byteLength)
      give(TO_READER.bytes, bytes)
    } catch (error) {
      if (work !== now) return
      if (error instanceof AppError) {
        // Where the bytes come from knows better than the reader what is wrong with them.
        isFit = false
        inbox?.finish({ error })
      } else give(TO_READER.failed, error instanceof Error ? error.message : 'it cannot be read')
    }
  }

  let serving = Promise.resolve()
  const take = (kind: number, payload: Buffer) => {
    const now = work
    if (!now || !inbox) return
    if (kind === FROM_READER.values) inbox.put(JSON.parse(payload.toString()) as unknown[], payload.length)
    else if (kind === FROM_READER.bytes) inbox.put([new Uint8Array(payload)], payload.length)
    else if (kind === FROM_READER.wants)
      serving = serving.then(() => serve(now, payload)) // in their order
    else if (kind === FROM_READER.done) {
      isAtRest = true
      const { rss } = JSON.parse(payload.toString()) as { rss: number }
      if (rss > RESTED_MAX * 1024 * 1024) isFit = false
      inbox.finish('done')
    } else if (kind === FROM_READER.refused) {
      isAtRest = true
      const [code, sentence, details] = JSON.parse(payload.toString()) as Refused
      inbox.finish({ error: new AppError(code, sentence, details ? { details } : {}) })
    } else {
      isFit = false
      inbox.finish({ error: faultOf(now.name, payload.toString()) })
    }
  }
  const takeChunk = frameReader(take)
  let heard = performance.now()
  wire.on('data', (chunk: Buffer) => {
    heard = performance.now()
    try {
      takeChunk(chunk)
    } catch (error) {
      inbox?.finish({ error: faultOf(work?.name ?? '', String(error)) })
      end()
    }
  })

  return {
    pid: child.pid,
    isFit: () => isFit,
    end,
    load(readers) {
      if (isFit) give(TO_READER.load, readers)
    },
    async *read(now) {
      const { readers, reader, options, name, size, limits, signal } = now
      if (!isFit) throw struck('died', name)
      hold(true)
      work = now
      inbox = createInbox(wire, limits, name)
      const its = inbox
      const job: ReaderJob = { readers, reader, options, name, size, time: limits.time, memory: limits.memory }
      const abort = () => its.finish({ error: signal?.reason })
      signal?.addEventListener('abort', abort, { once: true })
      if (signal?.aborted) abort()
      heard = performance.now()
      // Its own thread counts the processor's time; this one only notices a process that has stopped altogether.
      const silence = setInterval(
        () => {
          if (its.isFull()) heard = performance.now()
          else if (performance.now() - heard > limits.time * SILENCE) its.finish({ error: struck('time', name) })
        },
        Math.min(1_000, limits.time),
      )
      try {
        if (!its.isOver()) {
          isAtRest = false
          give(TO_READER.job, JSON.stringify(job))
        }
        yield* its.take()
      } finally {
        clearInterval(silence)
        signal?.removeEventListener('abort', abort)
        if (!isAtRest) isFit = false
        work = null
        inbox = null
        wire.resume()
        hold(false)
        if (!isFit) end()
      }
    },
  }
}
