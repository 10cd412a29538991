import type { IncomingMessage } from 'node:http'

/** ms without a byte, after which an upload is given up */
const IDLE = 60_000

/** Takes the body of a call as it comes, and gives it up when it stands still. */
export async function whileItComes<T>(
  incoming: IncomingMessage,
  take: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  incoming.setTimeout(IDLE, () => incoming.destroy())
  try {
    // The connection must outlive a refusal half-way, for the sentence to arrive.
    return await take(incoming.iterator({ destroyOnReturn: false }))
  } finally {
    incoming.setTimeout(0)
  }
}
