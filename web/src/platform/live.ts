import { useEffect, useEffectEvent } from 'react'

/** What GET /api/events tells this person's tabs. */
export type News =
  | { topic: 'threads' }
  | { topic: 'thread'; id: string }
  | { topic: 'records'; module: string }
  | { topic: string; id?: string; module?: string }

type Listener = (news: News) => void

/** ms between attempts after the server refused the connection; doubles up to a minute. */
const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 60_000

const listeners = new Set<Listener>()
const gaps = new Set<() => void>()
let lost = false
let source: EventSource | undefined
let pause = FIRST_PAUSE
let timer: ReturnType<typeof setTimeout> | undefined

/** Hears the live news. One connection serves the tab: it opens with the first listener and closes with the last. */
export function onNews(listener: Listener): () => void {
  listeners.add(listener)
  if (!source && timer === undefined) connect()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) disconnect()
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

/** Opens the connection anew: the session has changed, and with it whose news it is. */
export function reconnectNews(): void {
  if (listeners.size === 0) return
  disconnect()
  connect()
}

function connect(): void {
  timer = undefined
  const opened = new EventSource('/api/events', { withCredentials: true })
  source = opened
  opened.onopen = () => {
    pause = FIRST_PAUSE
    if (lost) for (const listener of gaps) listener()
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
}

function tell(text: string): void {
  if (!text.startsWith('{')) return
  const news = JSON.parse(text) as News
  for (const listener of listeners) listener(news)
}
