import type { MediaAbility } from '@atrium/contract/abilities'
import { brand } from '@atrium/contract/brand'
import { request as send } from 'undici'
import { ANTHROPIC_BASE_URL, ANTHROPIC_VERSION } from './anthropic.ts'
import { endpoint } from './endpoint.ts'
import { GOOGLE_BASE_URL } from './google.ts'
import { abilityByName } from './known-media.ts'
import type { KnownModel } from './known-models.ts'
import { OPENAI_BASE_URL } from './openai.ts'
import { errorFromAnswer, ProviderError } from './provider-error.ts'

/** A model as a provider's list tells it; anything but the id may be missing. */
export interface ListedModel {
  id: string
  name?: string | undefined
  /** tokens */
  contextWindow?: number | undefined
  vision?: boolean | undefined
  tools?: boolean | undefined
  /** It does not chat: it draws, speaks, hears or embeds. */
  ability?: MediaAbility | undefined
}

const TIMEOUT = 10_000
const LARGEST_LIST = 16 * 1024 * 1024

/** The models of a provider that can chat, or do one of the other things that models are asked for. Throws a ProviderError. */
export async function listModels(
  provider: KnownModel['provider'],
  baseUrl: string | undefined,
  apiKey: string | undefined,
): Promise<ListedModel[]> {
  switch (provider) {
    case 'openai': {
      const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
      const list = await getJson(endpoint(baseUrl ?? OPENAI_BASE_URL, 'v1', 'models'), headers, apiKey)
      const isChat = baseUrl === undefined ? isOpenaiChat : isChatElsewhere
      return entries(list.data).flatMap((entry) => openaiEntry(entry, isChat))
    }
    case 'anthropic': {
      const headers = { 'x-api-key': apiKey ?? '', 'anthropic-version': ANTHROPIC_VERSION }
      const url = `${endpoint(baseUrl ?? ANTHROPIC_BASE_URL, 'v1', 'models')}?limit=1000`
      const list = await getJson(url, headers, apiKey)
      return entries(list.data).flatMap((entry) => {
        const id = text(entry.id)
        return id ? [{ id, name: text(entry.display_name), contextWindow: count(entry.max_input_tokens) }] : []
      })
    }
    case 'google': {
      const url = `${endpoint(baseUrl ?? GOOGLE_BASE_URL, 'v1beta', 'models')}?pageSize=1000`
      const list = await getJson(url, { 'x-goog-api-key': apiKey ?? '' }, apiKey)
      return entries(list.models).flatMap(googleEntry)
    }
  }
}

async function getJson(url: string, headers: Record<string, string>, secret: string | undefined) {
  const provider = new URL(url).host
  const { statusCode, body } = await get(url, headers, provider)
  if (statusCode !== 200) throw errorFromAnswer(provider, statusCode, body, { secret })
  try {
    return record(JSON.parse(body))
  } catch (cause) {
    throw new ProviderError('garbage', `${provider} sent a model list that is not JSON`, { cause })
  }
}

async function get(url: string, headers: Record<string, string>, provider: string) {
  const signal = AbortSignal.timeout(TIMEOUT)
  try {
    const answer = await send(url, { headers: { 'user-agent': brand.name, ...headers }, signal })
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > LARGEST_LIST) throw new ProviderError('garbage', `${provider} sent an endless model list`)
      chunks.push(chunk)
    }
    return { statusCode: answer.statusCode, body: Buffer.concat(chunks).toString('utf8') }
  } catch (error) {
    if (error instanceof ProviderError) throw error
    const kind = signal.aborted ? 'timeout' : 'unreachable'
    throw new ProviderError(kind, `${provider} did not give its model list`, { cause: error })
  }
}

const notChat =
  /audio|realtime|image|transcribe|tts|search|instruct|codex|deep-research|embed|moderation|-pro\b|-chat-latest/
/** OpenAI lists everything it has under one roof, without saying what it is for. */
const isOpenaiChat = (id: string): boolean => /^(?:ft:)?(?:gpt-|o\d)/.test(id) && !notChat.test(id)

/** Elsewhere any name may be a chat model, save those that say otherwise. */
const isChatElsewhere = (id: string): boolean =>
  !/embed|whisper|\btts\b|dall-e|stable-diffusion|rerank|moderation|\bbge-|flux|text-to-/i.test(id)

/** What LM Studio, Together and others call the kinds of their models. */
const kinds: Readonly<Record<string, MediaAbility>> = {
  embeddings: 'embed',
  embedding: 'embed',
  image: 'draw',
  audio: 'speak',
  'text-to-speech': 'speak',
  transcribe: 'hear',
  'speech-to-text': 'hear',
}

/** What does not chat: by what the list says that it is, else by its name. A router's pictures come by another call than ours. */
function mediaAbility(id: string, { type, architecture }: Record<string, unknown>): MediaAbility | null {
  const told = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined
  const { output_modalities } = record(architecture)
  if (Array.isArray(output_modalities)) return output_modalities.includes('embeddings') ? 'embed' : null
  return told ?? abilityByName(id)
}

/** Beyond the id, what OpenRouter, vLLM, Groq, LM Studio and Mistral tell. */
function openaiEntry(entry: Record<string, unknown>, isChat: (id: string) => boolean): ListedModel[] {
  const id = text(entry.id)
  const ability = id ? mediaAbility(id, entry) : null
  if (id && ability) return [{ id, name: text(entry.name), ability }]
  if (!id || !isChat(id)) return []
  const { input_modalities, output_modalities } = record(entry.architecture)
  const { completion_chat, vision } = record(entry.capabilities)
  if (completion_chat === false || (Array.isArray(output_modalities) && !output_modalities.includes('text'))) return []
  const parameters = entry.supported_parameters
  return [
    {
      id,
      name: text(entry.name),
      contextWindow: count(
        entry.context_length ?? entry.context_window ?? entry.max_model_len ?? entry.max_context_length,
      ),
      vision: Array.isArray(input_modalities) ? input_modalities.includes('image') : flag(vision),
      tools: Array.isArray(parameters) ? parameters.includes('tools') : undefined,
    },
  ]
}

function googleEntry(entry: Record<string, unknown>): ListedModel[] {
  const id = text(entry.name)?.replace(/^models\//, '')
  const methods = entry.supportedGenerationMethods
  if (!id?.startsWith('gemini-') || (Array.isArray(methods) && !methods.includes('generateContent'))) return []
  if (/image|tts|audio|live|embed|computer-use|robotics/.test(id)) return []
  return [{ id, name: text(entry.displayName), contextWindow: count(entry.inputTokenLimit), vision: true }]
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const entries = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(record) : [])
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const count = (value: unknown): number | undefined => (typeof value === 'number' && value > 0 ? value : undefined)
const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)
