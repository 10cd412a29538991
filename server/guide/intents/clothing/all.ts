import type { Intent } from '../intent.ts'
import { clothing } from './clothing.ts'

export const clothingIntents: readonly Intent[] = [clothing]
