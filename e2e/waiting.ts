import { setTimeout as sleep } from 'node:timers/promises'

/** A wait that has its bound: what did not come within so many ms fails with a sentence that says what it was. */
export async function within<T>(what: string, patience: number, task: Promise<T>): Promise<T> {
  task.catch(() => undefined) // it may fail later, when nobody waits for it any more
  const over = new AbortController()
  const late = sleep(patience, undefined, { signal: over.signal }).then(() => {
    throw new Error(`${what} did not come within ${patience / 1000} s.`)
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([task, late])
  } finally {
    over.abort()
  }
}

/** Looks until something is there, for at most so many ms. */
export async function until<T>(
  what: string,
  patience: number,
  look: () => Promise<T | null | undefined | false>,
): Promise<T> {
  for (const end = Date.now() + patience; ; await sleep(50)) {
    const found = await within(what, Math.max(1_000, end - Date.now()), look())
    if (found) return found
    if (Date.now() > end) throw new Error(`${what} did not come within ${patience / 1000} s.`)
  }
}
