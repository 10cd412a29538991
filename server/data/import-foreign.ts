import type { ImportFormat } from '@atrium/contract/data'
import { AppError } from '@atrium/contract/errors'
import type { ParsingPool } from '../platform/parsing/pool.ts'
import type { Source } from '../platform/parsing/source.ts'
import type { Found } from './readers.ts'
import type { Session } from './session.ts'
import { threadWriter } from './write-threads.ts'

const READERS = new URL('./readers.ts', import.meta.url).href
/** An export may be of a gigabyte, most of it facts that nobody reads: ten minutes of the processor, and what archives may unpack to. */
const LIMITS = { time: 600_000, output: 6 * 1024 ** 3 }

/** Takes in the conversations of ChatGPT or Claude, a few messages in memory at a time. Throws `unprocessable` when there is none of either. */
export async function importConversations(
  session: Session,
  sources: readonly Source[],
  parsing: ParsingPool,
  signal?: AbortSignal,
): Promise<ImportFormat> {
  let format: ImportFormat | null = null
  for (const source of sources) {
    const writer = threadWriter(session, new Map())
    const options = { owner: session.owner }
    const reading = { source, readers: READERS, reader: 'conversations', options, limits: LIMITS, signal }
    for await (const found of parsing.read('archive', session.owner, reading) as AsyncGenerator<Found>) {
      if ('from' in found) format ??= found.from
      if ('refused' in found) session.tally.refused('threads', found.refused, found.reason)
      else if ('messages' in found) for (const message of found.messages) await writer.add(message)
      else await writer.open(found.thread)
    }
    await writer.end()
  }
  if (!format)
    throw new AppError(
      'unprocessable',
      'No conversations of ChatGPT or Claude were found in this file, nor an archive of ours.',
    )
  return format
}
