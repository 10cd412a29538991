import { useEffect, useEffectEvent } from 'react'
import type { JobProgress } from './job-news.ts'

/** What GET /api/events tells this person's tabs. `gap`: the server itself has missed something. */
export type News =
  | { topic: 'threads' }
  | { topic: 'thread'; id: string }
  | { topic: 'records'; module: string }
  | { topic: 'import'; id: string; read: number; rows: number }
  | JobProgress
  | { topic: 'gap' }
  | { topic: string; id?: string; module?: string }

type Listener = (news: News) => void

/** ms between attempts after the server refused the connection; doubles up to a minute. */
const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 60_000
/**
 * ms for which a hidden tab keeps its connection. Over HTTP/1.1 a browser has six connections to a server, for all its
 * tabs: with one held by each, the seventh tab would never load. A tab that is looked at again catches up.
 */
const GRACE = 5_000

const listeners = new Set<Listener>()
const gaps = new Set<() => void>()
/** News may have been missed since the connection was last open. */
let lost = false
let source: EventSource | undefined
let pause = FIRST_PAUSE
let timer: ReturnType<typeof setTimeout> | undefined
let hiding: ReturnType<typeof setTimeout> | undefined

/** Asked before anybody catches up, whether this is still the same person's page: to anybody else it would be emptied. */
let check: () => Promise<boolean> = () => Promise.resolve(true)

/** The accounts feature sets it. */
export function onCatchUp(allowed: () => Promise<boolean>): void {
  check = allowed
}

/** Hears the live news. One connection serves the tab: it opens with the first listener and closes with the last. */
export function onNews(listener: Listener): () => void {
  if (listeners.size === 0) {
    document.addEventListener('visibilitychange', onVisibility)
    addEventListener('online', onOnline)
  }
  listeners.add(listener)
  if (!source && timer === undefined) connect()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('online', onOnline)
    clearTimeout(hiding)
    disconnect()
    // Whoever listens next has heard nothing of what is told until then.
    lost = true
  }
}

/** Called when the connection is back after a loss: whatever was told meanwhile was missed. */
export function onNewsGap(listener: () => void): () => void {
  gaps.add(listener)
  return () => gaps.delete(listener)
}

/** `onNews` for the life of a component. */
export function useNews(listener: Listener): void {
  const hear = useEffectEvent(listener)
  useEffect(() => onNews((news) => hear(news)), [])
}

/** `onNewsGap` for the life of a component. */
export function useNewsGap(listener: () => void): void {
  const hear = useEffectEvent(listener)
  useEffect(() => onNewsGap(() => hear()), [])
}

/** Opens the connection anew: the session has changed, and with it whose news it is. */
export function reconnectNews(): void {
  if (listeners.size === 0) return
  disconnect()
  connect()
}

function onVisibility(): void {
  clearTimeout(hiding)
  if (document.hidden) hiding = setTimeout(disconnect, GRACE)
  else if (!source && timer === undefined) connect()
}

/** The old connection may be dead without knowing it. */
function onOnline(): void {
  lost = true
  pause = FIRST_PAUSE
  reconnectNews()
}

function connect(): void {
  timer = undefined
  if (document.hidden) {
    lost = true
    return
  }
  const opened = new EventSource('/api/events', { withCredentials: true })
  source = opened
  opened.onopen = () => {
    pause = FIRST_PAUSE
    if (lost) void catchUp()
    lost = false
  }
  opened.onmessage = (event: MessageEvent<string>) => tell(event.data)
  opened.onerror = () => {
    lost = true
    // The browser retries a dropped connection by itself; a refused one (401, 503) it gives up.
    if (opened.readyState !== EventSource.CLOSED) return
    source = undefined
    timer = setTimeout(connect, pause)
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }
}

function disconnect(): void {
  clearTimeout(timer)
  timer = undefined
  source?.close()
  source = undefined
  lost = lost || document.hidden
}

function tell(text: string): void {
  if (!text.startsWith('{')) return
  const news = JSON.parse(text) as News
  if (news.topic === 'gap') void catchUp()
  for (const listener of listeners) listener(news)
}

async function catchUp(): Promise<void> {
  if (await check()) for (const listener of gaps) listener()
}
