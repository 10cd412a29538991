import { z } from 'zod'
import { Able } from './abilities.ts'

export const ProviderKey = z.enum(['openai', 'anthropic', 'google', 'guide'])
export type ProviderKey = z.infer<typeof ProviderKey>

export const ModelInfo = z.object({
  id: z.string(),
  /** The name shown on the model badge. */
  name: z.string(),
  provider: ProviderKey,
  /** tokens */
  contextWindow: z.number(),
  vision: z.boolean(),
  tools: z.boolean(),
})
export type ModelInfo = z.infer<typeof ModelInfo>

/** GET /api/models. `selected` is what answers when nobody chose; `able` is who sees, draws, speaks, hears. */
export const ModelList = z.object({ models: z.array(ModelInfo), selected: z.string(), able: Able.optional() })
export type ModelList = z.infer<typeof ModelList>

export const DEFAULT_MODEL = 'gpt-4o-mini'

/** GET /api/user/model-use: what chat (`chat`) and modules asked of models for a person in a month, most tokens first. */
export const ModelUse = z.object({
  /** `2026-11`, in UTC */
  month: z.string(),
  modules: z.array(
    z.object({
      module: z.string(),
      calls: z.number(),
      tokens: z.number(),
      /** Millionths of a US dollar, without the calls whose price is not known. */
      costMicros: z.number(),
      unpricedCalls: z.number(),
      /** What was drawn, heard (seconds) and spoken (characters). */
      pictures: z.number(),
      seconds: z.number(),
      characters: z.number(),
    }),
  ),
})
export type ModelUse = z.infer<typeof ModelUse>
