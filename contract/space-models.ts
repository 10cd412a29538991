import type { ModelInfo } from './models.ts'

/** May this model serve where only these may (null: all)? The Guide is no model of anybody's: what it is told stays here. */
export const mayServe = (
  { id, provider }: Pick<ModelInfo, 'id' | 'provider'>,
  allowed: readonly string[] | null,
): boolean => allowed === null || provider === 'guide' || allowed.includes(id) || allowed.includes(`${provider}:${id}`)
