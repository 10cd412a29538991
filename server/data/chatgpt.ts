import { inOurWords } from '@atrium/contract/own-words'
import { z } from 'zod'
import { type Conversation, conversationOf, Key, type Said } from './foreign.ts'

const Content = z.object({
  content_type: z.string(),
  parts: z.array(z.unknown()).nullish(),
  text: z.string().nullish(),
})
const Node = z.object({
  message: z
    .object({
      author: z.object({ role: z.string() }),
      create_time: z.number().nullish(),
      content: Content,
      recipient: z.string().nullish(),
      metadata: z
        .object({ model_slug: z.string().nullish(), is_visually_hidden_from_conversation: z.boolean().nullish() })
        .nullish(),
    })
    .nullish(),
  parent: z.string().nullish(),
  children: z.array(z.string()).nullish(),
})
type Node = z.infer<typeof Node>

/** One conversation of ChatGPT's conversations.json: a tree of nodes, of which only some are something that was said. */
const ChatGptConversation = z.object({
  title: z.string().nullish(),
  create_time: z.number().nullish(),
  update_time: z.number().nullish(),
  mapping: z.record(z.string(), Node),
  current_node: z.string().nullish(),
  id: Key.nullish(),
  conversation_id: Key.nullish(),
})

/** ms, from seconds with fractions */
const msOf = (seconds: number | null | undefined) =>
  seconds && seconds > 0 && seconds < 10_000_000_000 ? Math.round(seconds * 1000) : null

/** A part that is not text: what it was is told in its place. */
function partText(part: unknown): string {
  if (typeof part === 'string') return part
  const { content_type: kind = '', text } = z
    .object({ content_type: z.string().optional(), text: z.string().optional() })
    .catch({})
    .parse(part)
  if (text) return text
  if (kind.includes('image')) return '[An image that is not part of the export]'
  if (kind.includes('audio') || kind.includes('video')) return '[A recording that is not part of the export]'
  return ''
}

function saidBy({ message }: Node): Pick<Said, 'role' | 'text'> | null {
  if (!message || message.metadata?.is_visually_hidden_from_conversation) return null
  const { role } = message.author
  if (role !== 'user' && role !== 'assistant') return null
  if (message.recipient && message.recipient !== 'all') return null // what was said to a tool
  const { content_type: kind, parts } = message.content
  if (kind !== 'text' && kind !== 'multimodal_text') return null
  const text = (parts ?? []).map(partText).filter(Boolean).join('\n\n').trim()
  return text === '' ? null : { role, text }
}

/** Throws a ZodError, or an Error whose message is the reason. */
export function fromChatGpt(owner: string, value: unknown): Conversation {
  const { mapping, current_node: current, ...rest } = ChatGptConversation.parse(value, inOurWords)
  const key = rest.conversation_id ?? rest.id
  if (!key) throw new Error('It has no id.')
  const nodes = new Map(Object.entries(mapping))
  const said: Said[] = []
  /** The last kept message at or above each node. */
  const keptAt = new Map<string, string | null>()
  const roots = [...nodes].filter(([, { parent }]) => !parent || !nodes.has(parent)).map(([id]) => id)
  const stack = roots.reverse()
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const node = nodes.get(id)
    if (!node || keptAt.has(id)) continue
    const above = node.parent ? (keptAt.get(node.parent) ?? null) : null
    const words = saidBy(node)
    keptAt.set(id, words ? id : above)
    if (words) {
      const model = node.message?.metadata?.model_slug ?? undefined
      said.push({ key: id, parent: above, ...words, at: msOf(node.message?.create_time), model })
    }
    for (const child of (node.children ?? []).toReversed()) stack.push(child)
  }
  if (said.length === 0) throw new Error('It has no messages.')
  const leaf = current ? (keptAt.get(current) ?? null) : null
  return conversationOf(
    {
      owner,
      key: `chatgpt ${key}`,
      title: rest.title,
      createdAt: msOf(rest.create_time),
      updatedAt: msOf(rest.update_time),
      leaf,
    },
    said,
  )
}
