import type { MediaAbility } from '@atrium/contract/abilities'
import type { MediaUse } from './media.ts'

/** Millionths of a US dollar for one of each. */
export type MediaPrice = Partial<MediaUse>

export interface KnownMedia {
  id: string
  name: string
  ability: MediaAbility
  price: MediaPrice
}

/**
 * OpenAI's models that draw, speak, hear and embed, as its price page had them in November 2026; within an ability the one that is
 * asked where nobody chose comes first. What is charged by tokens that no answer tells (speech) is counted by what is told:
 * 15,000 millionths a minute are 17 a character at 900 characters a minute.
 * https://platform.openai.com/docs/pricing
 */
export const knownMedia: readonly KnownMedia[] = [
  { id: 'gpt-image-1-mini', name: 'GPT Image 1 mini', ability: 'draw', price: { inputTokens: 2, outputTokens: 8 } },
  { id: 'gpt-image-1', name: 'GPT Image 1', ability: 'draw', price: { inputTokens: 5, outputTokens: 40 } },
  { id: 'dall-e-3', name: 'DALL-E 3', ability: 'draw', price: { pictures: 40_000 } },
  { id: 'dall-e-2', name: 'DALL-E 2', ability: 'draw', price: { pictures: 20_000 } },
  { id: 'gpt-4o-mini-tts', name: 'GPT-4o mini TTS', ability: 'speak', price: { characters: 17 } },
  { id: 'tts-1', name: 'TTS 1', ability: 'speak', price: { characters: 15 } },
  { id: 'tts-1-hd', name: 'TTS 1 HD', ability: 'speak', price: { characters: 30 } },
  { id: 'gpt-4o-mini-transcribe', name: 'GPT-4o mini Transcribe', ability: 'hear', price: { seconds: 50 } },
  { id: 'gpt-4o-transcribe', name: 'GPT-4o Transcribe', ability: 'hear', price: { seconds: 100 } },
  { id: 'whisper-1', name: 'Whisper', ability: 'hear', price: { seconds: 100 } },
  { id: 'text-embedding-3-small', name: 'Embedding 3 small', ability: 'embed', price: { inputTokens: 0.02 } },
  { id: 'text-embedding-3-large', name: 'Embedding 3 large', ability: 'embed', price: { inputTokens: 0.13 } },
]

/** What is asked while OpenAI's own list cannot be had. */
export const defaultMedia: readonly string[] = [
  'gpt-image-1-mini',
  'gpt-4o-mini-tts',
  'gpt-4o-mini-transcribe',
  'text-embedding-3-small',
]

const release = /-(?:\d{4}-\d{2}-\d{2}|latest)$/

/** The facts of one by its id, dated or as a router names it. */
export const knownMedium = (id: string): KnownMedia | undefined => {
  const bare = id.slice(id.lastIndexOf('/') + 1).replace(release, '')
  return knownMedia.find((known) => known.id === bare)
}

/** By words that stand in the names of such models wherever they are served; none of them is in that of a model that chats. */
const BY_NAME: readonly [RegExp, MediaAbility][] = [
  [/whisper|transcri|parakeet|canary-\d/i, 'hear'],
  [/\btts\b|kokoro|orpheus|\bpiper\b|text-to-speech/i, 'speak'],
  [/embed|\bbge-|\be5-|\bgte-|minilm/i, 'embed'],
  [/dall-e|gpt-image|stable-diffusion|\bsdxl\b|flux|text-to-image/i, 'draw'],
]

/** What a model by this id does, where its name tells; null for one that chats, and for what neither chats nor does any of these. */
export const abilityByName = (id: string): MediaAbility | null =>
  knownMedium(id)?.ability ??
  (/rerank|moderation|realtime/i.test(id) ? null : (BY_NAME.find(([words]) => words.test(id))?.[1] ?? null))

/** Millionths of a dollar, rounded to a whole one. */
export const mediaCost = (price: MediaPrice, use: MediaUse): number =>
  Math.round(Object.entries(price).reduce((sum, [unit, each]) => sum + each * use[unit as keyof MediaUse], 0))
