import { usualOrder } from '@atrium/domain/dates/date-order'
import type { DateOrder } from '@atrium/domain/dates/figures'
import { useQuery } from '@tanstack/react-query'
import type { DatasetRow } from '../module.ts'
import type { Engine, Source } from './engine.ts'
import type { Answer } from './worker.ts'

interface Waiting {
  done: (value: unknown) => void
  failed: (error: Error) => void
}

let worker: Worker | null = null
let count = 0
const waiting = new Map<number, Waiting>()
const sent = new Map<string, Promise<void>>()

function started(): Worker {
  if (worker) return worker
  worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) asked?.failed(new Error(data.error))
    else asked?.done(data.value)
  })
  // It ran out of memory, or could not be loaded: the next question starts another.
  worker.addEventListener('error', (event) => {
    worker?.terminate()
    worker = null
    sent.clear()
    for (const { failed } of waiting.values()) failed(new Error(event.message || 'worker'))
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

/** Brings a dataset's file into the worker; each once, for as long as it is kept there. */
async function bring(file: string): Promise<void> {
  if (sent.has(file)) {
    await sent.get(file)
    if (await post<boolean>('has', [file])) return
  }
  const coming = (async () => {
    const response = await fetch(`/api/files/${encodeURIComponent(file)}`, { credentials: 'include' })
    if (!response.ok) throw new Error('The file of this dataset could not be fetched. Reload the page.')
    const bytes = new Uint8Array(await response.arrayBuffer())
    await post('put', [file, bytes], [bytes.buffer])
  })()
  sent.set(file, coming)
  try {
    await coming
  } catch (error) {
    sent.delete(file)
    throw error
  }
}

/** Questions about one dataset, or two. */
type Name = Exclude<keyof Engine, 'has' | 'put'>

export async function ask<K extends Name>(
  name: K,
  ...args: Parameters<Engine[K]>
): Promise<Awaited<ReturnType<Engine[K]>>> {
  for (const one of args.slice(0, 2)) if (isSource(one)) await bring(one.file)
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
