import { prefixed } from '@atrium/contract/brand'

// Another tab remembers the same uploads. What one of them sends, the others neither list nor send as well: they wait for its lock,
// which goes with the tab. A browser that has no locks (a page without https) waits for nothing, and the server takes one piece of two.

const lockOf = (url: string): string => prefixed(`upload ${new URL(url, location.href).pathname}`)

/** Once no tab sends it. */
export async function whenFree(url: string, signal: AbortSignal): Promise<void> {
  await navigator.locks?.request(lockOf(url), { mode: 'shared', signal }, () => undefined)
}

/** What one page sends. */
export function createHeldUploads() {
  const held = new Map<string, () => void>()
  return {
    /** Waits until no other tab sends it. */
    async hold(url: string): Promise<void> {
      const name = lockOf(url)
      if (!navigator.locks || held.has(name)) return
      const waiting = new AbortController()
      held.set(name, () => waiting.abort())
      await new Promise<void>((begin) => {
        const keep = () =>
          new Promise<void>((release) => {
            held.set(name, release)
            begin()
          })
        // Released while it waits, or refused by the browser: whoever waits goes on and sees whether it is still to be sent.
        navigator.locks.request(name, { signal: waiting.signal }, keep).catch(() => begin())
      })
    },
    release(url: string): void {
      held.get(lockOf(url))?.()
      held.delete(lockOf(url))
    },
    releaseAll(): void {
      for (const release of held.values()) release()
      held.clear()
    },
  }
}
