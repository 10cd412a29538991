/** Lines, rows or records between two pauses: some 20 to 50 ms of work. */
const BETWEEN = 1_000

const nextRound = () => new Promise<void>((later) => setImmediate(later))

/** Called once for each piece of a long work. */
export type Pause = () => Promise<void> | undefined

/**
 * For long work on a server's own loop: from time to time it lets others go first, and ends with the signal's reason when
 * nobody waits for it any more.
 */
export function createPause(signal?: AbortSignal, between = BETWEEN): Pause {
  let count = 0
  return () => {
    if (++count % between !== 0) return
    signal?.throwIfAborted()
    return nextRound()
  }
}

/** Rows between two turns of the loop: some milliseconds of work. */
const ROWS = 200

/** The same rows, one after the other; others have their turn after every `between` of them, however many there are. */
export async function* inTurns<T>(rows: Iterable<T> | AsyncIterable<T>, between = ROWS): AsyncGenerator<T> {
  let count = 0
  for await (const row of rows) {
    yield row
    if (++count % between === 0) await nextRound()
  }
}
