import type { Intent } from '../intent.ts'
import { scale } from './scale.ts'

export const recipeIntents: readonly Intent[] = [scale]
