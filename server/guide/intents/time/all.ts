import type { Intent } from '../intent.ts'
import { now } from './now.ts'
import { zone } from './zone.ts'

export const timeIntents: readonly Intent[] = [now, zone]
