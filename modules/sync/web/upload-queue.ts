import { ApiError, readScope, storage } from '@atrium/web/kit'
import { useSyncExternalStore } from 'react'
import { DetailedError, Upload } from 'tus-js-client'

/** bytes of one request: what is lost at most when the connection breaks */
const CHUNK = 8 * 1024 * 1024
const AT_ONCE = 2
/** ms between attempts */
const RETRIES = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000]
/** Answers after which the same request may succeed. */
const PASSING = new Set([0, 409, 423, 429, 460, 500, 502, 503, 504])

export interface Item {
  id: number
  file: File
  parent: string
  /** Where it goes, whatever is looked at meanwhile. */
  scope: string
  /** bytes */
  sent: number
  state: 'waiting' | 'going' | 'paused' | 'done' | 'failed'
  /** A sentence. */
  error?: string
  /** Where it goes on, once the server knows of it. */
  url: string | null
}

let items: readonly Item[] = []
let count = 0
const running = new Map<number, Upload>()
const listeners = new Set<() => void>()
const ended = new Set<() => void>()

function set(next: readonly Item[]): void {
  items = next
  for (const listener of listeners) listener()
}

const change = (id: number, more: Partial<Item>) =>
  set(items.map((item) => (item.id === id ? { ...item, ...more } : item)))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** Uploads go on while other pages are looked at. */
export const useUploads = (): readonly Item[] => useSyncExternalStore(subscribe, () => items)

/** Hears when nothing is under way any more. */
export function onUploaded(listener: () => void): () => void {
  ended.add(listener)
  return () => void ended.delete(listener)
}

function sentenceOf(error: Error | DetailedError): string | undefined {
  const response = error instanceof DetailedError ? error.originalResponse : null
  if (!response) return undefined
  return new ApiError(response.getStatus(), response.getBody(), '').sentence
}

const authorization = (): Record<string, string> => {
  const token = storage.read('authToken')
  return token ? { Authorization: `Bearer ${token}` } : {}
}

function start(item: Item): void {
  const { id, file, parent, scope } = item
  const upload = new Upload(file, {
    endpoint: '/api/m/sync/tus',
    uploadUrl: item.url,
    chunkSize: CHUNK,
    retryDelays: RETRIES,
    uploadDataDuringCreation: true,
    storeFingerprintForResuming: false, // the server knows what waits, on every device
    metadata: { filename: file.name, parent, modified: String(file.lastModified) },
    headers: { ...authorization(), ...(scope && { 'X-Scope': scope }) },
    onShouldRetry: (error) => PASSING.has(error.originalResponse?.getStatus() ?? 0),
    onUploadUrlAvailable: () => change(id, { url: upload.url }),
    onProgress: (sent) => change(id, { sent }),
    onSuccess: () => end(id, { state: 'done', sent: file.size }),
    onError: (error) => end(id, { state: 'failed', error: sentenceOf(error) }),
  })
  running.set(id, upload)
  change(id, { state: 'going', error: undefined })
  upload.start()
}

function end(id: number, more: Partial<Item>): void {
  running.delete(id)
  change(id, more)
  next()
}

function next(): void {
  for (const item of items) {
    if (running.size >= AT_ONCE) return
    if (item.state === 'waiting') start(item)
  }
  if (running.size === 0) for (const listener of ended) listener()
}

/** Puts files behind what waits already. `url`: where one goes on that was begun before. */
export function enqueue(files: readonly { file: File; parent: string; url?: string | undefined }[]): void {
  const added = files.map(
    ({ file, parent, url = null }): Item => ({
      id: ++count,
      file,
      parent,
      scope: readScope(),
      url,
      sent: 0,
      state: 'waiting',
    }),
  )
  set([...items.filter(({ state }) => state !== 'done'), ...added])
  next()
}

export async function pause(id: number): Promise<void> {
  const upload = running.get(id)
  running.delete(id)
  change(id, { state: 'paused' })
  await upload?.abort()
  next()
}

export function resume(id: number): void {
  change(id, { state: 'waiting' })
  next()
}

/** Stops it and takes it off the list. Answers where the server keeps what has come, if anything has. */
export async function drop(id: number): Promise<string | null> {
  const upload = running.get(id)
  const url = upload?.url ?? items.find((item) => item.id === id)?.url ?? null
  running.delete(id)
  set(items.filter((item) => item.id !== id))
  await upload?.abort()
  next()
  return url
}

export const forgetDone = (): void => set(items.filter(({ state }) => state !== 'done'))
