import { boundText } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { DEFAULT_IDLE_TIMEOUT, type EventReader, parseEvent, streamEvents } from './event-stream.ts'
import type { ModelMessage, ModelRequest, ModelResult, ModelSink, StreamModel, Usage, UserPart } from './model.ts'
import { errorFromObject, ProviderError } from './provider-error.ts'
import { collectToolCalls } from './tool-calls.ts'

export const OPENAI_BASE_URL = 'https://api.openai.com/v1'

export interface OpenaiOptions {
  /** Absent for servers without keys (Ollama, llama.cpp, LM Studio): then no Authorization header is sent. */
  apiKey?: string | undefined
  baseUrl?: string | undefined
  /** ms */
  idleTimeoutMs?: number | undefined
  /** ms without anything new, though bytes keep coming */
  quietTimeoutMs?: number | undefined
}

/**
 * Chat completions, as OpenAI defines them and as OpenRouter, Ollama, vLLM, llama.cpp, LM Studio and others serve them.
 * https://platform.openai.com/docs/api-reference/chat/create
 */
export function openaiStream(options: OpenaiOptions): StreamModel {
  const { apiKey, baseUrl = OPENAI_BASE_URL, idleTimeoutMs = DEFAULT_IDLE_TIMEOUT, quietTimeoutMs } = options
  const url = endpoint(baseUrl, 'v1', 'chat/completions')
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
  const provider = url.startsWith('https://api.openai.com/') ? 'OpenAI' : new URL(url).host
  const wanted = new Map<string, Set<Adjustment>>()

  return async (request, sink) => {
    const adjustments = new Set(wanted.get(request.model))
    for (;;) {
      const body = chatBody(request, provider === 'OpenAI', adjustments)
      const { reader, result } = readChat(provider, boundText(provider, sink), apiKey)
      try {
        const { signal } = request
        await streamEvents(
          { provider, url, headers, body, signal, idleTimeoutMs, quietTimeoutMs, secret: apiKey },
          reader,
        )
        return result()
      } catch (error) {
        const adjustment = adjustmentFor(error)
        if (!adjustment || adjustments.has(adjustment)) throw error
        adjustments.add(adjustment)
        if (wanted.size >= REMEMBERED_MODELS) wanted.clear()
        wanted.set(request.model, adjustments)
      }
    }
  }
}

/** Ways in which servers and models of this protocol differ, learned from their 400 and then remembered. */
type Adjustment = 'no-stream-options' | 'other-max-tokens' | 'no-reasoning'
const REMEMBERED_MODELS = 500

function adjustmentFor(error: unknown): Adjustment | null {
  if (!(error instanceof ProviderError) || error.kind !== 'bad_request') return null
  const words = error.detail ?? ''
  if (/stream_options|include_usage/.test(words)) return 'no-stream-options'
  if (/max_(?:completion_)?tokens/.test(words) && /support|unrecogni|unknown|extra/i.test(words))
    return 'other-max-tokens'
  // GPT-5.4 and later: "Function tools with reasoning_effort are not supported … set reasoning_effort to 'none'".
  if (/reasoning_effort/.test(words) && /tools/.test(words)) return 'no-reasoning'
  return null
}

function chatBody(request: ModelRequest, official: boolean, adjustments: ReadonlySet<Adjustment>) {
  // OpenAI's newer models refuse `max_tokens`; most other servers know nothing else.
  const limit = official !== adjustments.has('other-max-tokens') ? 'max_completion_tokens' : 'max_tokens'
  return {
    model: request.model,
    messages: [
      ...(request.system ? [{ role: 'system', content: request.system }] : []),
      ...request.messages.map(chatMessage),
    ],
    stream: true,
    ...(!adjustments.has('no-stream-options') && { stream_options: { include_usage: true } }),
    ...(request.tools.length > 0 && {
      tools: request.tools.map((tool) => ({ type: 'function', function: tool })),
      ...(adjustments.has('no-reasoning') && { reasoning_effort: 'none' }),
    }),
    ...(request.maxOutputTokens !== undefined && { [limit]: request.maxOutputTokens }),
  }
}

function chatMessage(message: ModelMessage) {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: chatContent(message.parts) }
    case 'assistant': {
      const calls = message.toolCalls ?? []
      return {
        role: 'assistant',
        content: message.text || (calls.length > 0 ? null : ''),
        ...(calls.length > 0 && {
          tool_calls: calls.map(({ id, name, input }) => ({
            id,
            type: 'function',
            function: { name, arguments: JSON.stringify(input) },
          })),
        }),
      }
    }
    case 'tool': {
      // The protocol has no flag for a failed call.
      const content = message.failed ? `Error: ${message.output}` : message.output
      return { role: 'tool', tool_call_id: message.callId, content }
    }
  }
}

function chatContent(parts: UserPart[]) {
  // Text alone goes as a string: some servers know no parts.
  if (parts.every((part) => part.type === 'text')) return parts.map((part) => part.text).join('\n')
  return parts.map((part) =>
    part.type === 'text'
      ? { type: 'text', text: part.text }
      : { type: 'image_url', image_url: { url: `data:${part.mime};base64,${part.base64}` } },
  )
}

interface ChatChunk {
  choices: { delta?: ChatDelta | null; message?: ChatDelta | null; finish_reason?: string | null }[] | null
  usage: ChatUsage | null
  error: unknown
}

interface ChatDelta {
  content?: string | { text?: unknown }[] | null
  refusal?: string | null
  tool_calls?: ChatToolCall[] | null
}

interface ChatToolCall {
  index?: number | null
  id?: string | null
  function?: { name?: string | null; arguments?: unknown } | null
}

interface ChatUsage {
  prompt_tokens?: number
  completion_tokens?: number
  prompt_tokens_details?: { cached_tokens?: number } | null
}

function readChat(provider: string, sink: ModelSink, secret: string | undefined) {
  const calls = collectToolCalls(provider)
  let usage: Usage | null = null
  let reason: string | null = null
  let refused = false

  const reader: EventReader = {
    read(data) {
      if (data === '[DONE]') return true
      const chunk = parseEvent<ChatChunk>(provider, data)
      if (chunk.error) throw errorFromObject(provider, chunk, { secret })
      if (chunk.usage) usage = readUsage(chunk.usage)
      const choice = chunk.choices?.[0]
      if (!choice) return false
      const delta = choice.delta ?? choice.message
      if (delta) {
        const { content, refusal, tool_calls } = delta
        if (typeof content === 'string') {
          if (content !== '') sink.text(content)
        } else if (Array.isArray(content)) {
          for (const part of content) if (typeof part?.text === 'string' && part.text !== '') sink.text(part.text)
        }
        if (typeof refusal === 'string' && refusal !== '') {
          refused = true
          sink.text(refusal)
        }
        if (Array.isArray(tool_calls)) for (const call of tool_calls) calls.add(fragment(call))
      }
      if (choice.finish_reason) reason = choice.finish_reason
      return false
    },
    complete: () => reason !== null,
  }

  const result = (): ModelResult => {
    const cutOff = reason === 'length' || reason === 'max_tokens'
    const toolCalls = calls.finish(cutOff)
    if (cutOff) return { toolCalls, usage, finish: 'length' }
    if (refused || reason === 'content_filter') return { toolCalls: [], usage, finish: 'refused' }
    // By what came, not by the reason: several servers end a tool call with `stop`, or with nothing.
    return { toolCalls, usage, finish: toolCalls.length > 0 ? 'tools' : 'stop' }
  }
  return { reader, result }
}

function fragment(call: ChatToolCall) {
  const input = call.function?.arguments
  return {
    index: call.index ?? undefined,
    id: call.id ?? undefined,
    name: call.function?.name ?? undefined,
    // Ollama has sent the input as an object.
    json: typeof input === 'string' ? input : input ? JSON.stringify(input) : '',
  }
}

const readUsage = (usage: ChatUsage): Usage => ({
  inputTokens: usage.prompt_tokens ?? 0,
  cachedInputTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
  outputTokens: usage.completion_tokens ?? 0,
})
