import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FakeProvider, startFakeProvider } from '../../e2e/fake-provider/client.ts'
import { ask } from './ask.ts'
import { costMicros, knownModel, knownModels } from './known-models.ts'
import type { Model } from './model.ts'
import { createRegistry, type RegistryConfig } from './registry.ts'

const guide: Model = {
  info: { id: 'guide', name: 'Guide', provider: 'guide', contextWindow: 8_000, vision: false, tools: false },
  stream: () => Promise.reject(new Error('not asked here')),
  cost: () => 0,
}

let fake: FakeProvider
let everything: RegistryConfig
beforeAll(async () => {
  fake = await startFakeProvider()
  const { url } = fake
  everything = {
    openaiApiKey: 'o',
    openaiBaseUrl: url,
    anthropicApiKey: 'a',
    anthropicBaseUrl: url,
    googleApiKey: 'g',
    googleBaseUrl: url,
  }
})
afterEach(() => fake.reset())
afterAll(() => fake.stop())

const ids = (registry: { list(): Model[] }) => registry.list().map(({ info }) => info.id)
const create = async (config: RegistryConfig) => {
  const registry = createRegistry(config, guide)
  await registry.refresh()
  return registry
}

test('with nothing configured the Guide answers, whatever was preferred', async () => {
  const registry = await create({ openaiApiKey: '', anthropicApiKey: '' })
  expect(ids(registry)).toEqual(['guide'])
  expect(registry.select(null)).toBe(guide)
  expect(registry.select('gpt-4o-mini')).toBe(guide)
})

test('a provider lists its chat models, the known ones first, with what is known of them', async () => {
  await fake.lists({
    openai: [
      { id: 'zeta-7b', max_model_len: 8_192 },
      { id: 'gpt-4o-2024-08-06' },
      { id: 'text-embedding-3-small' },
      { id: 'whisper-large' },
      { id: 'gpt-4o-mini' },
      {
        id: 'meta/llama',
        name: 'Llama',
        context_length: 131_072,
        architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
        supported_parameters: ['temperature'],
      },
      { id: 'painter', architecture: { output_modalities: ['image'] } },
    ],
    anthropic: [{ id: 'claude-sonnet-4-5-20250929', display_name: 'Claude Sonnet 4.5' }, { id: 'claude-next-1' }],
    google: [
      { name: 'models/gemini-2.5-flash', supportedGenerationMethods: ['generateContent'], inputTokenLimit: 1_000_000 },
      { name: 'models/gemini-embedding-001', supportedGenerationMethods: ['embedContent'] },
      { name: 'models/gemini-2.5-flash-image', supportedGenerationMethods: ['generateContent'] },
    ],
  })
  const registry = await create(everything)
  expect(registry.list().map(({ info }) => info)).toEqual([
    { id: 'gpt-4o-mini', name: 'GPT-4o mini', provider: 'openai', contextWindow: 128_000, vision: true, tools: true },
    { id: 'gpt-4o-2024-08-06', name: 'GPT-4o', provider: 'openai', contextWindow: 128_000, vision: true, tools: true },
    { id: 'meta/llama', name: 'Llama', provider: 'openai', contextWindow: 131_072, vision: true, tools: false },
    { id: 'zeta-7b', name: 'zeta-7b', provider: 'openai', contextWindow: 8_192, vision: false, tools: true },
    {
      id: 'claude-sonnet-4-5-20250929',
      name: 'Claude Sonnet 4.5',
      provider: 'anthropic',
      contextWindow: 200_000,
      vision: true,
      tools: true,
    },
    {
      id: 'claude-next-1',
      name: 'claude-next-1',
      provider: 'anthropic',
      contextWindow: 32_000,
      vision: false,
      tools: true,
    },
    {
      id: 'gemini-2.5-flash',
      name: 'Gemini 2.5 Flash',
      provider: 'google',
      contextWindow: 1_000_000,
      vision: true,
      tools: true,
    },
    guide.info,
  ])
})

test('the preferred model answers, else gpt-4o-mini, else the first, else the Guide', async () => {
  const models = ['claude-sonnet-5-5', 'gpt-4o', 'gpt-4o-mini', 'gemini-3.8-flash']
  const registry = await create({ ...everything, models })
  expect(registry.select('gemini-3.8-flash').info.id).toBe('gemini-3.8-flash')
  expect(registry.select('openai:gpt-4o').info.id).toBe('gpt-4o')
  expect(registry.select('guide')).toBe(guide)
  expect(registry.select('gone').info.id).toBe('gpt-4o-mini')
  expect(registry.select(undefined).info.id).toBe('gpt-4o-mini')
  const without = await create({ ...everything, models: models.slice(0, 2) })
  expect(without.select(null).info.id).toBe('claude-sonnet-5-5')
})

test('MODELS names models by provider or by their own name, and asks no provider for its list', async () => {
  const models = ['anthropic:special', ' claude-x ', 'gemini-y', 'llama3:8b', 'openai:claude-z', 'gemini-y']
  const registry = await create({ ...everything, models })
  expect(registry.list().map(({ info }) => `${info.provider} ${info.id}`)).toEqual([
    'anthropic special',
    'anthropic claude-x',
    'google gemini-y',
    'openai llama3:8b',
    'openai claude-z',
    'guide guide',
  ])
  expect(await fake.requests()).toEqual([])
})

test('MODELS leaves out models whose provider is not configured; a compatible server serves any name', async () => {
  const models = ['claude-x', 'anthropic:claude-y', 'gpt-4o']
  expect(ids(await create({ openaiApiKey: 'k', models }))).toEqual(['gpt-4o', 'guide'])
  expect(ids(await create({ openaiBaseUrl: fake.url, models }))).toEqual(['claude-x', 'gpt-4o', 'guide'])
})

test('a list out of reach keeps the official models, and is told', async () => {
  await fake.lists({ status: 500 })
  const problems: string[] = []
  const { openaiBaseUrl: _, ...official } = everything
  const registry = await create({
    ...official,
    openaiApiKey: undefined,
    onProblem: (provider) => problems.push(provider),
  })
  expect(ids(registry)).toEqual(expect.arrayContaining(['claude-sonnet-5-5', 'gemini-3.8-flash', 'guide']))
  expect(problems.sort()).toEqual(['anthropic', 'google'])
})

test('a list that was fetched once is kept when the next fetch fails', async () => {
  await fake.lists({ anthropic: [{ id: 'claude-only' }] })
  const registry = await create({ anthropicApiKey: 'a', anthropicBaseUrl: fake.url })
  await fake.lists({ status: 503 })
  await registry.refresh()
  expect(ids(registry)).toEqual(['claude-only', 'guide'])
})

test('a compatible server whose list cannot be had gets the preferred model as it is named', async () => {
  await fake.lists({ status: 404 })
  const registry = createRegistry({ openaiBaseUrl: `${fake.url}/v1/` }, guide)
  expect(registry.select('qwen3:8b')).toBe(guide)
  await registry.refresh()
  expect(ids(registry)).toEqual(['guide'])
  expect(registry.select(null)).toBe(guide)
  const model = registry.select('qwen3:8b')
  expect(model.info).toMatchObject({ id: 'qwen3:8b', provider: 'openai', contextWindow: 32_000, tools: true })
  expect(model.cost({ inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 })).toBeNull()
  expect((await ask(model.stream, { model: model.info.id })).text).toBe('You said: Hello')
})

test('a compatible server that lists its models gets no other', async () => {
  await fake.lists({ openai: [{ id: 'qwen3:8b' }] })
  const registry = await create({ openaiBaseUrl: fake.url })
  expect(registry.select('made-up').info.id).toBe('qwen3:8b')
})

test('the list is fetched behind the first use, which does not wait', async () => {
  await fake.lists({ openai: [{ id: 'qwen3:8b' }] })
  const registry = createRegistry({ openaiBaseUrl: fake.url }, guide)
  expect(ids(registry)).toEqual(['guide'])
  await fake.received(({ protocol }) => protocol === 'list')
  await expect.poll(() => ids(registry)).toEqual(['qwen3:8b', 'guide'])
  expect(await fake.requests()).toHaveLength(1)
})

test('a base address that is none shows at start', () => {
  expect(() => createRegistry({ openaiBaseUrl: 'localhost' }, guide)).toThrow(/not a web address/)
})

test('a dated, preview or routed id has the facts of its model; a variant has not', () => {
  expect(knownModel('gpt-4o-mini-2024-07-18')?.id).toBe('gpt-4o-mini')
  expect(knownModel('gpt-4o-2024-08-06')?.id).toBe('gpt-4o')
  expect(knownModel('gemini-3.1-pro-preview')?.id).toBe('gemini-3.1-pro')
  expect(knownModel('claude-haiku-4-5-20251001')?.id).toBe('claude-haiku-4-5')
  expect(knownModel('anthropic/claude-sonnet-4.5')?.id).toBe('claude-sonnet-4-5')
  for (const other of ['gpt-4o-audio-preview', 'gpt-5-pro', 'gpt-5.9', 'claude-opus-4-9', 'llama3']) {
    expect(knownModel(other)).toBeUndefined()
  }
})

test('every known model has a whole set of facts, and no id twice', () => {
  expect(new Set(knownModels.map(({ id }) => id)).size).toBe(knownModels.length)
  for (const { id, price, contextWindow } of knownModels) {
    expect(price.cached, id).toBeGreaterThan(0)
    expect(price.input, id).toBeGreaterThan(price.cached)
    expect(price.output, id).toBeGreaterThan(price.input)
    expect(contextWindow, id).toBeGreaterThanOrEqual(100_000)
  }
})

test('a cost is in whole micro-dollars: cached input cheaper, long prompts dearer', () => {
  const cost = (id: string, inputTokens: number, cachedInputTokens: number, outputTokens: number) => {
    const known = knownModel(id)
    return known && costMicros(known.price, { inputTokens, cachedInputTokens, outputTokens })
  }
  expect(cost('gpt-4o-mini', 1_000_000, 0, 0)).toBe(150_000)
  expect(cost('gpt-4o-mini', 1_000, 400, 100)).toBe(600 * 0.15 + 400 * 0.075 + 100 * 0.6)
  expect(cost('gpt-4o-mini', 7, 0, 0)).toBe(1)
  expect(cost('gemini-3.1-pro', 200_000, 0, 10)).toBe(200_000 * 2 + 10 * 12)
  expect(cost('gemini-3.1-pro', 200_001, 0, 10)).toBe(200_001 * 4 + 10 * 18)
  expect(cost('gpt-4o-mini', 10, 50, 0)).toBe(1)
})
