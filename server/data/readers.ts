// Reads what other services export: it runs in the parsing pool's processes and is imported nowhere else.
import type { ImportFormat } from '@atrium/contract/data'
import type { ReadableFile } from '@atrium/contract/reading'
import { z } from 'zod'
import { fromChatGpt } from './chatgpt.ts'
import { fromClaude } from './claude.ts'
import type { ArchivedMessage, ArchivedThread } from './format.ts'
import { elementsOf } from './json-stream.ts'
import { reasonOf } from './reason.ts'

/** A conversation, and then its messages in groups, each after the one that it answers; or what cannot be read of it. */
export type Found =
  | { from: ImportFormat; thread: ArchivedThread }
  | { messages: ArchivedMessage[] }
  | { from: ImportFormat | null; refused: string; reason: string }

/** Messages given together, and characters after which no more join them. */
const GROUP = 200
const GROUP_WEIGHT = 256 * 1024

/** Things at the beginning of a file that are no conversation, after which it is no export. */
const STRANGERS = 1_000

const sourceOf = (value: unknown): 'chatgpt' | 'claude' | null => {
  if (typeof value !== 'object' || value === null) return null
  return 'mapping' in value ? 'chatgpt' : 'chat_messages' in value ? 'claude' : null
}

const nameOf = (value: unknown, at: number): string => {
  const { title, name } = z.object({ title: z.unknown(), name: z.unknown() }).partial().catch({}).parse(value)
  const told = [title, name].find((one) => typeof one === 'string' && one !== '')
  return typeof told === 'string' ? told.slice(0, 200) : `Conversation ${at}`
}

function* grouped(messages: readonly ArchivedMessage[]): Generator<ArchivedMessage[]> {
  let group: ArchivedMessage[] = []
  let weight = 0
  for (const message of messages) {
    group.push(message)
    weight += message.content.length
    if (group.length < GROUP && weight < GROUP_WEIGHT) continue
    yield group
    group = []
    weight = 0
  }
  if (group.length > 0) yield group
}

/** The conversations of ChatGPT or Claude, one in memory at a time. */
export async function* conversations(file: ReadableFile, { owner }: { owner: string }): AsyncGenerator<Found> {
  let at = 0
  let taken = 0
  for await (const text of elementsOf(file.bytes())) {
    if (at === STRANGERS && taken === 0) return // it is something else: who asked says so
    at++
    let value: unknown
    let from: ImportFormat | null = null
    try {
      value = JSON.parse(text)
      from = sourceOf(value)
      if (!from) throw new Error('It is no conversation of ChatGPT or Claude.')
      const { thread, messages } = from === 'chatgpt' ? fromChatGpt(owner, value) : fromClaude(owner, value)
      taken++
      yield { from, thread }
      for (const group of grouped(messages)) yield { messages: group }
    } catch (error) {
      yield { from, refused: nameOf(value, at), reason: reasonOf(error) }
    }
  }
}
