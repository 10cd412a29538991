// Runs in a process of its own, which pool.ts starts, bounds and, if need be, kills. It has no file of anybody's: it asks
// for the bytes of the one that it reads, and gives what it finds.
import { readdirSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@atrium/contract/errors'
import type { ReadableFile, Reader, Readers, Rehearsal } from '@atrium/contract/reading'
import { storableJson } from '../runs/storable.ts'
import { FROM_READER, frame, frameReader, TO_READER } from './frames.ts'
import { readableFile } from './readable-file.ts'
import { watchProcess } from './watch.ts'

/** What is to be read, as it comes over the wire. */
export interface ReaderJob {
  /** The file of readers, as a URL, and which of them. */
  readers: string
  reader: string
  options: unknown
  name: string
  size: number
  time: number
  memory: number
}

/** characters of JSON that are gathered before they are sent, and ms after which what is there is sent */
const GATHERED = 64 * 1024
const GATHERED_FOR = 50
/** How often a rehearsal is read, by when the engine has compiled what takes the time; and ms before it, for a file that comes at once. */
const TIMES = 3
const REHEARSE_AFTER = 100
/** UTF-16 units of one value */
const VALUE_MAX = 32 * 1024 * 1024

const scratch = process.argv[2] as string
const wire = new Socket({ fd: 3, readable: true, writable: true })
const watch = watchProcess()
/** Whether a file has come: then there is nothing to prepare for. */
let hasWorked = false
const prepared = new Set<string>()
let asked: { take(bytes: Uint8Array): void; fail(error: Error): void }[] = []

/** Waits when the other side does not take what is sent: nothing piles up here. */
async function send(kind: number, payload: Uint8Array | string): Promise<void> {
  const [head, body] = frame(kind, payload) as [Buffer, Buffer]
  wire.cork()
  wire.write(head)
  const goesOn = wire.write(body)
  wire.uncork()
  if (!goesOn) await new Promise((done) => wire.once('drain', done))
}

const slice = (start: number, end: number) =>
  new Promise<Uint8Array>((take, fail) => {
    asked.push({ take, fail })
    void send(FROM_READER.wants, JSON.stringify([start, end]))
  })

async function give(values: AsyncIterable<unknown> | Iterable<unknown>): Promise<void> {
  let gathered: string[] = []
  let weight = 0
  let timer: NodeJS.Timeout | undefined
  let since = 0
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const ready = gathered
    gathered = []
    weight = 0
    if (ready.length > 0) await send(FROM_READER.values, `[${ready.join(',')}]`)
  }
  try {
    for await (const value of values) {
      if (value instanceof Uint8Array) {
        await flush()
        await send(FROM_READER.bytes, value)
        continue
      }
      const json = storableJson(value) // what a file says, the database has to hold
      if (json.length > VALUE_MAX) throw new RangeError('a value is too long')
      gathered.push(json)
      weight += json.length
      if (timer === undefined) {
        since = performance.now()
        timer = setTimeout(() => void flush(), GATHERED_FOR) // a reader that waits, or thinks long, holds nothing back
      }
      if (weight > GATHERED || performance.now() - since > GATHERED_FOR) await flush()
    }
  } finally {
    await flush()
  }
}

const emptyScratch = () => {
  for (const name of readdirSync(scratch)) rmSync(join(scratch, name), { recursive: true, force: true })
}

/** Reads the file and gives its values; answers how it ended. */
async function outcomeOf(job: ReaderJob): Promise<[kind: number, facts: string]> {
  try {
    const readers = (await import(job.readers)) as Readonly<Record<string, Reader>>
    const reader = Object.hasOwn(readers, job.reader) ? readers[job.reader] : undefined
    if (typeof reader !== 'function') throw new Error(`${job.readers} has no reader “${job.reader}”`)
    const file: ReadableFile = readableFile({ name: job.name, size: job.size, scratch, slice })
    await give(reader(file, job.options as never))
    return [FROM_READER.done, JSON.stringify({ rss: process.memoryUsage.rss() })]
  } catch (error) {
    if (error instanceof AppError)
      return [FROM_READER.refused, JSON.stringify([error.code, error.said ?? error.message, error.details ?? null])]
    return [FROM_READER.fault, error instanceof Error ? (error.stack ?? error.message) : String(error)]
  }
}

/** A file will come for these readers: they are loaded, and what they rehearse is read until then. */
async function prepare(url: string): Promise<void> {
  if (prepared.has(url)) return
  prepared.add(url)
  try {
    const { rehearsal, ...readers } = (await import(url)) as { rehearsal?: Rehearsal } & Readers
    const reader = rehearsal && readers[rehearsal.reader]
    if (!reader) return
    await sleep(REHEARSE_AFTER)
    const bytes = new TextEncoder().encode(rehearsal.text)
    const slice = async (start: number, end: number) => bytes.slice(start, end)
    for (let time = 0; time < TIMES && !hasWorked; time++) {
      const file = readableFile({ name: rehearsal.name, size: bytes.length, scratch, slice })
      for await (const _ of reader(file, rehearsal.options as never)) if (hasWorked) break
    }
  } catch {
    // A job that needs them fails of it too, and says so.
  }
}

async function work(job: ReaderJob): Promise<void> {
  hasWorked = true
  asked = [] // of a file whose reader did not wait for all that it had asked for
  watch.begin(job)
  const [kind, facts] = await outcomeOf(job)
  emptyScratch()
  watch.end()
  await send(kind, facts)
}

const take = frameReader((kind, payload) => {
  if (kind === TO_READER.job) void work(JSON.parse(payload.toString()) as ReaderJob)
  else if (kind === TO_READER.bytes)
    asked.shift()?.take(new Uint8Array(payload)) // a copy: the frame's own buffer moves on
  else if (kind === TO_READER.load) void prepare(payload.toString())
  else asked.shift()?.fail(new Error(payload.toString()))
})
wire.on('data', take)
// The server is gone, and so is whoever wanted to know.
wire.on('close', () => process.exit(0))
wire.on('error', () => process.exit(0))
