import { inOurWords } from '@atrium/contract/own-words'
import { z } from 'zod'
import { type Conversation, conversationOf, Key, momentOf, type Said } from './foreign.ts'

const ClaudeMessage = z.object({
  uuid: Key,
  sender: z.enum(['human', 'assistant']),
  text: z.string().nullish(),
  content: z.array(z.object({ type: z.string(), text: z.string().nullish() })).nullish(),
  created_at: z.string().nullish(),
  parent_message_uuid: z.string().nullish(),
  attachments: z
    .array(z.object({ file_name: z.string().nullish(), extracted_content: z.string().nullish() }))
    .nullish(),
  files: z.array(z.object({ file_name: z.string().nullish() })).nullish(),
})

/** One conversation of Claude's conversations.json. */
const ClaudeConversation = z.object({
  uuid: Key,
  name: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  chat_messages: z.array(ClaudeMessage),
})

function textOf({ text, content, attachments, files }: z.infer<typeof ClaudeMessage>): string {
  const spoken = (content ?? []).flatMap((part) => (part.type === 'text' && part.text ? [part.text] : []))
  const attached = (attachments ?? []).map(
    ({ file_name, extracted_content }) => `[Attachment: ${file_name || 'without a name'}]\n${extracted_content ?? ''}`,
  )
  const missing = (files ?? []).map(({ file_name }) => `[${file_name || 'A file'} is not part of the export]`)
  return [spoken.length > 0 ? spoken.join('\n\n') : (text ?? ''), ...attached, ...missing]
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n')
}

/** Throws a ZodError, or an Error whose message is the reason. */
export function fromClaude(owner: string, value: unknown): Conversation {
  const conversation = ClaudeConversation.parse(value, inOurWords)
  const said: Said[] = []
  /** What stands for a message as a parent: itself, or the one above when it had no text. */
  const keptAt = new Map<string, string | null>()
  let previous: string | null = null
  for (const message of conversation.chat_messages) {
    const named = message.parent_message_uuid
    // The first one names a root that is not in the file; exports without the field are a plain list.
    const above: string | null = named ? (keptAt.get(named) ?? null) : previous
    const text = textOf(message)
    const kept: string | null = text === '' || keptAt.has(message.uuid) ? above : message.uuid
    if (kept === message.uuid)
      said.push({
        key: message.uuid,
        parent: above,
        role: message.sender === 'human' ? 'user' : 'assistant',
        text,
        at: momentOf(message.created_at),
      })
    keptAt.set(message.uuid, kept)
    previous = kept
  }
  if (said.length === 0) throw new Error('It has no messages.')
  return conversationOf(
    {
      owner,
      key: `claude ${conversation.uuid}`,
      title: conversation.name,
      createdAt: momentOf(conversation.created_at),
      updatedAt: momentOf(conversation.updated_at),
      leaf: null,
    },
    said,
  )
}
