import type { MediaAbility } from '@atrium/contract/abilities'
import type { ModelInfo } from '@atrium/contract/models'
import type { MediaModel } from './media.ts'

/** A part of what a person wrote. Images are base64 without the `data:` prefix. */
export type UserPart = { type: 'text'; text: string } | { type: 'image'; mime: string; base64: string }

export interface ToolCall {
  id: string
  /** The tool's name as the model knows it: `tasks_add`. */
  name: string
  input: unknown
  /** Opaque; must come back with the call. Gemini 3 and later refuse a call without it (its thoughtSignature). */
  signature?: string
}

export type ModelMessage =
  | { role: 'user'; parts: UserPart[] }
  | { role: 'assistant'; text: string; toolCalls?: ToolCall[] }
  | { role: 'tool'; callId: string; name: string; output: string; failed?: boolean }

export interface ModelTool {
  name: string
  description: string
  /** JSON Schema of the input. */
  parameters: Record<string, unknown>
}

export interface ModelRequest {
  /** The provider's own model id. */
  model: string
  system: string
  messages: ModelMessage[]
  tools: ModelTool[]
  /** tokens; the provider's default when absent */
  maxOutputTokens?: number
  signal: AbortSignal
}

/** Tokens as the provider counted them. */
export interface Usage {
  inputTokens: number
  cachedInputTokens: number
  outputTokens: number
}

export interface ModelSink {
  /** Called for every piece of text as it arrives, synchronously from the socket's data event: keep it cheap. */
  text(piece: string): void
}

export interface ModelResult {
  toolCalls: ToolCall[]
  usage: Usage | null
  finish: 'stop' | 'length' | 'tools' | 'refused'
}

/**
 * Streams one answer. Resolves when the provider has finished; rejects with a ProviderError, or with the signal's
 * reason after an abort (the request to the provider is then closed).
 */
export type StreamModel = (request: ModelRequest, sink: ModelSink) => Promise<ModelResult>

/** A model that can answer now. */
export interface Model {
  info: ModelInfo
  stream: StreamModel
  /** Micro-dollars for this usage; null when the price is not known. */
  cost(usage: Usage): number | null
}

export interface ModelRegistry {
  list(): Model[]
  /** The preferred model if it can answer, else the default (gpt-4o-mini, else the first configured, else the Guide). */
  select(preferred: string | null | undefined): Model
  /** The model that reads pictures: the default if it can, else the first that does; null when none does. */
  seeing(): Model | null
  /** The model that draws, speaks, hears or embeds; null when none does. */
  media<A extends MediaAbility>(ability: A): MediaModel<A> | null
}
