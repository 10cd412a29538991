import type { RunStream } from '../platform/run-stream.ts'
import { isActive, type LiveReply } from './live-reply.ts'

/*
 * The live side of threads. TanStack Query holds what the server has; this holds the reply that is being written, for
 * every thread, whether it is on screen or not. A thread that the server has not named yet is kept under NEW_THREAD.
 */
export interface Runtime {
  live: LiveReply | null
  stream: RunStream | null
  /** Screens that show the thread. */
  viewers: number
}

const UPDATE_EVERY = 50 // ms between updates of the screen while text comes (spec 4.4)

export const runtimes = new Map<string, Runtime>()
const listeners = new Map<string, Set<() => void>>()
const stable = new Map<string, string>()

export const runtimeOf = (key: string): Runtime => {
  let runtime = runtimes.get(key)
  if (!runtime) {
    runtime = { live: null, stream: null, viewers: 0 }
    runtimes.set(key, runtime)
  }
  return runtime
}

/** The key of a message on screen: the same before and after the server named it, so that nothing is drawn anew. */
export const stableKey = (id: string): string => stable.get(id) ?? id

export function named(before: string, after: string): void {
  if (before !== after && !stable.has(after)) stable.set(after, stableKey(before))
}

const waiting = new Set<string>()
let lastUpdate = 0
let scheduled = false

export function tell(key: string): void {
  for (const listener of listeners.get(key) ?? []) listener()
  for (const listener of listeners.get('*') ?? []) listener()
}

/** Tells about new text once a frame at most, and not more often than every 50 ms. */
function tellSoon(key: string): void {
  waiting.add(key)
  if (scheduled) return
  scheduled = true
  const update = () => {
    scheduled = false
    lastUpdate = performance.now()
    const keys = [...waiting]
    waiting.clear()
    keys.forEach(tell)
  }
  const rest = UPDATE_EVERY - (performance.now() - lastUpdate)
  // A hidden page has no frames.
  const next = () => (document.hidden ? update() : requestAnimationFrame(update))
  if (rest > 0) setTimeout(next, rest)
  else next()
}

export function onThread(key: string, listener: () => void): () => void {
  const set = listeners.get(key) ?? new Set()
  listeners.set(key, set)
  set.add(listener)
  return () => set.delete(listener)
}

export const readLive = (key: string): LiveReply | null => runtimes.get(key)?.live ?? null

/** The threads with a reply under way in this tab, as one string, so that it can be compared. */
export const liveThreads = (): string =>
  [...runtimes].flatMap(([key, { live }]) => (isActive(live) ? key : [])).join(' ')

export function update(key: string, change: Partial<LiveReply>, soon = false): void {
  const runtime = runtimeOf(key)
  if (!runtime.live) return
  runtime.live = { ...runtime.live, ...change }
  if (soon) tellSoon(key)
  else tell(key)
}

export function drop(key: string): void {
  const runtime = runtimeOf(key)
  runtime.live = null
  runtime.stream = null
  tell(key)
}

/** Forgets everything, for tests. */
export function resetThreads(): void {
  for (const { stream } of runtimes.values()) stream?.abort()
  runtimes.clear()
  stable.clear()
}
