import type { Intent } from '../intent.ts'
import { convertIntent } from './convert.ts'
import { cooking } from './cooking.ts'

export const unitsIntents: readonly Intent[] = [convertIntent, cooking]
