import type { Intent } from './intent.ts'

/** What the Guide does itself. */
export const intents: readonly Intent[] = []
