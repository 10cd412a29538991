import { AppError } from '@atrium/contract/errors'

/** Whoever waits beyond so many is refused at once. */
const LINE = 50

export interface Turns {
  /** Waits for a place among this key's and answers how to give it back. Throws `rate_limited`, or the signal's reason. */
  take(key: string, signal: AbortSignal): Promise<() => void>
}

/** At most so many at a time for each key: a host that is asked, a person who asks. */
export function createTurns(most: number): Turns {
  const lines = new Map<string, { busy: number; waiting: (() => void)[] }>()

  return {
    async take(key, signal) {
      const line = lines.get(key) ?? { busy: 0, waiting: [] }
      lines.set(key, line)
      const leave = () => {
        const next = line.waiting.shift()
        if (next) return next() // the place goes on
        line.busy--
        if (line.busy === 0) lines.delete(key)
      }
      if (line.busy < most) {
        line.busy++
        return leave
      }
      if (line.waiting.length >= LINE)
        throw new AppError('rate_limited', 'That was a lot at once. Please try again in 10 seconds.', {
          details: { retryAfter: 10 },
        })
      await new Promise<void>((resolve, reject) => {
        const stop = () => {
          line.waiting.splice(line.waiting.indexOf(go), 1)
          reject(signal.reason)
        }
        const go = () => {
          signal.removeEventListener('abort', stop)
          resolve()
        }
        line.waiting.push(go)
        signal.addEventListener('abort', stop, { once: true })
        if (signal.aborted) stop()
      })
      return leave
    },
  }
}
