import { FormData } from 'undici'
import { endpoint } from './endpoint.ts'
import type { Bytes, DrawRequest, EmbedRequest, HearRequest, Made, MediaCalls, Shape, SpeakRequest } from './media.ts'
import { pictureKind, soundKind } from './media-kind.ts'
import { OPENAI_BASE_URL, type OpenaiOptions } from './openai.ts'
import { callForJson, callProvider, type ProviderCall } from './provider-call.ts'
import { ProviderError } from './provider-error.ts'

/** ms in silence: a picture comes whole, when it is done */
const PATIENCE = 150_000
const MEGABYTE = 1024 * 1024
/** numbers of a vector, at most; what is asked of models that can give shorter ones */
const LONGEST_VECTOR = 8_192
const DIMENSIONS = 512

const SIZES = {
  'gpt-image': { square: '1024x1024', wide: '1536x1024', tall: '1024x1536' },
  'dall-e-3': { square: '1024x1024', wide: '1792x1024', tall: '1024x1792' },
  /** What models that people run themselves were trained on. */
  other: { square: '1024x1024', wide: '1216x832', tall: '832x1216' },
} as const satisfies Record<string, Record<Shape, string>>

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
/** More tokens or seconds than any answer has; what a provider says beyond it is not believed. */
const COUNT_MAX = 1e9
const count = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= COUNT_MAX ? value : undefined

/**
 * Pictures, speech, transcripts and vectors, as OpenAI defines their calls and as LocalAI, vLLM, Speaches, Ollama, LM Studio and
 * others serve them. https://platform.openai.com/docs/api-reference/images
 */
export function openaiMedia({ apiKey, baseUrl = OPENAI_BASE_URL }: OpenaiOptions, model: string): MediaCalls {
  const urlOf = (call: string) => endpoint(baseUrl, 'v1', call)
  const address = urlOf('models')
  const provider = address.startsWith('https://api.openai.com/') ? 'OpenAI' : new URL(address).host
  const asking = (call: string, body: ProviderCall['body'], signal: AbortSignal, largest: number): ProviderCall => ({
    ...{ provider, url: urlOf(call), body, signal, largest, secret: apiKey },
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
    idleTimeoutMs: PATIENCE,
  })
  const garbage = (what: string) => new ProviderError('garbage', `${provider} sent ${what}`)
  const bare = model.slice(model.lastIndexOf('/') + 1)

  async function draw({ prompt, count: wanted, shape, signal }: DrawRequest): Promise<Made<{ pictures: Bytes[] }>> {
    const family = bare.startsWith('gpt-image') ? 'gpt-image' : bare.startsWith('dall-e-3') ? 'dall-e-3' : 'other'
    const size = bare.startsWith('dall-e-2') ? '1024x1024' : SIZES[family][shape]
    const how =
      family === 'gpt-image'
        ? { quality: 'medium', output_format: 'jpeg', output_compression: 85 }
        : { response_format: 'b64_json' }
    const one = (n: number) =>
      callForJson(asking('images/generations', { model, prompt, n, size, ...how }, signal, n * 16 * MEGABYTE))
    // DALL-E 3 makes one at a time. What some of its answers brought is paid for, whatever became of the others.
    const asked = await Promise.allSettled(
      family === 'dall-e-3' ? Array.from({ length: wanted }, () => one(1)) : [one(wanted)],
    )
    signal.throwIfAborted()
    const answers = asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    const [failed] = asked.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    if (answers.length === 0) throw failed
    const pictures = answers
      .flatMap(({ data }) => (Array.isArray(data) ? data : []))
      .map((entry): Bytes => {
        const { b64_json } = record(entry)
        if (typeof b64_json !== 'string') throw garbage('an address instead of a picture')
        const bytes = Buffer.from(b64_json, 'base64')
        const mime = pictureKind(bytes)
        if (!mime) throw garbage('a picture that is none')
        return { mime, bytes }
      })
    if (pictures.length === 0) throw garbage('no picture')
    const usages = answers.map(({ usage }) => record(usage))
    const sum = (name: string) => usages.reduce((total, usage) => total + (count(usage[name]) ?? 0), 0)
    const isTold = usages.every((usage) => count(usage.output_tokens) !== undefined)
    return {
      pictures: pictures.slice(0, wanted),
      use: {
        pictures: pictures.length,
        ...(isTold && { inputTokens: sum('input_tokens'), outputTokens: sum('output_tokens') }),
      },
    }
  }

  async function speak({ text, language, signal }: SpeakRequest): Promise<Made<{ speech: Bytes }>> {
    // Those that take instructions are told the language: a word of two letters may be of any.
    const instructions = language && /gpt-.*tts/.test(bare) ? { instructions: `Speak ${language}, clearly.` } : {}
    const body = { model, input: text, voice: 'alloy', response_format: 'mp3', ...instructions }
    const bytes = await callProvider(asking('audio/speech', body, signal, 16 * MEGABYTE))
    const mime = soundKind(bytes)
    if (!mime) throw garbage('speech that is no sound')
    return { speech: { mime, bytes }, use: { characters: Array.from(text).length } }
  }

  async function hear({
    bytes,
    mime,
    name,
    language,
    signal,
  }: HearRequest): Promise<Made<{ text: string; language: string | null }>> {
    const form = new FormData()
    form.set('model', model)
    // The newer ones give no more than the text; Whisper tells how long it was.
    form.set('response_format', bare.startsWith('whisper') ? 'verbose_json' : 'json')
    if (language) form.set('language', language)
    form.set('file', new Blob([Uint8Array.from(bytes)], { type: mime }), name)
    const answer = await callForJson(asking('audio/transcriptions', form, signal, 8 * MEGABYTE))
    if (typeof answer.text !== 'string') throw garbage('a transcript without text')
    const usage = record(answer.usage)
    const tokens = count(record(usage.input_token_details).audio_tokens)
    // Ten tokens are a second of sound.
    const seconds = count(answer.duration) ?? count(usage.seconds) ?? (tokens === undefined ? undefined : tokens / 10)
    return {
      text: answer.text.trim(),
      language: typeof answer.language === 'string' ? answer.language : null,
      use: seconds === undefined ? {} : { seconds: Math.ceil(seconds) },
    }
  }

  async function embed({ texts, signal }: EmbedRequest): Promise<Made<{ vectors: Float32Array[] }>> {
    const shorter = /^text-embedding-3/.test(bare) ? { dimensions: DIMENSIONS } : {}
    const body = { model, input: texts, encoding_format: 'float', ...shorter }
    const answer = await callForJson(asking('embeddings', body, signal, texts.length * 256 * 1024 + MEGABYTE))
    const vectors: Float32Array[] = []
    const data = Array.isArray(answer.data) ? answer.data.map(record) : []
    for (const [at, { index, embedding }] of data.entries()) {
      if (!Array.isArray(embedding) || embedding.length > LONGEST_VECTOR) throw garbage('a vector that is none')
      const vector = Float32Array.from(embedding as number[])
      if (!vector.every(Number.isFinite)) throw garbage('a vector that is none')
      vectors[count(index) ?? at] = vector
    }
    const length = vectors[0]?.length ?? 0
    const isWhole = vectors.length === texts.length && length > 0
    if (!isWhole || !texts.every((_, at) => vectors[at]?.length === length)) throw garbage('too few vectors')
    const inputTokens = count(record(answer.usage).prompt_tokens)
    return { vectors, use: inputTokens === undefined ? {} : { inputTokens } }
  }

  return { draw, speak, hear, embed }
}
