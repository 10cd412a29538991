import { boundCalls, boundText } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { DEFAULT_IDLE_TIMEOUT, type EventReader, parseEvent, streamEvents } from './event-stream.ts'
import type { ModelMessage, ModelRequest, ModelResult, ModelSink, StreamModel, ToolCall, Usage } from './model.ts'
import { errorFromObject, ProviderError } from './provider-error.ts'
import { newCallId, OWN_ID } from './tool-calls.ts'

export const GOOGLE_BASE_URL = 'https://generativelanguage.googleapis.com/v1beta'

export interface GoogleOptions {
  apiKey: string
  baseUrl?: string | undefined
  /** ms */
  idleTimeoutMs?: number | undefined
  /** ms without anything new, though bytes keep coming */
  quietTimeoutMs?: number | undefined
}

/** Gemini's streamGenerateContent. https://ai.google.dev/api/generate-content */
export function googleStream(options: GoogleOptions): StreamModel {
  const { apiKey, baseUrl = GOOGLE_BASE_URL, idleTimeoutMs = DEFAULT_IDLE_TIMEOUT, quietTimeoutMs } = options
  const models = endpoint(baseUrl, 'v1beta', 'models')
  // In a header: an address with the key in it would end up in logs.
  const headers = { 'x-goog-api-key': apiKey }
  const provider = 'Google'

  return async (request, sink) => {
    const url = new URL(models)
    url.pathname += `/${encodeURIComponent(request.model)}:streamGenerateContent`
    url.searchParams.set('alt', 'sse')
    const { reader, result } = readContent(provider, boundText(provider, sink), apiKey)
    const body = contentBody(request)
    await streamEvents(
      { provider, url: url.href, headers, body, signal: request.signal, idleTimeoutMs, quietTimeoutMs, secret: apiKey },
      reader,
    )
    return result()
  }
}

function contentBody(request: ModelRequest) {
  return {
    contents: turns(request.messages, /^gemini-[12]\b/.test(request.model)),
    ...(request.system && { systemInstruction: { parts: [{ text: request.system }] } }),
    ...(request.tools.length > 0 && {
      tools: [
        {
          functionDeclarations: request.tools.map(({ name, description, parameters }) => ({
            name,
            description,
            // `parameters` takes a subset of OpenAPI only and refuses `additionalProperties`.
            parametersJsonSchema: parameters,
          })),
        },
      ],
    }),
    ...(request.maxOutputTokens !== undefined && { generationConfig: { maxOutputTokens: request.maxOutputTokens } }),
  }
}

interface Turn {
  role: 'user' | 'model'
  parts: Record<string, unknown>[]
}

function turns(messages: ModelMessage[], unsigned: boolean): Turn[] {
  const list: Turn[] = []
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'model' : 'user'
    const parts = turnParts(message, unsigned)
    if (parts.length === 0) continue
    const last = list.at(-1)
    if (last?.role === role) last.parts.push(...parts)
    else list.push({ role, parts })
  }
  return list
}

function turnParts(message: ModelMessage, unsigned: boolean): Record<string, unknown>[] {
  switch (message.role) {
    case 'user':
      return message.parts.flatMap((part): Record<string, unknown>[] => {
        if (part.type === 'image') return [{ inlineData: { mimeType: part.mime, data: part.base64 } }]
        return part.text === '' ? [] : [{ text: part.text }]
      })
    case 'assistant':
      return [
        ...(message.text === '' ? [] : [{ text: message.text }]),
        ...(message.toolCalls ?? []).map((call, at) => callPart(call, unsigned || at > 0)),
      ]
    case 'tool': {
      const { callId, name, output, failed } = message
      return [{ functionResponse: { ...idOf(callId), name, response: failed ? { error: output } : { output } } }]
    }
  }
}

/**
 * Gemini 3 and later refuse a call that comes back without its signature, on the first call of a step. A call made by
 * another model has none; this value is the documented way to say so.
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
const NO_SIGNATURE = 'skip_thought_signature_validator'

function callPart({ id, name, input, signature }: ToolCall, unsigned: boolean): Record<string, unknown> {
  const thoughtSignature = signature ?? (unsigned ? undefined : NO_SIGNATURE)
  return { functionCall: { ...idOf(id), name, args: input ?? {} }, ...(thoughtSignature && { thoughtSignature }) }
}

const idOf = (id: string) => (id.startsWith(OWN_ID) ? {} : { id })

interface ContentChunk {
  candidates: { content?: { parts?: ContentPart[] | null } | null; finishReason?: string | null }[] | null
  promptFeedback: { blockReason?: string } | null
  usageMetadata: ContentUsage | null
  error: unknown
}

interface ContentPart {
  text?: string
  /** The text is the model's thinking. */
  thought?: boolean
  functionCall?: { id?: string; name?: string; args?: unknown }
  thoughtSignature?: string
}

/** The prompt's count includes the cached part; thinking is counted, and billed, beside the answer. */
interface ContentUsage {
  promptTokenCount?: number
  toolUsePromptTokenCount?: number
  cachedContentTokenCount?: number
  candidatesTokenCount?: number
  thoughtsTokenCount?: number
}

const refusals = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
])

function readContent(provider: string, sink: ModelSink, secret: string) {
  const toolCalls: ToolCall[] = []
  let characters = 0
  let usage: Usage | null = null
  let reason: string | null = null
  let refused = false

  const reader: EventReader = {
    read(data) {
      const chunk = parseEvent<ContentChunk>(provider, data)
      if (chunk.error) throw errorFromObject(provider, chunk, { secret })
      if (chunk.promptFeedback?.blockReason) refused = true
      if (chunk.usageMetadata) usage = readUsage(chunk.usageMetadata)
      const candidate = chunk.candidates?.[0]
      for (const part of candidate?.content?.parts ?? []) {
        if (part.functionCall) {
          toolCalls.push(toolCall(part))
          characters += JSON.stringify(part.functionCall).length
          boundCalls(provider, toolCalls.length, characters)
        } else if (part.text && !part.thought) sink.text(part.text)
      }
      if (candidate?.finishReason) reason = candidate.finishReason
      if (reason === 'MALFORMED_FUNCTION_CALL' || reason === 'UNEXPECTED_TOOL_CALL') {
        throw new ProviderError('garbage', `${provider} ended with ${reason}`)
      }
      return false
    },
    complete: () => reason !== null,
  }

  const result = (): ModelResult => {
    if (refused || (reason && refusals.has(reason))) return { toolCalls: [], usage, finish: 'refused' }
    if (reason === 'MAX_TOKENS') return { toolCalls, usage, finish: 'length' }
    return { toolCalls, usage, finish: toolCalls.length > 0 ? 'tools' : 'stop' }
  }
  return { reader, result }
}

function toolCall({ functionCall, thoughtSignature }: ContentPart): ToolCall {
  return {
    id: functionCall?.id || newCallId(),
    name: functionCall?.name ?? '',
    input: functionCall?.args ?? {},
    ...(thoughtSignature && { signature: thoughtSignature }),
  }
}

const readUsage = (usage: ContentUsage): Usage => ({
  inputTokens: (usage.promptTokenCount ?? 0) + (usage.toolUsePromptTokenCount ?? 0),
  cachedInputTokens: usage.cachedContentTokenCount ?? 0,
  outputTokens: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
})
