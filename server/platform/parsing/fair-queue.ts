import { tooBusy } from './limits.ts'

interface Waiting {
  begin(): void
}

export interface FairQueue {
  /** Waits for its turn. Throws `unavailable` when too many wait, and the signal's reason when it fires. Call what comes back at the end. */
  enter(owner: string, signal?: AbortSignal): Promise<() => void>
  /** How many are at work, and how many wait. */
  size(): { running: number; waiting: number }
}

interface Options {
  atOnce: number
  /** that may wait, of one person and of all */
  mostOfOne?: number
  most?: number
}

/** Lets so many go on at a time, one of each person; whoever waits has their turn person by person, not file by file. */
export function createFairQueue({ atOnce, mostOfOne = 50, most = 500 }: Options): FairQueue {
  const running = new Set<string>()
  /** In the order of the persons' turns. */
  const waiting = new Map<string, Waiting[]>()
  let count = 0

  const next = () => {
    for (const [owner, list] of waiting) {
      if (running.size >= atOnce) return
      if (running.has(owner)) continue
      const [first] = list.splice(0, 1)
      waiting.delete(owner)
      if (list.length > 0) waiting.set(owner, list) // behind the others
      count -= 1
      running.add(owner)
      first?.begin()
    }
  }

  const leave = (owner: string, one: Waiting) => {
    const list = waiting.get(owner)
    const at = list?.indexOf(one) ?? -1
    if (!list || at < 0) return
    list.splice(at, 1)
    if (list.length === 0) waiting.delete(owner)
    count -= 1
  }

  return {
    async enter(owner, signal) {
      signal?.throwIfAborted()
      const release = () => {
        running.delete(owner)
        next()
      }
      const own = waiting.get(owner) ?? []
      if (running.size < atOnce && !running.has(owner) && own.length === 0) {
        running.add(owner)
        return release
      }
      if (count >= most || own.length >= mostOfOne) throw tooBusy()
      await new Promise<void>((begin, reject) => {
        const one: Waiting = {
          begin: () => {
            signal?.removeEventListener('abort', giveUp)
            begin()
          },
        }
        const giveUp = () => {
          leave(owner, one)
          reject(signal?.reason)
        }
        own.push(one)
        waiting.set(owner, own)
        count += 1
        signal?.addEventListener('abort', giveUp, { once: true })
      })
      return release
    },
    size: () => ({ running: running.size, waiting: count }),
  }
}
