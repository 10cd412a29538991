import { AppError } from '@atrium/contract/errors'
import { usualOrder } from '@atrium/domain/dates/date-order'
import type { DateOrder } from '@atrium/domain/dates/figures'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { DatasetRow, Reading } from '../module.ts'
import { say } from '../say.ts'
import type { Engine, FileSource, Look, Source } from './engine.ts'
import type { Answer, Failure } from './worker.ts'

interface Waiting {
  done: (value: unknown) => void
  failed: (error: Error) => void
}

let worker: Worker | null = null
/** What dies after it has worked has run out of memory; what never answered could not be loaded. */
let hasAnswered = false
let count = 0
const waiting = new Map<number, Waiting>()
const sent = new Map<string, Promise<void>>()

const errorOf = ({ error, said }: Failure): Error => (said ? new AppError(said.code, said.sentence) : new Error(error))

function started(): Worker {
  if (worker) return worker
  worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    hasAnswered = true
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) asked?.failed(errorOf(data))
    else asked?.done(data.value)
  })
  // The next question starts another.
  worker.addEventListener('error', (event) => {
    const fault = event.message
      ? new Error(event.message)
      : hasAnswered
        ? new AppError('too_large', say('tablesTooLarge'))
        : notFetched()
    worker?.terminate()
    worker = null
    hasAnswered = false
    sent.clear()
    coming.clear()
    for (const { failed } of waiting.values()) failed(fault)
    waiting.clear()
  })
  return worker
}

function post<T>(name: keyof Engine, args: unknown[], transfer: Transferable[] = []): Promise<T> {
  const id = ++count
  return new Promise<T>((done, failed) => {
    waiting.set(id, { done: done as (value: unknown) => void, failed })
    started().postMessage({ id, name, args }, transfer)
  })
}

/** How far a file is on its way into the worker. */
export interface Coming {
  /** bytes */
  read: number
  /** null where nobody says. */
  total: number | null
  rows: number
  stop(): void
}

/** A person has stopped the reading of a file. */
export class Stopped extends Error {}

const coming = new Map<string, Coming>()
const listeners = new Set<() => void>()
const tell = (key: string, now: Coming | null) => {
  if (now) coming.set(key, now)
  else coming.delete(key)
  for (const listener of listeners) listener()
}
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The reading of this file that is under way; null while none is. */
export const useComing = ({ file, reading }: FileSource): Coming | null =>
  useSyncExternalStore(listen, () => coming.get(JSON.stringify([file, reading])) ?? null)

const notFetched = () => new AppError('unavailable', say('notFetched'))
const urlOf = (file: string) => `/api/files/${encodeURIComponent(file)}`

async function read({ file, reading }: FileSource): Promise<void> {
  const of = { file, reading }
  const key = JSON.stringify([file, reading])
  const running = new AbortController()
  const { signal } = running
  const stop = () => running.abort(new Stopped())
  let now: Coming = { read: 0, total: null, rows: 0, stop }
  tell(key, now)
  let isWhole = false
  try {
    const response = await fetch(urlOf(file), { credentials: 'include', signal })
    if (!response.ok || !response.body) throw notFetched()
    const total = Number(response.headers.get('content-length')) || null
    const pieces = response.body.getReader()
    for (let isFirst = true; ; isFirst = false) {
      const { value, done } = await pieces.read()
      const piece = value ?? new Uint8Array(0)
      const { byteLength } = piece
      const rows = await post<number>('feed', [of, isFirst, piece], [piece.buffer])
      signal.throwIfAborted()
      now = { ...now, read: now.read + byteLength, total, rows }
      tell(key, now)
      if (done) break
    }
    isWhole = true
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    await post('finish', [of, isWhole]).finally(() => tell(key, null))
  }
}

/** Brings a dataset's file into the worker by pieces; each once, for as long as its table is kept there. */
async function bring({ file, reading }: FileSource): Promise<void> {
  const key = JSON.stringify([file, reading])
  if (sent.has(key)) {
    await sent.get(key)
    if (await post<boolean>('has', [{ file, reading }])) return
  }
  const reads = read({ file, reading })
  sent.set(key, reads)
  try {
    await reads
  } catch (error) {
    sent.delete(key)
    throw error
  }
}

/** bytes by which a file's layout is seen */
const HEAD = 256 * 1024

/** The beginning of a file; `isWhole` where that is all of it. */
export async function headOf(file: string): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const response = await fetch(urlOf(file), { credentials: 'include', headers: { range: `bytes=0-${HEAD - 1}` } })
  if (!response.ok) throw notFetched()
  const all = new Uint8Array(await response.arrayBuffer())
  return { bytes: all.slice(0, HEAD), isWhole: all.byteLength < HEAD }
}

/** What a head looks like when it is read so. */
export const lookAt = ({ bytes, isWhole }: { bytes: Uint8Array; isWhole: boolean }, reading: Reading): Promise<Look> =>
  post<Look>('look', [bytes, isWhole, reading])

/** Questions about one dataset, or two. */
type Name = Exclude<keyof Engine, 'has' | 'feed' | 'finish' | 'look'>

export async function ask<K extends Name>(
  name: K,
  ...args: Parameters<Engine[K]>
): Promise<Awaited<ReturnType<Engine[K]>>> {
  for (const one of args.slice(0, 2)) if (isSource(one)) await bring(one)
  return post<Awaited<ReturnType<Engine[K]>>>(name, args as unknown[])
}

const isSource = (value: unknown): value is Source =>
  typeof value === 'object' && value !== null && 'file' in value && 'steps' in value

export const personOrder = (): DateOrder => usualOrder(Intl.DateTimeFormat().resolvedOptions().timeZone)

export const sourceOf = ({ file, reading, steps, done }: DatasetRow): Source => ({
  file,
  reading,
  steps: steps.slice(0, done),
  order: personOrder(),
})

/** What the worker answers, asked again when the question changes; until then the last answer stays. */
export function useAnswer<K extends Name>(name: K, args: Parameters<Engine[K]> | null) {
  return useQuery({
    queryKey: ['csv-worker', name, args],
    queryFn: () => ask(name, ...(args as Parameters<Engine[K]>)),
    enabled: args !== null,
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY, // the same question about the same bytes has the same answer
    gcTime: 60_000,
    retry: false,
    networkMode: 'always',
  })
}
