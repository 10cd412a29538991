import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FakeProvider, startFakeProvider } from '../../e2e/fake-provider/client.ts'
import { SMALLEST_PNG } from '../files/test-pictures.ts'
import { guideModel } from '../guide/model.ts'
import { openaiMedia } from './openai-media.ts'
import { ProviderError } from './provider-error.ts'
import { createRegistry, type RegistryConfig } from './registry.ts'

let fake: FakeProvider
beforeAll(async () => {
  fake = await startFakeProvider()
})
afterEach(() => fake.reset())
afterAll(() => fake.stop())

const { signal } = new AbortController()
const media = (model: string) => openaiMedia({ apiKey: 'sk-secret', baseUrl: fake.url }, model)
const sent = async () => (await fake.requests()).at(-1)
const kindOf = async (call: Promise<unknown>) =>
  call.then(
    () => 'an answer',
    (error: unknown) => (error instanceof ProviderError ? error.kind : error),
  )

test('a picture is asked for as each family of models wants it, and what comes is what its bytes say', async () => {
  const draw = (model: string) => media(model).draw({ prompt: 'A lemon tree', count: 2, shape: 'wide', signal })
  const { pictures, use } = await draw('gpt-image-1-mini')
  expect(pictures.map(({ mime }) => mime)).toEqual(['image/png', 'image/png'])
  expect(use).toEqual({ pictures: 2, inputTokens: 20, outputTokens: 2112 })
  expect(await sent()).toMatchObject({
    path: '/v1/images/generations',
    headers: { authorization: 'Bearer sk-secret' },
    body: { model: 'gpt-image-1-mini', prompt: 'A lemon tree', n: 2, size: '1536x1024', output_format: 'jpeg' },
  })
  expect((await sent())?.body).not.toHaveProperty('response_format')
  await draw('sdxl-turbo')
  expect((await sent())?.body).toMatchObject({ size: '1216x832', response_format: 'b64_json', n: 2 })
  await fake.reset()
  expect((await draw('dall-e-3')).pictures).toHaveLength(2)
  expect((await fake.requests()).map(({ body }) => (body as { n: number }).n)).toEqual([1, 1])
  await fake.script({}, { status: 429 })
  const some = await draw('dall-e-3')
  expect([some.pictures.length, some.use]).toEqual([1, { pictures: 1 }])
  await fake.script({ status: 429 }, { status: 429 })
  expect(await kindOf(draw('dall-e-3'))).toBe('rate_limited')
})

test('what is no picture, an address, or nothing is not taken for one', async () => {
  const given = async (data: unknown) => {
    await fake.script({ body: { data } })
    return kindOf(media('gpt-image-1').draw({ prompt: 'x', count: 1, shape: 'square', signal }))
  }
  expect(await given([{ b64_json: Buffer.from('<svg onload=alert(1)>').toString('base64') }])).toBe('garbage')
  expect(await given([{ url: 'http://169.254.169.254/' }])).toBe('garbage')
  expect(await given([])).toBe('garbage')
  expect(await given('none')).toBe('garbage')
  expect(await given([{ b64_json: SMALLEST_PNG.toString('base64') }])).toBe('an answer')
})

test('speech is a sound by its bytes, and only those that take instructions are told the language', async () => {
  const speak = (model: string) => media(model).speak({ text: 'Guten Tag', language: 'German', signal })
  const { speech, use } = await speak('gpt-4o-mini-tts')
  expect(speech.mime).toBe('audio/mpeg')
  expect(use).toEqual({ characters: 9 })
  expect((await sent())?.body).toMatchObject({
    input: 'Guten Tag',
    voice: 'alloy',
    instructions: 'Speak German, clearly.',
  })
  await speak('kokoro')
  expect((await sent())?.body).not.toHaveProperty('instructions')
  await fake.script({ body: { error: 'asleep' } })
  expect(await kindOf(speak('tts-1'))).toBe('garbage')
})

test('a recording goes as a form with its bytes, and its seconds come from whatever tells them', async () => {
  const bytes = Buffer.from('OggS and the rest of a recording')
  const hear = (model: string) =>
    media(model).hear({ bytes, mime: 'audio/ogg', name: 'memo.ogg', language: 'de', signal })
  await fake.script({ text: ' Milch kaufen ' }, { text: 'x' })
  expect(await hear('whisper-1')).toEqual({ text: 'Milch kaufen', language: 'english', use: { seconds: 13 } })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect((await sent())?.body).toEqual({
    ...{ model: 'whisper-1', response_format: 'verbose_json', language: 'de' },
    file: { name: 'memo.ogg', type: 'audio/ogg', size: bytes.length, sha256 },
  })
  expect((await hear('gpt-4o-mini-transcribe')).use).toEqual({ seconds: 13 })
  await fake.script({ body: { words: 'none' } })
  expect(await kindOf(hear('whisper-1'))).toBe('garbage')
})

test('vectors come in the order of their texts, whatever order they are sent in, all of one length', async () => {
  const embed = (...texts: string[]) => media('text-embedding-3-small').embed({ texts, signal })
  const { vectors } = await embed('a fast car', 'the automobile')
  expect(vectors.map(({ length }) => length)).toEqual([512, 512])
  expect((await sent())?.body).toMatchObject({ input: ['a fast car', 'the automobile'], dimensions: 512 })
  const given = async (...data: object[]) => {
    await fake.script({ body: { data } })
    return embed('one', 'two')
  }
  const [one, two] = (await given({ index: 1, embedding: [0, 2] }, { index: 0, embedding: [1, 0] })).vectors
  expect([[...(one ?? [])], [...(two ?? [])]]).toEqual([
    [1, 0],
    [0, 2],
  ])
  for (const data of [
    [{ index: 0, embedding: [1] }],
    [
      { index: 0, embedding: [1] },
      { index: 1, embedding: [1, 2] },
    ],
    [
      { index: 0, embedding: ['x'] },
      { index: 1, embedding: [1] },
    ],
    [
      { index: 0, embedding: 'AAAA' },
      { index: 1, embedding: [1] },
    ],
    [
      { index: 7, embedding: [1] },
      { index: 1, embedding: [1] },
    ],
  ])
    expect(await kindOf(given(...data))).toBe('garbage')
})

test('refusals, silence and what the person ends are told apart, without the key', async () => {
  const draw = (more: { signal?: AbortSignal } = {}) =>
    media('gpt-image-1').draw({ prompt: 'x', count: 1, shape: 'square', signal, ...more })
  await fake.script(
    { status: 401, body: { error: { message: 'Incorrect API key provided: sk-secret' } } },
    { status: 429, headers: { 'retry-after': '7' } },
    { status: 400, body: { error: { message: 'Your request was rejected', code: 'moderation_blocked' } } },
    { never: true },
  )
  await expect(draw()).rejects.toMatchObject({ kind: 'unauthorized', detail: 'Incorrect API key provided: [key]' })
  await expect(draw()).rejects.toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 7 })
  expect(await kindOf(draw())).toBe('refused')
  const ended = new AbortController()
  const drawing = draw({ signal: ended.signal })
  await fake.received(({ state, path }) => path.endsWith('generations') && state === 'open')
  ended.abort(new Error('ended'))
  await expect(drawing).rejects.toThrow('ended')
  await fake.received(({ state }) => state === 'closed by client')
  const nowhere = openaiMedia({ baseUrl: 'http://127.0.0.1:9' }, 'x')
  expect(await kindOf(nowhere.draw({ prompt: 'x', count: 1, shape: 'square', signal }))).toBe('unreachable')
})

test('who does what is known from the list of the provider, from MODELS, or from what the operator says', async () => {
  const able = async (config: RegistryConfig = {}) => {
    const registry = createRegistry({ openaiApiKey: 'k', openaiBaseUrl: fake.url, ...config }, guideModel)
    await registry.refresh()
    const media = (['draw', 'speak', 'hear', 'embed'] as const).map((one) => registry.media(one)?.info.id ?? null)
    return [registry.seeing()?.info.id ?? null, ...media]
  }
  expect(await able({ openaiApiKey: '', openaiBaseUrl: '' })).toEqual([null, null, null, null, null])
  expect(await able()).toEqual([null, null, null, null, null])
  const names = [
    'llama-3',
    'whisper-large-v3',
    'nomic-embed-text',
    'kokoro',
    'tts-1',
    'flux-schnell',
    'bge-reranker-v2',
  ]
  const architecture = { input_modalities: ['text', 'image'], output_modalities: ['text'] }
  await fake.lists({ openai: [...names.map((id) => ({ id })), { id: 'seer', architecture }] })
  expect(await able()).toEqual(['seer', 'flux-schnell', 'tts-1', 'whisper-large-v3', 'nomic-embed-text'])
  expect(await able({ abilities: { see: 'llama-3', draw: 'none', speak: 'openai:kokoro', embed: 'my-own' } })).toEqual([
    ...['llama-3', null, 'kokoro', 'whisper-large-v3', 'my-own'],
  ])
  const models = ['gpt-4o-mini', 'whisper-1', 'openai:gpt-image-1']
  expect(await able({ models })).toEqual(['gpt-4o-mini', 'gpt-image-1', null, 'whisper-1', null])
  // A router’s pictures come by another call than the one that we make.
  await fake.lists({ openai: [{ id: 'flux', architecture: { output_modalities: ['image'] } }] })
  expect(await able()).toEqual([null, null, null, null, null])
  // OpenAI’s own are asked while its list cannot be had; the providers without such calls have none.
  const official = createRegistry({ openaiApiKey: 'k', anthropicApiKey: 'k' }, guideModel)
  expect(official.media('draw')?.info.id).toBe('gpt-image-1-mini')
  const other = createRegistry({ anthropicApiKey: 'k' }, guideModel)
  expect([other.seeing()?.info.id, other.media('hear')]).toEqual(['claude-sonnet-5-5', null])
})

test('what was used is priced by what it is priced by', () => {
  const config = { openaiApiKey: 'k', models: ['gpt-image-1', 'whisper-1', 'tts-1', 'text-embedding-3-large'] }
  const registry = createRegistry(config, guideModel)
  const use = { inputTokens: 100, outputTokens: 1_056, pictures: 1, seconds: 60, characters: 1_000 }
  expect(registry.media('draw')?.cost(use)).toBe(42_740)
  expect(registry.media('hear')?.cost(use)).toBe(6_000)
  expect(registry.media('speak')?.cost(use)).toBe(15_000)
  expect(registry.media('embed')?.cost(use)).toBe(13)
  const own = createRegistry({ openaiBaseUrl: fake.url, abilities: { draw: 'my-own' } }, guideModel)
  expect(own.media('draw')?.cost(use)).toBeNull()
})
