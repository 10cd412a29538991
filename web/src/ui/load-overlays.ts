import { loadTips } from './tip.ts'

/*
 * What the page fetches or mounts ahead of need. Nothing of it begins before the page that was asked for is in, and then
 * it is one thing after the other, each when the browser is idle: whoever types or clicks meanwhile waits for one at most.
 */
const SETTLE = 500 // ms after the page is in, for what it asks the server itself
const AT_LAST = 8_000 // ms after which a page that never says that it is in is not waited for any longer
const IDLE_AT_LAST = 4_000 // ms after which a browser that is never idle is not waited for
const WITHOUT_IDLE = 200 // ms between things where the browser cannot tell that it is idle (Safari)

type Work = () => unknown
const waiting: Work[] = []
let begun = false
let busy = false

function idle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: IDLE_AT_LAST })
  else setTimeout(act, WITHOUT_IDLE)
}

function next(): void {
  if (!begun || busy || waiting.length === 0) return
  busy = true
  idle(async () => {
    try {
      await waiting.shift()?.()
    } catch (cause) {
      // Tried again when it is needed.
      console.error('Something could not be loaded ahead.', cause)
    }
    busy = false
    next()
  })
}

function begin(): void {
  begun = true
  next()
}

let heard = false
const shown = Promise.withResolvers<void>()
/** Settles when the page that was asked for is on screen. */
export const pageShown: Promise<void> = shown.promise

/** The page that was asked for is on screen (shell/page-title.ts). */
export function pageIsIn(): void {
  if (heard) return
  heard = true
  shown.resolve()
  setTimeout(begin, SETTLE)
}

/** Does `work` when the page is in and has nothing better to do, after what was asked for before; returns how to call it off. */
export function whenIdle(work: Work): () => void {
  waiting.push(work)
  next()
  return () => {
    const at = waiting.indexOf(work)
    if (at >= 0) waiting.splice(at, 1)
  }
}

/** Fetches what floats once the page stands, so that the first menu opens at once and an error can be told when the network is gone. */
export function loadOverlays(): void {
  whenIdle(() => import('./toast-layer.tsx'))
  whenIdle(loadTips)
  whenIdle(() => import('./menu-panel.tsx'))
  whenIdle(() => import('./dialog-panel.tsx'))
  setTimeout(() => {
    shown.resolve()
    begin()
  }, AT_LAST)
}
