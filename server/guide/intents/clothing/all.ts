import type { Intent } from '../intent.ts'
import { shoes } from './shoes.ts'
import { sizes } from './sizes.ts'

export const clothingIntents: readonly Intent[] = [shoes, sizes]
