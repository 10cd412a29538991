import { boundText } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { DEFAULT_IDLE_TIMEOUT, type EventReader, parseEvent, streamEvents } from './event-stream.ts'
import type { ModelMessage, ModelRequest, ModelResult, ModelSink, StreamModel, Usage, UserPart } from './model.ts'
import { errorFromObject } from './provider-error.ts'
import { collectToolCalls } from './tool-calls.ts'

export const ANTHROPIC_BASE_URL = 'https://api.anthropic.com/v1'
export const ANTHROPIC_VERSION = '2023-06-01'

export interface AnthropicOptions {
  apiKey: string
  baseUrl?: string | undefined
  /** ms */
  idleTimeoutMs?: number | undefined
  /** ms without anything new, though bytes keep coming */
  quietTimeoutMs?: number | undefined
}

/** The messages API. https://platform.claude.com/docs/en/build-with-claude/streaming */
export function anthropicStream(options: AnthropicOptions): StreamModel {
  const { apiKey, baseUrl = ANTHROPIC_BASE_URL, idleTimeoutMs = DEFAULT_IDLE_TIMEOUT, quietTimeoutMs } = options
  const url = endpoint(baseUrl, 'v1', 'messages')
  const headers = { 'x-api-key': apiKey, 'anthropic-version': ANTHROPIC_VERSION }
  const provider = 'Anthropic'

  return async (request, sink) => {
    const { reader, result } = readMessage(provider, boundText(provider, sink), apiKey)
    const body = messagesBody(request)
    await streamEvents(
      { provider, url, headers, body, signal: request.signal, idleTimeoutMs, quietTimeoutMs, secret: apiKey },
      reader,
    )
    return result()
  }
}

/** tokens; the API has no default. The Claude 3 family takes 4,096 at most, the later ones 32,000 or more. */
const defaultMaxTokens = (model: string): number => (model.startsWith('claude-3') ? 4_096 : 32_000)

function messagesBody(request: ModelRequest) {
  return {
    model: request.model,
    max_tokens: request.maxOutputTokens ?? defaultMaxTokens(request.model),
    ...(request.system && { system: request.system }),
    messages: turns(request.messages),
    stream: true,
    ...(request.tools.length > 0 && {
      tools: request.tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: parameters,
      })),
    }),
  }
}

interface Turn {
  role: 'user' | 'assistant'
  content: Record<string, unknown>[]
}

/** User turns and tool results that follow each other become one turn: the results of one step must come together. */
function turns(messages: ModelMessage[]): Turn[] {
  const list: Turn[] = []
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const content = blocks(message)
    if (content.length === 0) continue
    const last = list.at(-1)
    if (last?.role === role) last.content.push(...content)
    else list.push({ role, content })
  }
  return list
}

function blocks(message: ModelMessage): Record<string, unknown>[] {
  switch (message.role) {
    case 'user':
      return message.parts.filter((part) => part.type === 'image' || part.text.trim() !== '').map(userBlock)
    case 'assistant':
      return [
        // The API refuses blank text.
        ...(message.text.trim() === '' ? [] : [{ type: 'text', text: message.text }]),
        ...(message.toolCalls ?? []).map(({ id, name, input }) => ({ type: 'tool_use', id, name, input: input ?? {} })),
      ]
    case 'tool': {
      const { callId, output, failed } = message
      return [{ type: 'tool_result', tool_use_id: callId, content: output, ...(failed && { is_error: true }) }]
    }
  }
}

const userBlock = (part: UserPart): Record<string, unknown> =>
  part.type === 'text'
    ? { type: 'text', text: part.text }
    : { type: 'image', source: { type: 'base64', media_type: part.mime, data: part.base64 } }

interface MessageEvent {
  type: string
  index: number
  message: { usage?: MessageUsage | null }
  content_block: { type?: string; id?: string; name?: string; text?: string; input?: unknown }
  delta: { type?: string; text?: string; partial_json?: string; stop_reason?: string | null }
  usage: MessageUsage | null
  error: unknown
}

/** Counts are cumulative; input, cache reads and cache writes are counted apart. */
interface MessageUsage {
  input_tokens?: number | null
  cache_read_input_tokens?: number | null
  cache_creation_input_tokens?: number | null
  output_tokens?: number | null
}

function readMessage(provider: string, sink: ModelSink, secret: string) {
  const calls = collectToolCalls(provider)
  const counted: MessageUsage = {}
  let hasUsage = false
  let reason: string | null = null

  const count = (usage: MessageUsage | null | undefined) => {
    if (!usage) return
    hasUsage = true
    // A gateway may send zeros first and the counts with the last event.
    for (const [key, value] of Object.entries(usage)) {
      if (typeof value === 'number') counted[key as keyof MessageUsage] = value
    }
  }

  const reader: EventReader = {
    read(data) {
      const event = parseEvent<MessageEvent>(provider, data)
      switch (event.type) {
        case 'content_block_delta': {
          const { delta } = event
          if (delta?.type === 'text_delta') {
            if (delta.text) sink.text(delta.text)
          } else if (delta?.type === 'input_json_delta') {
            calls.add({ index: event.index, id: undefined, name: undefined, json: delta.partial_json ?? '' })
          }
          return false
        }
        case 'content_block_start': {
          const block = event.content_block
          if (block?.type === 'tool_use') {
            calls.add({ index: event.index, id: block.id, name: block.name, json: wholeInput(block.input) })
          } else if (block?.type === 'text' && block.text) sink.text(block.text)
          return false
        }
        case 'message_start':
          count(event.message?.usage)
          return false
        case 'message_delta':
          count(event.usage)
          reason = event.delta?.stop_reason ?? reason
          return false
        case 'message_stop':
          return true
        case 'error':
          throw errorFromObject(provider, event, { secret })
        default:
          // ping, content_block_stop, and what the API may add: its versioning asks clients to skip unknown events.
          return false
      }
    },
    complete: () => reason !== null,
  }

  const result = (): ModelResult => {
    const cutOff = reason === 'max_tokens' || reason === 'model_context_window_exceeded'
    const toolCalls = calls.finish(cutOff)
    const usage = hasUsage ? totalUsage(counted) : null
    if (cutOff) return { toolCalls, usage, finish: 'length' }
    if (reason === 'refusal') return { toolCalls: [], usage, finish: 'refused' }
    return { toolCalls, usage, finish: toolCalls.length > 0 ? 'tools' : 'stop' }
  }
  return { reader, result }
}

/** The input is `{}` at the start and streamed after it; compatible servers send it whole here. */
const wholeInput = (input: unknown): string =>
  typeof input === 'object' && input !== null && Object.keys(input).length > 0 ? JSON.stringify(input) : ''

function totalUsage(counted: MessageUsage): Usage {
  const cached = counted.cache_read_input_tokens ?? 0
  return {
    inputTokens: (counted.input_tokens ?? 0) + cached + (counted.cache_creation_input_tokens ?? 0),
    cachedInputTokens: cached,
    outputTokens: counted.output_tokens ?? 0,
  }
}
