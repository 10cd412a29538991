import type { ProviderKey } from '@atrium/contract/models'
import type { Usage } from './model.ts'

/** US dollars per million tokens, which is also millionths of a dollar per token. */
export interface Price {
  input: number
  cached: number
  output: number
  /** The price of a whole request whose input is longer than `over` tokens. */
  long?: { over: number; input: number; cached: number; output: number }
}

export interface KnownModel {
  provider: Exclude<ProviderKey, 'guide'>
  id: string
  name: string
  /** tokens */
  contextWindow: number
  vision: boolean
  tools: boolean
  price: Price
}

type Row = [id: string, name: string, contextWindow: number, price: number[], long?: number[]]

const rowsOf = (provider: KnownModel['provider'], rows: Row[], lacks: { vision?: string[]; tools?: string[] } = {}) =>
  rows.map(([id, name, contextWindow, price, long]): KnownModel => {
    const [input = 0, cached = 0, output = 0] = price
    const [over = 0, longInput = 0, longCached = 0, longOutput = 0] = long ?? []
    return {
      provider,
      id,
      name,
      contextWindow,
      vision: !lacks.vision?.includes(id),
      tools: !lacks.tools?.includes(id),
      price: {
        input,
        cached,
        output,
        ...(long && { long: { over, input: longInput, cached: longCached, output: longOutput } }),
      },
    }
  })

/**
 * Facts of current models as their providers published them in November 2026; the price is [input, cached input,
 * output], after it [over tokens, input, cached input, output] of long prompts. Within a provider the model that
 * suits most chats comes first: it answers where nobody chose. Sources: the providers' own
 * documentation where it could be read, else public price tables that follow their pages. Providers change prices: the
 * cost shown is what this table makes of the provider's own token counts.
 */
export const knownModels: readonly KnownModel[] = [
  ...rowsOf(
    'openai',
    [
      ['gpt-4o-mini', 'GPT-4o mini', 128_000, [0.15, 0.075, 0.6]],
      ['gpt-6-luna', 'GPT-6 Luna', 1_050_000, [0.1, 0.01, 0.5], [272_000, 0.2, 0.02, 0.75]],
      ['gpt-6-sol', 'GPT-6 Sol', 1_050_000, [2, 0.2, 10], [272_000, 4, 0.4, 15]],
      ['gpt-6.1-sol', 'GPT-6.1 Sol', 1_050_000, [2, 0.1, 10], [272_000, 4, 0.2, 15]],
      ['gpt-6-astra', 'GPT-6 Astra', 1_050_000, [10, 1, 50], [272_000, 20, 2, 75]],
      ['gpt-5.6-luna', 'GPT-5.6 Luna', 1_050_000, [0.2, 0.02, 1.2], [200_000, 0.4, 0.04, 1.8]],
      ['gpt-5.6-terra', 'GPT-5.6 Terra', 1_050_000, [2, 0.2, 12], [272_000, 4, 0.4, 18]],
      ['gpt-5.6-sol', 'GPT-5.6 Sol', 1_050_000, [4, 0.4, 20], [272_000, 8, 0.8, 30]],
      ['gpt-5.5', 'GPT-5.5', 1_000_000, [5, 0.5, 30], [272_000, 10, 1, 45]],
      ['gpt-5.4', 'GPT-5.4', 1_050_000, [2.5, 0.25, 15], [272_000, 5, 0.5, 22.5]],
      ['gpt-5.4-mini', 'GPT-5.4 mini', 400_000, [0.75, 0.075, 4.5]],
      ['gpt-5.4-nano', 'GPT-5.4 nano', 400_000, [0.2, 0.02, 1.25]],
      ['gpt-5.2', 'GPT-5.2', 400_000, [1.75, 0.175, 14]],
      ['gpt-5.1', 'GPT-5.1', 400_000, [1.25, 0.125, 10]],
      ['gpt-5', 'GPT-5', 400_000, [1.25, 0.125, 10]],
      ['gpt-5-mini', 'GPT-5 mini', 400_000, [0.25, 0.025, 2]],
      ['gpt-5-nano', 'GPT-5 nano', 400_000, [0.05, 0.005, 0.4]],
      ['gpt-4.1', 'GPT-4.1', 1_000_000, [2, 0.5, 8]],
      ['gpt-4.1-mini', 'GPT-4.1 mini', 1_000_000, [0.4, 0.1, 1.6]],
      ['gpt-4.1-nano', 'GPT-4.1 nano', 1_000_000, [0.1, 0.025, 0.4]],
      ['gpt-4o', 'GPT-4o', 128_000, [2.5, 1.25, 10]],
      ['o3', 'o3', 200_000, [2, 0.5, 8]],
      ['o4-mini', 'o4-mini', 200_000, [1.1, 0.275, 4.4]],
    ],
    // Chat completions refuse tools to a reasoning model, and these two cannot turn reasoning off.
    { tools: ['gpt-6-astra', 'gpt-6.1-sol'] },
  ),
  ...rowsOf('anthropic', [
    ['claude-sonnet-5-5', 'Claude Sonnet 5.5', 1_000_000, [2, 0.1, 10]],
    ['claude-haiku-5-5', 'Claude Haiku 5.5', 1_000_000, [0.1, 0.01, 0.5], [100_000, 0.5, 0.05, 2.5]],
    ['claude-opus-5-5', 'Claude Opus 5.5', 1_000_000, [4, 0.2, 20]],
    ['claude-fable-5-1', 'Claude Fable 5.1', 1_000_000, [10, 0.25, 50]],
    ['claude-sonnet-5', 'Claude Sonnet 5', 1_000_000, [2, 0.2, 10]],
    ['claude-opus-5', 'Claude Opus 5', 1_000_000, [5, 0.5, 25]],
    ['claude-opus-4-8', 'Claude Opus 4.8', 1_000_000, [5, 0.5, 25]],
    ['claude-sonnet-4-6', 'Claude Sonnet 4.6', 1_000_000, [3, 0.3, 15]],
    ['claude-haiku-4-5', 'Claude Haiku 4.5', 200_000, [1, 0.1, 5]],
    ['claude-sonnet-4-5', 'Claude Sonnet 4.5', 200_000, [3, 0.3, 15], [200_000, 6, 0.6, 22.5]],
    ['claude-opus-4-5', 'Claude Opus 4.5', 200_000, [5, 0.5, 25]],
    ['claude-sonnet-4', 'Claude Sonnet 4', 200_000, [3, 0.3, 15]],
  ]),
  ...rowsOf('google', [
    // The 3.6 to 3.8 Flash models cost half of this until the end of 2026.
    ['gemini-3.8-flash', 'Gemini 3.8 Flash', 1_048_576, [1.5, 0.15, 7.5]],
    ['gemini-3.1-flash-lite', 'Gemini 3.1 Flash-Lite', 1_048_576, [0.25, 0.025, 1.5]],
    ['gemini-3.5-flash-lite', 'Gemini 3.5 Flash-Lite', 1_048_576, [0.3, 0.03, 2.5]],
    ['gemini-3.1-pro', 'Gemini 3.1 Pro', 1_048_576, [2, 0.2, 12], [200_000, 4, 0.4, 18]],
    ['gemini-3.7-flash', 'Gemini 3.7 Flash', 1_048_576, [1.5, 0.15, 7.5]],
    ['gemini-3.6-flash', 'Gemini 3.6 Flash', 1_048_576, [1.5, 0.15, 7.5]],
    ['gemini-3.5-flash', 'Gemini 3.5 Flash', 1_048_576, [1.5, 0.15, 9]],
    ['gemini-2.5-pro', 'Gemini 2.5 Pro', 1_048_576, [1.25, 0.125, 10], [200_000, 2.5, 0.25, 15]],
    ['gemini-2.5-flash', 'Gemini 2.5 Flash', 1_048_576, [0.3, 0.03, 2.5]],
    ['gemini-2.5-flash-lite', 'Gemini 2.5 Flash-Lite', 1_048_576, [0.1, 0.01, 0.4]],
  ]),
]

/** What is offered while a provider's own list cannot be had. */
export const defaultModels: Readonly<Record<KnownModel['provider'], readonly string[]>> = {
  openai: ['gpt-4o-mini', 'gpt-6-luna', 'gpt-6-sol', 'gpt-5.4-mini', 'gpt-4o'],
  anthropic: ['claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-opus-5-5'],
  google: ['gemini-3.8-flash', 'gemini-3.1-flash-lite', 'gemini-2.5-pro'],
}

const longestFirst = [...knownModels].sort((a, b) => b.id.length - a.id.length)
/** A date, a revision or a channel; anything else (`-pro`, `-audio`) is another model at another price. */
const release = /^-(?:latest|\d{3,4}|\d{8}|\d{4}-\d{2}-\d{2}|(?:preview|exp)(?:-\d{2}-\d{2,4})?)$/

/** The facts of a model by its id, dated (`gpt-4o-mini-2024-07-18`) or as a router names it (`openai/gpt-4o-mini`). */
export function knownModel(id: string): KnownModel | undefined {
  const bare = id.slice(id.lastIndexOf('/') + 1)
  const key = bare.startsWith('claude-') ? bare.replaceAll('.', '-') : bare
  return longestFirst.find(
    (known) => key.startsWith(known.id) && (key === known.id || release.test(key.slice(known.id.length))),
  )
}

/** Millionths of a dollar, rounded to a whole one. */
export function costMicros(price: Price, usage: Usage): number {
  const { input, cached, output } = price.long && usage.inputTokens > price.long.over ? price.long : price
  const fromCache = Math.min(usage.cachedInputTokens, usage.inputTokens)
  return Math.round((usage.inputTokens - fromCache) * input + fromCache * cached + usage.outputTokens * output)
}
