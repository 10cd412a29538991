import type { MediaAbility } from '@atrium/contract/abilities'
import type { ProviderKey } from '@atrium/contract/models'

/** A picture, or words that are spoken: bytes and what they are. */
export interface Bytes {
  mime: string
  bytes: Uint8Array
}

export type Shape = 'square' | 'wide' | 'tall'

export interface DrawRequest {
  prompt: string
  count: number
  shape: Shape
  signal: AbortSignal
}

export interface SpeakRequest {
  text: string
  /** The language's English name: `German`. */
  language: string | null
  signal: AbortSignal
}

export interface HearRequest extends Bytes {
  name: string
  /** ISO 639-1; found out by the model when null. */
  language: string | null
  signal: AbortSignal
}

export interface EmbedRequest {
  texts: readonly string[]
  signal: AbortSignal
}

/** What a call used, of each thing that has a price. */
export interface MediaUse {
  inputTokens: number
  outputTokens: number
  pictures: number
  seconds: number
  characters: number
}

/** What was made, and what of its use the provider told. */
export type Made<T> = T & { use: Partial<MediaUse> }

export interface MediaCalls {
  draw(request: DrawRequest): Promise<Made<{ pictures: Bytes[] }>>
  speak(request: SpeakRequest): Promise<Made<{ speech: Bytes }>>
  hear(request: HearRequest): Promise<Made<{ text: string; language: string | null }>>
  /** A vector for each text, in their order, all of one length. */
  embed(request: EmbedRequest): Promise<Made<{ vectors: Float32Array[] }>>
}

/** A model that draws, speaks, hears or embeds. */
export interface MediaModel<A extends MediaAbility = MediaAbility> {
  info: { id: string; name: string; provider: ProviderKey; ability: A }
  ask: MediaCalls[A]
  /** Micro-dollars; null when the price is not known. */
  cost(use: MediaUse): number | null
}

export const NOTHING: Readonly<MediaUse> = { inputTokens: 0, outputTokens: 0, pictures: 0, seconds: 0, characters: 0 }
