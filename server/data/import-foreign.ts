import type { ImportFormat } from '@atrium/contract/data'
import { AppError } from '@atrium/contract/errors'
import { z } from 'zod'
import { fromChatGpt } from './chatgpt.ts'
import { fromClaude } from './claude.ts'
import { elementsOf } from './json-stream.ts'
import type { Session } from './session.ts'
import { openThread } from './write-threads.ts'

const none = new Map<string, string>()

/** What of a refused thing is told, as a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    const [issue] = error.issues
    return `“${issue?.path.join('.') || 'It'}” is not right: ${issue?.message ?? 'unknown'}`
  }
  return error instanceof SyntaxError
    ? 'It is not valid JSON.'
    : error instanceof Error
      ? error.message
      : 'It cannot be read.'
}

const sourceOf = (value: unknown): 'chatgpt' | 'claude' | null => {
  if (typeof value !== 'object' || value === null) return null
  return 'mapping' in value ? 'chatgpt' : 'chat_messages' in value ? 'claude' : null
}

const nameOf = (value: unknown, at: number): string => {
  const { title, name } = z.object({ title: z.unknown(), name: z.unknown() }).partial().catch({}).parse(value)
  const told = [title, name].find((one) => typeof one === 'string' && one !== '')
  return typeof told === 'string' ? told.slice(0, 200) : `Conversation ${at}`
}

/** Takes in the conversations of ChatGPT or Claude, one in memory at a time. Throws `unprocessable` when there is none of either. */
export async function importConversations(
  session: Session,
  sources: readonly AsyncIterable<Uint8Array>[],
): Promise<ImportFormat> {
  let format: ImportFormat | null = null
  let at = 0
  for (const source of sources)
    for await (const text of elementsOf(source)) {
      at++
      let value: unknown
      try {
        value = JSON.parse(text)
        const from = sourceOf(value)
        if (!from) throw new Error('It is no conversation of ChatGPT or Claude.')
        format ??= from
        const { thread, messages } =
          from === 'chatgpt' ? fromChatGpt(session.owner, value) : fromClaude(session.owner, value)
        const open = await openThread(session, thread, none)
        await open.write(messages)
        await open.close()
      } catch (error) {
        if (error instanceof Error && 'severity' in error) throw error // the database's, which ends the transaction
        session.tally.refused('threads', nameOf(value, at), reasonOf(error))
      }
    }
  if (!format)
    throw new AppError(
      'unprocessable',
      'No conversations of ChatGPT or Claude were found in this file, nor an archive of ours.',
    )
  return format
}
