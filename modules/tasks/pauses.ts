import { setImmediate } from 'node:timers/promises'

/** Lines, rows or tasks between two pauses: some 20 to 50 ms of work. */
const BETWEEN = 1_000

/** Called once for each line of a long piece of work: from time to time it lets others go first, and ends when nobody waits for it. */
export type Pause = () => Promise<void> | undefined

export function createPause(signal?: AbortSignal): Pause {
  let count = 0
  return () => {
    if (++count % BETWEEN !== 0) return
    signal?.throwIfAborted()
    return setImmediate()
  }
}
